import Foundation
import JSONLines
import Testing

/// Logs whose entries were decided by several versions of the rules, or by one that the tool doesn't have: what is
/// copied from them, and what is said of them.
@Suite struct RulesVersionsTests {
  private static let key = "a key that nobody may know, but all who test"

  /// A workspace with a vector as `log.jsonl`.
  private static func workspace(_ vector: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      Files.text(Files.repository + "/Fixtures/vectors/\(vector).jsonl"), to: "log.jsonl")
    try workspace.write(key, to: "key")
    return workspace
  }

  /// The demo's log as `log.jsonl`, its entries from one on decided by another version.
  private static func demo(from entry: Int = 1, by rules: String = "99") throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    var lines = try workspace.lines().map { $0.replacing(/,"crc":"\w+"/, with: "") }
    lines[entry - 1] = lines[entry - 1].replacing(/"engine":"\d+",/, with: "")
      .replacing(#""command":{"#, with: #""engine":"\#(rules)","command":{"#)
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "log.jsonl")
    return workspace
  }

  /// The number of each entry, and the version that decides it.
  private static func versions(in store: String, of workspace: Workspace) throws -> [Int64: String]
  {
    var found: [Int64: String] = [:]
    for entry in try workspace.expect(.done, "log", "--json", "--store", store).documents() {
      let seq = try #require(entry["seq"]?.integer)
      let explained = try workspace.expect(
        .done, "explain", String(seq), "--json", "--store", store)
      found[seq] = try explained.document()["engine"]?.string
    }
    return found
  }

  @Test(
    arguments: ["rules-begun-under-1", "rules-back-to-1", "rules-unnamed"],
    [[], ["--pseudonymize", "--key-file", "key"]])
  func `a copy of a part is decided by the versions that decided the whole`(
    vector: String, flags: [String]
  ) throws {
    let workspace = try Self.workspace(vector)
    let all = try Self.versions(in: "log.jsonl", of: workspace)
    for (number, part) in [["1001"], ["1002"], ["3.."], ["1001", "4.."]].enumerated() {
      let names = try workspace.run(["list", "--json", "--store", "log.jsonl"]).output
      guard part[0].contains(".") || names.contains(#""id":"\#(part[0])""#) else { continue }
      let file = "part-\(number).jsonl"
      let copied = try workspace.expect(
        .done,
        args: ["extract"] + part + flags + ["--store", "log.jsonl", "--output", file])
      #expect(copied.output.contains("back"), "\(copied)")
      try workspace.expect(.done, "replay", "--store", file)
      try workspace.expect(.done, "verify", "--store", file)
      for (seq, version) in try Self.versions(in: file, of: workspace) {
        #expect(version == all[seq], "entry \(seq) of \(part)")
      }
      // A line that has a checksum keeps one.
      let lines = try workspace.text(file).split(separator: "\n")
      let checked = try workspace.text("log.jsonl").contains(#""crc""#) && flags.isEmpty
      #expect(lines.allSatisfy { $0.contains(#""crc""#) == checked })
    }
  }

  @Test(arguments: ["rules-begun-under-1", "rules-back-to-1"])
  func `a step explains a decision by the version that decided it`(_ vector: String) throws {
    let workspace = try Self.workspace(vector)
    for (seq, version) in try Self.versions(in: "log.jsonl", of: workspace) {
      let stepped = try workspace.expect(
        .done, "step", "--json", "--store", "log.jsonl", input: "goto \(seq)\nwhy\n")
      #expect(try stepped.documents().last?["engine"]?.string == version, "entry \(seq)")
    }
  }

  @Test(arguments: ["1", "2", "6"]) func `another past names the versions of the one that it is of`(
    skipped: String
  ) throws {
    let workspace = try Self.workspace("rules-begun-under-1")
    let all = try Self.versions(in: "log.jsonl", of: workspace)
    _ = try workspace.run([
      "what-if", "--skip", skipped, "--store", "log.jsonl", "--output", "other.jsonl",
    ])
    for (seq, version) in try Self.versions(in: "other.jsonl", of: workspace) {
      #expect(version == all[seq], "entry \(seq)")
    }
    try workspace.expect(.done, "replay", "--store", "other.jsonl")
  }

  @Test func `what only an old version allows is minimized by that version`() throws {
    let workspace = try Self.workspace("rules-returned-1")
    let found = try workspace.expect(
      .done, "minimize", "--when", "status == 'returned' and paid > total", "--store", "log.jsonl",
      "--output", "small.jsonl")
    #expect(found.output.contains("Read back"), "\(found)")
    try workspace.expect(.done, "replay", "--store", "small.jsonl")
    try workspace.expect(.done, "find", "paid > total", "--store", "small.jsonl")
  }

  @Test func `a divergence from an old version stays one`() throws {
    let workspace = try Self.workspace("rules-returned-1")
    let log = try workspace.text("log.jsonl").replacing(/,"crc":"\w+"/, with: "")
    let payment = #""events":[{"type":"payment-received","amount":"#
    let last = try #require(log.ranges(of: payment).last)
    try workspace.write(
      log.replacingCharacters(in: last, with: payment + "1"), to: "bug.jsonl")
    let replayed = try workspace.expect(.negative, "replay", "--json", "--store", "bug.jsonl")
    let first = try replayed.documents()[0]
    try workspace.expect(
      .done, "minimize", "--diverges", "--store", "bug.jsonl", "--output", "small.jsonl")
    let again = try workspace.expect(.negative, "replay", "--json", "--store", "small.jsonl")
      .documents()[0]
    for key in [
      "kind", "command", "event", "field", "recordedEngine", "replayedEngine",
    ] {
      #expect(again[key] == first[key], "\(key)")
    }
  }

  @Test func `an export has the version of every entry`() throws {
    let workspace = try Self.workspace("rules-begun-under-1")
    let all = try Self.versions(in: "log.jsonl", of: workspace)
    for arguments in [[], ["--from", "6"], ["--from", "2"]] {
      let events = try workspace.expect(
        .done, args: ["export", "cloudevents", "--store", "log.jsonl"] + arguments
      ).documents()
      for event in events {
        let seq = try #require(event["id"]?.string.flatMap { Int64($0) })
        #expect(event["engine"]?.string == all[seq], "entry \(seq)")
      }
    }
    try workspace.expect(
      .done, "export", "csv", "--from", "3", "--store", "log.jsonl", "--output", "tables")
    let rows = try workspace.text("tables/entries.csv").split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let column = try #require(rows[0].firstIndex(of: "engine"))
    for row in rows.dropFirst() {
      let seq = try #require(Int64(row[0]))
      #expect(row[column] == all[seq], "entry \(seq)")
    }
  }

  // MARK: Versions that the tool doesn't have

  struct Foreign: CustomTestStringConvertible {
    let entry: Int
    let rules: String
    let note: String
    var testDescription: String { "\(rules) from entry \(entry)" }
  }

  static let foreign = [
    Foreign(
      entry: 1, rules: "99",
      note: "7 commands were decided by rules 99, which this version doesn't have."),
    Foreign(
      entry: 5, rules: "0",
      note: "3 commands were decided by rules 0, which this version doesn't have."),
    Foreign(
      entry: 7, rules: "3.1",
      note: "1 command was decided by rules 3.1, which this version doesn't have."),
  ]

  @Test(arguments: foreign) func `a replay counts what it doesn't decide again`(_ foreign: Foreign)
    throws
  {
    let workspace = try Self.demo(from: foreign.entry, by: foreign.rules)
    let told = try workspace.expect(.negative, "replay", "--store", "log.jsonl")
    #expect(told.output.contains(foreign.note), "\(told)")
    #expect(!told.output.contains("Identical"))
    let document = try workspace.expect(
      .negative, "replay", "--json", "--store", "log.jsonl"
    ).document()
    #expect(document["identical"] == .boolean(false))
    #expect(document["compared"]?.integer == Int64(foreign.entry - 1))
    #expect(document["diverged"]?.integer == 0)
    #expect(document["unknownRules"]?.array?.first?["rules"]?.string == foreign.rules)
    #expect(
      document["unknownRules"]?.array?.first?["commands"]?.integer == Int64(8 - foreign.entry))
    try workspace.expect(.done, "replay", "--rules", "latest", "--store", "log.jsonl")
    // Before them, everything is known.
    if foreign.entry > 1 {
      try workspace.expect(
        .done, "replay", "--until", String(foreign.entry - 1), "--store", "log.jsonl")
    }
    try workspace.expect(
      .negative, "replay", "--from", String(foreign.entry - 1), "--store", "log.jsonl")
  }

  @Test(arguments: foreign) func `outcomes that depend on rules that there aren't are unknown`(
    _ foreign: Foreign
  ) throws {
    let workspace = try Self.demo(from: foreign.entry, by: foreign.rules)
    let told = try workspace.expect(.done, "replay", "--outcomes", "--store", "log.jsonl")
    #expect(told.errors.contains(foreign.note), "\(told)")
    let lines = try told.documents().prefix(7)
    #expect(lines.prefix(foreign.entry - 1).allSatisfy { $0["unknown"] == nil })
    #expect(lines.dropFirst(foreign.entry - 1).allSatisfy { $0["unknown"] == .boolean(true) })
    #expect(lines.last?["rules"]?.string == foreign.rules)
    let other = try Tool.path()
    let compared = try workspace.expect(
      .negative, "replay", "--against", other, "--store", "log.jsonl")
    #expect(compared.errors.contains(foreign.note), "\(compared)")
    #expect(!compared.output.contains("Nothing differs"))
  }

  @Test(arguments: foreign) func `a decision by rules that there aren't isn't explained`(
    _ foreign: Foreign
  ) throws {
    let workspace = try Self.demo(from: foreign.entry, by: foreign.rules)
    let told = try workspace.expect(.done, "explain", "7", "--store", "log.jsonl").output
    let note = "decided by rules \(foreign.rules), which this version doesn't have."
    #expect(told.contains(note), "\(told)")
    #expect(!told.contains("held") && !told.contains("BROKEN") && !told.contains("No rule"))
    let document = try workspace.expect(
      .done, "explain", "7", "--json", "--store", "log.jsonl"
    ).document()
    #expect(document["engine"]?.string == foreign.rules)
    #expect(document["rules"]?.array?.isEmpty == true)
    let latest = try workspace.expect(
      .done, "explain", "7", "--rules", "latest", "--store", "log.jsonl"
    ).output
    #expect(latest.contains("BROKEN"), "\(latest)")
  }

  @Test func `in another past, what rules that there aren't would decide isn't known`() throws {
    let workspace = try Self.demo(from: 5)
    let told = try workspace.expect(.negative, "what-if", "--skip", "4", "--store", "log.jsonl")
    #expect(
      told.errors.contains(
        "1 command was decided by rules 99, which this version doesn't have."), "\(told)")
    #expect(
      told.output.contains(
        "+ not known: it depends on rules 99, which this version doesn't have"), "\(told)")
    #expect(!told.errors.contains("Personal data"), "\(told)")
    let documents = try workspace.expect(
      .negative, "what-if", "--skip", "6", "--json", "--store", "log.jsonl"
    ).documents()
    #expect(documents.last?["unknown"]?.integer == 1)
    #expect(documents.last?["unknownRules"]?.array?.first?["commands"]?.integer == 1)
  }

  @Test(arguments: [("", "''"), ("3 ", "'3 '")])
  func `a version that can't be seen is in quotes`(_ rules: String, _ shown: String) throws {
    let workspace = try Self.demo(by: rules)
    let replay = try workspace.run("replay", "--store", "log.jsonl")
    #expect(
      (replay.output + replay.errors).contains("were decided by rules \(shown), which"),
      "\(replay)")
    let entry = try workspace.run("show", "@1", "--store", "log.jsonl").output
    #expect(entry.contains("version \(shown)\n"), "\(entry)")
  }

  @Test func `nothing is minimized by rules that there aren't`() throws {
    let workspace = try Self.demo()
    for what in [["--diverges"], ["--when", "total > 0"]] {
      let told = try workspace.expect(
        .negative, args: ["minimize"] + what + ["--store", "log.jsonl"])
      #expect(told.errors.contains("7 commands were decided by rules 99"), "\(told)")
    }
  }

  @Test func `an audit of an older log counts what it doesn't decide again`() throws {
    let told = try Tool.runOnGoldenLog(["audit"])
    #expect(told.code == ExitStatus.negative.rawValue)
    #expect(
      told.output.contains(
        "2 commands were decided by rules 0, which this version doesn't have."), "\(told)")
    let document = try Tool.runOnGoldenLog(["audit", "--json"]).document()
    #expect(document["unknownRules"]?.array?.first?["commands"]?.integer == 2)
  }

  @Test func `a replay says so of entries that name no version`() throws {
    let bug = Files.repository + "/Fixtures/bugs/stale-total.jsonl"
    let workspace = try Workspace()
    let told = try workspace.expect(.negative, "replay", "--keep-going", "--store", bug)
    #expect(
      told.output.contains("4 commands name no version of the rules: the newest one decided them."),
      "\(told)")
    let named = try workspace.expect(
      .negative, "replay", "--keep-going", "--rules", "latest", "--store", bug)
    #expect(!named.output.contains("no version"), "\(named)")
    let document = try workspace.expect(
      .negative, "replay", "--keep-going", "--json", "--until", "2", "--store", bug
    ).documents()
    #expect(document.last?["unnamed"]?.integer == 2)
  }
}

/// Other pasts in which the end of an order isn't known.
@Suite struct UnknownEndTests {
  /// An order that is created, paid and cancelled, the first and the last by rules that the tool doesn't have; another one
  /// that it has all rules for.
  private func workspace(orders: [String]) throws -> Workspace {
    let workspace = try Workspace()
    var lines: [String] = []
    func add(_ order: String, _ rev: Int, _ engine: String, _ command: String, _ events: String) {
      let seq = lines.count + 1
      lines.append(
        #"{"seq":\#(seq),"at":"2026-01-01T00:00:\#(seq + 10).000000Z","stream":"order/\#(order)","#
          + #""rev":\#(rev),"actor":"amy","engine":"\#(engine)","command":{"type":"\#(command)"#
          + #"},"events":[{\#(events)}]}"#)
    }
    for order in orders {
      add(
        order, 1, "99", #"create-order""#,
        #""type":"order-created","currency":"USD","items":[{"sku":"A","quantity":1,"unitPrice":1000}],"total":1000"#
      )
      add(order, 2, "3", #"pay-order","amount":500"#, #""type":"payment-received","amount":500"#)
      add(order, 3, "99", #"cancel-order""#, #""type":"order-cancelled""#)
    }
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: "log.jsonl")
    return workspace
  }

  @Test func `ends that aren't known are counted`() throws {
    let one = try workspace(orders: ["1"])
    let past = ["what-if", "--skip", "2", "--store", "log.jsonl"]
    let told = try one.run(past)
    #expect(told.code == 1)
    #expect(
      told.output.contains(
        "0 commands have a different outcome, 1 has one that isn't known, 0 streams end differently, "
          + "1 has an end that isn't known.\n"), "\(told)")
    let end = try #require(try one.run(past + ["--json"]).documents().last)
    #expect(end["ends"]?.integer == 0 && end["unknownEnds"]?.integer == 1, "\(end)")
    #expect(end["omitted"] == nil)
    let two = try workspace(orders: ["1", "2"])
    let both = try two.run(past + ["--skip", "5"])
    #expect(both.output.contains(", 2 have an end that isn't known.\n"), "\(both)")
  }

  @Test func `money and a written history say what they leave out`() throws {
    let workspace = try workspace(orders: ["1", "2"])
    let past = ["what-if", "--skip", "2", "--skip", "5", "--store", "log.jsonl", "--output"]
    let told = try workspace.run(past + ["past.jsonl"])
    #expect(
      told.errors.contains(
        "The output leaves out 2 entries, because their outcomes aren't known: 3, 6.\n"), "\(told)")
    #expect(!told.errors.contains("amounts"), "\(told)")
    let end = try workspace.run(past + ["again.jsonl", "--json"]).documents().last
    #expect(end?["omitted"]?.array?.compactMap(\.integer) == [3, 6], "\(end as Any)")
    #expect(try workspace.text("past.jsonl").split(separator: "\n").count == 2)
    // The payment of the one order is known to be missing, how the other one ends isn't.
    let log = try workspace.text("log.jsonl").split(separator: "\n")
    try workspace.write(log.dropLast().map { $0 + "\n" }.joined(), to: "log.jsonl")
    let money = try workspace.run(past + ["third.jsonl"])
    #expect(money.output.contains("1 stream ends differently, 1 has an end"), "\(money)")
    #expect(
      money.errors.contains("The output leaves out entry 3, because its outcome isn't known.\n"))
    #expect(
      money.errors.contains("The amounts don't include the streams whose ends aren't known.\n"))
  }

  @Test func `a build beside another one, too`() throws {
    let workspace = try workspace(orders: ["1"])
    let lines = try workspace.expect(.done, "replay", "--outcomes", "--store", "log.jsonl").output
    try workspace.writeProgram("#!/bin/sh\ncat <<'END'\n\(lines)END\n", to: "other")
    let told = try workspace.run(
      "replay", "--against", workspace.file("other"), "--store", "log.jsonl")
    #expect(told.output.contains(", 1 has an end that isn't known.\n"), "\(told)")
  }
}
