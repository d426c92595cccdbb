// A table, described once: what spreadsheets, databases and people get of it, and its documentation follow from the
// columns.

/// A column of a table whose rows are made from values of one type.
package struct Column<Row>: Sendable {
  /// Its name for programs, as in JSON: `billing.zip`.
  package let name: String
  /// A phrase that says what it contains.
  package let meaning: String
  package let type: ColumnType
  package let value: @Sendable (Row) -> CellValue
  /// Its heading for people; nil if they don't see it.
  let heading: TableViewModel.Heading?
  /// The text of a value for people; nil if that follows from the value.
  let text: (@Sendable (Row, Formatting) -> String)?

  package init(
    _ name: String, _ meaning: String, _ type: ColumnType = .text,
    shown heading: TableViewModel.Heading? = nil,
    as text: (@Sendable (Row, Formatting) -> String)? = nil,
    _ value: @escaping @Sendable (Row) -> CellValue
  ) {
    self.name = name
    self.meaning = meaning
    self.type = type
    self.heading = heading
    self.text = text
    self.value = value
  }
}

/// The kind of values in a column, for formats that have to say so before the first row.
package enum ColumnType: Sendable {
  case text
  case integer
  case amount
  case time
  case boolean

  package init(_ type: FieldType) {
    switch type {
    case .integer: self = .integer
    case .money: self = .amount
    case .text, .word: self = .text
    case .time: self = .time
    case .boolean: self = .boolean
    }
  }
}

/// The value of a cell. Texts are compared byte by byte.
package enum CellValue: Equatable, Sendable {
  case empty
  case text(String)
  case integer(Int64)
  /// In minor units of the currency, which is empty if it isn't known.
  case amount(Int64, currency: String)
  case time(Timestamp)
  case boolean(Bool)

  package static func == (one: CellValue, other: CellValue) -> Bool {
    switch (one, other) {
    case (.empty, .empty): true
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.integer(let one), .integer(let other)): one == other
    case (.amount(let one, let currency), .amount(let other, let otherCurrency)):
      one == other && currency == otherCurrency
    case (.time(let one), .time(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    default: false
    }
  }

  /// The text, or nothing.
  package static func text(_ text: String?) -> CellValue {
    text.map { .text($0) as CellValue } ?? .empty
  }

  /// The code of a currency, which is empty if it isn't known.
  package static func currency(_ code: String?) -> CellValue {
    .text(code.flatMap { $0.isEmpty ? nil : $0 })
  }
}

extension CellValue {
  /// The value of a field.
  ///
  /// - Parameter currency: The currency of amounts.
  package init(_ value: FieldValue, of type: FieldType, in currency: String) {
    switch value {
    case .absent: self = .empty
    case .integer(let number):
      self = type == .money ? .amount(number, currency: currency) : .integer(number)
    case .text(let text): self = .text(String(text))
    case .time(let time): self = .time(time)
    case .boolean(let isTrue): self = .boolean(isTrue)
    }
  }
}

extension CellValue {
  /// The value of a field of a state, an event or a command.
  ///
  /// - Parameter isAmount: Whether a number is an amount of money.
  init(_ value: JSONValue?, isAmount: Bool, in currency: String) {
    switch value {
    case nil, .null: self = .empty
    case .integer(let number):
      self = isAmount ? .amount(number, currency: currency) : .integer(number)
    case .string(let text): self = .text(text)
    case .some(let value): self = .text(FieldTree.Leaf(path: "", value: value).json)
    }
  }
}

/// A response that is a table, or a part of one.
package protocol TabularResponse: SceneResponse {
  associatedtype Row
  /// The same for all parts of a response.
  var columns: [Column<Row>] { get }
  var rows: [Row] { get }
}
