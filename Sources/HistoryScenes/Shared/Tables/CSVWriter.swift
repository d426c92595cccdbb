// Comma-separated values as RFC 4180 defines them, in UTF-8.

/// The readers of comma-separated values.
package enum CSVDialect: String, CaseIterable, Sendable {
  /// Programs that evaluate formulas, and take UTF-8 for something else: the first row follows a byte order mark,
  /// and a text that would be a formula gets an apostrophe in front.
  case spreadsheet
  /// Texts as they are.
  case database
}

/// Writes rows of comma-separated values (RFC 4180).
///
/// Amounts are in units of their currency, with a decimal point and all its decimals, and missing if that isn't known;
/// times are as in the log.
package struct CSVWriter: Sendable {
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package private(set) var bytes: [UInt8] = []
  private let dialect: CSVDialect
  private var isAtStart = true

  package init(_ dialect: CSVDialect = .spreadsheet) { self.dialect = dialect }

  /// Forgets what was written, and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isAtStart = true
  }

  /// Writes the first row.
  package mutating func headings(_ names: [String]) {
    if dialect == .spreadsheet { bytes += Self.byteOrderMark }
    row(names.map { .text($0) })
  }

  package mutating func row(_ values: [CellValue]) {
    for value in values { write(value) }
    bytes += [0x0D, 0x0A]
    isAtStart = true
  }

  private mutating func write(_ value: CellValue) {
    if !isAtStart { bytes.append(UInt8(ascii: ",")) }
    isAtStart = false
    switch value {
    case .empty: break
    case .text(let text): write(text)
    case .integer(let number): bytes += String(number).utf8
    case .amount(_, currency: ""): break
    case .amount(let amount, let currency): bytes += Money.format(amount, currency: currency).utf8
    case .time(let time): bytes += time.description.utf8
    case .boolean(let isTrue): bytes += (isTrue ? "true" : "false").utf8
    }
  }

  private mutating func write(_ text: String) {
    let text = dialect == .spreadsheet && text.isFormula ? "'" + text : text
    let isQuoted = text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard isQuoted else {
      bytes += text.utf8
      return
    }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}

extension String {
  /// Whether it may be a number, or that of a phone: `+49 40 123456`.
  private var isNumber: Bool {
    let digits = utf8.first == UInt8(ascii: "+") ? utf8.dropFirst() : utf8[...]
    return !digits.isEmpty && digits.allSatisfy { $0 &- 0x30 < 10 || " ().-".utf8.contains($0) }
  }

  /// Whether spreadsheets may evaluate it. Some look past what isn't visible, and take fullwidth signs for the usual
  /// ones.
  fileprivate var isFormula: Bool {
    guard let first = utf8.first, !isNumber else { return false }
    if first == 0x09 || first == 0x0D { return true }
    // Most begin with a letter or a digit.
    switch first {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return false
    default: break
    }
    let start = unicodeScalars.first { scalar in
      let properties = scalar.properties
      let isInvisible = properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      return !isInvisible && properties.generalCategory != .control
    }
    return start.map { formulaSigns.contains($0) } ?? false
  }
}

private let formulaSigns: Set<Unicode.Scalar> = [
  "=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫",
]
