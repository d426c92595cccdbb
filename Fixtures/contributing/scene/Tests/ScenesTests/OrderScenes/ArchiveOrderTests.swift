import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ArchiveOrderTests {
  private func respond(_ id: String, at position: String? = nil) throws
    -> ArchiveOrder.Response
  {
    let spy = PresenterSpy<ArchiveOrder.Response>()
    let interactor = Interactor<ArchiveOrder>(
      History(try Story.told().store, of: .orders), presenter: spy)
    try interactor.handle(ArchiveOrder.Request(id: id, at: position))
    return try #require(spy.response)
  }

  @Test(arguments: [("1001@1", Order.Status.placed), ("3", .paid), ("-1", .shipped)])
  func `an order is found as it was`(_ position: String, _ status: Order.Status) throws {
    #expect(try respond("1001", at: position).order.status == status)
  }

  @Test func `an order that isn't there is told`() throws {
    let spy = PresenterSpy<ArchiveOrder.Response>()
    let interactor = Interactor<ArchiveOrder>(
      History(try Story.told().store, of: .orders), presenter: spy)
    let failure = try failure { () throws(Failure) in
      try interactor.handle(ArchiveOrder.Request(id: "1004"))
    }
    #expect(failure.code == "no-such-order")
    #expect(spy.response == nil)
  }

  @Test func `people read a sentence`() throws {
    let spy = DisplaySpy<ArchiveOrder.ViewModel>()
    Presenter<ArchiveOrder>(display: spy, notes: spy).present(try respond("1001"))
    #expect(spy.viewModel?.headline == "Order 1001: delivered, revision 4.")
    #expect(spy.notes.isEmpty)
  }

  @Test func `programs get one document`() throws {
    let spy = DocumentSpy()
    JSONPresenter<ArchiveOrder.Response>(display: spy).present(try respond("1002"))
    #expect(spy.documents == [#"{"id":"1002","status":"placed"}"#])
  }
}
