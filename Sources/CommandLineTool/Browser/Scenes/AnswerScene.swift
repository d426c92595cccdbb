// A scene that shows the answer of another one as text: an order, an entry, blame, what changed, why. Entries that are
// named in it can be opened.

import HistoryScenes
import Terminal

final class AnswerScene: BrowserScene, EntryDataStore, OrderDataStore {
  /// What a scene asks for at the present moment, as lines of a width.
  typealias Question = (_ context: BrowserContext, _ width: Int) throws(Failure) -> [StyledText]

  let title: String
  let subject: String?
  let actions: [BrowserAction]
  private let context: BrowserContext
  private let question: Question
  private lazy var orders: any OrderRoutingLogic = OrderRouter(from: self, navigation)
  private lazy var entries: any EntryRoutingLogic = EntryRouter(from: self, navigation)
  private unowned let navigation: any BrowserNavigation
  /// The entry that it is about; nil if it has none of its own.
  private let entry: Int?
  private var pane = TextPane()
  private var changed = ChangedLines()
  private var lines: [StyledText] = []
  /// The names of entries in the text: where they are, and what they name.
  private var links: [(line: Int, seq: Int)] = []
  private var link: Int?

  init(
    _ title: String, of subject: String? = nil, entry: Int? = nil, actions: [BrowserAction],
    _ context: BrowserContext, _ navigation: any BrowserNavigation,
    asking question: @escaping Question
  ) {
    (self.title, self.subject, self.entry, self.actions) = (title, subject, entry, actions)
    (self.context, self.navigation, self.question) = (context, navigation, question)
  }

  var orderID: String? { subject }
  var shownRevision: Int? { nil }
  var seq: Int? { link.map { links[$0].seq } ?? entry }

  func refresh(width: Int) throws(Failure) {
    lines = changed.marked(try question(context, width - 1))
    links = lines.enumerated().flatMap { number, line in
      line.text.entryNumbers.map { (number, $0) }
    }
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
    case .open where link != nil || entry == nil && !links.isEmpty:
      if link == nil { link = 0 }
      try entries.routeToEntry()
    case .explain where seq != nil: try entries.routeToExplanation()
    case .history where subject != nil: try orders.routeToHistory()
    case .blame where subject != nil: try orders.routeToBlame()
    default: return false
    }
    return true
  }
}

extension String {
  /// The numbers of entries that are named in it: `@4127`.
  fileprivate var entryNumbers: [Int] {
    split(separator: "@", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      Int(part.prefix { $0.isASCII && $0.isNumber })
    }
  }
}
