// Entries as a list, of one stream or of all, with the selected one below. The selection is the moment that the browser
// is at: to move it is to move through time.

final class EntriesScene: BrowserScene, EntryDataStore, StreamDataStore {
  private let stream: String?
  private let context: BrowserContext
  /// Set once it is made, because they refer back; others in tests.
  var entryRouter: (any EntryRouting)?
  var streamRouter: (any StreamRouting)?
  private var list = ListPane()
  /// The entries of the stream, or of a file, in which numbers may be missing, up to the last one then; nil for those
  /// of a store.
  private var listed: (items: [ShowLog.Item], end: Int)?
  private var paged = PagedRows<ShowLog.Item>(pageLength: 200)
  private var details = TextPane()
  private var shown: (seq: Int, width: Int)?
  private var width = 80
  private var widths = [0, 0, 0]

  /// - Parameter stream: The only stream whose entries it lists; all if nil.
  init(of stream: String?, _ context: BrowserContext, _ navigation: any BrowserNavigation) {
    (self.stream, self.context) = (stream, context)
    entryRouter = EntryRouter(from: self, navigation)
    streamRouter = StreamRouter(context.commands, from: self, navigation)
  }

  var title: String { stream.map { "History of \(context.words.noun) \($0)" } ?? "All entries" }
  var subject: String? { stream }
  let actions: [BrowserAction] = [.open, .explain, .blame, .search]

  var seq: Int? { item(list.selection)?.entry.seq }
  var streamID: String? {
    if let stream { return stream }
    return item(list.selection).flatMap {
      $0.stream.key == context.words.noun ? $0.stream.text : nil
    }
  }
  var changes: (any StreamRouting)? { stream == nil ? nil : streamRouter }
  var shownRevision: Int? { streamID.flatMap(context.revision) }

  func refresh(width: Int) throws(Failure) {
    self.width = width
    // Personal data may have been erased since.
    shown = nil
    let here = context.journey.here
    if stream != nil || context.history.source.form != .store {
      let items = try listedItems()
      list.select(items.lastIndex { $0.entry.seq <= here } ?? 0)
    } else {
      paged.removeAll()
      list.select(max(0, here - context.journey.first - 1))
    }
    try showDetails()
    try paged.check()
    measure()
  }

  /// Streams, actors and commands are below one another.
  private func measure() {
    let items = listed?.items.suffix(200) ?? []
    let near = (max(0, list.selection - 50)..<list.selection + 50)
    let rows = (listed == nil ? near.compactMap(item) : Array(items)).map(columns)
    widths = [6, 5, 12].enumerated().map { place, least in
      rows.map { $0[place].width }.reduce(least, max)
    }
  }

  private func columns(of item: ShowLog.Item) -> [StyledText] {
    let entry = ShowLog.line(item, context.formatting)
    return [
      StyledText(value: stream == nil ? entry.stream : "rev \(item.entry.rev)"),
      StyledText(value: entry.actor).truncated(to: 20), StyledText(value: entry.command),
    ]
  }

  private func listedItems() throws(Failure) -> [ShowLog.Item] {
    let journey = context.journey
    if let listed, listed.end == journey.end { return listed.items }
    let items = try journey.items(from: journey.first, count: .max, of: stream.map { [$0] } ?? [])
    listed = (items, journey.end)
    return items
  }

  private func item(_ index: Int) -> ShowLog.Item? {
    guard index >= 0 else { return nil }
    if let items = listed?.items { return index < items.count ? items[index] : nil }
    guard index < context.journey.end - context.journey.first else { return nil }
    let journey = context.journey
    return paged.row(index) { (indexes) throws(Failure) in
      try journey.items(from: journey.first + indexes.lowerBound, count: indexes.count)
    }
  }

  private func showDetails() throws(Failure) {
    guard let seq, shown.map({ $0 != (seq, width) }) ?? true else { return }
    let lines = try context.lines(ofEntry: seq, width: width - 1)
    details.show(lines.map { " " + $0 }, keepsPlace: false)
    shown = (seq, width)
  }

  private func regions(_ region: Region) -> (list: Region, line: Region, details: Region) {
    let rows = min(listed?.items.count ?? .max, region.height / 2)
    let (top, rest) = region.split(top: max(3, rows))
    let (line, details) = rest.split(top: 1)
    return (top, line, details)
  }

  func draw(in region: Region, on frame: inout Frame) {
    let (top, line, below) = regions(region)
    list.draw(in: top, on: &frame) { item($0).map(text) }
    frame.horizontalLine(row: 0, in: line)
    if details.rowCount(width: below.width) > below.height {
      let more = StyledText(" Enter shows all ", .dim)
      frame.write(more, column: max(0, line.width - more.width - 1), in: line)
    }
    details.draw(in: below, on: &frame)
  }

  private func text(_ item: ShowLog.Item) -> StyledText {
    let entry = ShowLog.line(item, context.formatting)
    let seq = item.entry.seq
    let isLater = seq > context.journey.here
    // Each is decided from the beginning of its stream, and a page of very long ones would take too long.
    let mark =
      item.entry.rev <= 1000 && context.isInDoubt(seq) ? BrowserSign.doubt.text : StyledText(" ")
    let outcome = StyledText(value: entry.outcome, entry.isRefused ? .red : .green)
    let reason =
      entry.reason.isEmpty ? .empty : StyledText(value: "  because: " + entry.reason, .dim)
    let line =
      StyledText("\(entry.seq.padded(to: 6, .right))  \(entry.at)  ", .dim)
      + zip(columns(of: item), widths).map { $0.padded(to: $1) + "  " }
      .reduce(.empty, +) + outcome + reason
    return mark + (isLater ? line.styled(.dim) : line)
  }

  func handle(_ event: ScreenEvent, in region: Region) throws(Failure) -> Bool {
    let before = list.selection
    let (top, _, below) = regions(region)
    switch list.handle(event, in: top, row: { item($0).map(text) }) {
    case .activated: try entryRouter?.routeToEntry()
    case .unused:
      guard case .mouse = event else { return false }
      return details.handle(event, in: below)
    case .used:
      if list.selection != before, let seq { context.journey.go(toEntry: seq) }
      try showDetails()
    }
    try paged.check()
    return true
  }

  func perform(_ action: BrowserAction) throws(Failure) -> Bool {
    switch action {
    case .explain: try entryRouter?.routeToExplanation()
    case .blame: try streamRouter?.routeToBlame()
    case .history where stream == nil: try streamRouter?.routeToHistory()
    default: return false
    }
    return true
  }
}
