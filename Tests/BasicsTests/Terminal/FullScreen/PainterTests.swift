import TerminalKit
import TestKit
import Testing

@testable import Terminal

/// A painter and the terminal that it paints on.
private struct Wall {
  var painter: Painter
  var terminal: VirtualTerminal
  /// The number of bytes of the last frame.
  private(set) var count = 0

  init(
    _ size: ScreenSize, isColored: Bool = true,
    measure: @escaping @Sendable (String) -> Int = { $0.columnsInFrame }
  ) {
    painter = Painter(isColored: isColored)
    terminal = VirtualTerminal(size, measure: measure)
    // A session leaves the terminal like this: no wrapping, no cursor.
    terminal.feed("\u{1b}[?7l\u{1b}[?25l")
  }

  mutating func show(_ frame: Frame) {
    let bytes = painter.paint(frame)
    count = bytes.count
    terminal.feed(bytes)
  }
}

private func list(selected: Int, size: ScreenSize = ScreenSize(rows: 24, columns: 80)) -> Frame {
  var frame = Frame(size)
  for row in 0..<size.rows {
    let text =
      StyledText("\(1000 + row)  paid  ", .green) + "Amy Apple  2026-01-\(10 + row)  129.99 USD"
    frame.write(text.padded(to: size.columns), row: row, in: frame.region)
  }
  frame.restyle(frame.region.part(row: selected, height: 1), adding: .reversed)
  return frame
}

@Suite struct PainterTests {
  @Test func `what doesn't change costs nothing`() {
    var wall = Wall(ScreenSize(rows: 24, columns: 80))
    wall.show(list(selected: 3))
    #expect(wall.count > 500)
    wall.show(list(selected: 3))
    #expect(wall.count == 0)
    wall.painter.forget()
    wall.show(list(selected: 3))
    #expect(wall.count > 500)
  }

  @Test(arguments: [true, false])
  func `moving a selection by a row is two rows`(isColored: Bool) {
    var wall = Wall(ScreenSize(rows: 24, columns: 80), isColored: isColored)
    wall.show(list(selected: 3))
    wall.show(list(selected: 4))
    #expect(wall.count < 220, "\(wall.count) bytes")
  }

  @Test func `a changed word is a jump and the word`() {
    var frame = Frame(ScreenSize(rows: 24, columns: 80))
    frame.write("balance 12.99", row: 9, column: 40, in: frame.region)
    var wall = Wall(frame.size)
    wall.show(frame)
    frame.write("13.01", row: 9, column: 48, in: frame.region)
    wall.show(frame)
    #expect(wall.count <= 12, "\(wall.count) bytes")
  }

  @Test func `a row that becomes shorter is erased to its end`() {
    var frame = Frame(ScreenSize(rows: 2, columns: 80))
    frame.write(StyledText(String(repeating: "x", count: 80)), in: frame.region)
    var wall = Wall(frame.size)
    wall.show(frame)
    frame.fill(frame.region.part(column: 1, height: 1))
    wall.show(frame)
    #expect(wall.count <= 9, "\(wall.count) bytes")
    #expect(wall.terminal.text == "x\n")
  }

  @Test func `without colors there are bold, underline and reverse, and no color`() {
    var frame = Frame(ScreenSize(rows: 1, columns: 10))
    frame.write(StyledText("a", [.bold, .red]) + StyledText("b", .green), in: frame.region)
    frame.write(
      StyledText("c", [.reversed, .cyan]) + StyledText("d", .underlined), column: 2,
      in: frame.region)
    var wall = Wall(frame.size, isColored: false)
    wall.show(frame)
    let styles = wall.terminal.cells[0].prefix(4).map(\.style)
    #expect(styles == [.bold, .plain, .reversed, .underlined])
    // Another color alone is no change then.
    frame.write(StyledText("b", .red), column: 1, in: frame.region)
    wall.show(frame)
    #expect(wall.count == 0)
  }

  @Test func `the cursor shows where the frame has it, and only then`() {
    var frame = Frame(ScreenSize(rows: 3, columns: 10))
    var wall = Wall(frame.size)
    for place in [nil, (1, 4), (2, 9), nil, (0, 0)] as [(Int, Int)?] {
      frame.hideCursor()
      if let place { frame.showCursor(row: place.0, column: place.1, in: frame.region) }
      wall.show(frame)
      #expect(wall.terminal.differences(from: frame) == [])
    }
  }

  @Test(arguments: [0, 1])
  func `the last cell of the screen can be used`(_ rows: Int) {
    var frame = Frame(ScreenSize(rows: rows + 1, columns: 3))
    for row in 0...rows { frame.write("漢x", row: row, in: frame.region) }
    var wall = Wall(frame.size)
    wall.show(frame)
    #expect(wall.terminal.differences(from: frame) == [])
  }

  @Test func `another size is painted as a whole`() {
    var wall = Wall(ScreenSize(rows: 24, columns: 80))
    wall.show(list(selected: 3))
    for (rows, columns) in [(10, 30), (50, 132), (1, 1), (24, 80)] {
      let size = ScreenSize(rows: rows, columns: columns)
      wall.terminal.resize(to: size)
      wall.show(list(selected: 0, size: size))
      #expect(wall.terminal.differences(from: list(selected: 0, size: size)) == [])
    }
  }
}

/// Texts of all kinds of widths.
private let pieces = [
  "a", "Amy", "order 1001", " ", "    ", "é", "e\u{301}", "ß", "Ж", "│", "─", "…", "漢字", "かな",
  "한국어",
  "👍", "👍🏽", "👨‍👩‍👧‍👦", "❤️", "❤", "🇩🇪", "1️⃣", "ｶﾞ", "กำ", "क्षि", "ﷺ", "\u{1F6E0}\u{FE0F}", "①", "™", "€",
  "\u{FFFD}", "\u{1b}[31m", "\u{202e}x",
]

private let styles: [TextStyle] = [
  .plain, .plain, .bold, .dim, .reversed, .underlined, .red, [.bold, .green], [.reversed, .yellow],
  [.bold, .underlined, .reversed, .cyan],
]

extension Seeded {
  /// A few random changes.
  fileprivate mutating func change(_ frame: inout Frame) {
    for _ in 0...below(4) {
      let region = frame.region.part(
        row: below(frame.size.rows + 1) - 1, column: below(frame.size.columns + 2) - 2,
        width: below(frame.size.columns + 1), height: 1 + below(3))
      switch below(6) {
      case 0: frame.fill(region, with: pick([" ", "x", "─"]), pick(styles))
      case 1: frame.restyle(region, adding: pick(styles))
      case 2: frame.box(region, title: "A title", pick(styles))
      case 3: frame.showCursor(row: 0, column: below(5), in: region)
      default:
        let text = (0...below(6)).reduce(into: StyledText.empty) { text, _ in
          text += StyledText(pick(pieces), pick(styles))
        }
        frame.write(text, column: below(frame.size.columns + 1) - 1, in: region)
      }
    }
    if below(10) == 0 { frame.hideCursor() }
    if below(30) == 0 { frame = Frame(frame.size) }
  }
}

@Suite struct PaintedFrameTests {
  @Test(arguments: [true, false])
  func `after any changes the terminal shows the frame`(isColored: Bool) {
    var seeded = Seeded.forTest()
    for _ in 0..<Seeded.trials(100) {
      let size = ScreenSize(rows: 1 + seeded.below(6), columns: 1 + seeded.below(30))
      var frame = Frame(size)
      var wall = Wall(size, isColored: isColored)
      for _ in 0..<30 {
        seeded.change(&frame)
        if seeded.below(20) == 0 { wall.painter.forget() }
        wall.show(frame)
        var expected = frame
        if !isColored { expected.removeColors() }
        let differences = wall.terminal.differences(from: expected) + wall.terminal.problems
        #expect(differences == [], "seed \(seeded.seed)\n\(frame.text)")
        if !differences.isEmpty { return }
      }
    }
  }

  /// Terminals that know no graphemes, have no wide characters, or take everything for wide.
  @Test(arguments: ["a scalar at a time", "narrow", "wide"])
  func `where a terminal measures differently, all else is still in its place`(_ kind: String) {
    let measures: [String: @Sendable (String) -> Int] = [
      "a scalar at a time": { $0.unicodeScalars.reduce(0) { $0 + String($1).displayWidth } },
      "narrow": { $0.isPrintableASCII ? 1 : 1 },
      "wide": { $0.unicodeScalars.allSatisfy { $0.value < 0x2600 } ? $0.displayWidth : 2 },
    ]
    var seeded = Seeded.forTest()
    for _ in 0..<Seeded.trials(100) {
      let size = ScreenSize(rows: 1 + seeded.below(4), columns: 20 + seeded.below(30))
      var frame = Frame(size)
      var wall = Wall(size, measure: measures[kind] ?? { $0.columnsInFrame })
      for _ in 0..<30 {
        seeded.change(&frame)
        wall.show(frame)
        #expect(wall.terminal.problems == [], "seed \(seeded.seed)")
        guard plainCellsAreThere(frame, wall.terminal) else {
          Issue.record("seed \(seeded.seed)\n\(frame.text)\n---\n\(wall.terminal.text)")
          return
        }
      }
    }
  }

  /// Letters, digits and lines: all that no terminal is in doubt about.
  private func plainCellsAreThere(_ frame: Frame, _ terminal: VirtualTerminal) -> Bool {
    for row in 0..<frame.size.rows {
      for column in 0..<frame.size.columns {
        let (cell, shown) = (frame[row, column], terminal.cells[row][column])
        let isPlain = cell.width == 1 && cell.certainty == .narrow && cell.character != " "
        if isPlain, shown.text != String(cell.character) || shown.style != cell.style {
          return false
        }
        // An emoji hides what was there, also where the terminal draws it in one column. All terminals
        // draw ideographs in two.
        if isRestOfUnsure(frame, row, column), shown.text != " ", shown.text.isPrintableASCII {
          return false
        }
        // A space is nowhere anything that was there before.
        if cell.isBlank, shown.width > 0, shown.text != " ", !isNearUnsure(frame, row, column) {
          return false
        }
      }
    }
    return true
  }

  private func isRestOfUnsure(_ frame: Frame, _ row: Int, _ column: Int) -> Bool {
    guard frame[row, column].width == 0 else { return false }
    let first = (0..<column).last { frame[row, $0].width > 0 }
    return first.map { frame[row, $0].certainty == .unsure } ?? false
  }

  /// Whether a character that the terminal may take for wider is to the left.
  private func isNearUnsure(_ frame: Frame, _ row: Int, _ column: Int) -> Bool {
    (max(0, column - 25)..<column).contains { frame[row, $0].certainty != .narrow }
  }
}
