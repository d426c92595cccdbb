// Makes text from elsewhere safe to show: what a terminal would obey, hide or reorder is written
// out. The result is for people and can't be reversed; a text that already contains `\u{1b}` in
// letters looks the same.

/// The text with every invisible character written out, such as `\n` or `\u{1b}`.
///
/// Written out are: control characters (so that no escape sequence is left), line and paragraph
/// separators, marks that change the reading direction, and characters without a glyph such as the
/// zero-width space, the byte order mark and tags. Left alone are joiners between characters
/// outside ASCII and a single variation selector, which emoji and several scripts need.
/// The result contains nothing to write out: a second call changes nothing.
///
/// - Complexity: O(n); a text with nothing to write out is returned as it is.
package func visible(_ text: String) -> String {
  text.isPrintableASCII ? text : rewritten(text) { $0.writtenOut }
}

/// JSON with every invisible character as an escape, such as `\u001b`; it means the same.
///
/// The characters are those of ``visible(_:)``, except for the line feeds between documents. JSON
/// texts have no ASCII control characters anyway, but may have all the others.
///
/// - Complexity: O(n); JSON with nothing to escape is returned as it is.
package func visibleJSON(_ json: String) -> String {
  rewritten(json) { $0 == "\n" ? "\n" : $0.escapedForJSON }
}

/// A value as a person reads it: of one with more than 200 scalars, the words that end within the first 200, and its
/// length. A word is cut only where it takes more than half of them, so that no number, id or code is halved.
package func visible(value: String) -> String {
  let limit = 200
  guard value.utf8.count > limit else { return visible(value) }
  let scalars = value.unicodeScalars
  let kept = scalars.prefix(limit)
  if kept.endIndex == scalars.endIndex { return visible(value) }
  let endOfWords = kept.dropFirst(limit / 2).lastIndex(of: " ")
  let shown = endOfWords.map { String(kept[...$0]) } ?? String(kept)
  return visible(shown) + "… (\(scalars.count) characters)"
}

extension String {
  package var isPrintableASCII: Bool { utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F } }
}

private func rewritten(_ text: String, _ form: (Unicode.Scalar) -> String) -> String {
  // Bytes, because adding to a view of scalars copies all of it each time.
  var result: [UInt8] = []
  var isRewritten = false
  var previous: Unicode.Scalar?
  var scalars = text.unicodeScalars.makeIterator()
  var following = scalars.next()
  while let scalar = following {
    following = scalars.next()
    if scalar.isHidden, !scalar.isNeeded(between: previous, and: following) {
      result += form(scalar).utf8
      isRewritten = true
    } else {
      result += String(scalar).utf8
    }
    previous = scalar
  }
  return isRewritten ? String(decoding: result, as: UTF8.self) : text
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint || 0xFFF9...0xFFFB ~= value
    }
  }

  /// Whether a hidden character shapes its neighbors, so that writing it out would spoil honest
  /// text. Runs of them have no visible effect, and are not needed.
  fileprivate func isNeeded(between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
    guard let previous else { return false }
    if properties.isVariationSelector {
      let isKeycapBase = previous.isASCII && previous.properties.isEmoji
      return isKeycapBase || !previous.isASCII && !previous.isHidden
    }
    guard isJoiner, let next else { return false }
    let followsVisible = !previous.isHidden || previous.properties.isVariationSelector
    return followsVisible && !previous.isASCII && !next.isASCII && !next.isHidden
  }

  private var isJoiner: Bool { 0x200C...0x200D ~= value }

  /// One UTF-16 unit after the other, as JSON has it.
  fileprivate var escapedForJSON: String {
    UTF16.encode(self).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }

  fileprivate var writtenOut: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(value, radix: 16) + "}"
    }
  }
}
