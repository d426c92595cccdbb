import Testing

@testable import Terminal

@Suite struct TerminalInfoTests {
  @Test(
    arguments: [
      (nil, nil, 80), (nil, 132, 132), ("100", 132, 100), ("100", nil, 100), ("", 132, 132),
      ("wide", 132, 132), ("0", 132, 132), ("-5", nil, 80), ("99999999", nil, 80), (nil, 0, 80),
      ("99999999999999999999", 40, 40),
    ] as [(String?, Int?, Int)])
  func `the width is that of COLUMNS, else the measured one, else 80`(
    columns: String?, measured: Int?, expected: Int
  ) {
    let environment = columns.map { ["COLUMNS": $0] } ?? [:]
    #expect(TerminalInfo.width(environment: environment, measured: measured) == expected)
  }

  @Test func `the environment is what is passed in`() {
    let info = TerminalInfo(environment: ["COLUMNS": "123", "TERM": "dumb"])
    #expect(info.width == 123)
    #expect(!info.canRedraw)
    #expect(TerminalInfo(environment: [:]).canRedraw)
  }
}
