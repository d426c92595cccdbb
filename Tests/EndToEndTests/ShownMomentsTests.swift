import Testing

/// A time as the tool prints it selects the entry that it was printed for.
@Suite struct ShownMomentsTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
  }

  /// Records an order for each time.
  private func record(_ times: [String]) throws {
    let lines = times.enumerated().map { index, time in
      #"{"at":"\#(time)","actor":"amy","order":"\#(index + 1001)","command":\#(Commands.create())}"#
        + "\n"
    }
    try workspace.expect(.done, "import", "-", input: lines.joined())
  }

  /// The time zones in which it is tried, one with an odd offset among them; in Berlin, 02:30 was shown twice.
  static let zones = ["UTC", "Europe/Berlin", "+05:45"]
  static let locales = ["iso", "en-US", "de-DE", "es-ES", "ja-JP"]

  @Test(arguments: zones, locales) func `every command finds an entry by its time as shown`(
    _ zone: String, _ locale: String
  ) throws {
    try record([
      "2025-10-25T22:00:00.000001Z", "2025-10-26T00:30:07.123456Z", "2025-10-26T01:30:07.5Z",
      "2025-10-26T13:03:08.999999Z",
    ])
    func run(_ arguments: String...) throws -> String {
      try workspace.expect(.done, args: arguments + ["--time-zone", zone, "--locale", locale])
        .output
    }
    let log = try run("log", "--color", "never").split(separator: "\n").dropFirst()
    for (index, line) in log.prefix(4).enumerated() {
      let (seq, id) = (index + 1, "\(1001 + index)")
      let start = try #require(line.firstRange(of: "\(seq)  ")?.upperBound)
      let end = try #require(line.firstRange(of: "  \(id)")?.lowerBound)
      var shown = String(line[start..<end])
      while shown.hasSuffix(" ") { shown.removeLast() }
      let at = try run("stats", "--json", "--at", shown)
      #expect(at.hasPrefix(#"{"entries":\#(seq),"#), "\(shown): \(at)")
      #expect(try run("show", id, "--at", shown).contains(id))
      let until = try run("log", "--json", "--until", shown)
      #expect(until.split(separator: "\n").count == seq, "\(shown)")
      let since = try run("log", "--json", "--since", shown)
      #expect(since.split(separator: "\n").count == 5 - seq, "\(shown)")
      #expect(try run("find", "at == \(shown)").contains(" \(id)@1 "), "\(shown)")
      let placed = try run("blame", id, "--field", "placedAt").split(separator: "\n")[1]
      #expect(placed.contains(shown))
    }
    #expect(try run("show", "@2").contains(".123456"))
  }

  @Test func `a local time that exists twice or not at all is named`() throws {
    try record(["2025-10-26T00:30:00.000001Z", "2025-10-26T01:30:00.000001Z"])
    let zone = ["--time-zone", "Europe/Berlin"]
    let twice = try workspace.expect(
      .done, args: ["stats", "--json", "--at", "2025-10-26T02:30"] + zone)
    #expect(twice.output.hasPrefix(#"{"entries":1,"#))
    #expect(twice.errors.contains("02:30 twice") && twice.errors.contains("+02:00"))
    let skipped = try workspace.expect(.done, args: ["log", "--since", "2025-03-30 02:30"] + zone)
    #expect(
      skipped.errors.contains("skipped 2025-03-30 02:30") && skipped.errors.contains("+01:00"))
    let plain = try workspace.expect(
      .done, args: ["log", "--since", "2025-10-26T02:30+01:00", "--json"] + zone)
    #expect(plain.errors == "" && plain.output.hasPrefix(#"{"seq":2"#))
  }

  /// Newfoundland's clocks went from one minute past midnight back to 23:01; Cuba's from one o'clock to midnight.
  @Test(arguments: [
    (
      "America/St_Johns", "2006-10-28",
      ["02:29:59", "02:30:00", "26:00:00", "26:30:30", "27:00:00", "27:29:59", "27:30:00"]
    ),
    (
      "America/Havana", "2025-11-02",
      ["03:59:59", "04:00:00", "04:30:00", "05:30:00", "20:00:00", "28:59:59", "29:00:00"]
    ),
  ]) func `a day with two midnights is one day`(_ zone: String, _ day: String, _ times: [String])
    throws
  {
    let next = day == "2006-10-28" ? "2006-10-29" : "2025-11-03"
    try record(
      times.map { time in
        let hour = Int(time.prefix(2)) ?? 0
        return
          "\(hour < 24 ? day : next)T\(hour % 24 < 10 ? "0" : "")\(hour % 24)\(time.dropFirst(2)).000000Z"
      })
    func lines(_ arguments: String...) throws -> [Substring] {
      try workspace.expect(.done, args: arguments + ["--json", "--time-zone", zone]).output
        .split(separator: "\n")
    }
    #expect(try lines("log", "--since", day, "--until", day).count == 5)
    #expect(try lines("find", "at == \(day)").filter { $0.contains(#""seq":"#) }.count == 5)
    #expect(try lines("stats", "--at", day)[0].hasPrefix(#"{"entries":6,"#))
    let groups = try lines("stats", "--by", "day")
    #expect(groups.count == 3 && groups[1].hasPrefix(#"{"day":"\#(day)","entries":5,"#))
  }
}
