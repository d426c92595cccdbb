// The compiled form of a part of a condition, by the type of its value, and how its value is computed.

struct Words: Sendable {
  let all: [String]
  /// The register with its number; nil if only the text can tell.
  let number: Register?
}

enum Code: Sendable {
  case integer(Register)
  /// An amount of money, in minor units.
  case money(Register, AmountOrigin)
  /// An amount that is written in the condition, in the currency of what it is combined with.
  case amount(AmountLiteral)
  /// A text. If it is limited to some words, these; if it is written in the condition, itself.
  case text(Reading<Text>, words: Words? = nil, literal: String? = nil)
  /// A moment; a day has a first and a last one.
  case time(first: Register, last: Register)
  case boolean(Register)

  /// A number; an amount of money if it has an origin.
  static func number(_ register: Register, _ origin: AmountOrigin?) -> Code {
    origin.map { .money(register, $0) } ?? .integer(register)
  }

  /// A value that isn't a text, by its number.
  init(_ type: FieldType, _ register: Register) {
    switch type {
    case .money: self = .money(register, .now)
    case .time: self = .time(first: register, last: register)
    case .boolean: self = .boolean(register)
    case .integer, .text, .word: self = .integer(register)
    }
  }

  /// Its number; of a day, that of its first moment, and of a text that of its word. Nil if it has none.
  var register: Register? {
    switch self {
    case .integer(let value), .money(let value, _), .time(let value, _), .boolean(let value): value
    case .text(_, let words, _): words?.number
    case .amount: nil
    }
  }

  var kind: String {
    switch self {
    case .integer: "a number"
    case .money, .amount: "an amount of money"
    case .text: "a text"
    case .time: "a time"
    case .boolean: "a condition"
    }
  }

  var type: FieldType {
    switch self {
    case .integer: .integer
    case .money, .amount: .money
    case .text(_, let words?, _): .word(among: words.all)
    case .text: .text
    case .time: .time
    case .boolean: .boolean
    }
  }

  var isNumber: Bool { type.isNumber }
}

/// A part of a condition, with how to find out its value. A class, so that taking one out of an array counts one reference.
@usableFromInline package final class Term: Sendable {
  let code: Code
  private let program: Program
  /// The currency of an amount of money.
  private let currency: Reading<Text>?

  init(_ code: Code, _ program: Program, in currency: Reading<Text>? = nil) {
    (self.code, self.program, self.currency) = (code, program, currency)
  }

  /// Whether it is a condition that holds.
  @usableFromInline package func holds(at moment: Moment) -> Bool { number(at: moment) == 1 }

  private func number(at moment: Moment) -> Int64? {
    code.register.flatMap { program.value(of: $0, at: moment) }
  }

  /// The value of an operand; of a day, its first moment.
  func value(at moment: Moment) -> FormulaValue {
    if case .text(let read, _, _) = code {
      return FormulaValue(read(moment).map { .text($0) } ?? .absent)
    }
    let value = FieldValue(number(at: moment), of: code.type)
    guard value != .absent, let currency else { return FormulaValue(value) }
    return FormulaValue(value, in: currency(moment).map { String($0) } ?? "")
  }
}

/// Facts of an entry besides the states: the fields that every domain's entries have.
@usableFromInline package enum EntryField: String, CaseIterable, Sendable {
  case seq
  case at
  case actor
  case commandType = "command.type"
  /// The code of the refusal; absent if the command was accepted.
  case rejectedCode = "rejected.code"
  case accepted
  case refused

  func type<State>(in schema: FieldSchema<State>) -> FieldType {
    switch self {
    case .seq: .integer
    case .at: .time
    case .actor: .text
    case .commandType: FieldType(among: schema.commandTypes)
    case .rejectedCode: FieldType(among: schema.refusalCodes)
    case .accepted, .refused: .boolean
    }
  }
}

extension FieldType {
  package var isNumber: Bool { self == .integer || self == .money }

  /// One of these words; any text if they aren't listed.
  fileprivate init(among words: [String]) { self = words.isEmpty ? .text : .word(among: words) }
}

extension EntryField {
  /// Its place among all of them.
  @usableFromInline var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
