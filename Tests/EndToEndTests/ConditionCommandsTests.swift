import JSONLines
import Testing

/// `find`, `watch` and `check` on the real binary. The store is the golden log, or a file of it.
@Suite struct ConditionCommandsTests {
  private func run(_ arguments: String...) throws -> Finished {
    try Tool.runOnGoldenLog(arguments)
  }

  /// The golden log as one file's text, without checksums.
  private func history() throws -> [String] {
    try run("log", "--json").output.split(separator: "\n").map {
      String($0).replacing(/,"crc":"\w+"/, with: "")
        .replacing(/"format":1,"store":"\w+",/, with: "")
    }
  }

  @Test(arguments: [
    ["find", #"status == "shipped" and paid < total"#],
    ["find", "total > 0", "--at", "start"],
    ["find", "changed(status)", "1001", "--from", "27"],
    ["check", "--invariant", "small=total <= 1000.00"],
  ]) func `no is an answer`(_ arguments: [String]) throws {
    let finished = try Tool.runOnGoldenLog(arguments)
    #expect(finished.code == ExitStatus.negative.rawValue)
    #expect(finished.errors.isEmpty)
    #expect(try Tool.runOnGoldenLog(arguments + ["--json"]).code == ExitStatus.negative.rawValue)
  }

  /// Samoa moved to the other side of the date line. Without the system's zones, there is no such zone.
  @Test func `a day that a zone has skipped is an error`() throws {
    let finished = try run("find", "at > 2011-12-30", "--time-zone", "Pacific/Apia")
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
  }

  @Test(arguments: [
    ["find", "total > 0.001"], ["watch", "total == 0.001"],
    ["check", "--invariant", "a=total > 0.001"],
    ["minimize", "--when", "total > 0.001"],
  ]) func `an amount that the currency of an order doesn't have is an error`(_ arguments: [String])
    throws
  {
    let finished = try Tool.runOnGoldenLog(arguments)
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(finished.errors.contains("USD") && finished.errors.contains("^^^^^"))
  }

  @Test func `watch takes the order after the expressions, as find does`() throws {
    let expected = try run("watch", "status", "total", "--order", "1002")
    #expect(try run("watch", "status", "total", "1002").output == expected.output)
    for (arguments, hint) in [
      (["watch", "1002", "total"], "watch total 1002"),
      (["watch", "1002", "total", "status"], "watch total status 1002"),
      (["watch", "total", "1002", "total - paid"], "watch total 'total - paid' 1002"),
      (["watch", "1002"], "watch EXPRESSION 1002"),
      (["watch", "total", "1001", "1002"], "Pass one"),
      (["watch", "total", "1001", "--order", "1002"], "Pass one"),
    ] {
      let refused = try Tool.runOnGoldenLog(arguments)
      #expect(refused.code == ExitStatus.usage.rawValue && refused.errors.contains(hint))
    }
  }

  @Test func `a condition without a flag is told where it belongs`() throws {
    let refused = try Tool.runOnGoldenLog(["check", "total > 5.00"])
    #expect(refused.code == ExitStatus.usage.rawValue)
    #expect(refused.errors.contains("--invariant") && refused.errors.contains("`cleanstore find"))
  }

  @Test(arguments: ["find", "watch"])
  func `a start after the log's end is an error, not an answer`(_ command: String) throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let answer = try workspace.expect(.usage, command, "paid > 0", "--from", "99", "--json")
    #expect(try answer.errorObject()["code"]?.string == "position-beyond-end")
    #expect(answer.output.isEmpty)
  }

  @Test func `a store, its file and standard input give the same answers`() throws {
    let workspace = try Workspace()
    let text = try history().joined(separator: "\n") + "\n"
    try workspace.write(text, to: "sent.jsonl")
    for arguments in [
      ["find", "changed(status) or balance > 0", "--json"], ["find", "status == 'paid'"],
      ["watch", "status", "sum(items, quantity)"], ["check"],
    ] {
      let expected = try Tool.runOnGoldenLog(arguments)
      #expect(expected.code == 0)
      let file = try workspace.run(arguments + ["--store", "sent.jsonl"])
      #expect(file.output == expected.output)
      let input = try workspace.run(
        arguments
          + ["--store", "-", "--from=start"].prefix(
            arguments[0] == "check" ? 2 : 3), input: text)
      #expect(input.output == expected.output, "\(input.errors)")
    }
    #expect(try workspace.text("sent.jsonl") == text)
  }

  @Test func `a history whose times and revisions are broken is reported, not refused`() throws {
    let workspace = try Workspace()
    var lines = try history()
    lines[14] = lines[14].replacing("2026-01-05", with: "2025-01-05")
    lines[15] = lines[15].replacing(#""rev":6"#, with: #""rev":9"#)
    try workspace.write(lines.joined(separator: "\n"), to: "sent.jsonl")
    let document = try workspace.expect(.negative, "check", "--store", "sent.jsonl", "--json")
      .document()
    guard case .array(let invariants)? = document["invariants"] else {
      Issue.record("\(document)")
      return
    }
    let broken = invariants.filter { $0["ok"] == .boolean(false) }
    #expect(
      broken.compactMap { $0["name"]?.string } == [
        "time-never-decreases", "revisions-without-gaps",
      ])
    #expect(broken.compactMap { $0["first"]?["seq"]?.integer } == [15, 16])
    // Everything else that reads still refuses it.
    try workspace.expect(.badData, "find", "total > 0", "--store", "sent.jsonl")
  }

  @Test func `invariants are read from a file`() throws {
    let workspace = try Workspace()
    try workspace.write(try history().joined(separator: "\n"), to: "sent.jsonl")
    try workspace.write("# Ours\n\nknown = total > 0\nnamed=customer != \"\"", to: "rules")
    let found = try workspace.expect(
      .negative, "check", "--store", "sent.jsonl", "--invariants", "rules")
    #expect(found.output.contains("known                    broken in 1 stream\n"))
    #expect(found.output.hasSuffix("28 entries: 1 of 11 invariants broken.\n"))
    try workspace.write("ok=true\nbad=totl > 0\n", to: "rules")
    let refused = try workspace.expect(
      .badData, "check", "--store", "sent.jsonl", "--invariants", "rules")
    #expect(
      refused.errors == """
        cleanstore: rules:2:5: There is no field 'totl'.
          totl > 0
          ^^^^
          Did you mean total?

        """)
    try workspace.write("# Ours\r\nok=true\r\nbad=totl > 0\r\n", to: "rules")
    let fromWindows = try workspace.expect(
      .badData, "check", "--store", "sent.jsonl", "--invariants", "rules")
    #expect(fromWindows.errors.hasPrefix("cleanstore: rules:3:5: There is no field 'totl'.\n"))
  }

  @Test func `an error in a condition is shown in its place`() throws {
    let finished = try run("find", "billing.city == 'São' and wieght > 1")
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(
      finished.errors == """
        cleanstore: There is no field 'wieght'.
          billing.city == 'São' and wieght > 1
                                    ^^^^^^
          `cleanstore help conditions` describes conditions.

        """)
  }

  @Test(arguments: [["find", "total > 0"], ["watch", "total"], ["check"]])
  func `beyond the end is a usage error`(_ arguments: [String]) throws {
    let finished = try Tool.runOnGoldenLog(arguments + ["--at", "29", "--json"])
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(try finished.errorObject()["code"]?.string == "position-beyond-end")
  }

  @Test func `only one of first, last and count`() throws {
    let finished = try run("find", "total > 0", "--first", "--count")
    #expect(finished.code == ExitStatus.usage.rawValue)
  }
}
