// The keys of a browser in the words of its domain: what each does, the hints at the bottom and the page of `?`.

struct BrowserKeys {
  enum Meaning {
    case action(BrowserAction)
    case change(BrowserChange)
  }

  struct Row {
    /// The keys as they are on a keyboard.
    let spelling: String
    let help: String
  }

  private let actions: [(action: BrowserAction, row: BrowserAction.Row)]
  private let changes: [BrowserChange]
  private let meanings: [Key: Meaning]
  private let plural: String

  init(of domain: any BrowsedDomain, _ commands: HistoryCommands) {
    plural = commands.words.plural
    changes = domain.changes
    actions = BrowserAction.allCases.filter { $0 != .sort || domain.sortings.count > 1 }
      .map { ($0, $0.row(in: commands, domain)) }
    meanings = Dictionary(
      actions.flatMap { action, row in row.keys.map { ($0, .action(action)) } }
        + changes.flatMap { change in change.keys.map { ($0, .change(change)) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// All keys, also those that two rows have.
  var all: [Key] { actions.flatMap(\.row.keys) + changes.flatMap(\.keys) }

  /// The meaning of a key; nil if it has none.
  func meaning(of key: Key) -> Meaning? { meanings[key] }

  /// - Parameter isOfScene: Whether it is one of the scene's own, which stay longer.
  func hint(for action: BrowserAction, isOfScene: Bool) -> KeyHint? {
    guard let row = actions.first(where: { $0.action == action })?.row else { return nil }
    return row.hint.map {
      KeyHint(row.spelling, $0.text, importance: $0.importance + (isOfScene ? 5 : 0))
    }
  }

  /// The keys in groups, each with its title.
  var help: [(title: String, rows: [Row])] {
    BrowserActionGroup.allCases.map { group in
      let own = group == .changing ? changes : []
      return (
        group.title(plural),
        own.map { Row(spelling: $0.keys.spelling, help: $0.help) }
          + actions.filter { $0.row.group == group }
          .map { Row(spelling: $0.row.spelling, help: $0.row.help) }
      )
    }
  }
}

extension [Key] {
  /// The first one that types something.
  var spelling: String { lazy.compactMap(\.typed).first.map { String($0) } ?? "" }
}
