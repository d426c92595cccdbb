// Texts that look like another one: a blank at the end, a character without a glyph.

extension String {
  /// The text as it is, or in quotes if a part of it can't be seen where it stands: white space at its ends or other
  /// than a space, characters without a glyph, or nothing at all.
  ///
  /// - Complexity: O(n).
  package var unmistakable: String {
    let isPlain = utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
    let hasBlankEnd = first?.isWhitespace != false || last?.isWhitespace != false
    if isPlain { return hasBlankEnd ? "'\(self)'" : self }
    guard hasBlankEnd || unicodeScalars.contains(where: \.isUnseen) else { return self }
    // Other invisible characters are written out wherever texts are shown.
    let shown = unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .spaceSeparator && scalar != " "
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return "'\(shown.joined())'"
  }

  /// The text in quotes, with its code points where they aren't ASCII: for two texts that look the same, though one has
  /// é as one code point and the other as two.
  package var spelledOut: String {
    "'\(unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined())'"
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool {
    if properties.isWhitespace || properties.generalCategory == .control { return self != " " }
    // Emoji and several scripts need joiners and variation selectors.
    let isNeeded = 0x200C...0x200D ~= value || properties.isVariationSelector
    return properties.isDefaultIgnorableCodePoint && !isNeeded
  }
}
