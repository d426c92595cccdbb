import Testing

@testable import Terminal

@Suite struct TableTests {
  private static let plain = Palette(isColored: false)

  private func orders(_ rows: [[Table.Cell]]) -> Table {
    var table = Table([
      .init("ID"), .init("CUSTOMER", isFlexible: true), .init("TOTAL", .right),
      .init("NOTE", isFlexible: true),
    ])
    for row in rows { table.append(row) }
    return table
  }

  @Test func `columns are aligned by display width, with no spaces at the end`() {
    let table = orders([
      ["1001", "Amy Apple", "129.99", "gift"], ["7", "日本", "5.00", ""], ["8", "", "1.00", "é"],
    ])
    #expect(
      table.lines(palette: Self.plain) == [
        "ID    CUSTOMER    TOTAL  NOTE",
        "1001  Amy Apple  129.99  gift",
        "7     日本         5.00",
        "8                  1.00  é",
      ])
  }

  @Test func `an empty table is its headers, and without headers nothing`() {
    #expect(orders([]).lines(palette: Self.plain) == ["ID  CUSTOMER  TOTAL  NOTE"])
    #expect(Table([.init(""), .init("")]).lines(palette: Self.plain) == [])
    #expect(Table([]).lines(palette: Self.plain, maximumWidth: 0) == [])
  }

  @Test func `a table without headers has no line for them`() {
    var table = Table([.init(""), .init("", .right)])
    table.append(["total", "12"])
    table.append(["paid", "3"])
    #expect(table.lines(palette: Self.plain) == ["total  12", "paid    3"])
  }

  @Test func `rows too short are filled, cells too many left out`() {
    #expect(
      orders([["1"], [], ["1", "b", "c", "d", "e"]]).lines(palette: Self.plain).dropFirst() == [
        "1", "", "1   b             c  d",
      ])
  }

  @Test func `nothing is cut without a maximum width`() {
    let long = String(repeating: "x", count: 200)
    #expect(orders([["1", .init(long)]]).lines(palette: Self.plain)[1] == "1   " + long)
  }

  @Test func `the widest flexible columns are cut until the table fits`() {
    let table = orders([["1001", "Christopher Camera-Carlsson", "10.00", "a note of some length"]])
    #expect(
      table.lines(palette: Self.plain, maximumWidth: 50) == [
        "ID    CUSTOMER            TOTAL  NOTE",
        "1001  Christopher Camer…  10.00  a note of some l…",
      ])
    #expect(table.lines(palette: Self.plain, maximumWidth: 63)[1].displayWidth == 63)
    #expect(table.lines(palette: Self.plain, maximumWidth: 64)[1].hasSuffix("length"))
  }

  @Test func `a column is never cut below its header, and lines still too wide at their end`() {
    let table = orders([["1001", "Christopher", "10.00", "noted"]])
    #expect(
      table.lines(palette: Self.plain, maximumWidth: 22) == [
        "ID    CUSTOMER  TOTAL…", "1001  Christo…  10.00…",
      ])
    #expect(table.lines(palette: Self.plain, maximumWidth: 6) == ["ID   …", "1001 …"])
  }

  @Test(arguments: 27...70) func `a table that can fit fits`(width: Int) {
    let table = orders([
      ["1001", "日本語日本語日本語日本語", "10.00", "n"], ["2", "x", "1.00", "a rather long note 日本語"],
    ])
    let lines = table.lines(palette: Self.plain, maximumWidth: width)
    #expect(lines.allSatisfy { $0.displayWidth <= width && $0.last != " " })
  }

  @Test func `styles don't count as width, and headers are bold`() {
    var table = Table([.init("A"), .init("B")])
    table.append([.init("x", .red), "y"])
    table.append(["zz", "y"])
    #expect(
      table.lines(palette: Palette(isColored: true)) == [
        "\u{1b}[1mA\u{1b}[0m   \u{1b}[1mB\u{1b}[0m", "\u{1b}[31mx\u{1b}[0m   y", "zz  y",
      ])
  }

  @Test(arguments: [
    (12, "zz is a cell"), (11, "zz is a ce…"), (4, "zz …"), (3, "zz…"), (2, "z…"), (1, "…"),
  ]) func `a line ends with a mark where it is cut`(width: Int, expected: String) {
    let cells: [Table.Cell] = ["zz", " ", .init("is a cell", .red)]
    #expect(Self.plain.line(of: cells, fitting: width) == expected)
  }

  @Test func `cells are safe to show`() {
    var table = Table([.init("A\u{1b}")])
    table.append([.init("two\nlines\u{1b}[2J")])
    #expect(table.lines(palette: Self.plain) == [#"A\u{1b}"#, #"two\nlines\u{1b}[2J"#])
  }
}
