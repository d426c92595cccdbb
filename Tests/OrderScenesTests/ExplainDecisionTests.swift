import EventSourcing
import JSONLines
import OrderDomain
import Replay
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// An explanation comes to what a replay comes to, and names what decided.
@Suite struct ExplainDecisionTests {
  private func explain(_ seq: Int, in source: any EntrySource) throws -> ExplainDecision.ViewModel {
    let spy = PresenterSpy<ExplainDecision.Response>()
    try Interactor<ExplainDecision>(source, presenter: spy).handle(String(seq))
    return ExplainDecision.viewModel(of: try #require(spy.response), .standard)
  }

  @Test func `a total that today's rules don't come to is no unbroken rule`() throws {
    let source = try Story.edited(1, #""total":2500"#, #""total":2501"#)
    let model = try explain(1, in: source)
    #expect(model.outcomes.count == 2)
    #expect(
      model.conclusion
        == "Today's rules would record 2500 as total of order-created, not 2501: "
        + "see `cleanstore replay`.")
  }

  @Test func `where personal data was erased the recorded outcome is taken, as by a replay`() throws
  {
    let personal = /"personal":\{.*\}\}/
    let lines = try Story.told().lines().map {
      $0.replacing(personal, with: #""personal":"sha256:\#(String(repeating: "0", count: 64))"}"#)
    }
    let source = history(lines.joined(separator: "\n"))
    let model = try explain(1, in: source)
    #expect(
      model.conclusion == "Personal data was erased, so the recorded outcome is taken as given.")
    #expect(model.rules.allSatisfy { $0.verdict != .broken })
    let spy = PresenterSpy<ReplayHistory.Response>()
    #expect(try replayed(source, spy, ReplayHistory.Request()) == .identical)
    #expect(spy.summary?.taken == 3)
  }

  @Test func `the number that was asked for is named`() throws {
    let story = try Story.told()
    try story.asks("bob", "1002", .pay(Payment(amount: 6000)))
    let broken = try explain(10, in: story.store).rules.first { $0.verdict == .broken }
    #expect(broken?.facts.last == "requested amount 60.00")
  }

  @Test func `the field that was frozen and the value that is invalid are named`() throws {
    let story = try Story.told()
    var fields = OrderFields()
    fields[.customer] = "zoe"
    try story.asks("amy", "1001", .update(fields))
    try story.asks("amy", "1002", .update(.only(.email, "no mail")))
    let frozen = try explain(10, in: story.store).rules.first { $0.verdict == .broken }
    #expect(frozen?.facts.last == "requested customer zoe")
    let invalid = try explain(11, in: story.store).rules.first { $0.verdict == .broken }
    #expect(invalid?.facts == ["requested contact.email no mail"])
  }

  @Test func `entries of the catalogue are explained`() throws {
    let story = try Story()
    for _ in 1...2 {
      _ = try Interactor<RetireShippingMethod>(
        story.engine, presenter: PresenterSpy<ShippingMethodOutcome>()
      ).handle((code: "two-day", change: ChangeRequest(actor: "clerk")))
    }
    #expect(try explain(1, in: story.store).conclusion == "No rule was broken.")
    let model = try explain(2, in: story.store)
    #expect(model.conclusion == "Refused as method-not-found.")
    #expect(
      model.rules.last?.facts == [
        "methods[2].retired true by seq 1, clerk (retire-shipping-method)",
        "requested code two-day",
      ])
  }
}

extension OrderFields {
  fileprivate static func only(_ field: OrderField, _ text: String) -> OrderFields {
    var fields = OrderFields()
    fields[field] = text
    return fields
  }
}
