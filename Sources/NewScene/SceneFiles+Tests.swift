// The tests of a new scene, and the spies that stand at its boundaries.

extension SceneFiles {
  var spies: String {
    """
    // Spies that stand at the boundaries of \(name.type) and remember what came through.

    import UseCases

    final class \(name.type)PresenterSpy: \(name.type)PresentationLogic {
      private(set) var response: \(name.type).Response?
      func present(_ response: \(name.type).Response) { self.response = response }
    }

    final class \(name.type)DisplaySpy: \(name.type)DisplayLogic {
      private(set) var viewModel: \(name.type).ViewModel?
      func display(_ viewModel: \(name.type).ViewModel) { self.viewModel = viewModel }
    }

    """
  }

  var tests: String {
    """
    import EventSourcing
    import JSONLines
    import Orders
    import Testing

    @testable import UseCases

    @Suite struct \(name.type)Tests {
      private func ask(
        _ id: String, at position: String? = nil
      ) throws -> \(name.type).Response {
        let spy = \(name.type)PresenterSpy()
        let interactor = \(name.type)Interactor(source: try Story.told().store, presenter: spy)
        try interactor.\(name.method)(\(name.type).Request(id: id, at: position))
        return try #require(spy.response)
      }

      @Test(arguments: [("1001@1", Order.Status.placed), ("3", .paid), ("-1", .shipped)])
      func `an order is found as it was`(_ position: String, _ status: Order.Status) throws {
        #expect(try ask("1001", at: position).order.status == status)
      }

      @Test func `an order that isn't there is told`() throws {
        let spy = \(name.type)PresenterSpy()
        let interactor = \(name.type)Interactor(source: try Story.told().store, presenter: spy)
        let failure = try failure { () throws(Failure) in
          try interactor.\(name.method)(\(name.type).Request(id: "1004"))
        }
        #expect(failure.code == "no-such-order")
        #expect(spy.response == nil)
      }

      @Test func `people read a sentence`() throws {
        let spy = \(name.type)DisplaySpy()
        \(name.type)Presenter(display: spy).present(try ask("1001"))
        #expect(spy.viewModel?.headline == "Order 1001: delivered, revision 4.")
        #expect(spy.viewModel?.warning == nil)
      }

      @Test func `programs get one document`() throws {
        let spy = DocumentSpy()
        \(name.type)JSONPresenter(display: spy, notes: spy).present(try ask("1002"))
        #expect(spy.documents.count == 1 && spy.notes.isEmpty)
        let document = try JSONValue(parsing: #require(spy.documents.first))
        #expect(document["id"]?.string == "1002")
      }
    }

    """
  }
}
