import TerminalKit
import TestKit
import Testing

@testable import Terminal

/// A list of rows with their numbers, in five rows of the screen.
private struct Desk {
  var pane = ListPane()
  let count: Int
  var region = Region(ScreenSize(rows: 5, columns: 10))
  var frame = Frame(ScreenSize(rows: 5, columns: 10))
  /// The number of rows that were requested last time.
  private(set) var asked = 0

  init(_ count: Int) {
    self.count = count
    draw()
  }

  mutating func draw() {
    frame = Frame(ScreenSize(rows: 5, columns: 10))
    asked = 0
    let count = count
    var asked = 0
    pane.draw(in: region, on: &frame) { index in
      asked += 1
      return (0..<count).contains(index) ? "row \(index)" : nil
    }
    self.asked = asked
  }

  @discardableResult
  mutating func handle(_ event: ScreenEvent) -> ListPane.Response {
    let count = count
    var asked = 0
    let response = pane.handle(event, in: region) { index in
      asked += 1
      return (0..<count).contains(index) ? "row \(index)" : nil
    }
    draw()
    self.asked = asked
    return response
  }

  mutating func type(_ keys: Key...) { for key in keys { handle(.key(key)) } }

  /// The first and the last row that show, and the selected one.
  var shown: String {
    let rows = (0..<5).map(frame.text(row:)).filter { !$0.isEmpty }.map { $0.dropFirst(4) }
    let reversed = (0..<5).filter { frame[$0, 0].style.isReversed }.map { frame.text(row: $0) }
    return "\(rows.first ?? "-")–\(rows.last ?? "-") \(reversed.joined().dropFirst(4))"
  }
}

@Suite struct ListPaneTests {
  @Test(
    arguments: [
      ([], "0–4 0"), ([.down], "0–4 1"), ([.up], "0–4 0"),
      ([.down, .down, .down, .down, .down], "1–5 5"), ([.end], "95–99 99"),
      ([.end, .up], "95–99 98"),
      ([.end, .down], "95–99 99"), ([.end, .home], "0–4 0"), ([.pageDown], "4–8 4"),
      ([.down, .pageDown], "4–8 5"), ([.pageDown, .pageUp], "0–4 0"), ([.pageUp], "0–4 0"),
      ([.end, .pageDown], "95–99 99"), ([.end, .up, .pageUp], "91–95 94"),
    ] as [([Key], String)])
  func `keys move the selection, and the list follows`(keys: [Key], expected: String) {
    var desk = Desk(100)
    for key in keys { desk.handle(.key(key)) }
    #expect(desk.shown == expected)
  }

  @Test(arguments: [
    (0, "--- "), (1, "0–0 0"), (3, "0–2 2"), (5, "0–4 4"), (6, "1–5 5"),
  ])
  func `short lists have no empty room above`(count: Int, expected: String) {
    var desk = Desk(count)
    desk.type(.end, .pageDown, .down)
    #expect(desk.shown == expected.replacing("---", with: "-–-"))
  }

  @Test func `the end of a long list is found with few questions`() {
    var desk = Desk(1_000_000_000)
    desk.type(.end)
    #expect(desk.pane.selection == 999_999_999)
    #expect(desk.asked < 100)
    desk.type(.home)
    #expect(desk.asked < 20)
  }

  @Test func `a list that became shorter keeps a selection that is there`() {
    var pane = ListPane(selection: 80)
    var frame = Frame(ScreenSize(rows: 5, columns: 10))
    for count in [100, 50, 3, 0, 10] {
      pane.draw(in: frame.region, on: &frame) { $0 < count ? "row \($0)" : nil }
      #expect(
        pane.selection
          == max(0, min(80, count - 1, [100: 80, 50: 49, 3: 2, 0: 0, 10: 0][count] ?? 0)))
    }
  }

  @Test func `a click selects, and a click on what is selected activates`() {
    var desk = Desk(100)
    desk.type(.end)
    let click = ScreenEvent.mouse(MouseEvent(.press, row: 1, column: 3))
    expect(desk.handle(click), .used)
    #expect(desk.shown == "95–99 96")
    expect(desk.handle(click), .activated)
    expect(desk.handle(.key(.enter)), .activated)
    expect(desk.handle(.mouse(MouseEvent(.press, row: 5, column: 3))), .unused)
    expect(desk.handle(.mouse(MouseEvent(.press, row: 1, column: 10))), .unused)
  }

  @Test func `below a short list there is nothing to click`() {
    var desk = Desk(2)
    expect(desk.handle(.mouse(MouseEvent(.press, row: 4, column: 3))), .used)
    #expect(desk.pane.selection == 0)
    var empty = Desk(0)
    expect(empty.handle(.key(.enter)), .used)
    expect(empty.handle(.mouse(MouseEvent(.press, row: 0, column: 0))), .used)
  }

  @Test func `the wheel scrolls, and the selection stays on the screen`() {
    var desk = Desk(100)
    desk.handle(.mouse(MouseEvent(.wheelDown, row: 1, column: 3)))
    #expect(desk.shown == "3–7 3")
    desk.handle(.mouse(MouseEvent(.wheelDown, row: 1, column: 3)))
    desk.type(.down, .down, .down, .down)
    desk.handle(.mouse(MouseEvent(.wheelUp, row: 1, column: 3)))
    #expect(desk.shown == "3–7 7")
    for _ in 0..<100 { desk.handle(.mouse(MouseEvent(.wheelDown, row: 1, column: 3))) }
    #expect(desk.shown == "95–99 95")
  }

  @Test func `other keys are for the app`() {
    var desk = Desk(3)
    for key in ["q", .left, .right, .escape, .tab, .control("l")] as [Key] {
      expect(desk.handle(.key(key)), .unused)
    }
    expect(desk.handle(.resized), .unused)
  }

  @Test func `random events never leave the list`() {
    var seeded = Seeded.forTest()
    for _ in 0..<Seeded.trials(300) {
      var pane = ListPane(selection: seeded.below(30))
      for _ in 0..<40 {
        let count = seeded.below(4) == 0 ? seeded.below(20) : 12
        let rows = { (index: Int) -> StyledText? in (0..<count).contains(index) ? "\(index)" : nil }
        var frame = Frame(ScreenSize(rows: 1 + seeded.below(8), columns: 4))
        let event = seeded.pick(
          [
            .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .key(.home), .key(.end),
            .mouse(MouseEvent(.wheelUp, row: 0, column: 0)),
            .mouse(MouseEvent(.wheelDown, row: 0, column: 0)),
            .mouse(MouseEvent(.press, row: seeded.below(8), column: 0)),
          ] as [ScreenEvent])
        _ = pane.handle(event, in: frame.region, row: rows)
        pane.draw(in: frame.region, on: &frame, row: rows)
        #expect(pane.selection == 0 || pane.selection < count, "seed \(seeded.seed)")
        let shown = (0..<frame.size.rows).filter { frame[$0, 0].style.isReversed }
        #expect(shown.count == min(1, count), "seed \(seeded.seed)")
        let isFull = frame.text(row: frame.size.rows - 1) != ""
        #expect(isFull || frame.text(row: 0) == "0" || count == 0, "seed \(seeded.seed)")
      }
    }
  }
}
