// The list of streams at a moment. It asks for a page at a time.

final class ListScene: BrowserScene, StreamDataStore {
  private let context: BrowserContext
  /// Set once it is made, because it refers back; another one in tests.
  var router: (any StreamRouting)?
  private var list = ListPane()
  private var rows = PagedRows<[String]>(pageLength: 100)
  /// Reads rows of the list as it is at this moment; nil before that was asked for.
  private var reading: ((Range<Int>) throws(Failure) -> BrowsedList)?
  /// The columns of the rows, once some were read.
  private var columns: [TableViewModel.Heading] = []
  /// The headings of columns that there is no room for.
  private var hidden: Set<String> = []
  /// The number of streams, once some were read.
  private var count: Int?
  private var totals: [StyledText] = []
  /// The place of the key that they are sorted by.
  private var sorting = 0
  /// The rows of the moment before, and whether they were all; nil at the beginning.
  private var before: (rows: [String: [String]], areAll: Bool)?
  /// The stream that the entry at this moment is of.
  private var touched: String?
  private var widths: [Int] = []
  /// The stream that was selected, also while it isn't in the list.
  private var selected: String?

  private var shown: [Int] { columns.indices.filter { !hidden.contains(columns[$0].text) } }
  private var headings: [StyledText] { shown.map { StyledText(columns[$0].text, .bold) } }

  init(_ context: BrowserContext, _ navigation: any BrowserNavigation) {
    self.context = context
    router = StreamRouter(context.commands, from: self, navigation)
  }

  private var sortings: [String] { context.domain.sortings }
  var title: String {
    context.words.plural.capitalizedFirst + (sortings.isEmpty ? "" : " by \(sortings[sorting])")
  }
  var subject: String? { nil }
  let actions: [BrowserAction] = [.open, .history, .log, .check, .mark, .compare]

  var changes: (any StreamRouting)? { router }
  var streamID: String? { row(list.selection)?[0] }
  var shownRevision: Int? { streamID.flatMap(context.revision) }

  func refresh(width: Int) throws(Failure) {
    before = count.map { count in
      (
        Dictionary(rows.all.map { ($0[0], $0) }, uniquingKeysWith: { first, _ in first }),
        rows.all.count == count
      )
    }
    touched = try context.journey.touchedStream()
    try readAgain()
    totals = try totalsNow()
    selectAgain()
    try rows.check()
  }

  /// The selection stays at its stream where that is still near, and is at the first one otherwise: what is done next
  /// is for no other.
  private func selectAgain() {
    guard let selected else {
      selected = streamID
      return
    }
    guard streamID != selected else { return }
    let near = max(0, list.selection - 100)...list.selection + 100
    list.select(
      near.first { row($0)?[0] == selected } ?? (0..<100).first { row($0)?[0] == selected } ?? 0)
  }

  private func readAgain() throws(Failure) {
    rows.removeAll()
    (count, reading) = (nil, nil)
    _ = row(0)
    try rows.check()
    measure()
  }

  /// The number of streams of each group, and their totals.
  private func totalsNow() throws(Failure) -> [StyledText] {
    let model = try context.viewModel(of: StoreStatistics.self, context.journey.position)
    let isGrouped = context.history.domains.main.grouping != nil
    return model.groups.compactMap { group in
      let isCount = group.kind == .streams
      guard group.kind != .log, group.kind != .refusals, isGrouped || !isCount else { return nil }
      let parts = group.lines.map { isCount ? "\($0.text) \($0.label)" : $0.text }
      let title = isCount ? "" : group.title.lowercased() + " "
      return StyledText(title, .dim) + StyledText(parts.joined(separator: ", "))
    }
  }

  private func read(_ indexes: Range<Int>) throws(Failure) -> [[String]] {
    if reading == nil {
      reading = try context.domain.list(
        by: sorting, at: context.journey.position, in: context.history, context.formatting)
    }
    guard let read = try reading?(indexes) else { return [] }
    (count, columns, hidden) = (read.count, read.table.headings, read.hidden)
    return read.table.rows
  }

  private func row(_ index: Int) -> [String]? {
    guard index >= 0, count.map({ index < $0 }) ?? true else { return nil }
    return rows.row(index, reading: read)
  }

  func draw(in region: Region, on frame: inout Frame) {
    let (head, body) = region.split(top: 2)
    let count = count ?? 0
    let counted = StyledText(context.words.counted(count))
    let line = totals.reduce(counted) { $0 + StyledText(" · ", .dim) + $1 }
    frame.write(line.truncated(to: head.width), column: 1, in: head)
    frame.write(text(headings).truncated(to: head.width), row: 1, in: head)
    if count == 0 {
      let none = StyledText("There are no \(context.words.plural) at this moment.", .dim)
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

  /// Only texts that may wrap elsewhere may be of any length.
  private func cells(_ row: [String], _ style: TextStyle = .plain) -> [StyledText] {
    shown.map { place in
      let column = columns[place]
      let text = StyledText(
        value: row[place], column.hasTones ? style + column.style(of: row[place]) : style)
      return column.has(.wraps) ? text.truncated(to: 24) : text
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
    cells.enumerated().reduce(mark) { line, cell in
      let alignment: Alignment = columns[shown[cell.offset]].has(.number) ? .right : .left
      return line + cell.element.padded(to: widths[cell.offset], alignment) + "  "
    }
  }

  func handle(_ event: ScreenEvent, in region: Region) throws(Failure) -> Bool {
    switch list.handle(event, in: region.split(top: 2).rest, row: { row($0).map(text) }) {
    case .unused: return false
    case .used: selected = streamID
    case .activated: try router?.routeToStream()
    }
    try rows.check()
    return true
  }

  func perform(_ action: BrowserAction) throws(Failure) -> Bool {
    switch action {
    case .history: try router?.routeToHistory()
    case .blame: try router?.routeToBlame()
    case .sort:
      sorting = (sorting + 1) % max(1, sortings.count)
      (before, selected) = (nil, nil)
      list.select(0)
      try readAgain()
    default: return false
    }
    return true
  }
}
