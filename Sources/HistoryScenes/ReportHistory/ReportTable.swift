// Tables and charts as a page shows them: every text is ready, but what sorts or draws it is a number.

package struct ReportTable: Equatable, Sendable {
  /// The kind of a column's contents, as far as it matters to how it looks.
  package enum Style: String, Sendable {
    case words, number, time
    /// Names given by programs, which are long, and have no place to break.
    case id
  }

  package struct Heading: Equatable, Sendable {
    package let text: String
    /// A phrase that says what the column contains.
    package let meaning: String
    package let style: Style
  }

  package struct Cell: Equatable, Sendable {
    package let text: String
    /// The key by which the cell is sorted, if that isn't its text; a currency is before the number, and goes first.
    package let key: String?
    /// The id of the stream that it names, if that is shown on the page.
    package let stream: String?
  }

  package let caption: String
  package let headings: [Heading]
  package let rows: [[Cell]]
  /// A sentence in place of a table without rows; nil if that is said already.
  package let placeholder: String?
}

/// A cell of a page: that of any table, or one that only people read.
package enum ReportValue: Sendable {
  case plain(CellValue)
  /// A duration in microseconds.
  case duration(Int64)
  /// The id of a stream.
  case stream(String)
  /// An id of something else.
  case id(String)

  package static let empty = ReportValue.plain(.empty)
  package static func money(_ amount: Int64, currency: String) -> ReportValue {
    .plain(.amount(amount, currency: currency))
  }
  package static func text(_ text: String?) -> ReportValue { .plain(.text(text)) }
  package static func count(_ count: Int) -> ReportValue { .plain(.integer(Int64(count))) }

  var style: ReportTable.Style {
    switch self {
    case .plain(.integer), .plain(.amount), .duration: .number
    case .plain(.time): .time
    case .stream, .id: .id
    case .plain: .words
    }
  }
}

/// A column as ``Column`` has it: heading, meaning, value.
package struct ReportColumn<Row> {
  let name: String
  let meaning: String
  let value: (Row) -> ReportValue

  package init(_ name: String, _ meaning: String, _ value: @escaping (Row) -> ReportValue) {
    (self.name, self.meaning, self.value) = (name, meaning, value)
  }
}

extension ReportTable {
  /// - Parameter shown: The streams that the page shows.
  init(
    _ caption: String, _ columns: [(name: String, meaning: String)], _ values: [[ReportValue]],
    orNone placeholder: String?, _ formatting: Formatting, linking shown: Set<String>
  ) {
    self.caption = caption
    self.placeholder = placeholder
    headings = columns.enumerated().map { place, column in
      Heading(
        text: column.name, meaning: column.meaning,
        style: values.lazy.map { $0[place].style }.first { $0 != .words } ?? .words)
    }
    rows = values.map { $0.map { Cell($0, formatting, linking: shown) } }
  }
}

extension ReportTable.Cell {
  fileprivate init(_ value: ReportValue, _ formatting: Formatting, linking shown: Set<String>) {
    switch value {
    case .plain(.empty): self.init(text: "", key: nil, stream: nil)
    case .plain(.text(let text)): self.init(text: text, key: nil, stream: nil)
    case .plain(.integer(let number)):
      self.init(text: formatting.number(number), key: String(number), stream: nil)
    case .plain(.time(let time)):
      self.init(text: formatting.minute(time), key: time.description, stream: nil)
    case .plain(.boolean(let isTrue)): self.init(text: isTrue ? "yes" : "no", key: nil, stream: nil)
    case .plain(.amount(let amount, let currency)):
      self.init(
        text: formatting.money(amount, currency: currency),
        key: currency + " " + Money.format(amount, currency: currency), stream: nil)
    case .duration(let microseconds):
      self.init(text: Formatting.duration(microseconds), key: String(microseconds), stream: nil)
    case .id(let id): self.init(text: id, key: nil, stream: nil)
    case .stream(let id): self.init(text: id, key: nil, stream: shown.contains(id) ? id : nil)
    }
  }
}
