// The layout of help: headings, wrapped paragraphs, and terms with explanations beside them.

struct HelpPage {
  let width: Int
  let palette: Palette
  private(set) var lines: [String] = []

  init(width: Int, palette: Palette) {
    self.width = width
    self.palette = palette
  }

  mutating func section(_ title: String) {
    lines += ["", palette.styled(title + ":", .bold)]
  }

  mutating func paragraph(_ texts: String..., indent: Int = 0) {
    let margin = String(repeating: " ", count: indent)
    for text in texts {
      lines += text.wrapped(to: width - indent).map { $0.isEmpty ? "" : margin + $0 }
    }
  }

  mutating func examples(_ examples: [Example]) {
    if examples.isEmpty { return }
    section("Examples")
    for example in examples {
      paragraph(example.explanation, indent: 2)
      // Never wrapped: it is there to be copied.
      lines.append("    " + palette.styled(example.line, .cyan))
    }
  }

  /// Terms with their explanations beside them; those of long terms begin on the next line.
  mutating func list(_ rows: [(term: String, explanation: String)]) {
    let longest = rows.map(\.term.displayWidth).max() ?? 0
    let indent = min(longest, width / 3) + 4
    for row in rows {
      var explanation = row.explanation.wrapped(to: width - indent)[...]
      let term = "  " + row.term
      if term.displayWidth + 2 <= indent, let first = explanation.popFirst() {
        lines.append(term.padded(to: indent) + first)
      } else {
        lines.append(term)
      }
      lines += explanation.map { String(repeating: " ", count: indent) + $0 }
    }
  }
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
