// A stream at a moment, with what the last step changed of it.

final class StreamScene: BrowserScene, StreamDataStore {
  private let id: String
  private let context: BrowserContext
  /// Set once it is made, because it refers back; another one in tests.
  var router: (any StreamRouting)?
  private var pane = TextPane()
  private var changed = ChangedLines()
  private(set) var shownRevision: Int?

  init(_ id: String, _ context: BrowserContext, _ navigation: any BrowserNavigation) {
    (self.id, self.context) = (id, context)
    router = StreamRouter(context.commands, from: self, navigation)
  }

  var title: String { "\(context.words.noun.capitalizedFirst) \(id)" }
  var subject: String? { id }
  var streamID: String? { id }
  let actions: [BrowserAction] = [.history, .revisionBack, .blame, .explain]
  var changes: (any StreamRouting)? { router }

  func refresh(width: Int) throws(Failure) {
    do throws(Failure) {
      let stream = try context.stream(id)
      shownRevision = stream.rev
      var page = StyledLines.browsing(width: width - 1)
      stream.draw(&page)
      pane.show(changed.marked(page.lines), keepsPlace: true)
    } catch {
      // It may be before the stream's first entry, which is a moment like any other.
      guard error.kind == .notFound else { throw error }
      shownRevision = nil
      let text = StyledText("There is no \(context.words.noun) \(id) yet at this moment.", .dim)
      pane.show(changed.marked([text]), keepsPlace: false)
    }
  }

  func draw(in region: Region, on frame: inout Frame) { pane.draw(in: region, on: &frame) }

  func handle(_ event: ScreenEvent, in region: Region) throws(Failure) -> Bool {
    if event == .key(.left) || event == .key(.right) { return false }
    return pane.handle(event, in: region)
  }

  func perform(_ action: BrowserAction) throws(Failure) -> Bool {
    switch action {
    case .open, .history: try router?.routeToHistory()
    case .blame: try router?.routeToBlame()
    default: return false
    }
    return true
  }
}
