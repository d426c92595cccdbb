// What the browser can do, each with its keys and its help: the keys, the hints at the bottom and the page of `?`
// follow from these rows.

import Terminal

enum BrowserAction: CaseIterable {
  case open, back, quit, help, redraw
  case entryBack, entryForward, revisionBack, revisionForward, dayBack, dayForward
  case start, end, position, search, searchNext, searchPrevious
  case mark, unmark, compare
  case history, log, blame, explain, check, totals, sort
  case create, edit, pay, ship, deliver, cancel, takeBack, refund, delete, command
}

enum BrowserActionGroup: String, CaseIterable {
  case moving = "Moving through time"
  case looking = "Looking"
  case changing = "Changing orders, at the latest entry"
  case screen = "The screen"
}

extension BrowserAction {
  struct Row {
    let keys: [Key]
    /// As the keys are on a keyboard.
    let spelling: String
    let help: String
    /// What the line at the bottom says, and how long it stays there where that is narrow; nil if it says nothing.
    var hint: (text: String, importance: Int)?
  }

  var group: BrowserActionGroup {
    switch self {
    case .entryBack, .entryForward, .revisionBack, .revisionForward, .dayBack, .dayForward, .start,
      .end, .position, .search, .searchNext, .searchPrevious, .mark, .unmark:
      .moving
    case .open, .back, .compare, .history, .log, .blame, .explain, .check, .totals, .sort: .looking
    case .create, .edit, .pay, .ship, .deliver, .cancel, .takeBack, .refund, .delete, .command:
      .changing
    case .quit, .help, .redraw: .screen
    }
  }

  /// The action of a key; nil if it is none.
  static func of(_ key: Key) -> BrowserAction? { byKey[key] }

  private static let byKey = Dictionary(
    allCases.flatMap { action in action.row.keys.map { ($0, action) } },
    uniquingKeysWith: { first, _ in first })

  /// - Parameter isOfScene: Whether it is one of the scene's own, which stay longer.
  func hint(isOfScene: Bool) -> KeyHint? {
    row.hint.map {
      KeyHint(row.spelling, $0.text, importance: $0.importance + (isOfScene ? 5 : 0))
    }
  }

  var row: Row {
    switch self {
    case .open:
      Row(keys: [.enter], spelling: "Enter", help: "Open what is selected.", hint: ("open", 11))
    case .back:
      Row(
        keys: [.escape, .backspace], spelling: "Esc", help: "Go back to where it was opened.",
        hint: ("back", 12))
    case .quit:
      Row(keys: ["q", .control("c")], spelling: "q", help: "Leave.", hint: ("quit", 19))
    case .help:
      Row(keys: ["?", .function(1)], spelling: "?", help: "Show the keys.", hint: ("keys", 20))
    case .redraw:
      Row(keys: [.control("l")], spelling: "Ctrl-L", help: "Draw everything again.")
    case .entryBack:
      Row(keys: [.left], spelling: "←", help: "One entry back.", hint: ("earlier", 6))
    case .entryForward:
      Row(keys: [.right], spelling: "→", help: "One entry forward.", hint: ("later", 5))
    case .revisionBack:
      Row(
        keys: ["["], spelling: "[", help: "To the previous entry that changed the selected order.",
        hint: ("previous change", 3))
    case .revisionForward:
      Row(keys: ["]"], spelling: "]", help: "To the next entry that changed the selected order.")
    case .dayBack: Row(keys: ["{"], spelling: "{", help: "To the end of the day before.")
    case .dayForward: Row(keys: ["}"], spelling: "}", help: "To the end of the next day.")
    case .start:
      Row(keys: ["0"], spelling: "0", help: "To the start, before the first entry.")
    case .end:
      Row(
        keys: ["$"], spelling: "$", help: "To the end, and stay there.", hint: ("to the end", 10))
    case .position:
      Row(
        keys: ["g"], spelling: "g",
        help: "To a position: \(BrowserPrompt.Purpose.position.example).")
    case .search:
      Row(
        keys: ["/"], spelling: "/",
        help:
          "To the next entry at which a condition begins or ceases to hold, such as "
          + BrowserPrompt.Purpose.condition.example + "; for the order, if one is open.",
        hint: ("find", 4))
    case .searchNext: Row(keys: ["n"], spelling: "n", help: "The same again.")
    case .searchPrevious: Row(keys: ["N"], spelling: "N", help: "The same backward.")
    case .mark:
      Row(keys: ["m"], spelling: "m", help: "Mark this moment; two are kept.", hint: ("mark", 1))
    case .unmark: Row(keys: ["u"], spelling: "u", help: "Remove the marks.")
    case .compare:
      Row(
        keys: ["d"], spelling: "d",
        help: "What changed between the two marks, or between the mark and here.",
        hint: ("compare", 1))
    default: otherRow
    }
  }

  private var otherRow: Row {
    switch self {
    case .history:
      Row(
        keys: ["h"], spelling: "h",
        help:
          "The order's history, with what each entry changed. ≠ marks what the rules decide differently.",
        hint: ("history", 4))
    case .log: Row(keys: ["l"], spelling: "l", help: "All entries.", hint: ("all entries", 2))
    case .blame:
      Row(
        keys: ["b"], spelling: "b", help: "Who set each field of the order, and when.",
        hint: ("blame", 2))
    case .explain:
      Row(
        keys: ["x"], spelling: "x",
        help: "Why the command was accepted or refused, rule by rule.", hint: ("explain", 3))
    case .check:
      Row(
        keys: ["i"], spelling: "i", help: "Which invariants are broken, and where first.",
        hint: ("invariants", 2))
    case .totals: Row(keys: ["t"], spelling: "t", help: "Counts and sums of all orders.")
    case .sort:
      Row(
        keys: ["o"], spelling: "o",
        help: "List the orders by another column; the latest changes come first.")
    case .create: Row(keys: ["C"], spelling: "C", help: "Create an order.")
    case .edit: Row(keys: ["E"], spelling: "E", help: "Edit the order.")
    case .pay: Row(keys: ["P"], spelling: "P", help: "Record a payment.")
    case .ship: Row(keys: ["S"], spelling: "S", help: "Ship it.")
    case .deliver: Row(keys: ["D"], spelling: "D", help: "Deliver it.")
    case .cancel: Row(keys: ["X"], spelling: "X", help: "Cancel it.")
    case .takeBack: Row(keys: ["T"], spelling: "T", help: "Take it back: it was returned.")
    case .refund: Row(keys: ["F"], spelling: "F", help: "Refund it.")
    case .delete: Row(keys: [.delete, "K"], spelling: "K", help: "Delete it.")
    case .command:
      Row(
        keys: [":"], spelling: ":",
        help: "Any command of cleanstore, on this store. The other keys of this group begin one.")
    default: Row(keys: [], spelling: "", help: "")
    }
  }
}
