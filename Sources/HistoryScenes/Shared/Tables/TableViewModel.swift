// A table for people: its columns, what their cells say, and a sentence below.

package struct TableViewModel: Equatable, Sendable {
  package struct Heading: Equatable, Sendable {
    package let text: String
    package let traits: [Trait]

    package init(_ text: String, _ traits: Trait...) { (self.text, self.traits) = (text, traits) }
  }

  /// The heading of a column, and how it is laid out.
  package enum Trait: Equatable, Sendable {
    /// Its texts are aligned on the right.
    case number
    /// Its texts may continue on lines of their own.
    case wraps
    /// It is left out where there is no room.
    case optional
    /// A column of times, whose heading names the time zone.
    case zone
    /// Its texts stand out, or don't.
    case tone(Tone)
    /// Some of its texts stand out; the others are faint.
    case tones([String: Tone])
  }

  package enum Tone: Equatable, Sendable {
    case faint, strong, good, bad, pending, active
    /// The style of entries' numbers.
    case entry
  }

  package let headings: [Heading]
  package let rows: [[String]]
  /// The sentence below the table, or instead of one without rows; a table without rows is shown if nil.
  package let summary: String?
  package let timeZone: String

  package init(
    _ headings: [Heading], rows: [[String]], summary: String? = nil, _ formatting: Formatting
  ) {
    (self.headings, self.rows, self.summary) = (headings, rows, summary)
    timeZone = formatting.timeZone.name
  }

  /// The columns that people see, for each row.
  package init<Row>(
    _ columns: [Column<Row>], of rows: [Row], summary: String? = nil, _ formatting: Formatting
  ) {
    let shown = columns.compactMap { column in column.heading.map { ($0, column) } }
    self.init(
      shown.map(\.0),
      rows: rows.map { row in
        shown.map { $1.text?(row, formatting) ?? formatting.text(of: $1.value(row)) }
      }, summary: summary, formatting)
  }

  /// The texts of a column.
  package func texts(_ heading: String) -> [String] {
    let place = headings.firstIndex { $0.text == heading }
    return place.map { place in rows.map { $0[place] } } ?? []
  }
}

extension Formatting {
  /// The value of a cell for people.
  fileprivate func text(of cell: CellValue) -> String {
    switch cell {
    case .empty: ""
    case .text(let text): text
    case .integer(let number): String(number)
    case .amount(let amount, let currency): money(amount, currency: currency)
    case .time(let time): second(time)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    }
  }
}
