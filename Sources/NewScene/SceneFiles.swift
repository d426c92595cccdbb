// The files of a new scene. It begins as the simplest one there is: it finds an order and shows it.

struct SceneFiles {
  struct File: Equatable {
    let path: String
    let text: String
  }

  static let scenes = "Sources/OrderScenes"
  static let tests = "Tests/ScenesTests/OrderScenes"

  let name: SceneName

  var folder: String { "\(Self.scenes)/\(name.type)" }

  var all: [File] {
    [
      File(path: "\(folder)/\(name.type).swift", text: scene),
      File(path: "\(Self.tests)/\(name.type)Tests.swift", text: tests),
    ]
  }

  private var scene: String {
    """
    // The scene \(name.type): folds up to the moment and looks the order up.

    import Conventions
    import EventSourcing
    import HistoryScenes
    import JSONLines
    import OrderDomain

    /// Finds one order as it was at some moment.
    package enum \(name.type): RespondingScene {
      package struct Request: Sendable {
        /// The order's id.
        package var id: String
        /// The position; the end if nil.
        package var at: String?

        package init(id: String, at: String? = nil) {
          self.id = id
          self.at = at
        }
      }

      package struct Response: HistoryResponse, Sendable {
        package let id: String
        package let order: Order
        package let tornTail: TornTail?
      }

      package struct ViewModel: Equatable, Sendable {
        /// Which order, and how far it has come, in a sentence.
        package let headline: String
      }

      package static func respond(to request: Request, with history: History) throws(Failure)
        -> Response
      {
        let (order, _, end) = try history.order(request.id, at: request.at)
        return Response(id: request.id, order: order, tornTail: end.tornTail)
      }

      package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
        let order = response.order
        return ViewModel(
          headline: "Order \\(response.id): \\(order.status.rawValue), revision \\(order.rev).")
      }
    }

    extension \(name.type).Response: JSONRepresentable {
      package func writeJSON(to writer: inout JSONWriter) {
        writer.object {
          $0.member("id", id)
          $0.member("status", order.status.rawValue)
        }
      }
    }

    """
  }

  private var tests: String {
    """
    import OrderDomain
    import Testing

    @testable import HistoryScenes
    @testable import OrderScenes

    @Suite struct \(name.type)Tests {
      private func respond(_ id: String, at position: String? = nil) throws
        -> \(name.type).Response
      {
        let spy = PresenterSpy<\(name.type).Response>()
        let interactor = Interactor<\(name.type)>(
          History(try Story.told().store, of: .orders), presenter: spy)
        try interactor.handle(\(name.type).Request(id: id, at: position))
        return try #require(spy.response)
      }

      @Test(arguments: [("1001@1", Order.Status.placed), ("3", .paid), ("-1", .shipped)])
      func `an order is found as it was`(_ position: String, _ status: Order.Status) throws {
        #expect(try respond("1001", at: position).order.status == status)
      }

      @Test func `an order that isn't there is told`() throws {
        let spy = PresenterSpy<\(name.type).Response>()
        let interactor = Interactor<\(name.type)>(
          History(try Story.told().store, of: .orders), presenter: spy)
        let failure = try failure { () throws(Failure) in
          try interactor.handle(\(name.type).Request(id: "1004"))
        }
        #expect(failure.code == "no-such-order")
        #expect(spy.response == nil)
      }

      @Test func `people read a sentence`() throws {
        let spy = DisplaySpy<\(name.type).ViewModel>()
        Presenter<\(name.type)>(display: spy, notes: spy).present(try respond("1001"))
        #expect(spy.viewModel?.headline == "Order 1001: delivered, revision 4.")
        #expect(spy.notes.isEmpty)
      }

      @Test func `programs get one document`() throws {
        let spy = DocumentSpy()
        JSONPresenter<\(name.type).Response>(display: spy).present(try respond("1002"))
        #expect(spy.documents == [#"{"id":"1002","status":"placed"}"#])
      }
    }

    """
  }
}
