import EventSourcing
import JSONLines
import Orders
import Testing

@testable import UseCases

@Suite struct ArchiveOrderTests {
  private func ask(
    _ id: String, at position: String? = nil
  ) throws -> ArchiveOrder.Response {
    let spy = ArchiveOrderPresenterSpy()
    let interactor = ArchiveOrderInteractor(source: try Story.told().store, presenter: spy)
    try interactor.archiveOrder(ArchiveOrder.Request(id: id, at: position))
    return try #require(spy.response)
  }

  @Test(arguments: [("1001@1", Order.Status.placed), ("3", .paid), ("-1", .shipped)])
  func `an order is found as it was`(_ position: String, _ status: Order.Status) throws {
    #expect(try ask("1001", at: position).order.status == status)
  }

  @Test func `an order that isn't there is told`() throws {
    let spy = ArchiveOrderPresenterSpy()
    let interactor = ArchiveOrderInteractor(source: try Story.told().store, presenter: spy)
    let failure = try failure { () throws(Failure) in
      try interactor.archiveOrder(ArchiveOrder.Request(id: "1004"))
    }
    #expect(failure.code == "no-such-order")
    #expect(spy.response == nil)
  }

  @Test func `people read a sentence`() throws {
    let spy = ArchiveOrderDisplaySpy()
    ArchiveOrderPresenter(display: spy).present(try ask("1001"))
    #expect(spy.viewModel?.headline == "Order 1001: delivered, revision 4.")
    #expect(spy.viewModel?.warning == nil)
  }

  @Test func `programs get one document`() throws {
    let spy = DocumentSpy()
    ArchiveOrderJSONPresenter(display: spy, notes: spy).present(try ask("1002"))
    #expect(spy.documents.count == 1 && spy.notes.isEmpty)
    let document = try JSONValue(parsing: #require(spy.documents.first))
    #expect(document["id"]?.string == "1002")
  }
}
