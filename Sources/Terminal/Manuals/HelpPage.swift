// The layout of help on a terminal: headings, wrapped paragraphs, and terms with explanations next
// to them.

struct HelpPage: Page {
  let width: Int
  private(set) var lines: [StyledText] = []
  /// Whether a list or lines end here, which the next ones would run into.
  private(set) var isBehindBlock = false

  mutating func heading(_ title: String, level: Int) {
    separate()
    lines.append(StyledText(title + ":", .bold))
  }

  mutating func paragraph(_ text: String) {
    separate()
    lines += text.wrapped(to: width).map { StyledText($0) }
  }

  /// Sets a title for the part of the page that follows.
  mutating func title(_ text: String) {
    paragraph(text)
    isBehindBlock = true
  }

  /// Terms with their explanations next to them; those of long terms begin on the next line.
  mutating func terms(_ terms: [Term]) { self.terms(terms, leastWidth: 0) }

  /// Terms whose explanations are at least this far to the right, aligned with those of others.
  mutating func terms(_ terms: [Term], leastWidth: Int) {
    beginBlock()
    // Flags without a letter are aligned with the names of those that have one.
    let hasLetters = terms.contains { $0.hasLetter }
    let names = terms.map { $0.name.hasPrefix("--") && hasLetters ? "    " + $0.name : $0.name }
    let indent = min(names.map(\.displayWidth).reduce(leastWidth, max), width / 3) + 4
    for (name, term) in zip(names, terms) {
      var explanation = term.explanation.wrapped(to: width - indent)[...]
      let name = "  " + name
      if name.displayWidth + 2 <= indent, let first = explanation.popFirst() {
        lines.append(StyledText(name.padded(to: indent) + first))
      } else {
        lines.append(StyledText(name))
      }
      lines += explanation.map { StyledText(String(repeating: " ", count: indent) + $0) }
    }
  }

  mutating func examples(_ examples: [Example]) {
    beginBlock()
    for example in examples {
      lines += example.explanation.wrapped(to: width - 2).map { StyledText("  " + $0) }
      // Never wrapped: it is meant to be copied.
      lines.append("    " + StyledText(example.name, .cyan))
    }
  }

  /// Sets a usage line; words for which there is no room continue further to the right.
  mutating func usage(_ text: String) {
    beginBlock()
    // The dots belong to the word before them.
    let dots = "\u{A0}…"
    let wrapped = text.replacing(" …", with: dots).wrapped(to: width - 6)
    for (index, line) in wrapped.enumerated() {
      lines.append(StyledText((index == 0 ? "  " : "      ") + line.replacing(dots, with: " …")))
    }
  }

  mutating func lines(_ lines: [String]) {
    beginBlock()
    self.lines += lines.map { StyledText("  " + $0) }
  }

  private mutating func separate() {
    if !lines.isEmpty { lines.append(.empty) }
    isBehindBlock = false
  }

  private mutating func beginBlock() {
    if isBehindBlock { separate() }
    isBehindBlock = true
  }
}

extension Term {
  fileprivate var hasLetter: Bool { name.hasPrefix("-") && !name.hasPrefix("--") }
}

extension String {
  /// The text in lines no wider than the width, as long as that leaves it some room: the first
  /// after a prefix, the others below its end. Whole without a width, and where it fits.
  ///
  /// - Parameters:
  ///   - prefix: what precedes the text.
  ///   - width: the terminal's width; nil where there is none.
  package func hanging(after prefix: String, within width: Int?) -> [String] {
    let indent = prefix.displayWidth
    guard let width, indent + displayWidth > width, width - indent >= 20 else {
      return [prefix + self]
    }
    let margin = String(repeating: " ", count: indent)
    return wrapped(to: width - indent, copied: true).enumerated().map {
      ($0 == 0 ? prefix : margin) + $1
    }
  }

  /// The words in lines no wider than the width, except for words that are wider themselves. What
  /// is between backquotes is one word where a line has room for it: it is meant to be copied.
  ///
  /// - Parameter copied: Whether it is one word everywhere.
  func wrapped(to width: Int, copied: Bool = false) -> [String] {
    var lines: [String] = []
    var line = ""
    let words = wordsAndQuotations.flatMap { word in
      copied || word.displayWidth <= width ? [word] : word.split(separator: " ").map(String.init)
    }
    for word in words {
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

  private var wordsAndQuotations: [String] {
    var words: [String] = []
    var isQuoted = false
    for word in split(separator: " ") {
      if isQuoted { words[words.count - 1] += " " + word } else { words.append(String(word)) }
      if word.count(where: { $0 == "`" }) % 2 == 1 { isQuoted.toggle() }
    }
    return isQuoted ? split(separator: " ").map(String.init) : words
  }
}
