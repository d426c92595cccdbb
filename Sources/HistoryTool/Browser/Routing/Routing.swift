// The ways from one scene of the browser to another. Only the id of a stream or the number of an entry travels; the
// scene that is opened asks for the rest itself, and again whenever it shows.

/// A scene that can be opened, and what it shows.
enum BrowserDestination: Hashable {
  case stream(String)
  case history(String)
  case blame(String)
  case entry(Int)
  case explanation(Int)
  /// The differences between two moments, of a stream or of all.
  case comparison(from: Int, to: Int, stream: String?)
  case log
  case check
  case totals
}

/// Opens scenes and goes back, as routers see it.
protocol BrowserNavigation: AnyObject {
  func open(_ destination: BrowserDestination) throws(Failure)
  /// Has the user complete a command of the tool, carries it out, and shows the same scene again.
  func begin(command words: [String])
  /// Carries out a command at once, at the terminal, and shows the present scene again.
  func carryOut(command words: [String]) throws(Failure)
}

/// The data that a scene about a stream passes on.
protocol StreamDataStore: AnyObject {
  /// nil if none is selected.
  var streamID: String? { get }
  /// The revision that is shown, which a change expects; nil if none is.
  var shownRevision: Int? { get }
}

/// The data that a scene about an entry passes on.
protocol EntryDataStore: AnyObject {
  var seq: Int? { get }
}

protocol StreamRouting: AnyObject {
  func routeToStream() throws(Failure)
  func routeToHistory() throws(Failure)
  func routeToBlame() throws(Failure)
  /// - Parameter change: The change to make.
  func routeToChange(_ change: BrowserChange) throws(Failure)
}

protocol EntryRouting: AnyObject {
  func routeToEntry() throws(Failure)
  func routeToExplanation() throws(Failure)
}

final class StreamRouter: StreamRouting {
  private weak var dataStore: (any StreamDataStore)?
  private weak var navigation: (any BrowserNavigation)?
  private let commands: HistoryCommands

  init(
    _ commands: HistoryCommands, from dataStore: any StreamDataStore,
    _ navigation: any BrowserNavigation
  ) {
    (self.commands, self.dataStore, self.navigation) = (commands, dataStore, navigation)
  }

  func routeToStream() throws(Failure) { try open { .stream($0) } }
  func routeToHistory() throws(Failure) { try open { .history($0) } }
  func routeToBlame() throws(Failure) { try open { .blame($0) } }

  func routeToChange(_ change: BrowserChange) throws(Failure) {
    let words = [change.command, try selected()] + expectation
    if change.isComplete {
      try navigation?.carryOut(command: words)
    } else {
      navigation?.begin(command: words)
    }
  }

  /// The flag that refuses the change if another process has changed the stream since.
  private var expectation: [String] {
    dataStore?.shownRevision.map { [commands.expect.spelling, String($0)] } ?? []
  }

  private func open(_ destination: (String) -> BrowserDestination) throws(Failure) {
    try navigation?.open(destination(try selected()))
  }

  private func selected() throws(Failure) -> String {
    guard let id = dataStore?.streamID else {
      let words = commands.words
      throw Failure(.usage, code: "no-\(words.code)", "No \(words.noun) is selected.")
    }
    return id
  }
}

final class EntryRouter: EntryRouting {
  private weak var dataStore: (any EntryDataStore)?
  private weak var navigation: (any BrowserNavigation)?

  init(from dataStore: any EntryDataStore, _ navigation: any BrowserNavigation) {
    (self.dataStore, self.navigation) = (dataStore, navigation)
  }

  func routeToEntry() throws(Failure) { try open { .entry($0) } }
  func routeToExplanation() throws(Failure) { try open { .explanation($0) } }

  private func open(_ destination: (Int) -> BrowserDestination) throws(Failure) {
    guard let seq = dataStore?.seq, seq > 0 else {
      throw Failure(.usage, code: "no-entry-here", "There is no entry here.")
    }
    try navigation?.open(destination(seq))
  }
}
