// The commands that can be typed while stepping through a history, as a table, and how a line is read.

package enum StepCommand: String, Sendable, CaseIterable {
  case next
  case back
  case goto
  case until
  case backUntil = "back-until"
  case end
  case show
  case diff
  case why
  case mark
  case marks
  case help
  case quit

  private var argument: (placeholder: String, isRequired: Bool)? {
    switch self {
    case .next, .back: ("N", false)
    case .goto: ("POSITION|MARK", true)
    case .until, .backUntil: ("CONDITION", true)
    case .show: ("FIELD", false)
    case .mark: ("NAME", true)
    case .end, .diff, .why, .marks, .help, .quit: nil
    }
  }

  package var usage: String {
    guard let (placeholder, isRequired) = argument else { return rawValue }
    return "\(rawValue) \(isRequired ? placeholder : "[\(placeholder)]")"
  }

  package func summary(_ words: DomainWords) -> String {
    switch self {
    case .next: "Go forward N entries (by default 1)."
    case .back: "Go back N entries (by default 1)."
    case .goto:
      "Go to an entry (4127), \(words.subject)'s revision (\(words.example)@5), a time, start, or "
        + "a mark."
    case .until:
      "Go forward to the next entry after which the condition holds for its \(words.noun)."
    case .backUntil: "Go back to the previous entry after which it holds."
    case .end: "Go to the end."
    case .show: "Show the \(words.noun) at this point, or some of its fields."
    case .diff: "Show what the entry changed."
    case .why: "Explain, rule by rule, why the command was accepted or refused."
    case .mark: "Name this point."
    case .marks: "List the marks."
    case .help: "List the commands. They can be abbreviated: n, b, g, u, bu, e, s, d, w."
    case .quit: "Leave."
    }
  }

  /// Reads a line: a command or its beginning, and its argument.
  static func read(_ line: Substring) throws(Failure) -> (command: StepCommand, argument: String?) {
    let word = line.prefix { !$0.isWhitespace }
    let rest = line.dropFirst(word.count).trimmed
    guard let command = named(String(word)) else {
      throw Failure(
        .usage, code: "unknown-command", "There is no command '\(word)'.",
        hint: "help lists the commands.")
    }
    if rest.isEmpty ? command.argument?.isRequired == true : command.argument == nil {
      throw Failure(
        .usage, code: "bad-arguments",
        rest.isEmpty
          ? "\(command.rawValue) needs an argument." : "\(command.rawValue) takes no argument.",
        hint: "Usage: \(command.usage)")
    }
    return (command, rest.isEmpty ? nil : String(rest))
  }

  private static func named(_ word: String) -> StepCommand? {
    if word.isEmpty { return nil }
    if word == "bu" { return .backUntil }
    return StepCommand(rawValue: word) ?? allCases.first { $0.rawValue.hasPrefix(word) }
  }
}
