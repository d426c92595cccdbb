// The report on the real binary: what is written, what isn't, and that no data breaks out of the page.

import Foundation
import JSONLines
import Testing

@Suite struct ReportTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func page(_ arguments: String..., store: String = "store") throws -> String {
    let name = "page-\(arguments.joined(separator: "-")).html".replacing("/", with: "-")
    try workspace.expect(
      .done, args: ["--store", store, "report", "--output", name] + arguments)
    return try workspace.text(name)
  }

  @Test func `it says what it wrote, and never replaces a file`() throws {
    let said = try workspace.expect(.done, "report", "--output", "a.html").output
    let size = try workspace.bytes("a.html").count
    #expect(said == "Wrote a.html, \(size) bytes: 7 entries, 2 of 2 orders one by one.\n")
    try workspace.expect(.cannotCreate, "report", "--output", "a.html")
    #expect(try workspace.bytes("a.html").count == size)
    let json = try workspace.expect(.done, "report", "--output", "b.html", "--json").output
    #expect(
      json
        == #"{"entries":7,"seq":7,"orders":2,"ofOrders":2,"personal":false,"clean":false}"# + "\n")
    #expect(try workspace.bytes("a.html") == workspace.bytes("b.html"))
  }

  @Test(arguments: [
    (["report"], ExitStatus.usage), (["report", "--output", "store/x.html"], .usage),
    (["report", "--output", "x.html", "9999"], .notFound),
    (["report", "--output", "x.html", "1001", "--at", "start"], .notFound),
    (["report", "--output", "x.html", "--at", "99"], .usage),
    (["report", "--output", "x.html", "--at", "99", "--until", "2025-06-02T09:30"], .usage),
    (["report", "--output", "x.html", "--since", "2026-01-02", "--until", "2026-01-01"], .usage),
    (["report", "--output", "x.html", "--orders", "5001"], .usage),
    (["report", "--output", "missing/x.html"], .cannotCreate),
  ])
  func `what can't be reported leaves no file`(_ arguments: [String], _ code: ExitStatus) throws {
    try workspace.expect(code, args: arguments)
    #expect(workspace.names(in: ".") == ["store"])
  }

  static let pages: [[String]] = [
    [], ["1001"], ["1002", "1001", "1002"], ["--orders", "0"], ["--orders", "1"],
    ["--at", "start"],
    ["--at", "3"], ["--since", "2025-06-02T09:30"], ["--until", "2025-06-02T09:40"],
    ["--since", "2030-01-01"], ["--with-personal"], ["--locale", "de-DE", "--time-zone", "+05:30"],
    ["--locale", "ja-JP"],
  ]

  @Test(arguments: pages)
  func `every page is well-formed, and loads and runs nothing but itself`(_ arguments: [String])
    throws
  {
    try workspace.expect(.done, args: ["report", "--output", "a.html"] + arguments)
    #expect(try PageCheck(workspace.text("a.html")).problems == [])
  }

  @Test func `a page of an empty store, of a single file and of standard input`() throws {
    try workspace.expect(.done, "init", "empty")
    #expect(try PageCheck(page(store: "empty")).problems == [])
    let log = try workspace.text("store/log/00000000000000000001.jsonl")
    try workspace.write(log, to: "sent.jsonl")
    let sent = try page("1001", store: "sent.jsonl")
    #expect(PageCheck(sent).problems == [])
    try workspace.expect(
      .done, args: ["--store", "-", "report", "--output", "input.html", "1001"], input: log)
    #expect(try PageCheck(workspace.text("input.html")).problems == [])
  }

  @Test func `personal data is on the page only if it is asked for`() throws {
    for (arguments, isThere) in [([], false), (["1001"], false), (["--with-personal"], true)] {
      try workspace.expect(
        .done, args: ["report", "--output", "\(isThere)\(arguments.count).html"] + arguments)
      let page = try workspace.text("\(isThere)\(arguments.count).html")
      for word in ["Amy", "Apple", "Infinite Loop", "Cupertino"] {
        #expect(page.contains(word) == isThere, "\(word)")
      }
      #expect(page.contains("amy") && page.contains("clerk"))
    }
  }

  @Test func `the data of orders that aren't shown isn't in the file`() throws {
    let page = try page("1001")
    #expect(page.contains("DECK-52") && !page.contains("PEN-7"))
    #expect(!(try self.page("--at", "1").contains("PEN-7")))
    #expect(!(try self.page("--until", "2025-06-02T09:00").contains("PEN-7")))
  }

  @Test func `what was erased is on no page, which says that something was`() throws {
    try workspace.expect(.done, "erase", "1001", "--reason", "asked", "--yes")
    let page = try page("1001", "--with-personal")
    #expect(PageCheck(page).problems == [])
    for word in ["Apple", "Infinite Loop"] { #expect(!page.contains(word)) }
    #expect(page.contains("personal data of") && page.contains("erase-personal"))
  }

  @Test func `a log whose first entries are archived is no report, and it says where they are`()
    throws
  {
    try workspace.expect(.done, "erase", "1001", "--reason", "asked", "--yes")
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
    let error = try workspace.expect(.notFound, "report", "--output", "a.html", "--json")
      .errorObject()
    #expect(error["code"]?.string == "archived")
    #expect(!workspace.names(in: ".").contains("a.html"))
    try workspace.expect(.done, "--store", "archive", "report", "--output", "archived.html")
  }

  @Test func `a log that isn't good is no report, and one that was torn says so`() throws {
    let log = "store/log/00000000000000000001.jsonl"
    let text = try workspace.text(log)
    try workspace.write(text + #"{"seq":8,"#, to: log)
    let finished = try workspace.expect(.done, "report", "--output", "torn.html")
    #expect(finished.errors.contains("incomplete entry"))
    #expect(try workspace.text("torn.html").contains("the log ends with an incomplete entry"))
    try workspace.write(text.replacing("clerk", with: "clark"), to: log)
    try workspace.expect(.badData, "report", "--output", "bad.html")
    #expect(!workspace.names(in: ".").contains("bad.html"))
  }

  @Test(arguments: [[], ["--with-personal"]])
  func `no text breaks out of the page`(_ arguments: [String]) throws {
    try workspace.expect(.done, "init", "hostile")
    try workspace.write(HostileStore.commands, to: "hostile.jsonl")
    let counts = try workspace.expect(
      .negative, "--store", "hostile", "import", "hostile.jsonl", "--json"
    ).document()
    // Only the deliveries are refused: all texts are in the store.
    #expect(counts["accepted"]?.integer == Int64(3 * HostileStore.texts.count), "\(counts)")
    try workspace.expect(
      .done, args: ["--store", "hostile", "report", "--output", "a.html"] + arguments)
    let page = try workspace.text("a.html")
    let check = PageCheck(page)
    #expect(check.problems == [])
    for name in ["img", "iframe", "form", "input", "object", "b"] {
      #expect(check.all(name).isEmpty, "\(name)")
    }
    // And is on it as it is: in figures, in the list, in time lines.
    let cells = (check.all("td") + check.all("th") + check.all("ins")).map(\.text)
    for text in HostileStore.texts where text.contains("\"") {
      let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
      #expect(cells.count { $0 == escaped } >= 4, "\(escaped)")
    }
    // Scalars that reorder or hide text are written out.
    for scalar in page.unicodeScalars {
      let isHidden = scalar.value < 0x20 && scalar != "\n" || 0x7F...0x9F ~= scalar.value
      let isBidi = 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
      #expect(!isHidden && !isBidi && scalar.value != 0x2028 && scalar.value != 0xFEFF)
    }
    #expect(page.contains(#"a\u{202e}b\u{2066}c\u{200b}d"#) && page.contains("עברית"))
  }

  @Test func `the same log gives the same page, wherever it is written`() throws {
    let first = try page("--orders", "2")
    let other = try Workspace()
    try workspace.copy("store", to: "moved")
    try FileManager.default.moveItem(atPath: workspace.file("moved"), toPath: other.file("copy"))
    try other.expect(.done, "--store", "copy", "report", "--output", "a.html", "--orders", "2")
    #expect(try other.text("a.html") == first)
  }
}
