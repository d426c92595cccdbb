// The files of a new scene. It begins as the simplest one there is: it finds an order and shows it.

/// What is written for a new scene.
struct SceneFiles {
  /// A file, with its path from the package's top.
  struct File: Equatable {
    let path: String
    let text: String
  }

  /// Where scenes stand.
  static let scenes = "Sources/UseCases"
  /// Where their tests stand.
  static let tests = "Tests/UseCasesTests"

  let name: SceneName

  /// The folder of the scene.
  var folder: String { "\(Self.scenes)/\(name.type)" }

  /// All files, in the order in which a reader wants them.
  var all: [File] {
    let type = name.type
    return [
      File(path: "\(folder)/\(type)Models.swift", text: models),
      File(path: "\(folder)/\(type)Interactor.swift", text: interactor),
      File(path: "\(folder)/\(type)Presenter.swift", text: presenters),
      File(path: "\(Self.tests)/Support/\(type)Spies.swift", text: spies),
      File(path: "\(Self.tests)/\(type)Tests.swift", text: tests),
    ]
  }

  private var interactor: String {
    """
    // The scene \(name.type): folds up to the moment and looks the order up.

    public import EventSourcing
    import Orders

    /// Finds one order of a history.
    public final class \(name.type)Interactor: \(name.type)BusinessLogic {
      private let source: any EntrySource
      private let presenter: any \(name.type)PresentationLogic

      /// An interactor on a history.
      public init(source: any EntrySource, presenter: any \(name.type)PresentationLogic) {
        self.source = source
        self.presenter = presenter
      }

      /// Finds the order and hands it to the presenter.
      public func \(name.method)(_ request: \(name.type).Request) throws(Failure) {
        let (store, end) = try source.fold(at: request.at)
        guard let order = store.order(request.id) else {
          throw .noSuchOrder(request.id, at: request.at)
        }
        presenter.present(
          \(name.type).Response(id: request.id, order: order, tornTail: end.tornTail))
      }
    }

    """
  }

  private var presenters: String {
    """
    // The scene \(name.type): puts what was found into words, and into JSON for programs.

    import EventSourcing
    import JSONLines
    import Orders

    /// Presents what was found as text.
    public final class \(name.type)Presenter: \(name.type)PresentationLogic {
      private let display: any \(name.type)DisplayLogic

      /// A presenter for a display.
      public init(display: any \(name.type)DisplayLogic) { self.display = display }

      /// Presents what was found.
      public func present(_ response: \(name.type).Response) {
        let order = response.order
        display.display(
          \(name.type).ViewModel(
            headline: "Order \\(response.id): \\(order.status.rawValue), revision \\(order.rev).",
            warning: response.tornTail?.warning))
      }
    }

    /// Presents what was found as one JSON document.
    public final class \(name.type)JSONPresenter: \(name.type)PresentationLogic {
      private let display: any DocumentDisplayLogic
      private let notes: any NoteDisplayLogic

      /// A presenter for displays of documents and notes.
      public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
        self.display = display
        self.notes = notes
      }

      /// Presents what was found.
      public func present(_ response: \(name.type).Response) {
        if let tail = response.tornTail { notes.display(note: tail.warning) }
        var writer = JSONWriter()
        response.order.writeJSON(to: &writer, id: response.id)
        display.display(document: writer)
      }
    }

    """
  }
}
