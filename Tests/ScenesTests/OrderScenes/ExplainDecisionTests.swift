import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// An explanation comes to what a replay comes to, and names what decided.
@Suite struct ExplainDecisionTests {
  private func response(_ seq: Int, in source: any EntrySource) throws -> ExplainDecision.Response {
    let spy = PresenterSpy<ExplainDecision.Response>()
    try Interactor<ExplainDecision>(source, presenter: spy).handle(.init(.entry(seq)))
    return try #require(spy.response)
  }

  private func explain(_ seq: Int, in source: any EntrySource) throws -> ExplainDecision.ViewModel {
    ExplainDecision.viewModel(of: try response(seq, in: source), .standard)
  }

  private func json(_ seq: Int, in source: any EntrySource) throws -> JSONValue {
    let response = try response(seq, in: source)
    return .written { (writer: inout JSONWriter) in
      writer.object { response.writeMembers(to: &$0) }
    }
  }

  @Test func `a total that today's rules don't come to is no unbroken rule`() throws {
    let source = try Story.edited(1, #""total":2500"#, #""total":2501"#)
    let model = try explain(1, in: source)
    #expect(model.outcomes.count == 2)
    #expect(
      model.conclusion
        == "Version \(Orders.version) of the rules would record total 25.00 USD in order-created "
        + "instead of 25.01 USD: see `cleanstore replay`.")
  }

  @Test func `a total that is out of range is explained by what was requested`() throws {
    let story = try Story.told()
    var fields = OrderFields()
    fields.set(.discount, to: 1_000_000)
    try story.asks("chris", "1004", .create(.chris))
    try story.asks("chris", "1004", .update(fields))
    let last = try story.lines().count
    let broken = try json(last, in: history(story.lines().joined(separator: "\n")))["rules"]?.array?
      .first { $0["verdict"]?.string == "broken" }
    #expect(
      broken?["requested"]
        == (try JSONValue(parsing: #"[{"field":"discount","value":1000000}]"#)))
  }

  @Test func `where personal data was erased the recorded outcome is taken, as by a replay`() throws
  {
    let lines = try Story.told().lines().map(\.withoutPersonalData)
    let source = history(lines.joined(separator: "\n"))
    let model = try explain(1, in: source)
    #expect(
      model.conclusion == "Personal data is missing, so the recorded outcome is taken as given.")
    #expect(model.rules.allSatisfy { $0.verdict != .broken })
    let spy = PresenterSpy<ReplayHistory.Response>()
    #expect(try replayed(source, spy, ReplayHistory.Request()) == .identical)
    #expect(spy.summary?.taken == 3)
  }

  @Test func `a rule about erased fields of an accepted change is neither held nor broken`() throws
  {
    let story = try Story.told()
    var fields = OrderFields.only(.email, "amy@apple.example")
    fields[.shippingMethod] = "two-day"
    try story.asks("chris", "1004", .create(.chris))
    try story.asks("chris", "1004", .update(fields))
    try story.asks("chris", "1004", .pay(Payment(amount: 129_900)))
    try story.asks("chris", "1004", .ship())
    try story.asks("chris", "1004", .update(.only(.email, "chris@camera.example")))
    let lines = try story.lines()
    let source = history(
      (lines[..<10] + [lines[10].withoutPersonalData] + lines[11..<13]
        + [lines[13].withoutPersonalData]).joined(separator: "\n"))
    let change = try explain(11, in: source)
    #expect(change.rules.map(\.verdict) == [.held, .held, .held, .held, .erased, .held, .held])
    #expect(
      change.conclusion == "Personal data is missing, so the recorded outcome is taken as given.")
    // Whether an erased change was one of the contact alone, isn't known either.
    let shipped = try explain(14, in: source)
    #expect(shipped.rules.map(\.verdict) == [.held, .held, .held, .held, .erased, .erased, .held])
    let rule = try json(14, in: source)["rules"]?.array?[4]
    #expect(rule == (try JSONValue(parsing: #"{"code":"invalid","verdict":"erased","facts":[]}"#)))
  }

  @Test func `a refusal of erased fields is broken as recorded, and asks for nothing`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    try story.asks("amy", "1001", .update(.only(.email, "no mail")))
    let lines = try story.lines()
    let model = try explain(2, in: history(lines[0] + "\n" + lines[1].withoutPersonalData))
    let broken = try #require(model.rules.first { $0.verdict == .broken })
    #expect(broken.code == "invalid" && broken.facts.isEmpty)
    #expect(
      model.conclusion == "Personal data is missing, so the recorded outcome is taken as given.")
  }

  @Test func `a command that expects another revision wouldn't be recorded`() throws {
    let command = #""command":{"type":"pay-order","#
    let source = try Story.edited(3, command, command + #""expect":4,"#)
    let model = try explain(3, in: source)
    #expect(
      model.outcomes.last
        == "rules \(Orders.version):  not recorded: it expects another revision than 1")
    #expect(
      model.conclusion == "It expects another revision, so it would neither be evaluated nor "
        + "recorded: see `cleanstore replay`.")
  }

  @Test func `a command whose id was used before wouldn't be recorded`() throws {
    let lines = try Story.told().lines().map {
      $0.replacing(
        #""command":{"type":"pay-order","#, with: #""command":{"type":"pay-order","id":"p","#
      )
      .replacing(#""type":"ship-order","#, with: #""type":"ship-order","id":"p","#)
    }
    let source = history(lines.joined(separator: "\n"))
    let model = try explain(4, in: source)
    #expect(
      model.outcomes.last == "rules \(Orders.version):  not recorded: entry 3 has the same id")
    #expect(
      model.conclusion == "Entry 3 has the same id, so it would neither be evaluated nor recorded: "
        + "see `cleanstore replay`.")
    // An id counts within its stream.
    #expect(try explain(5, in: source).outcomes.isEmpty)
    #expect(try json(4, in: source)["today"] == JSONValue(parsing: #"{"reused":{"seq":3}}"#))
  }

  @Test func `the number that was asked for is named`() throws {
    let story = try Story.told()
    try story.asks("bob", "1002", .pay(Payment(amount: 6000)))
    let broken = try explain(10, in: story.store).rules.first { $0.verdict == .broken }
    #expect(broken?.facts.last == "requested amount 60.00 USD")
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
      ).handle(.init("two-day", change: ChangeRequest(actor: "clerk")))
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

extension String {
  /// The line with its personal block erased.
  fileprivate var withoutPersonalData: String {
    let hash = "sha256:" + String(repeating: "0", count: 64)
    return replacing(/"personal":\{.*\}\}/, with: #""personal":"\#(hash)"}"#)
  }
}
