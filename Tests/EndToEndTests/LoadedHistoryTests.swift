// A store that was restored from an older backup, and has grown again, beside what was exported of it before: nothing
// of the history that was lost may stay beside the new one.

import Foundation
import TestKit
import Testing

@Suite struct LoadedHistoryTests {
  let workspace: Workspace

  /// Six entries; a backup after four of them.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let lines = [
      ("1", Commands.create()), ("2", Commands.create()), ("1", Commands.pay(2500)),
      ("2", Commands.pay(1000)),
    ]
    let text = lines.enumerated().map { Commands.line($0, $1.0, $1.1) }.joined()
    try workspace.expect(.done, "import", "-", input: text)
    try workspace.copy("store", to: "backup")
    try workspace.expect(.done, "refund", "1", "3.00")
    try workspace.expect(.done, "pay", "2", "15.00")
  }

  /// Goes back to the backup, and grows again by this many entries.
  private func restore(growingBy count: Int) throws {
    try FileManager.default.removeItem(atPath: workspace.file("store"))
    try workspace.copy("backup", to: "store")
    for _ in 0..<count { try workspace.expect(.done, "refund", "1", "0.30") }
  }

  private func export(_ name: String, _ arguments: String...) throws {
    try workspace.expect(.done, args: ["export", "sql", "--output", name] + arguments)
  }

  /// Loads scripts, and returns what the last one complains about.
  private func load(_ scripts: String..., into database: String = "shop.db") throws -> Finished {
    var last: Finished?
    for script in scripts {
      last = try RunningProcess(
        try #require(Files.program("sqlite3")), ["-bail", "-batch", database], in: workspace.path,
        environment: Tool.environment
      ).finish(input: workspace.text(script))
    }
    return try #require(last)
  }

  private func ask(_ query: String) throws -> String {
    try workspace.write(query, to: "query")
    return try load("query").output
  }

  /// The rows that a script from the beginning has to lead to.
  private let everything = """
    select * from entries order by seq; select * from events order by seq, place; select * from orders order by id;
    select * from items order by order_id, place; select * from payments order by seq, place;
    select * from currencies order by code; select seq, leaf from store;
    """

  @Test(.needs(.sqlite3), arguments: [1, 2, 5])
  func `a script from the beginning replaces a history that was lost`(_ count: Int) throws {
    try export("lost.sql")
    #expect(try load("lost.sql").code == 0)
    #expect(try ask("select refunded from orders where id = '1'") == "300\n")
    try restore(growingBy: count)
    try export("whole.sql")
    #expect(try load("whole.sql").code == 0)
    let found = try ask(everything)
    #expect(
      try ask(
        "select sum(amount) from payments where kind = 'refund'; select count(*) from entries"
      ) == "\(30 * count)\n\(4 + count)\n")
    try FileManager.default.removeItem(atPath: workspace.file("shop.db"))
    #expect(try load("whole.sql").code == 0)
    #expect(try ask(everything) == found)
  }

  @Test(.needs(.sqlite3), arguments: [("4", 1), ("4", 2), ("4", 5), ("5", 3), ("6", 3)])
  func `a script that continues another history is refused`(_ from: String, _ count: Int) throws {
    try export("lost.sql")
    #expect(try load("lost.sql").code == 0)
    let before = try ask(everything)
    try restore(growingBy: count)
    try export("rest.sql", "--from", from)
    let finished = try load("rest.sql")
    #expect(finished.code != 0, "\(finished)")
    #expect(finished.errors.contains("these_entries_do_not_continue_what_was_loaded"))
    #expect(try ask(everything) == before)
  }

  @Test(.needs(.sqlite3)) func `what follows must follow at once, or overlap`() throws {
    try export("start.sql", "--at", "2")
    try export("gap.sql", "--from", "4")
    try export("rest.sql", "--from", "2", "--at", "5")
    try export("overlap.sql", "--from", "1")
    #expect(try load("start.sql", "gap.sql").code != 0)
    #expect(try ask("select seq from store") == "2\n")
    for script in ["rest.sql", "overlap.sql", "overlap.sql"] {
      #expect(try load(script).code == 0, "\(script)")
    }
    #expect(
      try ask("select seq || ':' || leaf from store")
        == ask("select seq || ':' || leaf from entries where seq = 6"))
  }

  @Test(.slow(.programs), .needs(.psql)) func `PostgreSQL refuses and replaces the same`() throws {
    try export("lost.sql")
    try restore(growingBy: 3)
    try export("rest.sql", "--from", "4")
    try export("whole.sql")
    try workspace.write("select sum(amount) from payments where kind = 'refund'", to: "q.sql")
    try workspace.write(ExportReaders.postgres, to: "load.sh")
    let programs = try #require(OutsideTool.postgresPrograms)
    func load(_ scripts: String...) throws -> Finished {
      try RunningProcess(
        "/bin/sh", ["load.sh", programs, "q.sql"] + scripts, in: workspace.path,
        environment: Tool.environment
      ).finish()
    }
    let refused = try load("lost.sql", "rest.sql")
    #expect(refused.code != 0, "\(refused)")
    #expect(refused.errors.contains("these_entries_do_not_continue_what_was_loaded"))
    let replaced = try load("lost.sql", "whole.sql")
    #expect(replaced.code == 0 && replaced.output == "90\n", "\(replaced)")
  }

  @Test(.needs(.sqlite3)) func `amounts in minor units come with the decimals of their currencies`()
    throws
  {
    let lines = ["JPY", "KWD"].enumerated().map { index, currency in
      Commands.line(9 + index, currency, Commands.create().replacing("USD", with: currency))
    }
    try restore(growingBy: 0)
    try workspace.expect(.done, "import", "-", input: lines.joined())
    try export("whole.sql")
    #expect(try load("whole.sql").code == 0)
    #expect(
      try ask("select code, decimals from currencies order by code") == "JPY|0\nKWD|3\nUSD|2\n")
    #expect(
      try ask(
        """
        select id, total / pow(10, decimals) from orders join currencies on code = currency order by id
        """) == "1|25.0\n2|25.0\nJPY|2500.0\nKWD|2.5\n")
  }

  // MARK: - A stated cursor

  @Test(arguments: ["csv", "cloudevents", "sql"])
  func `an export continues only the entry that it is said to continue`(_ format: String) throws {
    func export(_ name: String, from cursor: String? = nil) throws -> Finished {
      let from = cursor.map { ["--from", $0] } ?? []
      return try workspace.run(["export", format, "--output", name, "--json"] + from)
    }
    let first = try export("first").document()
    let cursor = try #require(first["cursor"]?.string)
    #expect(cursor.hasPrefix("6:") && first["through"]?.integer == 6)
    try workspace.expect(.done, "pay", "1", "3.00")
    #expect(try export("second", from: cursor).document()["entries"]?.integer == 1)
    for count in [1, 4] {
      try restore(growingBy: count)
      let refused = try export("third", from: cursor)
      #expect(refused.code == ExitStatus.negative.rawValue, "\(refused)")
      #expect(try refused.errorObject()["code"]?.string == "other-history")
      #expect(!workspace.names(in: ".").contains("third"))
    }
    for wrong in ["6:", "6:12", "@6:xyz", "6:" + String(repeating: "-", count: 64)] {
      let refused = try export("third", from: wrong)
      #expect(refused.code == ExitStatus.usage.rawValue, "\(refused)")
      #expect(try refused.errorObject()["code"]?.string == "bad-cursor")
    }
  }

  @Test func `each entry comes with what continues it`() throws {
    let leaves = try workspace.expect(.done, "export", "cloudevents").documents().map {
      "\($0["id"]?.string ?? ""):\($0["leaf"]?.string ?? "")"
    }
    try workspace.expect(.done, "export", "csv", "--output", "tables")
    let rows = try workspace.text("tables/entries.csv").split(separator: "\r\n").dropFirst()
    #expect(
      rows.map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        return "\(cells[0]):\(cells[cells.count - 1])"
      } == leaves)
    for (place, cursor) in leaves.enumerated() {
      let rest = try workspace.expect(.done, "export", "cloudevents", "--from", cursor).documents()
      #expect(rest.count == leaves.count - place - 1)
    }
  }

  @Test func `with pseudonyms, leaves are pseudonyms, too`() throws {
    try workspace.write("a key of at least 16 bytes", to: "key")
    func leaves(_ arguments: String...) throws -> [String] {
      try workspace.expect(.done, args: ["export", "cloudevents"] + arguments).documents()
        .compactMap { $0["leaf"]?.string }
    }
    let hidden = try leaves("--pseudonymize", "--key-file", "key")
    #expect(Set(hidden).isDisjoint(with: try leaves()) && Set(hidden).count == 6)
    #expect(
      try leaves("--pseudonymize", "--key-file", "key", "--from", "2:\(hidden[1])")
        == Array(hidden.dropFirst(2)))
  }
}
