// Colour, and whether there is any. Only the eight colours that every terminal has, which people
// have chosen to be readable on their background.

/// When to use colour, as `--color` takes it.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// If the output is a terminal, and the environment has nothing against it.
  case auto
  case always
  case never
}

package struct Palette: Sendable, Equatable {
  /// A style; the raw value is its number in ECMA-48 (SGR).
  package enum Style: Int, CaseIterable, Sendable {
    case bold = 1
    /// Faint.
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  let isColored: Bool

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The palette for an output.
  ///
  /// `always` and `never` decide alone. Else: no colour if `NO_COLOR` is set to anything, colour
  /// if `CLICOLOR_FORCE` is set to anything but 0, no colour if the output is no terminal or
  /// `TERM` is `dumb`.
  package init(_ choice: ColorChoice, environment: [String: String], isTerminal: Bool) {
    isColored =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        switch Self.choice(in: environment)?.choice {
        case .always: true
        case .never: false
        case .auto, nil: isTerminal && environment["TERM"] != "dumb"
        }
      }
  }

  /// What the variables that all programs share say about colour, and which of them says it.
  package static func choice(
    in environment: [String: String]
  ) -> (choice: ColorChoice, variable: String)? {
    if environment["NO_COLOR", default: ""] != "" { return (.never, "NO_COLOR") }
    if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) {
      return (.always, "CLICOLOR_FORCE")
    }
    return nil
  }

  /// The text in the styles; unchanged without colour, without styles, or if it is empty.
  ///
  /// The text must be safe to show: see ``visible(_:)``.
  package func styled(_ text: String, _ styles: Style...) -> String {
    styled(text, styles)
  }

  package func styled(_ text: String, _ styles: [Style]) -> String {
    guard isColored, !styles.isEmpty, !text.isEmpty else { return text }
    let codes = styles.map { String($0.rawValue) }.joined(separator: ";")
    return "\u{1b}[\(codes)m\(text)\u{1b}[0m"
  }
}

extension Palette {
  /// Cells one after another on a line; spaces between them are theirs.
  func line(of cells: [Table.Cell]) -> String {
    cells.map { styled($0.text, $0.styles) }.joined()
  }

  /// Cells one after another, with two spaces between them. What has no room on a line continues
  /// below, indented.
  package func lines(of cells: [Table.Cell], within width: Int?) -> [String] {
    let indent = 8
    var lines: [[Table.Cell]] = [[]]
    var used = 0
    for cell in cells {
      let gap = used == 0 ? 0 : 2
      var parts = [cell]
      if let width, used > 0, used + gap + cell.withoutTrailingSpaces.text.displayWidth > width {
        parts = cell.wrapped(to: width - indent)
        lines += parts.map { [Table.Cell(String(repeating: " ", count: indent)), $0] }
        used = indent
      } else {
        lines[lines.count - 1] += gap == 0 ? parts : [Table.Cell("  ")] + parts
        used += gap
      }
      used += parts.last?.text.displayWidth ?? 0
    }
    return lines.map { line in
      self.line(of: line.dropLast() + line.suffix(1).map(\.withoutTrailingSpaces))
    }
  }
}

extension Table.Cell {
  fileprivate var withoutTrailingSpaces: Self {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return Self(visible: text, styles)
  }

  /// Itself where it fits, with the spaces that fill it.
  fileprivate func wrapped(to width: Int) -> [Self] {
    withoutTrailingSpaces.text.displayWidth <= width
      ? [self] : text.wrapped(to: width).map { Self(visible: $0, styles) }
  }
}
