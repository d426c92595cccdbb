// Operands: what is typed without a flag.

/// An operand of a command, and the type of what it says: `String`, `String?` or an enumeration for one that may be left
/// out, `[String]` for one that repeats.
public struct Operand<Value>: Sendable {
  package let row: OperandRow
  let read: @Sendable ([String]) -> Value

  /// An operand.
  ///
  /// - Parameters:
  ///   - name: Its name in capitals.
  ///   - count: The number of them that may be typed.
  ///   - content: The kind of thing that it names, for shells to complete.
  ///   - help: Its meaning, in sentences.
  public init(
    _ name: String, _ count: OperandCount<Value>, _ content: Content = .anything, help: String
  ) {
    row = OperandRow(name: name, count: count.count, content: content, help: help)
    read = count.read
  }

  /// An operand that is a case of an enumeration, by its raw value, or is left out.
  ///
  /// - Parameters:
  ///   - name: Its name in capitals.
  ///   - type: The enumeration.
  ///   - help: Its meaning, in sentences.
  public init<Choice: Choices>(_ name: String, optional type: Choice.Type, help: String)
  where Value == Choice? {
    self.init(name, .optional, of: type, help: help)
  }

  /// An operand that is a case of an enumeration, by its raw value.
  ///
  /// - Parameters:
  ///   - name: Its name in capitals.
  ///   - type: The enumeration.
  ///   - help: Its meaning, in sentences.
  public init<Choice: Choices>(_ name: String, required type: Choice.Type, help: String)
  where Value == Choice? {
    self.init(name, .required, of: type, help: help)
  }

  private init<Choice: Choices>(
    _ name: String, _ count: OperandRow.Count, of type: Choice.Type, help: String
  ) where Value == Choice? {
    row = OperandRow(name: name, count: count, content: .words(Choice.words), help: help)
    read = { $0.first.flatMap(Choice.init(rawValue:)) }
  }
}

extension Operand where Value == String {
  /// An operand that must be there.
  ///
  /// - Parameters:
  ///   - name: Its name in capitals.
  ///   - help: Its meaning, in sentences.
  public init(_ name: String, help: String) { self.init(name, .required, help: help) }
}

/// The number of operands that there may be, and the type of their value.
public struct OperandCount<Value>: Sendable {
  let count: OperandRow.Count
  let read: @Sendable ([String]) -> Value
}

extension OperandCount where Value == String {
  /// One.
  public static var required: OperandCount { OperandCount(count: .required) { $0.first ?? "" } }
}

extension OperandCount where Value == String? {
  /// One or none.
  public static var optional: OperandCount { OperandCount(count: .optional) { $0.first } }
}

extension OperandCount where Value == [String] {
  /// One or more; only the last operand may be so.
  public static var oneOrMore: OperandCount { OperandCount(count: .oneOrMore) { $0 } }
  /// Any number; only the last operand may be so.
  public static var anyNumber: OperandCount { OperandCount(count: .anyNumber) { $0 } }
}

/// An operand as parser, help, manual page and completions see it.
package struct OperandRow: Sendable {
  package enum Count: Sendable {
    case required, optional, oneOrMore, anyNumber
  }

  /// The name in capitals, as help and errors show it.
  package let name: String
  let count: Count
  package let content: Content
  package let help: String

  /// Whether it has this name, in small letters: `order` for `ORDER|A..B`.
  func isCalled(_ name: String) -> Bool {
    self.name.lowercased().split(separator: "|").contains { $0 == name.lowercased() }
  }

  package var isRequired: Bool { count == .required || count == .oneOrMore }
  package var repeats: Bool { count == .oneOrMore || count == .anyNumber }
}
