import Formatting
import Testing

@testable import Terminal

@Suite struct TableTests {
  private func orders(_ rows: [[Table.Cell]]) -> Table {
    var table = Table([
      .init("ID"), .init("CUSTOMER", .left, .wraps), .init("TOTAL", .right),
      .init("NOTE", .left, .wraps),
    ])
    for row in rows { table.append(row) }
    return table
  }

  @Test func `columns are aligned by display width, with no spaces at the end`() {
    let table = orders([
      ["1001", "Amy Apple", "129.99", "gift"], ["7", "日本", "5.00", ""], ["8", "", "1.00", "é"],
    ])
    #expect(
      table.lines().map(\.text) == [
        "ID    CUSTOMER    TOTAL  NOTE",
        "1001  Amy Apple  129.99  gift",
        "7     日本         5.00",
        "8                  1.00  é",
      ])
  }

  @Test func `an empty table is its headers, and without headers nothing`() {
    #expect(orders([]).lines().map(\.text) == ["ID  CUSTOMER  TOTAL  NOTE"])
    #expect(Table([.init(""), .init("")]).lines().map(\.text) == [])
    #expect(Table([]).lines(maximumWidth: 0).map(\.text) == [])
  }

  @Test func `a table without headers has no line for them`() {
    var table = Table([.init(""), .init("", .right)])
    table.append(["total", "12"])
    table.append(["paid", "3"])
    #expect(table.lines().map(\.text) == ["total  12", "paid    3"])
  }

  @Test func `rows too short are filled, cells too many left out`() {
    #expect(
      orders([["1"], [], ["1", "b", "c", "d", "e"]]).lines().map(\.text).dropFirst() == [
        "1", "", "1   b             c  d",
      ])
  }

  @Test func `nothing is cut without a maximum width`() {
    let long = String(repeating: "x", count: 200)
    #expect(orders([["1", .init(long)]]).lines().map(\.text)[1] == "1   " + long)
  }

  @Test(arguments: [199, 205, 4000]) func `a long text leaves other rows as they are`(_ length: Int)
  {
    let long = String(repeating: "x", count: length)
    let table = orders([
      ["1", .init(long), "10.00"], ["2", "Amy Apple", "2.50"], ["3", "", "7.00"],
    ])
    let lines = table.lines().map(\.text)
    let width = visible(value: long).count
    let rest = String(repeating: " ", count: width)
    #expect(lines[2] == "2   " + "Amy Apple".padded(to: width) + "   2.50")
    #expect(lines[3] == "3   " + rest + "   7.00")
    #expect(lines.dropFirst().allSatisfy { $0.displayWidth == lines[1].displayWidth })
  }

  @Test(arguments: [
    "1000000000000.00", "1Z999AA10123456784", "20261126-000000000007", "+49 1234567890123456",
  ])
  func `a number, id or code in a text isn't broken at any width`(_ code: String) {
    let longest = code.split(separator: " ").map(String.init).max { $0.count < $1.count }
    for width in 1...60 {
      let table = orders([["1001", .init(code), "10.00", "a gift"], ["1002", "Amy", "1.00", ""]])
      let lines = table.lines(maximumWidth: width).map(\.text)
      #expect(lines.contains { $0.contains(longest ?? "") }, "\(width)")
    }
  }

  @Test func `the widest columns that wrap do so until the table fits`() {
    let table = orders([["1001", "Christopher Camera-Carlsson", "10.00", "a note of some length"]])
    #expect(
      table.lines(maximumWidth: 50).map(\.text) == [
        "ID    CUSTOMER            TOTAL  NOTE",
        "1001  Christopher         10.00  a note of some",
        "      Camera-Carlsson            length",
      ])
    #expect(table.lines(maximumWidth: 64).map(\.text)[1].hasSuffix("length"))
  }

  @Test func `a long word is broken where nothing else makes the table fit`() {
    let table = orders([
      ["1001", "amy-apple@a-very-long-name.example", "129.99", "a gift"], ["2", "bob", "1.00", ""],
    ])
    #expect(
      table.lines(maximumWidth: 40).map(\.text) == [
        "ID    CUSTOMER             TOTAL  NOTE",
        "1001  amy-apple@a-very-l  129.99  a gift",
        "      ong-name.example",
        "2     bob                   1.00",
      ])
    #expect(
      table.lines(maximumWidth: 60).map(\.text)[1].hasPrefix(
        "1001  amy-apple@a-very-long-name.example  129.99"))
  }

  @Test func `where words don't fit, a row becomes a record`() {
    let table = orders([
      ["1001", "Christopher", "9,000,000,000,000.00", "a note"], ["2", "Amy", "1.00", ""],
    ])
    #expect(
      table.lines(maximumWidth: 40).map(\.text) == [
        "ID        1001", "CUSTOMER  Christopher", "TOTAL     9,000,000,000,000.00",
        "NOTE      a note", "", "ID        2", "CUSTOMER  Amy", "TOTAL     1.00",
      ])
  }

  @Test func `optional columns give way before that, the last first`() {
    var table = Table([
      .init("A"), .init("FIRST", .left, .optional), .init("B"), .init("LAST", .left, .optional),
    ])
    table.append(["1", "2", "3", "4"])
    #expect(
      table.lines(maximumWidth: 15).map(\.text)[0] == "A  FIRST  B  LAST".dropLast(6))
    #expect(table.lines(maximumWidth: 9).map(\.text)[0] == "A  B")
  }

  @Test func `without headers, the first text stands for the record`() {
    let table = Table([.init(""), .init("", .right)], rows: [["A rather long label", "9,000.00"]])
    #expect(
      table.lines(maximumWidth: 20).map(\.text) == [
        "A rather long label", "        9,000.00",
      ])
  }

  @Test(arguments: [10, 27, 40, 60, 70, 80, 120]) func `nothing is cut, and what can fit fits`(
    _ width: Int
  ) {
    let table = orders([
      ["1001", "日本語日本語日本語日本語", "1000000000000.00", "n"],
      ["2", "x", "1.00", "a rather long note 日本語"],
    ])
    let lines = table.lines(maximumWidth: width).map(\.text)
    for word in ["1001", "日本語日本語日本語日本語", "1000000000000.00", "rather", "日本語"] {
      let isWhole = lines.contains { $0.contains(word) }
      #expect(isWhole || width < 60 && word == "日本語日本語日本語日本語", "\(width)")
    }
    #expect(lines.allSatisfy { ($0.displayWidth <= width || width < 40) && $0.last != " " })
  }

  @Test func `styles don't count as width, and headers are bold`() {
    var table = Table([.init("A"), .init("B")])
    table.append([.init("x", .red), "y"])
    table.append(["zz", "y"])
    #expect(
      table.lines().map { $0.printed(inColor: true) } == [
        "\u{1b}[1mA\u{1b}[0m   \u{1b}[1mB\u{1b}[0m", "\u{1b}[31mx\u{1b}[0m   y", "zz  y",
      ])
  }

  @Test(
    arguments: [
      (40, ["zz  refused: not-paid  because: a long story"]),
      (30, ["zz  refused: not-paid", "        because: a long story"]),
      (20, ["zz  refused: not-paid", "        because: a long", "        story"]),
    ] as [(Int, [String])]) func `cells that don't fit a line continue below`(
      _ width: Int, _ expected: [String]
    )
  {
    let cells: [Table.Cell] = [
      "zz", .init("refused: not-paid", .red), .init("a long story", after: "because: "),
    ]
    #expect(cells.lines(within: width + 4).map(\.text) == expected)
    #expect(cells.lines(within: nil).count == 1)
  }

  @Test func `cells are safe to show`() {
    var table = Table([.init("A\u{1b}")])
    table.append([.init("two\nlines\u{1b}[2J")])
    #expect(table.lines().map(\.text) == [#"A\u{1b}"#, #"two\nlines\u{1b}[2J"#])
  }
}
