import EventSourcing
import HistoryScenes
import Testing

@Suite struct CSVTests {
  private func line(_ values: CellValue...) -> String {
    var writer = CSVWriter()
    writer.row(values)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `rows are as RFC 4180 has them`() throws {
    #expect(line(.text("a"), .empty, .integer(-3), .boolean(true)) == "a,,-3,true\r\n")
    #expect(
      line(.text("a,b"), .text("say \"hi\""), .text("x\ny"))
        == "\"a,b\",\"say \"\"hi\"\"\",\"x\ny\"\r\n")
    #expect(line(.amount(-1250, currency: "USD"), .amount(7, currency: "JPY")) == "-12.50,7\r\n")
    let time = try #require(Timestamp("2026-01-31T12:00:00.000001Z"))
    #expect(line(.time(time)) == "2026-01-31T12:00:00.000001Z\r\n")
  }

  @Test func `only spreadsheets are told that it is UTF-8`() {
    for (dialect, mark) in [(CSVDialect.spreadsheet, CSVWriter.byteOrderMark), (.database, [])] {
      var writer = CSVWriter(dialect)
      writer.headings(["a", "b"])
      writer.row([.integer(1), .empty])
      #expect(writer.bytes == mark + Array("a,b\r\n1,\r\n".utf8))
    }
  }

  @Test func `an amount without a currency is missing`() {
    #expect(line(.amount(1250, currency: ""), .text("")) == ",\r\n")
  }

  @Test(arguments: [
    "=1+1", "+1+1", "-1-x", "+A1", "-A1+2", "\r", "+", "\n-5", "+49 40 123/4", "-A1", "@SUM(A1)",
    "\t=1", "\r=1",
    " =1", "\u{FEFF}=1", "\u{200B}@a", "＝1+1", "\0=1", "\tx",
  ])
  func `no text is a formula`(_ text: String) {
    #expect(line(.text(text)).drop { $0 == "\"" }.hasPrefix("'"))
    var writer = CSVWriter(.database)
    writer.row([.text(text)])
    let written = String(decoding: writer.bytes, as: UTF8.self)
    #expect(written == text + "\r\n" || written == "\"\(text)\"\r\n")
  }

  @Test(arguments: [
    "a=1", "1-1", "", "'x", "amy@example.com", "¬", "+49 40 123456", "+1 (415) 555-0132", "-7.50",
    "(030) 123", "-", "+1-800-555-1234", "+49 30 123", "(031) 234-5678", "-5", "+5.00", "+(0) 1",
  ])
  func `other texts stay as they are`(_ text: String) {
    #expect(line(.text(text)) == text + "\r\n")
  }
}
