// The layout of help on a terminal: headings, wrapped paragraphs, and terms with explanations beside
// them.

struct HelpPage: Page {
  private let width: Int
  private let palette: Palette
  private var lines: [String] = []

  init(width: Int, palette: Palette) {
    self.width = width
    self.palette = palette
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func heading(_ title: String, level: Int) {
    separate()
    lines.append(palette.styled(title + ":", .bold))
  }

  mutating func paragraph(_ text: String) {
    separate()
    lines += text.wrapped(to: width)
  }

  /// Terms with their explanations beside them; those of long terms begin on the next line.
  mutating func terms(_ terms: [Term]) {
    // Flags without a letter stand under the names of those that have one.
    let hasLetters = terms.contains { $0.hasLetter }
    let names = terms.map { $0.name.hasPrefix("--") && hasLetters ? "    " + $0.name : $0.name }
    let indent = min(names.map(\.displayWidth).max() ?? 0, width / 3) + 4
    for (name, term) in zip(names, terms) {
      var explanation = term.explanation.wrapped(to: width - indent)[...]
      let name = "  " + name
      if name.displayWidth + 2 <= indent, let first = explanation.popFirst() {
        lines.append(name.padded(to: indent) + first)
      } else {
        lines.append(name)
      }
      lines += explanation.map { String(repeating: " ", count: indent) + $0 }
    }
  }

  mutating func examples(_ examples: [Example]) {
    for example in examples {
      lines += example.explanation.wrapped(to: width - 2).map { "  " + $0 }
      // Never wrapped: it is there to be copied.
      lines.append("    " + palette.styled(example.line, .cyan))
    }
  }

  mutating func lines(_ lines: [String]) {
    self.lines += lines.map { "  " + $0 }
  }

  private mutating func separate() {
    if !lines.isEmpty { lines.append("") }
  }
}

extension Term {
  fileprivate var hasLetter: Bool { name.hasPrefix("-") && !name.hasPrefix("--") }
}

extension String {
  /// The words in lines no wider than the width, but for words that are wider themselves.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ").map(String.init) {
      if line.isEmpty {
        line = word
      } else if line.displayWidth + 1 + word.displayWidth <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    return lines + [line]
  }
}
