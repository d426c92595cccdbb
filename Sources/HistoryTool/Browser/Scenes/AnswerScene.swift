// A scene that shows the answer of another one as text: an entry, blame, what changed, why. Entries that are
// named in it can be opened.

final class AnswerScene: BrowserScene, EntryDataStore, StreamDataStore {
  /// The question of a scene at the moment shown, whose answer is lines of a width.
  typealias Question = (_ context: BrowserContext, _ width: Int) throws(Failure) -> Answer

  let title: String
  let subject: String?
  private let offered: [BrowserAction]
  private let context: BrowserContext
  private let question: Question
  private lazy var streams: any StreamRouting = StreamRouter(
    context.commands, from: self, navigation)
  private lazy var entries: any EntryRouting = EntryRouter(from: self, navigation)
  private unowned let navigation: any BrowserNavigation
  /// The entry that it is about; nil if it has none of its own.
  private let entry: Int?
  private var pane = TextPane()
  private var changed = ChangedLines()
  private var lines: [StyledText] = []
  private var links: [Answer.Link] = []
  private var link: Int?

  init(
    _ title: String, of subject: String? = nil, entry: Int? = nil, actions: [BrowserAction],
    _ context: BrowserContext, _ navigation: any BrowserNavigation,
    asking question: @escaping Question
  ) {
    (self.title, self.subject, self.entry, self.offered) = (title, subject, entry, actions)
    (self.context, self.navigation, self.question) = (context, navigation, question)
  }

  var streamID: String? { subject }
  var shownRevision: Int? { nil }
  var seq: Int? { link.map { links[$0].seq } ?? entry }
  var actions: [BrowserAction] {
    offered.filter { $0 != .open || entry != nil || !links.isEmpty }
  }

  func refresh(width: Int) throws(Failure) {
    let answer = try question(context, width - 1)
    lines = changed.marked(answer.lines)
    links = answer.links
    link = nil
    pane.show(lines, keepsPlace: true)
  }

  func draw(in region: Region, on frame: inout Frame) { pane.draw(in: region, on: &frame) }

  func handle(_ event: ScreenEvent, in region: Region) throws(Failure) -> Bool {
    switch event {
    case .key(.tab): return selectLink(by: 1)
    case .key(.shiftTab): return selectLink(by: -1)
    // Left and right are for time.
    case .key(.left), .key(.right): return false
    default: return pane.handle(event, in: region)
    }
  }

  /// Selects the next name of an entry.
  private func selectLink(by step: Int) -> Bool {
    guard !links.isEmpty else { return true }
    let next =
      link.map { ($0 + step + links.count) % links.count } ?? (step > 0 ? 0 : links.count - 1)
    link = next
    var shown = lines
    shown[links[next].line] = shown[links[next].line].styled(.reversed)
    pane.show(shown, keepsPlace: true)
    return true
  }

  func perform(_ action: BrowserAction) throws(Failure) -> Bool {
    switch action {
    case .open:
      // Without a selection, it is the entry that all of this is about, or the first one that is named.
      if link == nil, entry == nil || !offered.contains(.open) {
        guard !links.isEmpty else { return false }
        _ = selectLink(by: 1)
      }
      try entries.routeToEntry()
    case .explain where seq != nil: try entries.routeToExplanation()
    case .history where subject != nil: try streams.routeToHistory()
    case .blame where subject != nil: try streams.routeToBlame()
    default: return false
    }
    return true
  }
}

/// An answer, and the entries that are named in it.
struct Answer {
  typealias Link = (line: Int, seq: Int)

  let lines: [StyledText]
  let links: [Link]

  init(_ lines: [StyledText], links: [Link]) { (self.lines, self.links) = (lines, links) }

  /// An answer that names entries as `@4127` or `seq 4127`.
  init(_ lines: [StyledText]) {
    self.init(
      lines,
      links: lines.enumerated().flatMap { number, line in
        line.text.entryNumbers.map { (number, $0) }
      })
  }
}

extension String {
  fileprivate var entryNumbers: [Int] {
    matches(of: /(?:^|[^\w.])@(\d+)|\bseq (\d+)/).compactMap { match in
      (match.output.1 ?? match.output.2).flatMap { Int($0) }
    }
  }
}
