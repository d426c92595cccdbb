// An order at a moment, with what the last step changed of it.

import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

final class ShowOrderScene: BrowserScene, OrderDataStore {
  private let id: String
  private let context: BrowserContext
  /// Set once it is made, because it refers back; another one in tests.
  var router: (any OrderRouting)?
  private var pane = TextPane()
  private var changed = ChangedLines()
  private(set) var shownRevision: Int?

  init(_ id: String, _ context: BrowserContext, _ navigation: any BrowserNavigation) {
    (self.id, self.context) = (id, context)
    router = OrderRouter(from: self, navigation)
  }

  var title: String { "Order \(id)" }
  var subject: String? { id }
  var orderID: String? { id }
  let actions: [BrowserAction] = [.history, .revisionBack, .blame, .explain, .edit]

  func refresh(width: Int) throws(Failure) {
    do throws(Failure) {
      let request = ShowOrder.Request(id: id, at: context.journey.position)
      let response = try ShowOrder.respond(to: request, with: context.history)
      shownRevision = response.order.rev
      let model = ShowOrder.viewModel(of: response, context.formatting)
      var page = StyledLines.browsing(width: width - 1)
      model.drawForBrowsing(on: &page)
      pane.show(changed.marked(page.lines), keepsPlace: true)
    } catch {
      // It may be before the order was created, which is a moment like any other.
      guard error.kind == .notFound else { throw error }
      shownRevision = nil
      let text = StyledText("There is no order \(id) yet at this moment.", .dim)
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
    default:
      guard action.row.command != nil else { return false }
      try router?.routeToChange(action)
    }
    return true
  }
}

extension ShowOrder.ViewModel {
  /// Draws the order with addresses last: the parts that mostly change are then seen without scrolling.
  fileprivate func drawForBrowsing(on page: inout StyledLines) {
    page.paragraph(title, .bold)
    for fact in facts { page.paragraph(fact, after: "  ") }
    drawMoney(on: &page)
    drawSections(on: &page)
  }
}
