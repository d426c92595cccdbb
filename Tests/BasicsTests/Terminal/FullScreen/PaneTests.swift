import TerminalKit
import Testing

@testable import Terminal

@Suite struct TextPaneTests {
  private let numbers = (0..<20).map { StyledText("line \($0)") }
  private let size = ScreenSize(rows: 4, columns: 20)

  private func shown(_ pane: inout TextPane, _ events: ScreenEvent...) -> String {
    let region = Region(size)
    for event in events { _ = pane.handle(event, in: region) }
    var frame = Frame(size)
    pane.draw(in: region, on: &frame)
    return frame.text
  }

  @Test func `keys and the wheel scroll, and not beyond the ends`() {
    var pane = TextPane(numbers)
    #expect(shown(&pane).hasPrefix("line 0\n"))
    #expect(shown(&pane, .key(.up)).hasPrefix("line 0\n"))
    #expect(shown(&pane, .key(.down), .key(.down)).hasPrefix("line 2\n"))
    #expect(shown(&pane, .key(.pageDown)).hasPrefix("line 5\n"))
    #expect(shown(&pane, .key(.end)).hasPrefix("line 16\n"))
    #expect(shown(&pane, .key(.pageDown)).hasPrefix("line 16\n"))
    #expect(shown(&pane, .key(.up)).hasPrefix("line 15\n"))
    #expect(shown(&pane, .mouse(MouseEvent(.wheelUp, row: 0, column: 0))).hasPrefix("line 12\n"))
    #expect(shown(&pane, .mouse(MouseEvent(.wheelDown, row: 0, column: 0))).hasPrefix("line 15\n"))
    #expect(shown(&pane, .key(.home)).hasPrefix("line 0\n"))
    for key in ["q", .enter, .escape] as [Key] {
      expect(pane.handle(.key(key), in: Region(size)), false)
    }
  }

  @Test func `a short text doesn't scroll`() {
    var pane = TextPane(Array(numbers.prefix(2)))
    #expect(shown(&pane, .key(.end), .key(.down)) == "line 0\nline 1\n\n")
    var empty = TextPane()
    #expect(shown(&empty, .key(.end)) == "\n\n\n")
  }

  @Test func `long lines are wrapped`() {
    var pane = TextPane(["a line that is longer than the screen", "short"])
    #expect(shown(&pane) == "a line that is\nlonger than the\nscreen\nshort")
    expect(pane.rowCount(width: 10), 6)
  }

  @Test func `another text begins at its beginning, or stays where it is`() {
    var pane = TextPane(numbers)
    _ = shown(&pane, .key(.pageDown))
    pane.show(numbers.map { $0 + "!" }, keepsPlace: true)
    #expect(shown(&pane).hasPrefix("line 3!\n"))
    pane.show(numbers, keepsPlace: false)
    #expect(shown(&pane).hasPrefix("line 0\n"))
    _ = shown(&pane, .key(.end))
    pane.show(Array(numbers.prefix(6)), keepsPlace: true)
    #expect(shown(&pane).hasPrefix("line 2\n"))
  }
}

@Suite struct KeyHintsTests {
  private let hints = KeyHints([
    KeyHint("Enter", "open", importance: 5), KeyHint("m", "mark"),
    KeyHint("/", "search", importance: 3),
    KeyHint("d", "diff"), KeyHint("?", "help", importance: 9), KeyHint("q", "quit", importance: 9),
  ])

  @Test(arguments: [
    (80, "Enter open  m mark  / search  d diff  ? help  q quit"),
    (52, "Enter open  m mark  / search  d diff  ? help  q quit"),
    (51, "Enter open  m mark  / search  ? help  q quit"),
    (43, "Enter open  / search  ? help  q quit"),
    (20, "? help  q quit"), (13, "? help"), (5, ""), (0, ""), (-1, ""),
  ])
  func `the least important ones go first`(width: Int, expected: String) {
    #expect(hints.text(width: width).text == expected)
  }

  @Test func `keys are bold`() {
    #expect(hints.text(width: 10).runs.first?.style == .bold)
    #expect(KeyHints([]).text(width: 10).isEmpty)
  }
}

@Suite struct OverlayTests {
  @Test func `a box is as large as its text, in the middle`() {
    var frame = Frame(ScreenSize(rows: 7, columns: 20))
    frame.fill(frame.region, with: ".")
    var overlay = Overlay(title: "Help", ["q  quit", "?  this"], footer: "Esc closes")
    overlay.draw(in: frame.region, on: &frame)
    #expect(
      frame.text == """
        ....................
        ...┌ Help ──────┐...
        ...│ q  quit    │...
        ...│ ?  this    │...
        ...│ Esc closes │...
        ...└────────────┘...
        ....................
        """)
  }

  @Test func `a long text scrolls`() {
    var frame = Frame(ScreenSize(rows: 5, columns: 12))
    var overlay = Overlay(title: "A long title", (0..<9).map { "line \($0)" })
    overlay.draw(in: frame.region, on: &frame)
    #expect(
      frame.text == """
        ┌ A long … ┐
        │ line 0   │
        │ line 1   │
        │ line 2   │
        └──────────┘
        """)
    let isUsed = [Key.end, .escape].map { overlay.handle(.key($0), in: frame.region) }
    #expect(isUsed == [true, false])
    overlay.draw(in: frame.region, on: &frame)
    #expect(frame.text(row: 3).contains("line 8"))
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 3), (3, 4), (3, 5), (24, 2)])
  func `in no room it draws what it can`(rows: Int, columns: Int) {
    var frame = Frame(ScreenSize(rows: rows, columns: columns))
    var overlay = Overlay(title: "Title", ["text of the box"], footer: "keys")
    overlay.draw(in: frame.region, on: &frame)
    expect(overlay.handle(.key(.down), in: frame.region), true)
    // The least that has room for a border.
    if (rows, columns) == (3, 5) {
      #expect(
        frame.text == """
          ┌ … ┐
          │ … │
          └───┘
          """)
    }
  }

  @Test func `a box returns the room within it`() {
    var frame = Frame(ScreenSize(rows: 10, columns: 20))
    let inner = frame.box(frame.region.part(row: 1, column: 2, width: 6, height: 4))
    #expect((inner.row, inner.column, inner.width, inner.height) == (2, 3, 4, 2))
    let tiny = frame.region.part(width: 3, height: 2)
    #expect(frame.box(tiny) == tiny)
  }
}
