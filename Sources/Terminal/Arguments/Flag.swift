// Flags and operands: the columns of the command table. A typed one names a row, and reads its value; rows are what parser,
// help, manual page and completions follow from. Defaults are not here: requests begin with them.

/// The kind of thing that a text on the command line names, so that a shell can complete it.
public enum Content: Sendable, Equatable {
  /// A text that a shell can't complete.
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

/// A flag of a command, and the type of what it says: `Bool` for one without a value, `String?`, `Int?`, an
/// enumeration, or `[String]` for one that may be given more than once.
public struct Flag<Value>: Sendable {
  package let row: FlagRow
  let read: @Sendable ([FlagValue]) -> Value

  /// A flag with a value.
  ///
  /// - Parameters:
  ///   - name: Its name without dashes: `max-count`.
  ///   - short: The letter that stands for it: `n`.
  ///   - kind: The kind of value that follows it.
  ///   - isCount: Whether a number after a dash, as in `-5`, is the flag with that number.
  ///   - requirement: The flag without which it says nothing.
  ///   - help: Its effect, in sentences.
  public init(
    _ name: String, short: Character? = nil, _ kind: FlagKind<Value>, isCount: Bool = false,
    requires requirement: FlagRequirement? = nil, help: String
  ) {
    row = FlagRow(
      name: name, short: short, value: kind.value, repeats: kind.repeats, isCount: isCount,
      requires: requirement, help: help)
    read = kind.read
  }
}

extension Flag where Value == Bool {
  /// A flag without a value: it is given, or it isn't.
  ///
  /// - Parameters:
  ///   - name: Its name without dashes: `dry-run`.
  ///   - short: The letter that stands for it.
  ///   - requirement: The flag without which it says nothing.
  ///   - help: Its effect, in sentences.
  public init(
    _ name: String, short: Character? = nil, requires requirement: FlagRequirement? = nil,
    help: String
  ) {
    self.init(name, short: short, .presence, requires: requirement, help: help)
  }
}

/// The argument after a flag, and the type of its value.
public struct FlagKind<Value>: Sendable {
  let value: FlagRow.Value
  var repeats = false
  let read: @Sendable ([FlagValue]) -> Value
}

extension FlagKind where Value == Bool {
  static var presence: FlagKind { FlagKind(value: .none) { !$0.isEmpty } }
}

extension FlagKind where Value == String? {
  /// Any text, also an empty one.
  public static func text(placeholder: String, _ content: Content = .anything) -> FlagKind {
    FlagKind(value: .text(placeholder: placeholder, content)) { $0.first?.text }
  }

  /// One of these words.
  public static func choice(placeholder: String, among words: [String]) -> FlagKind {
    FlagKind(value: .choice(placeholder: placeholder, among: words)) { $0.first?.text }
  }
}

extension FlagKind where Value == [String] {
  /// A text each time that the flag is given.
  public static func texts(placeholder: String, _ content: Content = .anything) -> FlagKind {
    FlagKind(value: .text(placeholder: placeholder, content), repeats: true) {
      $0.compactMap(\.text)
    }
  }

  /// One of these words each time that the flag is given.
  public static func choices(placeholder: String, among words: [String]) -> FlagKind {
    FlagKind(value: .choice(placeholder: placeholder, among: words), repeats: true) {
      $0.compactMap(\.text)
    }
  }
}

extension FlagKind where Value == Int? {
  /// A whole number.
  public static func integer(placeholder: String, within limits: ClosedRange<Int>) -> FlagKind {
    FlagKind(value: .integer(placeholder: placeholder, within: limits)) {
      if case .integer(let number)? = $0.first { number } else { nil }
    }
  }
}

extension FlagKind {
  /// One of the cases of an enumeration, by its raw value.
  public static func choice<Choice: Choices>(placeholder: String, of type: Choice.Type) -> FlagKind
  where Value == Choice? {
    FlagKind(value: .choice(placeholder: placeholder, among: Choice.words)) {
      $0.first?.text.flatMap(Choice.init(rawValue:))
    }
  }
}

/// An enumeration whose raw values are words on the command line.
public typealias Choices = CaseIterable & RawRepresentable<String> & SendableMetatype

extension CaseIterable where Self: RawRepresentable<String> {
  package static var words: [String] { allCases.map(\.rawValue) }
}

/// Another flag, without which one says nothing.
public struct FlagRequirement: Sendable {
  let name: String
  /// The use of that flag, as a part of a sentence.
  let purpose: String

  /// A flag, and what it is for, as a part of a sentence.
  public init<Value>(_ flag: Flag<Value>, for purpose: String) {
    (name, self.purpose) = (flag.name, purpose)
  }
}

/// A flag as parser, help, manual page and completions see it.
package struct FlagRow: Sendable {
  package enum Value: Sendable, Equatable {
    case none
    case text(placeholder: String, Content)
    case integer(placeholder: String, within: ClosedRange<Int>)
    case choice(placeholder: String, among: [String])
  }

  package let name: String
  package let short: Character?
  package let value: Value
  let repeats: Bool
  /// Whether a number after a dash, as in `-5`, is the flag with that number.
  package let isCount: Bool
  let requires: FlagRequirement?
  package let help: String

  package static let help = Flag(
    "help", short: "h", help: "Explain the command: -h in short, --help in full."
  ).row
  package static let version = Flag("version", help: "Print the version.").row

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
