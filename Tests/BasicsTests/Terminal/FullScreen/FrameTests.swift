import Formatting
import Testing

@testable import Terminal

private let small = ScreenSize(rows: 3, columns: 10)

@Suite struct FrameTests {
  /// Texts with their column and width, and the row that shows.
  @Test(
    arguments: [
      ("Amy", 0, 10, "Amy"), ("Amy", 8, 10, "        Am"), ("Amy", 2, 1, "  A"),
      ("Amy", 10, 10, ""), ("Amy", -1, 10, "my"), ("Amy", -5, 10, ""), ("Amy", 0, 0, ""),
      ("Amy", 0, -3, ""),
      // Never half a wide character, at either end.
      ("漢字", 7, 10, "       漢"), ("漢字", 0, 3, "漢"), ("漢字", -1, 10, " 字"),
      ("👨‍👩‍👧x", 8, 10, "        👨‍👩‍👧"), ("👨‍👩‍👧x", 9, 10, ""), ("e\u{301}e", 9, 10, "         e\u{301}"),
    ] as [(String, Int, Int, String)])
  func `text is cut at the width and at the edges`(
    text: String, column: Int, width: Int, expected: String
  ) {
    var frame = Frame(small)
    let written = frame.write(
      StyledText(text), row: 1, column: column, width: width, in: frame.region)
    #expect(frame.text == "\n\(expected)\n")
    #expect(written <= max(0, width))
    expectWhole(frame)
  }

  @Test(arguments: [-1, 10, 11, .max, .min])
  func `what is outside of a region isn't drawn`(_ place: Int) {
    var frame = Frame(small)
    for (row, column) in [(place, 0), (place, place), (0, place)] {
      frame.write("", row: row, column: column, in: frame.region)
      if place != -1 { frame.write("Amy", row: row, column: column, in: frame.region) }
      frame.showCursor(row: row, column: column, in: frame.region)
    }
    frame.horizontalLine(row: place, in: frame.region)
    frame.verticalLine(column: place, in: frame.region)
    #expect(frame == Frame(small))
  }

  @Test func `nothing reaches out of a region`() {
    var frame = Frame(ScreenSize(rows: 5, columns: 12))
    frame.fill(frame.region, with: ".")
    let pane = frame.region.part(row: 1, column: 3, width: 5, height: 3)
    let before = frame
    for row in -2...6 {
      for column in -7...12 {
        frame.write("漢字かなabc", row: row, column: column, in: pane)
        frame.fill(pane.part(row: row, column: column), with: "x", .reversed)
        frame.horizontalLine(row: row, in: pane)
        frame.verticalLine(column: column, in: pane)
        frame.box(pane.part(row: row, column: column), title: "A long title")
      }
    }
    for row in 0..<5 {
      for column in 0..<12 where !pane.contains(row: row, column: column) {
        #expect(frame[row, column] == before[row, column])
      }
    }
    expectWhole(frame)
  }

  @Test func `a region of another screen draws nothing`() {
    var frame = Frame(small)
    let larger = Region(ScreenSize(rows: 50, columns: 200))
    frame.fill(larger, with: "x")
    frame.write("Amy", row: 20, in: larger)
    frame.restyle(larger, adding: .bold)
    frame.showCursor(row: 20, column: 3, in: larger)
    #expect(frame == Frame(small))
  }

  @Test(
    arguments: [
      ("漢字", ["x 字", " x字", "漢x", "漢 x"]), ("क्षिz", ["x  z", " x z", "  xz", "क्षिx"]),
    ] as [(StyledText, [String])])
  func `overwriting a part of a wide character clears the others`(
    text: StyledText, expected: [String]
  ) {
    for column in expected.indices {
      var frame = Frame(ScreenSize(rows: 1, columns: 4))
      frame.write(text, in: frame.region)
      frame.write("x", column: column, in: frame.region)
      #expect(frame.text == expected[column])
      expectWhole(frame)
    }
  }

  @Test(arguments: [
    "\u{1B}[2J", "\u{9B}31m", "a\nb\tc\r", "\u{202E}abc\u{202C}", "\u{2066}x\u{2069}",
    "\u{7F}\u{0}",
    "\u{200B}x", "\u{FEFF}", "x\u{2028}y", "\u{E0041}", "\u{1B}]0;title\u{7}",
  ])
  func `nothing that a terminal would obey or hide gets into a frame`(_ text: String) {
    var frame = Frame(ScreenSize(rows: 2, columns: 60))
    frame.write(StyledText(text), in: frame.region)
    frame.write(StyledText(value: text), row: 1, in: frame.region)
    #expect(frame.text(row: 0) == visible(text))
    #expect(frame.text(row: 1) == visible(text))
    for column in 0..<60 {
      #expect(
        frame[0, column].character.unicodeScalars.allSatisfy { visible(String($0)) == String($0) })
    }
  }

  @Test func `what would change its neighbors stands alone`() {
    var frame = Frame(small)
    frame.write(StyledText("a") + StyledText("\u{301}\u{301}", .bold) + "b", in: frame.region)
    #expect(frame.text(row: 0) == "a\u{FFFD}b")
    let stack = "o" + String(repeating: "\u{300}", count: 100)
    frame.write(StyledText(stack + "k"), row: 1, in: frame.region)
    #expect(frame.text(row: 1) == "\u{FFFD}k")
  }

  @Test(arguments: [
    ("क्षि", 3), ("ि", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("กำ", 2), ("กี่", 1), ("ｶﾞ", 2),
    ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("é", 1),
    ("e\u{301}", 1),
  ])
  func `a grapheme has room for all its letters`(_ text: String, width: Int) {
    #expect(text.count == 1 && text.columnsInFrame == width)
  }

  @Test func `a value is as long as everywhere`() {
    let long = String(repeating: "x", count: 300)
    #expect(StyledText(value: long).text == visible(value: long))
    #expect(StyledText(long).text == long)
  }

  @Test(arguments: [(0, 0), (1, 0), (0, 1), (-1, -1), (100_000, 100_000)])
  func `screens of any size can be drawn on`(rows: Int, columns: Int) {
    var frame = Frame(ScreenSize(rows: rows, columns: columns))
    frame.box(frame.region, title: "Title")
    frame.write("漢字", row: 1, column: 1, in: frame.region)
    frame.showCursor(row: 0, column: 0, in: frame.region)
    #expect(frame.size.rows <= 500 && frame.size.columns <= 1000)
  }

  /// Each wide character has all its columns, and nothing else has any.
  private func expectWhole(_ frame: Frame) {
    for row in 0..<frame.size.rows {
      var column = 0
      while column < frame.size.columns {
        let width = Int(frame[row, column].width)
        #expect(width >= 1 && column + width <= frame.size.columns)
        for rest in 1..<max(1, width) { #expect(frame[row, column + rest].width == 0) }
        column += max(1, width)
      }
    }
  }
}

@Suite struct RegionTests {
  private let screen = Region(ScreenSize(rows: 10, columns: 20))

  @Test func `a part is never larger than the whole`() {
    let numbers = [.min, -21, -1, 0, 1, 5, 9, 10, 11, 20, 21, .max]
    for row in numbers {
      for height in numbers {
        let part = screen.part(row: row, column: height, width: row, height: height)
        #expect(part.row >= 0 && part.height >= 0 && part.row + part.height <= 10)
        #expect(part.column >= 0 && part.width >= 0 && part.column + part.width <= 20)
      }
    }
  }

  @Test func `splitting keeps everything`() {
    for count in [-1, 0, 3, 10, 11, 20, 30] {
      let (top, below) = screen.split(top: count)
      #expect(top.height + below.height == 10 && top.height == min(max(0, count), 10))
      let (above, bottom) = screen.split(bottom: count)
      #expect(above.height + bottom.height == 10 && bottom.height == min(max(0, count), 10))
      #expect(bottom.isEmpty || bottom.row == above.height)
      let (left, right) = screen.split(left: count)
      #expect(left.width + right.width == 20 && left.width == min(max(0, count), 20))
    }
  }

  @Test func `a centered part has as much on both sides`() {
    let box = screen.centered(width: 10, height: 4)
    #expect(box.column == 5 && box.row == 3 && box.width == 10 && box.height == 4)
    #expect(screen.centered(width: 100, height: 100) == screen)
    #expect(screen.centered(width: -1, height: -1).isEmpty)
  }
}
