// What a condition is compiled to: closures over the state, which have the place of each field.
// Nothing is looked up by name after compilation.

import EventSourcing
import JSONLines

/// Works out a value, or nil where it is absent: of the state, the formula's inputs, and, within
/// `sum`, where the element's values begin among the inputs.
typealias Reading<State, Value> =
  @Sendable (borrowing State, borrowing [FieldValue], Int) -> Value?

struct Words<State>: Sendable {
  let all: [String]
  /// Which of them it is, by index; nil if only the text can tell.
  let readPlace: Reading<State, Int>?
}

/// A compiled part of a condition, by the kind of its value.
enum Code<State>: Sendable {
  case integer(Reading<State, Int64>)
  /// An amount of money, in minor units.
  case money(Reading<State, Int64>, AmountOrigin)
  /// A text. If it is limited to some words, these; if it is written in the condition, itself.
  case text(Reading<State, Text>, words: Words<State>?, literal: String?)
  /// A moment; a day has a first and a last one.
  case time(first: Reading<State, Timestamp>, last: Reading<State, Timestamp>)
  case boolean(Reading<State, Bool>)

  var kind: String {
    switch self {
    case .integer: "a number"
    case .money: "an amount of money"
    case .text: "a text"
    case .time: "a time"
    case .boolean: "a condition"
    }
  }

  var type: FieldType {
    switch self {
    case .integer: .integer
    case .money: .money
    case .text(_, let words?, _): .word(among: words.all)
    case .text: .text
    case .time: .time
    case .boolean: .boolean
    }
  }

  /// - Parameter readPlace: Of words, which of them it is, if that is known without its text.
  init(
    _ type: FieldType, place readPlace: Reading<State, Int>? = nil,
    _ read: @escaping @Sendable (borrowing State, borrowing [FieldValue], Int) -> FieldValue
  ) {
    switch type {
    case .integer, .money:
      let reading: Reading<State, Int64> = { state, inputs, index in
        if case .integer(let value) = read(state, inputs, index) { value } else { nil }
      }
      self = type == .money ? .money(reading, .now) : .integer(reading)
    case .text, .word:
      let words: Words<State>? =
        if case .word(let words) = type { Words(all: words, readPlace: readPlace) } else { nil }
      self = .text(
        { state, inputs, index in
          if case .text(let value) = read(state, inputs, index) { value } else { nil }
        }, words: words, literal: nil)
    case .time:
      let reading: Reading<State, Timestamp> = { state, inputs, index in
        if case .time(let value) = read(state, inputs, index) { value } else { nil }
      }
      self = .time(first: reading, last: reading)
    case .boolean:
      self = .boolean { state, inputs, index in
        if case .boolean(let value) = read(state, inputs, index) { value } else { nil }
      }
    }
  }

  /// Reads the value; of a day, its first moment.
  var reading: @Sendable (borrowing State, borrowing [FieldValue]) -> FieldValue {
    switch self {
    case .integer(let read), .money(let read, _):
      { state, inputs in read(state, inputs, 0).map { .integer($0) } ?? .absent }
    case .text(let read, _, _):
      { state, inputs in read(state, inputs, 0).map { .text($0) } ?? .absent }
    case .time(let first, _):
      { state, inputs in first(state, inputs, 0).map { .time($0) } ?? .absent }
    case .boolean(let read):
      { state, inputs in read(state, inputs, 0).map { .boolean($0) } ?? .absent }
    }
  }

  /// Reads the value where it needs no inputs.
  var readingOfState: @Sendable (borrowing State) -> FieldValue {
    let reading = reading
    return { reading($0, []) }
  }

  var isThere: Reading<State, Bool> {
    switch self {
    case .integer(let read), .money(let read, _):
      { state, inputs, index in read(state, inputs, index) != nil }
    case .text(let read, _, _): { state, inputs, index in read(state, inputs, index) != nil }
    case .time(let read, _): { state, inputs, index in read(state, inputs, index) != nil }
    case .boolean(let read): { state, inputs, index in read(state, inputs, index) != nil }
    }
  }
}

/// Code, with the currency of its value if that is an amount of money.
struct Term<State>: Sendable {
  let code: Code<State>
  let currency: Reading<State, Text>?

  func value(_ state: borrowing State, _ inputs: borrowing [FieldValue]) -> FormulaValue {
    let value = code.reading(state, inputs)
    guard value != .absent, let currency else { return FormulaValue(value) }
    return FormulaValue(value, in: currency(state, inputs, 0).map { String($0) } ?? "")
  }
}

/// What is known of an entry besides the states: the fields that every domain's entries have.
@usableFromInline package enum EntryField: String, CaseIterable, Sendable {
  case seq
  case at
  case actor
  case commandType = "command.type"
  /// Why it was refused; absent if it was accepted.
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
  /// One of these words; any text if they aren't listed.
  fileprivate init(among words: [String]) { self = words.isEmpty ? .text : .word(among: words) }
}

/// What a formula needs besides the state after an entry: computed once for each entry.
@usableFromInline enum Input<State>: Sendable {
  case entry(EntryField)
  case before(@Sendable (borrowing State) -> FieldValue)
  /// A value before the entry that depends on the state after it, too.
  case matched(@Sendable (_ before: borrowing State, _ after: borrowing State) -> FieldValue)
}
