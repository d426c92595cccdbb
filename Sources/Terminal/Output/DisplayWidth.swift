// The number of columns of a terminal that a text takes, and cutting and filling to a number of columns.
// Terminals differ on rare scripts; this follows Unicode's data, a grapheme at a time.

import Formatting

extension String {
  /// The number of terminal columns that the text takes.
  ///
  /// A grapheme takes two columns if it is wide or fullwidth in East Asian text (Unicode Standard
  /// Annex #11) or shown as an emoji, none if it is only marks or controls, else one. Ambiguous
  /// characters count as narrow. Escape sequences aren't understood: style after measuring.
  ///
  /// - Complexity: O(n), and without looking at graphemes if all is ASCII.
  package var displayWidth: Int {
    isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }

  /// The text padded with spaces to the width; a text as wide or wider is returned unchanged.
  package func padded(to width: Int, _ alignment: Alignment = .left) -> String {
    let missing = width - displayWidth
    guard missing > 0 else { return self }
    let spaces = String(repeating: " ", count: missing)
    return alignment == .left ? self + spaces : spaces + self
  }

  /// The text cut to the width at the end of a grapheme, with `…` for what was cut.
  ///
  /// The result may be a column narrower, where half a wide character would be needed.
  func truncated(to width: Int) -> String {
    if displayWidth <= width { return self }
    guard width > 0 else { return "" }
    var room = width - 1
    let kept = prefix { character in
      room -= character.displayWidth
      return room >= 0
    }
    return String(kept) + "…"
  }
}

package enum Alignment: Sendable {
  case left
  /// Filled on the left, as numbers are.
  case right
}

extension Character {
  /// The number of terminal columns of one grapheme: that of its base, and one for each part that
  /// belongs to the grapheme and yet takes a column.
  var displayWidth: Int {
    guard let base = unicodeScalars.first else { return 0 }
    let spacingParts = unicodeScalars.dropFirst().count { $0.isSpacingPart }
    let isShownAsEmoji =
      base.properties.isEmojiPresentation
      || base.properties.isEmoji && unicodeScalars.dropFirst().first?.value == 0xFE0F
    return (isShownAsEmoji ? 2 : base.displayWidth) + spacingParts
  }
}

extension Unicode.Scalar {
  /// The halfwidth sound marks of kana, and the vowel AM of Thai and Lao.
  fileprivate var isSpacingPart: Bool {
    0xFF9E...0xFF9F ~= value || value == 0x0E33 || value == 0x0EB3
  }

  fileprivate var displayWidth: Int {
    if isASCII { return 0x20 <= value && value < 0x7F ? 1 : 0 }
    if properties.isDefaultIgnorableCodePoint || isJoiningJamo { return 0 }
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: return wideRanges.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// The vowels and final consonants that join a wide leading consonant of Hangul.
  private var isJoiningJamo: Bool {
    0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value
  }
}

/// The scalars that are wide or fullwidth (EastAsianWidth.txt of Unicode 18) but not emoji by
/// default, which the standard library knows. Unassigned scalars between wide ones are included.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F,  // leading consonants of Hangul
  0x2329...0x232A,  // angle brackets
  0x2630...0x2637,  // trigrams
  0x268A...0x268F,  // monograms and digrams
  0x2E80...0x303E,  // radicals, ideographic punctuation
  0x3041...0x3247,  // kana, Bopomofo, Hangul compatibility
  0x3250...0xA4CF,  // CJK, Yi
  0xA960...0xA97F,  // old leading consonants of Hangul
  0xAC00...0xD7A3,  // Hangul syllables
  0xF900...0xFAFF,  // CJK compatibility
  0xFE10...0xFE19,  // vertical forms
  0xFE30...0xFE6F,  // compatibility and small forms
  0xFF01...0xFF60,  // fullwidth ASCII
  0xFFE0...0xFFE6,  // fullwidth signs
  0x16FE0...0x1B2FF,  // Tangut, Khitan, Nüshu, kana supplements
  0x1D300...0x1D376,  // Tai Xuan Jing, counting rods
  0x1F200...0x1F265,  // squared ideographs
  0x1FA70...0x1FAFF,  // emoji, also those newer than the standard library
  0x20000...0x2FFFD,  // CJK extensions
  0x30000...0x3FFFD,  // CJK extensions
]
