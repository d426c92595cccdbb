// A line of text in several styles, which is printed or drawn on a full screen. It can be made of any text: nothing
// that a terminal would obey, hide or reorder gets into it.

import Formatting

package struct StyledText: Hashable, Sendable {
  package struct Run: Hashable, Sendable {
    package fileprivate(set) var text: String
    package fileprivate(set) var style: TextStyle
  }

  package private(set) var runs: [Run] = []

  package static let empty = Self()

  private init() {}

  /// A text of any length. Invisible characters, line feeds among them, are written out.
  package init(_ text: String, _ style: TextStyle = .plain) {
    self.init(visible: visible(text), style)
  }

  /// A text that is safe to show, such as a part of one that ``visible(_:)`` returned.
  package init(visible text: String, _ style: TextStyle) {
    if !text.isEmpty { runs = [Run(text: text, style: style)] }
  }

  /// A value from elsewhere, shortened as people see it everywhere; see ``visible(value:)``.
  package init(value: String, _ style: TextStyle = .plain) {
    self.init(visible(value: value), style)
  }

  package var isEmpty: Bool { runs.isEmpty }

  /// The text without its styles.
  package var text: String { runs.map(\.text).joined() }

  /// The number of columns that it takes.
  package var width: Int { runs.reduce(0) { $0 + $1.text.columnsInFrame } }

  package static func + (first: Self, second: Self) -> Self {
    var both = first
    both += second
    return both
  }

  package static func += (text: inout Self, more: Self) {
    for run in more.runs {
      if text.runs.last?.style == run.style {
        text.runs[text.runs.count - 1].text += run.text
      } else {
        text.runs.append(run)
      }
    }
  }

  /// The text with a style added to all of it, such as that of a selected row.
  package func styled(_ style: TextStyle) -> Self {
    var text = self
    for index in text.runs.indices { text.runs[index].style = text.runs[index].style + style }
    return text
  }

  /// The text filled with spaces up to the width; a text as wide or wider is returned unchanged.
  package func padded(to width: Int, _ alignment: Alignment = .left) -> Self {
    let missing = width - self.width
    guard missing > 0 else { return self }
    let spaces = Self(String(repeating: " ", count: missing))
    return alignment == .left ? self + spaces : spaces + self
  }
}

extension StyledText {
  /// The text as it is printed: in color, with the codes of each style before it and the one that ends it.
  package func printed(inColor: Bool) -> String {
    guard inColor else { return text }
    return runs.map { run in
      let codes = run.style.codes.map(String.init).joined(separator: ";")
      return codes.isEmpty ? run.text : "\u{1b}[\(codes)m\(run.text)\u{1b}[0m"
    }.joined()
  }
}

extension [StyledText] {
  /// The lines as they are printed.
  package func printed(inColor: Bool) -> String {
    map { $0.printed(inColor: inColor) + "\n" }.joined()
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension String {
  /// The columns that a frame needs for the text.
  package var columnsInFrame: Int {
    isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.columnsInFrame }
  }
}

extension Character {
  /// The columns that a frame needs for one grapheme.
  var columnsInFrame: Int { isDrawable ? widestForm : 1 }

  /// The character that a frame shows for it.
  var inFrame: Character { isDrawable ? self : "\u{FFFD}" }

  /// One that has no width would change the one before it, and one with dozens of marks the rows above.
  private var isDrawable: Bool {
    displayWidth > 0 && widestForm <= 8 && unicodeScalars.count <= 32
  }

  /// Terminals that know no graphemes draw each letter of a conjunct of Indic scripts in its own column.
  /// With too little room, a letter would be lost; with too much, there is only a gap.
  private var widestForm: Int {
    guard unicodeScalars.count > 1 else { return displayWidth }
    let letters = unicodeScalars.filter {
      [.otherLetter, .spacingMark].contains($0.properties.generalCategory)
    }
    return max(displayWidth, letters.reduce(0) { $0 + String($1).displayWidth })
  }
}
