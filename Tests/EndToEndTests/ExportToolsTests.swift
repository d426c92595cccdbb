// Exports, read by the programs that they are for: they accept them, and what they count and sum up is what `stats`
// says. Of a made-up shop, and of a store that tries to break out of everything.

import Foundation
import JSONLines
import TestKit
import Testing

@Suite(.slow(.programs)) struct ExportToolsTests {
  enum Shop: String, CaseIterable, Sendable {
    case madeUp, hostile
  }

  enum Personal: String, CaseIterable, Sendable {
    case leftOut, kept, pseudonymised

    var arguments: [String] {
      switch self {
      case .leftOut: []
      case .kept: ["--with-personal"]
      case .pseudonymised: ["--pseudonymize", "--key-file", "key"]
      }
    }
  }

  /// The figures of `stats`, and those that others find.
  struct Figures: Equatable {
    var entries = 0
    var rejected = 0
    var orders: [String: Int] = [:]
    /// By currency: totals, payments, refunds.
    var sums: [String: [Int64]] = [:]

    /// With only the sums of all orders' payments, whatever their currency.
    var paymentsOnly: Figures {
      let paid = (1...2).map { place in sums.values.reduce(0) { $0 + $1[place] } }
      return Figures(entries: entries, rejected: rejected, sums: ["": [0] + paid])
    }
  }

  /// Reads it from the last line of a program's output.
  private func figures(of finished: Finished) throws -> Figures {
    try #require(finished.code == 0, "\(finished)")
    let line = try #require(finished.output.split(separator: "\n").last)
    let found = try JSONValue(parsing: String(line))
    return Figures(
      entries: try count(found["entries"]), rejected: try count(found["rejected"]),
      orders: try (found["orders"]?.members ?? []).reduce(into: [:]) {
        $0[$1.key] = try count($1.value)
      },
      sums: (found["sums"]?.members ?? []).reduce(into: [:]) {
        $0[$1.key] = ($1.value.array ?? []).compactMap(\.integer)
      })
  }

  private func count(_ value: JSONValue?) throws -> Int { Int(try #require(value?.integer)) }

  private func statistics(_ workspace: Workspace) throws -> Figures {
    let stats = try workspace.expect(.done, "stats", "--json").document()
    var figures = Figures()
    figures.entries = try count(stats["entries"])
    figures.rejected = figures.entries - (try count(stats["accepted"]))
    for status in stats["orders"]?.members ?? [] {
      figures.orders[status.key] = try count(status.value)
    }
    let deleted = try count(stats["deleted"]?["orders"])
    if deleted > 0 { figures.orders["deleted"] = deleted }
    for total in stats["total"]?.members ?? [] {
      figures.sums[total.key] = ["total", "paid", "refunded"].map {
        stats[$0]?[total.key]?.integer ?? 0
      }
    }
    return figures
  }

  /// Commands for the catalogue, one of which is refused: what follows isn't theirs.
  private static let catalogue = [
    #"{"type":"add-shipping-method","code":"drone","name":"Drone"}"#,
    #"{"type":"retire-shipping-method","code":"mule"}"#,
  ].map {
    #"{"at":"2001-02-03T04:05:06Z","actor":"admin","stream":"catalog","command":\#($0)}"# + "\n"
  }.joined()

  private func workspace(_ shop: Shop) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "init")
    let commands =
      shop == .hostile
      ? HostileStore.commands(of: HostileStore.textsInFiles)
      : try workspace.expect(.done, "generate", "--orders", "200", "--seed", "1").output
    try workspace.write("a key of at least 16 bytes", to: "key")
    // Some lines may be refused.
    let imported = try workspace.run("import", "-", input: Self.catalogue + commands)
    try #require([0, 1].contains(imported.code), "\(imported)")
    return workspace
  }

  private func export(_ workspace: Workspace, _ arguments: [String], to name: String) throws {
    try workspace.expect(.done, args: ["export", "--output", name] + arguments)
  }

  private func read(_ workspace: Workspace, with program: String, _ arguments: [String]) throws
    -> Figures
  {
    try workspace.write(program, to: "read.py")
    let finished = try RunningProcess(
      try #require(Files.program("python3")), ["read.py"] + arguments, in: workspace.path,
      environment: Tool.environment.merging(["PYTHONIOENCODING": "utf-8"]) { $1 }
    ).finish()
    return try figures(of: finished)
  }

  @Test(.needs(.python3, .cloudevents), arguments: Shop.allCases, Personal.allCases)
  func `the SDK of CloudEvents reads them`(_ shop: Shop, _ personal: Personal) throws {
    let workspace = try workspace(shop)
    try export(workspace, ["cloudevents"] + personal.arguments, to: "events")
    let found = try read(workspace, with: ExportReaders.cloudEvents, ["events"])
    #expect(try found.sums == statistics(workspace).paymentsOnly.sums)
    #expect(try found.entries == statistics(workspace).entries)
    #expect(try found.rejected == statistics(workspace).rejected)
  }

  @Test(.needs(.python3, .pm4py), arguments: Shop.allCases, Personal.allCases)
  func `pm4py reads an object-centric log`(_ shop: Shop, _ personal: Personal) throws {
    let workspace = try workspace(shop)
    try export(workspace, ["ocel"] + personal.arguments, to: "log.json")
    let found = try read(workspace, with: ExportReaders.ocel, ["log.json"])
    #expect(try found == statistics(workspace))
  }

  @Test(
    .needs(.python3, .jsonschema, .cloudevents, .pm4py), .needsSchemas, arguments: Shop.allCases,
    Personal.allCases)
  func `documents are valid by the schemas of their formats`(_ shop: Shop, _ personal: Personal)
    throws
  {
    let workspace = try workspace(shop)
    for (format, reader, schema) in [
      ("cloudevents", ExportReaders.cloudEvents, "cloudevents-1.0.2.schema.json"),
      ("ocel", ExportReaders.ocel, "schema_ocel2.json"),
    ] {
      try export(workspace, [format] + personal.arguments, to: format)
      _ = try read(workspace, with: reader, [format, OutsideTool.schemas + schema])
    }
  }

  @Test(.needs(.python3, .pm4py), arguments: Shop.allCases, Personal.allCases)
  func `pm4py reads an event stream`(_ shop: Shop, _ personal: Personal) throws {
    let workspace = try workspace(shop)
    try export(workspace, ["xes"] + personal.arguments, to: "log.xes")
    #expect(
      try read(workspace, with: ExportReaders.xes, ["log.xes"]) == statistics(workspace))
  }

  @Test(.needs(.xmllint), arguments: Shop.allCases)
  func `the description for tax auditors is valid by the document type beside it`(_ shop: Shop)
    throws
  {
    let workspace = try workspace(shop)
    try export(workspace, ["gobd"], to: "office")
    let finished = try RunningProcess(
      try #require(Files.program("xmllint")), ["--noout", "--valid", "office/index.xml"],
      in: workspace.path, environment: Tool.environment
    ).finish()
    #expect(finished.code == 0, "\(finished)")
  }

  @Test(.needs(.python3, .duckdb), arguments: Shop.allCases, Personal.allCases)
  func `DuckDB reads tables and JSON lines`(_ shop: Shop, _ personal: Personal) throws {
    let workspace = try workspace(shop)
    try export(workspace, ["csv"] + personal.arguments, to: "tables")
    let expected = try statistics(workspace)
    #expect(try read(workspace, with: ExportReaders.csv, ["tables"]) == expected)
    try export(workspace, ["cloudevents"] + personal.arguments, to: "events")
    let found = try read(workspace, with: ExportReaders.jsonLines, ["events"])
    #expect(found.sums == expected.paymentsOnly.sums)
    #expect(found.entries == expected.entries && found.rejected == expected.rejected)
  }

  // MARK: - Databases

  /// Exports everything in parts that overlap, the last of them twice.
  private func scripts(_ workspace: Workspace, _ personal: Personal) throws -> [String] {
    let entries = try statistics(workspace).entries
    let (third, half) = (String(entries / 3), String(entries / 2))
    for (name, range) in [
      ("whole.sql", []), ("a.sql", ["--at", half]), ("b.sql", ["--from", third]),
      ("c.sql", ["--from", half]),
    ] {
      try export(workspace, ["sql"] + range + personal.arguments, to: name)
    }
    return ["a.sql", "b.sql", "c.sql"]
  }

  /// From the answers to the queries, with bars between values.
  private func figures(ofAnswers text: String) throws -> Figures {
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
    var figures = Figures()
    let counts = try #require(rows.first)
    figures.entries = try #require(Int(counts[0]))
    figures.rejected = try #require(Int(counts[1]))
    #expect(rows.suffix(3) == [["0"], ["0"], ["0"]])
    for row in rows.dropFirst().dropLast(3) {
      figures.orders[row[0], default: 0] += 1
      guard row[0] != "deleted" else { continue }
      let sums = figures.sums[row[1]] ?? [0, 0, 0]
      figures.sums[row[1]] = try zip(sums, row[2...]).map { $0 + (try #require(Int64($1))) }
    }
    return figures
  }

  @Test(.needs(.sqlite3), arguments: Shop.allCases, Personal.allCases)
  func `SQLite loads the script, at once or in parts`(_ shop: Shop, _ personal: Personal) throws {
    let workspace = try workspace(shop)
    let parts = try scripts(workspace, personal)
    try workspace.write(ExportReaders.queries, to: "queries.sql")
    var dumps: [String] = []
    for (database, files) in [("whole.db", ["whole.sql"]), ("parts.db", parts)] {
      for file in files + ["queries.sql"] {
        let finished = try sqlite(workspace, database, file)
        #expect(finished.code == 0 && finished.errors == "", "\(finished)")
        if file == "queries.sql" {
          #expect(try figures(ofAnswers: finished.output) == statistics(workspace))
        }
      }
      try workspace.write("pragma foreign_key_check; pragma integrity_check;", to: "check.sql")
      #expect(try sqlite(workspace, database, "check.sql").output == "ok\n")
      let tables = ["entries", "events", "orders", "items", "payments"]
      try workspace.write(
        tables.map { "select * from \($0) order by 1, 2;" }.joined(separator: "\n"), to: "all.sql")
      dumps.append(try sqlite(workspace, database, "all.sql").output)
    }
    #expect(dumps[0] == dumps[1])
  }

  @Test(.needs(.sqlite3)) func `tables are of one store, and don't go back in time`() throws {
    let (workspace, other) = (try workspace(.hostile), try workspace(.madeUp))
    try export(workspace, ["sql"], to: "whole.sql")
    try export(workspace, ["sql", "--at", "20"], to: "earlier.sql")
    try export(other, ["sql"], to: "other.sql")
    try workspace.write(other.text("other.sql"), to: "other.sql")
    #expect(try sqlite(workspace, "shop.db", "earlier.sql").code == 0)
    #expect(try sqlite(workspace, "shop.db", "whole.sql").code == 0)
    let refused = [
      ("other.sql", "these_are_the_tables_of_another_store"),
      ("earlier.sql", "later_entries_were_loaded_before"),
    ]
    for (script, constraint) in refused {
      let finished = try sqlite(workspace, "shop.db", script)
      #expect(finished.code != 0 && finished.errors.contains(constraint), "\(finished)")
    }
    try workspace.write("select count(*) from entries; select count(*) from store;", to: "q.sql")
    let count = try statistics(workspace).entries
    #expect(try sqlite(workspace, "shop.db", "q.sql").output == "\(count)\n1\n")
    // And texts are whole, with carriage returns.
    try workspace.write(
      "select count(*) from entries where reason like '%' || char(13, 10) || '%';", to: "q.sql")
    #expect(try sqlite(workspace, "shop.db", "q.sql").output != "0\n")
  }

  private func sqlite(_ workspace: Workspace, _ database: String, _ file: String) throws -> Finished
  {
    try RunningProcess(
      try #require(Files.program("sqlite3")), ["-bail", "-batch", database], in: workspace.path,
      environment: Tool.environment
    ).finish(input: workspace.text(file))
  }

  @Test(.needs(.psql), arguments: Shop.allCases, Personal.allCases)
  func `PostgreSQL loads the script, at once or in parts`(_ shop: Shop, _ personal: Personal) throws
  {
    let workspace = try workspace(shop)
    let parts = try scripts(workspace, personal)
    try workspace.write(ExportReaders.queries, to: "queries.sql")
    try workspace.write(ExportReaders.postgres, to: "load.sh")
    let programs = try #require(OutsideTool.postgresPrograms)
    for files in [["whole.sql"], parts] {
      let finished = try RunningProcess(
        "/bin/sh", ["load.sh", programs, "queries.sql"] + files, in: workspace.path,
        environment: Tool.environment
      ).finish()
      #expect(finished.code == 0, "\(finished)")
      #expect(try figures(ofAnswers: finished.output) == statistics(workspace))
    }
  }
}
