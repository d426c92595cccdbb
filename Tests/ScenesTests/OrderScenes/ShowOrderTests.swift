import EventSourcing
import Formatting
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ShowOrderTests {
  private func show(_ id: String, at position: RequestedPosition? = nil) throws
    -> ShowOrder.Response
  {
    let spy = PresenterSpy<ShowOrder.Response>()
    let interactor = Interactor<ShowOrder>(
      History(try Story.told().store, of: .orders), presenter: spy)
    try interactor.handle(ShowOrder.Request(id: id, at: position))
    return try #require(spy.response)
  }

  @Test func `an order is shown as it is, also a deleted one`() throws {
    let amys = try show("1001")
    #expect(amys.order.status == .delivered)
    #expect(amys.order.rev == 4)
    #expect(amys.at == nil)
    #expect(try show("1003").order.status == .deleted)
  }

  @Test(arguments: [("1001@1", Order.Status.placed), ("3", .paid), ("-1", .shipped)])
  func `an order is shown as it was`(_ position: String, _ status: Order.Status) throws {
    #expect(try show("1001", at: .typed(position)).order.status == status)
  }

  @Test(arguments: ["1004", "", "../1001", "1001 ", "order/1001"])
  func `an order that isn't there`(_ id: String) throws {
    let spy = PresenterSpy<ShowOrder.Response>()
    let interactor = Interactor<ShowOrder>(
      History(try Story.told().store, of: .orders), presenter: spy)
    let failure = try failure { () throws(Failure) in
      try interactor.handle(ShowOrder.Request(id: id, at: "2"))
    }
    #expect(failure.kind == .notFound)
    #expect(failure.code == "no-such-order")
    #expect(failure.message == "There is no order \(id.unmistakable) at 2.")
    #expect(spy.response == nil)
  }

  @Test func `an order that may have been meant is suggested`() throws {
    for (id, hint) in [
      ("10011", "Did you mean 1001?"), ("1010", "Did you mean 1001?"),
      ("10003", "`cleanstore list` lists the orders."),
    ] {
      let failure = try #require(throws: Failure.self) { try show(id) }
      #expect(failure.hint == hint)
    }
  }

  @Test func `the text has everything that is known, and nothing that isn't`() throws {
    let spy = DisplaySpy<ShowOrder.ViewModel>()
    ShowOrder.presenter(on: spy).present(try show("1001"))
    let viewModel = try #require(spy.viewModel)
    #expect(viewModel.title == "Order 1001: delivered, revision 4")
    #expect(viewModel.facts.contains("customer  amy"))
    #expect(
      viewModel.sections.map(\.title) == [
        "Contact", "Billing address", "Shipping address", "Payment", "Shipping",
      ])
    #expect(viewModel.sections[0].lines == ["Amy Apple", "111-111-1111", "amy@example.com"])
    #expect(viewModel.sections[1].lines == ["1 Infinite Loop", "Cupertino, CA 95014", "US"])
    #expect(viewModel.sections[3].lines == ["cash"])
    #expect(viewModel.sections[4].lines == ["standard", "carrier Snail & Co.", "tracking S-1"])
    #expect(
      viewModel.items == [
        .init(
          sku: "DECK-52", name: "", quantity: "2", unitPrice: "12.50 USD", amount: "25.00 USD")
      ])
    #expect(
      viewModel.amounts == [
        .init("total", "25.00 USD"), .init("paid", "25.00 USD"),
        .init("due", "0.00 USD"),
      ])
  }

  @Test func `the title has the position`() throws {
    let spy = DisplaySpy<ShowOrder.ViewModel>()
    ShowOrder.presenter(on: spy).present(try show("1001", at: "1001@1"))
    #expect(spy.viewModel?.title == "Order 1001 at 1001@1: placed, revision 1")
  }

  @Test func `the JSON is one document with amounts in minor units`() throws {
    let spy = DocumentSpy()
    JSONPresenter<ShowOrder.Response>(display: spy).present(try show("1002"))
    let document = try JSONValue(parsing: #require(spy.documents.first))
    #expect(spy.documents.count == 1)
    #expect(spy.notes.isEmpty)
    #expect(document["id"]?.string == "1002")
    #expect(document["total"]?.integer == 1596)
    #expect(document["balance"]?.integer == 1096)
    #expect(document["carrier"] == nil)
  }
}
