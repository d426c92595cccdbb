// The browser's actions on the history of any domain, each with its keys and its help.

enum BrowserAction: CaseIterable {
  case open, back, quit, help, redraw
  case entryBack, entryForward, revisionBack, revisionForward, dayBack, dayForward
  case start, end, position, search, searchNext, searchPrevious
  case mark, unmark, compare
  case history, log, blame, explain, check, totals, sort
  case command
}

enum BrowserActionGroup: CaseIterable {
  case moving, looking, changing, screen

  /// - Parameter plural: The streams that are changed.
  func title(_ plural: String) -> String {
    switch self {
    case .moving: "Moving through time"
    case .looking: "Looking"
    case .changing: "Changing \(plural), at the latest entry"
    case .screen: "The screen"
    }
  }
}

extension BrowserAction {
  struct Row {
    let group: BrowserActionGroup
    let keys: [Key]
    /// The names of the keys on a keyboard.
    let spelling: String
    let help: String
    /// The hint at the bottom, and how long it stays there where that is narrow; nil if there is none.
    let hint: (text: String, importance: Int)?

    /// - Parameter spelling: The name of the keys; by default, of the first one that types something.
    fileprivate init(
      _ group: BrowserActionGroup, _ keys: [Key], spelling: String? = nil, _ help: String,
      hint: (text: String, importance: Int)? = nil
    ) {
      (self.group, self.keys, self.help, self.hint) = (group, keys, help, hint)
      self.spelling = spelling ?? keys.spelling
    }
  }

  func row(in commands: HistoryCommands, _ domain: any BrowsedDomain) -> Row {
    let (noun, plural) = (commands.words.noun, commands.words.plural)
    let position = BrowserPrompt.Purpose.position.example(in: commands, domain)
    let condition = BrowserPrompt.Purpose.condition.example(in: commands, domain)
    return switch self {
    case .open:
      Row(.looking, [.enter], spelling: "Enter", "Open what is selected.", hint: ("open", 11))
    case .back:
      Row(
        .looking, [.escape, .backspace], spelling: "Esc", "Go back to where it was opened.",
        hint: ("back", 12))
    case .quit: Row(.screen, ["q", .control("c")], "Leave.", hint: ("quit", 19))
    case .help: Row(.screen, ["?", .function(1)], "Show the keys.", hint: ("keys", 20))
    case .redraw: Row(.screen, [.control("l")], spelling: "Ctrl-L", "Draw everything again.")
    case .entryBack:
      Row(.moving, [.left], spelling: "←", "One entry back.", hint: ("earlier", 6))
    case .entryForward:
      Row(.moving, [.right], spelling: "→", "One entry forward.", hint: ("later", 5))
    case .revisionBack:
      Row(
        .moving, ["["], "To the previous entry that changed the selected \(noun).",
        hint: ("previous change", 3))
    case .revisionForward:
      Row(.moving, ["]"], "To the next entry that changed the selected \(noun).")
    case .dayBack: Row(.moving, ["{"], "To the end of the day before.")
    case .dayForward: Row(.moving, ["}"], "To the end of the next day.")
    case .start: Row(.moving, ["0"], "To the start, before the first entry.")
    case .end: Row(.moving, ["$"], "To the end, and stay there.", hint: ("to the end", 10))
    case .position:
      Row(.moving, ["g"], "To a position: \(position).")
    case .search:
      Row(
        .moving, ["/"],
        "To the next entry at which a condition begins or ceases to hold, such as "
          + condition + "; for the \(noun), if one is open.",
        hint: ("find", 4))
    case .searchNext: Row(.moving, ["n"], "The same again.")
    case .searchPrevious: Row(.moving, ["N"], "The same backward.")
    case .mark: Row(.moving, ["m"], "Mark this moment; two are kept.", hint: ("mark", 1))
    case .unmark: Row(.moving, ["u"], "Remove the marks.")
    case .compare:
      Row(
        .looking, ["d"], "What changed between the two marks, or between the mark and here.",
        hint: ("compare", 1))
    case .history:
      Row(
        .looking, ["h"],
        "The \(noun)'s history, with what each entry changed. ≠ marks what the rules decide differently.",
        hint: ("history", 4))
    case .log: Row(.looking, ["l"], "All entries.", hint: ("all entries", 2))
    case .blame:
      Row(.looking, ["b"], "Who set each field of the \(noun), and when.", hint: ("blame", 2))
    case .explain:
      Row(
        .looking, ["x"], "Why the command was accepted or refused, rule by rule.",
        hint: ("explain", 3))
    case .check:
      Row(.looking, ["i"], "Which invariants are broken, and where first.", hint: ("invariants", 2))
    case .totals: Row(.looking, ["t"], "Counts and sums of all \(plural).")
    case .sort:
      Row(.looking, ["o"], "List the \(plural) by another column; the latest changes come first.")
    case .command:
      Row(
        .changing, [":"],
        "Any command of \(commands.tool), on this store. The other keys of this group begin one.")
    }
  }
}
