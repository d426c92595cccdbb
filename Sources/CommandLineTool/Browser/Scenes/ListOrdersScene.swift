// The list of orders at a moment, the ones that changed last first. It asks for a page at a time.

import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

final class ListOrdersScene: BrowserScene, OrderDataStore {
  private let context: BrowserContext
  /// Set once it is made, because it refers back; another one in tests.
  var router: (any OrderRouting)?
  private var list = ListPane()
  private var rows = PagedRows<[String]>(pageLength: 100)
  /// The columns of the rows, once some were read.
  private var columns: [TableViewModel.Heading] = []
  /// The number of orders, once some were read.
  private var count: Int?
  private var totals: [StyledText] = []
  private var sorting = ListOrders.Sorting.updated
  /// The rows of the moment before, and whether they were all; nil at the beginning.
  private var before: (rows: [String: [String]], areAll: Bool)?
  /// The order that the entry at this moment is of.
  private var touched: String?
  private var widths: [Int] = []
  /// The order that was selected, also while it isn't in the list.
  private var selected: String?

  /// There is no room for the names of contacts.
  private var shown: [Int] { columns.indices.filter { columns[$0].text != "NAME" } }
  private var headings: [StyledText] { shown.map { StyledText(columns[$0].text, .bold) } }

  init(_ context: BrowserContext, _ navigation: any BrowserNavigation) {
    self.context = context
    router = OrderRouter(from: self, navigation)
  }

  var title: String { "Orders by \(sorting == .updated ? "last change" : sorting.rawValue)" }
  var subject: String? { nil }
  let actions: [BrowserAction] = [.open, .history, .log, .check, .mark, .compare]

  var orderID: String? { row(list.selection)?[0] }
  var shownRevision: Int? { orderID.flatMap(context.revision) }

  func refresh(width: Int) throws(Failure) {
    before = count.map { count in
      (
        Dictionary(rows.all.map { ($0[0], $0) }, uniquingKeysWith: { first, _ in first }),
        rows.all.count == count
      )
    }
    touched = try context.journey.touchedOrder()
    try readAgain()
    totals = try totalsNow()
    selectAgain()
    try rows.check()
  }

  /// The selection stays at its order where that is still near, and is at the first one otherwise: what is done next
  /// is for no other.
  private func selectAgain() {
    guard let selected else {
      selected = orderID
      return
    }
    guard orderID != selected else { return }
    let near = max(0, list.selection - 100)...list.selection + 100
    list.select(
      near.first { row($0)?[0] == selected } ?? (0..<100).first { row($0)?[0] == selected } ?? 0)
  }

  private func readAgain() throws(Failure) {
    rows.removeAll()
    count = nil
    _ = row(0)
    try rows.check()
    measure()
  }

  /// The number of orders of each status, and their total.
  private func totalsNow() throws(Failure) -> [StyledText] {
    let model = try context.viewModel(of: StoreStatistics.self, context.journey.position)
    return model.groups.filter { !["Log", "Refused"].contains($0.title) }.map { group in
      let isCount = group.title == "Orders"
      let parts = group.lines.map { isCount ? "\($0.value) \($0.label)" : $0.value }
      let title = isCount ? "" : group.title.lowercased() + " "
      return StyledText(title, .dim) + StyledText(parts.joined(separator: ", "))
    }
  }

  private func read(_ indexes: Range<Int>) throws(Failure) -> [[String]] {
    var request = ListOrders.Request()
    request.at = context.journey.position
    request.sort = sorting
    request.isReversed = sorting == .updated || sorting == .placed || sorting == .total
    (request.offset, request.limit) = (indexes.lowerBound, indexes.count)
    let response = try ListOrders.respond(to: request, with: context.history)
    count = response.count
    let model = ListOrders.viewModel(of: response, context.formatting)
    columns = model.headings
    return model.rows
  }

  private func row(_ index: Int) -> [String]? {
    guard index >= 0, count.map({ index < $0 }) ?? true else { return nil }
    return rows.row(index, reading: read)
  }

  func draw(in region: Region, on frame: inout Frame) {
    let (head, body) = region.split(top: 2)
    let count = count ?? 0
    let counted = StyledText(count == 1 ? "1 order" : "\(count) orders")
    let line = totals.reduce(counted) { $0 + StyledText(" · ", .dim) + $1 }
    frame.write(line.truncated(to: head.width), column: 1, in: head)
    frame.write(text(headings).truncated(to: head.width), row: 1, in: head)
    if count == 0 {
      let none = StyledText("There are no orders at this moment.", .dim)
      frame.write(none.truncated(to: body.width - 1), column: 1, in: body)
    }
    list.draw(in: body, on: &frame) { row($0).map(text) }
  }

  private func measure() {
    let rows = (rows.pages[0] ?? []).map { cells($0).map(\.width) }
    widths = headings.enumerated().map { place, heading in
      rows.map { $0[place] }.reduce(heading.width, max)
    }
  }

  /// Of the columns, only customers may be of any length.
  private func cells(_ row: [String], _ style: TextStyle = .plain) -> [StyledText] {
    shown.map { place in
      let column = columns[place]
      let text = StyledText(
        value: row[place], column.text == "STATUS" ? style + column.style(of: row[place]) : style)
      return column.text == "CUSTOMER" ? text.truncated(to: 24) : text
    }
  }

  private func text(_ row: [String]) -> StyledText {
    let isChanged =
      before.map { before in
        before.rows[row[0]].map { !zip($0, row).allSatisfy { $0.hasSameBytes(as: $1) } }
          ?? (before.areAll || row[0] == touched)
      } ?? false
    let cells = cells(row, isChanged ? .bold : .plain)
    return text(cells, isChanged ? BrowserSign.changed.text : ChangedLines.unmarked)
  }

  private func text(_ cells: [StyledText], _ mark: StyledText = ChangedLines.unmarked) -> StyledText
  {
    cells.enumerated().reduce(mark) { line, column in
      let alignment: Alignment = column.offset < 4 ? .left : .right
      return line + column.element.padded(to: widths[column.offset], alignment) + "  "
    }
  }

  func handle(_ event: ScreenEvent, in region: Region) throws(Failure) -> Bool {
    switch list.handle(event, in: region.split(top: 2).rest, row: { row($0).map(text) }) {
    case .unused: return false
    case .used: selected = orderID
    case .activated: try router?.routeToOrder()
    }
    try rows.check()
    return true
  }

  func perform(_ action: BrowserAction) throws(Failure) -> Bool {
    switch action {
    case .history: try router?.routeToHistory()
    case .blame: try router?.routeToBlame()
    case .create: try router?.routeToCreate()
    case .sort:
      let all = ListOrders.Sorting.allCases
      let place = all.firstIndex(of: sorting) ?? 0
      sorting = all[(place + 1) % all.count]
      (before, selected) = (nil, nil)
      list.select(0)
      try readAgain()
    default:
      guard action.row.command != nil else { return false }
      try router?.routeToChange(action)
    }
    return true
  }
}
