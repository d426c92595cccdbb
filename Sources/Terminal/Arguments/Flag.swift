// Flags and operands: the columns of the command table. Defaults are not here: the tool describes
// them in the help text and applies them itself.

/// What a text on the command line names, so that a shell can complete it.
public enum Content: Sendable, Equatable {
  /// Nothing that a shell could complete.
  case anything
  /// The path of a file.
  case file
  /// The path of a folder.
  case folder
  /// One of these words.
  case words([String])
  /// One of these words, or several with commas between.
  case commaSeparated([String])
  /// A line of what a command line of the tool prints: `complete orders`.
  case listed(by: String)
}

/// A flag of a command: a row of the table that parser, help, manual page and completions follow from.
public struct Flag: Sendable {
  /// The value that follows a flag.
  public enum Value: Sendable, Equatable {
    /// Nothing: the flag is present or not.
    case none
    /// Any text, also an empty one.
    case text(placeholder: String, Content = .anything)
    /// A whole number.
    case integer(placeholder: String, within: ClosedRange<Int>)
    /// One of these words.
    case choice(placeholder: String, among: [String])
  }

  /// Another flag, without which one says nothing.
  public struct Requirement: Sendable {
    let name: String
    /// What that flag is for, as a part of a sentence.
    let purpose: String

    /// A flag, and what it is for, as a part of a sentence.
    public init(_ flag: Flag, for purpose: String) {
      (name, self.purpose) = (flag.name, purpose)
    }
  }

  package let name: String
  package let short: Character?
  package let value: Value
  package let repeats: Bool
  /// Whether a number after a dash, as in `-5`, is the flag with that number.
  package let isCount: Bool
  /// The flag without which this one says nothing.
  package let requires: Requirement?
  package let help: String

  /// A flag.
  ///
  /// - Parameters:
  ///   - name: Its name without dashes: `max-count`.
  ///   - short: The letter that stands for it: `n`.
  ///   - value: What follows it.
  ///   - repeats: Whether it may be given more than once.
  ///   - isCount: Whether a number after a dash, as in `-5`, is the flag with that number.
  ///   - requires: The flag without which it says nothing.
  ///   - help: What it does, in sentences.
  public init(
    _ name: String, short: Character? = nil, _ value: Value = .none, repeats: Bool = false,
    isCount: Bool = false, requires: Requirement? = nil, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    self.isCount = isCount
    self.requires = requires
    self.help = help
  }

  /// `-h` and `--help`, which every table has.
  package static let help = Flag(
    "help", short: "h", help: "Explain the command: -h in short, --help in full.")
  /// `--version`, which every table has.
  package static let version = Flag("version", help: "Print the version.")

  package var spelling: String { "--" + name }

  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let placeholder, _), .integer(let placeholder, _), .choice(let placeholder, _):
      placeholder
    }
  }

  package var content: Content {
    switch value {
    case .none, .integer: .anything
    case .text(_, let content): content
    case .choice(_, let choices): .words(choices)
    }
  }
}

/// An operand of a command: what is typed without a flag.
public struct Operand: Sendable {
  /// How many operands there may be.
  public enum Count: Sendable {
    /// One.
    case required
    /// One or none.
    case optional
    /// One or more; only the last operand may be so.
    case oneOrMore
    /// Any number; only the last operand may be so.
    case anyNumber
  }

  /// The name in capitals, as help and errors show it.
  package let name: String
  package let count: Count
  package let content: Content
  package let help: String

  /// An operand.
  ///
  /// - Parameters:
  ///   - name: Its name in capitals.
  ///   - count: How many of them there may be.
  ///   - content: What a shell completes.
  ///   - help: What it is, in sentences.
  public init(
    _ name: String, _ count: Count = .required, _ content: Content = .anything, help: String
  ) {
    self.name = name
    self.count = count
    self.content = content
    self.help = help
  }

  /// Whether it has this name, in small letters: `order` for `ORDER|A..B`.
  func isCalled(_ name: String) -> Bool {
    self.name.lowercased().split(separator: "|").contains { $0 == name.lowercased() }
  }

  package var isRequired: Bool { count == .required || count == .oneOrMore }
  package var repeats: Bool { count == .oneOrMore || count == .anyNumber }
}
