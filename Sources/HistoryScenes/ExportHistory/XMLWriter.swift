// XML as bytes: start tags with attributes, end tags, and texts that can't end either.

/// Writes XML 1.0 in UTF-8.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Writes markup as it is.
  mutating func raw(_ markup: StaticString) {
    bytes += UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount)
  }

  mutating func raw(_ markup: [UInt8]) { bytes += markup }

  /// Writes an element without contents.
  mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    raw("<")
    raw(name)
    for (key, value) in attributes {
      raw(" ")
      raw(key)
      raw("=\"")
      text(value)
      raw("\"")
    }
    raw("/>\n")
  }

  /// Writes an element that contains a text.
  mutating func element(_ name: StaticString, text value: String) {
    raw("<")
    raw(name)
    raw(">")
    text(value)
    raw("</")
    raw(name)
    raw(">\n")
  }

  /// Writes a text, or the value of an attribute.
  ///
  /// White space other than blanks is written by number, because readers turn it into blanks. XML can't have other
  /// control characters, by number neither: their pictures take their places (U+2400 for U+0000), and U+FFFD that of
  /// U+FFFE and U+FFFF.
  private mutating func text(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": raw("&amp;")
      case "<": raw("&lt;")
      case ">": raw("&gt;")
      case "\"": raw("&quot;")
      case "\t", "\n", "\r", "\u{7F}"..."\u{9F}", "\u{2028}": bytes += "&#\(scalar.value);".utf8
      case "\0"..<" ": bytes += String(Character(pictured(scalar))).utf8
      case "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
      default: UTF8.encode(scalar).map { bytes += $0 }
      }
    }
  }

  private func pictured(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
  }
}
