import EventSourcing
import HistoryScenes
import JSONLines
import Testing

@testable import HistoryTool
@testable import QuizTool

/// A domain with personal data and without a command to record that it is erased.
private enum Desk: DescribedDecider, HistoryDomain {
  enum CommandType: String, CaseIterable { case join }
  enum EventType: String, CaseIterable { case joined }
  struct State: Equatable, Sendable {}
  static let (category, initial) = ("desk", State())
  static let description = Description<Desk>(
    .command(.join, Member<String>("card").personal, to: .joined))
  static func evolve(_ desk: inout State, with event: Event, in context: EntryContext) {}
  static let schema = FieldSchema(of: Desk.self, [.boolean("open") { _ in true }])
  static var words: DomainWords { DomainWords("reader", example: "amy") }
}

/// Commands of described domains: their members are flags, and what is missing is asked for.
@Suite struct DescribedCommandsTests {
  static let tool = DomainTool(
    "gym", version: "1", of: HistoryDomains(Gym.self),
    commands: [
      ToolCommand(
        "greet", summary: "Greet.", operands: [guest(\.name)], changes: true, request: Guest()
      ) {
        run, guest in
        try run.withStreams(of: Gym.self) { guests in
          let pays = Gym.Command(.pay, Gym.amount(1))
          _ = try guests.execute(pays, on: guest.name)
        }
      }
    ]
  ).description
  private static let guest = Operand("GUEST", help: "A guest.")
  private struct Guest: Sendable { var name = "" }
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    _ = try run("init")
  }

  private func run(_ arguments: String...) throws -> Finished {
    try Tool.run(
      arguments + ["--store", "store"], in: workspace.path, of: ("gym", Self.tool))
  }

  /// The commands that are in the log, with their personal blocks.
  private func log() throws -> String {
    try workspace.segments(of: "store").map(workspace.text).joined()
  }

  @Test func `members are flags of every kind`() throws {
    let join = try run("do", "amy", "join", "--name", "Amy", "--age", "33", "--student=false")
    #expect(join.output == "Guest amy: joined.\n  Entry 1, revision 1.\n", "\(join)")
    let booked = try run(
      "do", "amy", "book-courses", "--courses", #"[{"course":"yoga","weeks":4},{"course":"judo"}]"#,
      "--wishes", "a mat", "--wishes", "tea", "--id", "b-1", "--json")
    #expect(
      booked.code == 0 && booked.output.contains(#""guest":{"courses":2,"paid":0}"#), "\(booked)")
    #expect(try run("do", "amy", "pay", "--amount", "5", "--member-store", "Main St").code == 0)
    let log = try log()
    for command in [
      #""command":{"type":"join","student":false}"#, #""name":"Amy","age":33}"#,
      #""command":{"type":"book-courses","id":"b-1","courses":[{"course":"yoga","weeks":4},{"course":"judo"}],"wishes":["a mat","tea"]}"#,
      #""command":{"type":"pay","amount":5,"store":"Main St"}"#,
    ] {
      #expect(log.contains(command), "\(log)")
    }
    #expect(try run("do", "amy", #" {"type":"pay","amount":6}"#).code == 0)
    let refused = try run("do", "amy", "pay", "--amount", "501")
    #expect(refused.code == ExitStatus.negative.rawValue, "\(refused)")
    #expect(refused.errors.contains("amount") && refused.errors.contains("entry 5"), "\(refused)")
  }

  @Test(
    arguments: [
      (["pya", "--amount", "5"], "There is no such command for a guest.", "Did you mean pay?"),
      (
        ["xyzzy"], "There is no such command for a guest.",
        "join, book-courses, pay, erase-personal"
      ),
      (["pay"], "pay needs amount.", "`gym help do`"),
      (["join", "--name", "Amy"], "join needs student, age.", "they are typed"),
      (
        ["pay", "--amount", "five"], "amount must be a whole number from 1 to 500.", "`gym help do`"
      ),
      (["pay", "--amount", "1.5"], "amount must be a whole number", nil),
      (["pay", "--amount", "99999999999999999999"], "amount must be a whole number", nil),
      (["join", "--student", "secret"], "student must be true or false.", nil),
      (["join", "--age", "secret"], "age must be a whole number from 16 to 120.", nil),
      (["pay", "--name", "secret"], "pay has no member name.", "It has amount, store."),
      (["pay", "--amont", "5"], "'do' has no flag '--amont'.", "--amount"),
      (["book-courses", "--courses", "secret"], "courses must be a JSON array of objects", nil),
      (["book-courses", "--courses", #"["secret"]"#, "--wishes", "x"], "can't be read", nil),
      (
        ["book-courses", "--courses", #"[{"secret":1,"course":"x"}]"#, "--wishes", "x"],
        "can't be read", nil
      ),
      (["book-courses", "--courses", #"[{"weeks":1}]"#, "--wishes", "x"], "'course'", nil),
      ([#"{"type":"pay"}"#], "gym: command:1:1: The command can't be read", "'amount'"),
      (["{\n \"type\":\"pay\", \"amount\":\"secret\"}"], "command:2:25: The command can't", nil),
      (
        ["book-courses", "--courses", #"[{"course":["secret"]}]"#, "--wishes", "x"],
        "courses can't", nil
      ),
      (["join", "--name", "-secret"], "--name needs a value TEXT", "--name=TEXT"),
      (["join", "--name", "Amy", "secret"], "there is one word too many.", "Quote a value"),
      ([#"{"type":"pay","amount":5}"#, "--amount", "5"], "has its members in it.", "--amount"),
    ] as [([String], String, String?)])
  func `what isn't a command is a usage error without what was typed`(
    _ arguments: [String], _ message: String, _ hint: String?
  ) throws {
    let finished = try Tool.run(
      ["do", "amy"] + arguments + ["--store", "store"], in: workspace.path, of: ("gym", Self.tool))
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    #expect(
      finished.errors.contains(message) && hint.map(finished.errors.contains) ?? true, "\(finished)"
    )
    #expect(
      !finished.errors.contains("five") && !finished.errors.contains("secret\""), "\(finished)")
    #expect(try log().isEmpty)
  }

  @Test func `what is missing is asked for at a terminal, until it is of its kind`() throws {
    let arguments = ["do", "amy", "join", "--name", "Amy", "--store", workspace.file("store")]
    let joined = try workspace.serve(
      Clerk(["perhaps", "", "true", "old", "33"]), arguments, of: Self.tool)
    #expect(joined.code == .done, "\(joined)")
    #expect(
      joined.clerk.questions == [
        "student (true or false)", "student (true or false)", "student (true or false)",
        "age (a whole number from 16 to 120)", "age (a whole number from 16 to 120)",
      ])
    #expect(joined.errors.contains("student must be true or false."), "\(joined)")
    #expect(!joined.errors.contains("old"), "\(joined)")
    #expect(try log().contains(#""name":"Amy","age":33}"#))
    let booking = ["do", "amy", "book-courses", "--store", workspace.file("store")]
    let booked = try workspace.serve(
      Clerk([#"[{"course":"yoga"}]"#, "a mat", "tea", ""]), booking, of: Self.tool)
    #expect(booked.code == .done && booked.clerk.isDone, "\(booked)")
    #expect(try log().contains(#""wishes":["a mat","tea"]"#))
    for flag in ["--yes", "--json"] {
      let unasked = try workspace.serve(Clerk([]), booking + [flag], of: Self.tool)
      #expect(unasked.code == .usage && unasked.clerk.questions.isEmpty, "\(unasked)")
    }
    let left = try workspace.serve(Clerk([nil]), booking, of: Self.tool)
    #expect(left.code == .interrupted, "\(left)")
  }

  @Test func `commands are imported line by line, up to one that is none`() throws {
    func line(_ second: Int, _ command: String, _ target: String = #""guest":"amy""#) -> String {
      #"{"at":"2026-01-01T00:00:0\#(second)Z","actor":"eve",\#(target),"command":\#(command)}"#
        + "\n"
    }
    func lines(_ text: String, _ arguments: String..., input: String = "") throws -> Finished {
      try workspace.write(text, to: "guests.jsonl")
      return try Tool.run(
        ["import", "--store", "store"] + arguments, in: workspace.path, input: Array(input.utf8),
        of: ("gym", Self.tool))
    }
    let join = #"{"type":"join","id":"j-1","name":"Amy","age":33,"student":true}"#
    let good =
      line(1, join)
      + line(2, #"{"type":"pay","amount":501}"#, #""stream":"gym/amy""#)
    let tried = try lines(good, "guests.jsonl", "--dry-run")
    #expect(tried.output.contains("Would record: 1 accepted, 1 refused."), "\(tried)")
    #expect(try log().isEmpty)
    let first = try lines(good, "guests.jsonl", "--rejects", "rejects.jsonl")
    #expect(first.code == ExitStatus.negative.rawValue, "\(first)")
    #expect(first.errors.contains("line 2: Refused: invalid (amount out-of-range)."), "\(first)")
    #expect(
      try workspace.text("rejects.jsonl")
        == line(2, #"{"type":"pay","amount":501}"#, #""stream":"gym/amy""#))
    #expect(try log().contains(#""source":"guests.jsonl","line":1,"#))
    #expect(try log().contains(#""name":"Amy","age":33}"#))
    let resumed = try lines(
      good + line(3, #"{"type":"pay","amount":5}"#), "guests.jsonl", "--resume")
    #expect(resumed.code == 0 && resumed.output.contains("Imported before: 2"), "\(resumed)")
    for (bad, message) in [
      (line(5, #"{"type":"join","name":"Bob","student":true}"#), "'age'"),
      (line(5, #"{"type":"pay","amount":"secret"}"#), "The value here must be of another type."),
      (line(5, #"{"type":"payed"}"#), "The commands are join, book-courses, pay, erase-personal."),
      (line(5, #"{"type":"erase-personal"}"#), "would erase personal data for good"),
      (line(5, join, #""order":"amy""#), "Unknown key 'order'."),
      (line(5, join, #""guest":"amy","guest":"amy""#), "The object already has this key."),
      (line(5, join, #""guest":"today""#), "can't be the id of a new guest."),
      (line(5, join, #""stream":"order/1""#), "A stream is 'gym/' and an id."),
      ("[" + line(5, join), "A JSON array begins here"),
    ] {
      let stopped = try lines("", "-", input: line(4, #"{"type":"pay","amount":1}"#) + bad)
      #expect(stopped.code == ExitStatus.badData.rawValue, "\(stopped)")
      #expect(
        stopped.errors.contains("gym: stdin:2") || stopped.errors.contains(":2:"), "\(stopped)")
      #expect(stopped.errors.contains(message) && !stopped.errors.contains("secret"), "\(stopped)")
      #expect(stopped.output.contains("Recorded: 1 accepted, 0 refused."), "\(stopped)")
    }
    #expect(try run("import", "nowhere.jsonl").code == ExitStatus.notFound.rawValue)
    #expect(
      try run("help", "import").output.contains(#"{"at","actor","guest"|"stream","command"}"#))
  }

  /// Streams that an older version has made keep such a name.
  @Test(arguments: ["now", "today", "yesterday", "start", "end"])
  func `no new stream is called as a moment is, whatever makes it`(_ word: String) throws {
    func expect(_ code: ExitStatus, _ arguments: String..., input: String = "") throws {
      let made = try Tool.run(
        arguments + ["--store", "store"], in: workspace.path, input: Array(input.utf8),
        of: ("gym", Self.tool))
      #expect(made.code == code.rawValue && made.errors.contains("\(word)'"), "\(made)")
      let reasons = ["stands for a time", "isn't 'start' or 'end'"]
      #expect(reasons.contains(where: made.errors.contains), "\(made)")
      #expect(try log().isEmpty)
    }
    try expect(.usage, "do", word, "pay", "--amount", "5")
    try expect(.usage, "greet", word)
    let line = #"{"at":"2026-01-01T00:00:00Z","actor":"eve","guest":"\#(word)","command":"#
    try expect(.badData, "import", "-", input: line + #"{"type":"pay","amount":5}}"# + "\n")
    guard TimeWord(rawValue: word) != nil else { return }
    _ = try run("do", "amy", "pay", "--amount", "5")
    try workspace.rewrite(1, in: workspace.segments()[0]) { $0.replacing("amy", with: word) }
    #expect(try run("do", word, "pay", "--amount", "5").code == 0)
  }

  @Test func `its store is copied, archived, restored, exported, audited and recovered`() throws {
    func expect(
      _ shown: String, _ arguments: String..., code: ExitStatus = .done, input: String = ""
    ) throws {
      let finished = try Tool.run(
        arguments + ["--store", "store"], in: workspace.path, input: Array(input.utf8),
        of: ("gym", Self.tool))
      #expect(finished.code == code.rawValue, "\(finished)")
      #expect((finished.output + finished.errors).contains(shown), "\(finished)")
    }
    let lines = (1...9).map {
      #"{"at":"2026-01-0\#($0)T00:00:00Z","actor":"eve","guest":"amy","command":{"type":"pay","#
        + #""amount":\#($0)}}"# + "\n"
    }
    try expect(
      "9 accepted", "import", "-", "--segment-size", "300", "--durability", "sync",
      input: lines.joined())
    try expect("Nothing to explain.", "audit")
    try expect("Backed up 9 entries to copy", "backup", "copy")
    try expect("Archived the entries through ", "archive", "--before", "7", "--to", "old")
    try expect("`gym restore` brings them back.", "show", "@2", code: .notFound)
    try expect("Restored the entries through ", "restore")
    try expect("There are indexes of 0 of", "cache")
    try expect("Wrote 9 entries", "export", "csv", "--output", "tables")
    #expect(try workspace.text("tables/guests.csv").hasPrefix("id,courses,paid\r\n"))
    try expect("<trace>", "export", "xes")
    let last = try #require(workspace.segments(of: "store").last)
    try workspace.write(
      workspace.text(last).replacing(#""amount":9"#, with: #""amount":8"#), to: last)
    try expect("`gym recover`", "list", code: .badData)
    try expect("Would keep everything before it: 8 entries, through @8.", "recover", "--dry-run")
    try expect("Kept everything before it: 8 entries.", "recover", "--yes")
    try expect("Good: 8 entries", "verify")
  }

  @Test func `personal data is erased, once it is agreed to, and the rest stays`() throws {
    for guest in ["amy", "bob"] {
      _ = try run("do", guest, "join", "--name", "Zoe", "--age", "33", "--student", "true")
    }
    let erase = ["erase", "amy", "--reason", "on request", "--store", workspace.file("store")]
    func expect(_ code: ExitStatus, _ shown: String, _ arguments: String...) throws {
      let finished = try Tool.run(
        arguments + ["--store", "store"], in: workspace.path, of: ("gym", Self.tool))
      #expect(finished.code == code.rawValue, "\(finished)")
      #expect((finished.output + finished.errors).contains(shown), "\(finished)")
    }
    try expect(.usage, "needs a reason", "erase", "amy", "--yes")
    try expect(.usage, "needs a confirmation", "erase", "amy", "--reason", "r")
    try expect(.notFound, "There is no guest eve.", "erase", "eve", "--reason", "r", "--yes")
    try expect(.usage, "can't be the id", "erase", "a/b", "--reason", "r", "--yes")
    for erasure in ["erase-personal", #"{"type":"erase-personal"}"#] {
      try expect(.usage, "unasked", "do", "amy", erasure, "--yes")
    }
    #expect(try log().split(separator: "Zoe").count == 3)
    try expect(
      .done, "Would erase the personal data of guest amy, in 1 entry", "erase", "amy", "--dry-run")
    #expect(try workspace.serve(Clerk(["no"]), erase, of: Self.tool).code == .negative)
    #expect(try log().split(separator: "Zoe").count == 3)
    let erased = try workspace.serve(Clerk(["yes"]), erase, of: Self.tool)
    #expect(erased.code == .done, "\(erased)")
    #expect(
      erased.output.contains("Erased the personal data of guest amy, in 1 entry."), "\(erased)")
    let log = try log()
    #expect(
      log.split(separator: "Zoe").count == 2 && log.contains(#""personal":"sha256:"#), "\(log)")
    #expect(log.contains(#""type":"erase-personal","reason":"on request""#), "\(log)")
    try expect(.done, "Nothing to erase", "erase", "amy", "--reason", "r", "--yes")
    try expect(
      .done,
      #"{"guests":[{"id":"amy","entries":0},{"id":"bob","entries":1}],"entries":1,"elsewhere":[],"#
        + #""backups":[],"quarantine":[],"forms":[],"recorded":{"first":4,"last":4},"segments":1}"#,
      "erase", "amy", "bob", "--reason", "r", "--yes", "--json")
    try expect(.done, "Identical", "replay")
    try expect(.done, "Good: 4 entries", "verify")
    #expect(try self.log().contains("Zoe") == false)
  }

  /// The schema of a gym has no personal field, so its states in a base may have personal data or not.
  @Test func `a copy with a base isn't called clean if states may have personal data`() throws {
    func gym(_ arguments: String..., input: String = "") throws -> Finished {
      try Tool.run(
        arguments + ["--store", "store"], in: workspace.path, input: Array(input.utf8),
        of: ("gym", Self.tool))
    }
    let join = #"{"type":"join","name":"Zoe","age":33,"student":true}"#
    let lines = [join, join, join, #"{"type":"pay","amount":5}"#].map {
      #"{"at":"2026-01-01T00:00:00Z","actor":"eve","guest":"amy","command":\#($0)}"# + "\n"
    }
    _ = try gym(
      "import", "-", "--segment-size", "300", "--durability", "sync", input: lines.joined())
    let archived = try gym("archive", "--before", "end", "--to", "old")
    #expect(archived.output.hasPrefix("Archived the entries through "), "\(archived)")
    #expect(try gym("backup", "copy").code == 0 && gym("restore").code == 0)
    let erased = try gym("erase", "amy", "--reason", "r", "--yes", "--json")
    #expect(erased.output.contains(#""unsearchedCopies":["#), "\(erased)")
    #expect(!erased.output.contains("cleanCopies"), "\(erased)")
  }

  @Test func `a domain that can't record an erasure says so`() throws {
    let tool = ("desk", DomainTool("desk", version: "1", of: HistoryDomains(Desk.self)).description)
    let erase = ["erase", "amy", "--reason", "r", "--yes", "--store", "store"]
    let refused = try Tool.run(erase, in: workspace.path, of: tool)
    #expect(refused.code == ExitStatus.usage.rawValue, "\(refused)")
    #expect(refused.errors.contains("there is no command for that for a reader."), "\(refused)")
    #expect(refused.errors.contains("a command of the type erase-personal."), "\(refused)")
    let none = try Tool.run(
      erase, in: workspace.path, of: ("quiz", DomainTool.quiz.description))
    #expect(none.errors.contains("There is no command 'erase'."), "\(none)")
  }

  @Test func `help explains what the domain has`() throws {
    let conditions = try run("help", "conditions").output
    for text in ["amount", "currency", "len(", "sum(", "list ", "[ integer ]"] {
      #expect(!conditions.contains(text), "\(text) in \(conditions)")
    }
    #expect(conditions.contains("lower(a)") && conditions.contains(#"call       = ( "exists""#))
    #expect(try run("help", "list").output.contains("columns: courses, paid."))
    let line =
      #"{"at":"2026-01-31T12:00:00Z","actor":"amy","guest":"amy","command":{"type":"pay","amount":5}}"#
    let help = try run("help", "import").output.split(whereSeparator: \.isWhitespace).joined()
    #expect(help.contains(line.filter { $0 != " " }), "\(help)")
    let imported = try Tool.run(
      ["import", "-", "--store", "store"], in: workspace.path, input: Array((line + "\n").utf8),
      of: ("gym", Self.tool))
    #expect(imported.code == 0, "\(imported)")
  }

  @Test func `help and completions have the members`() throws {
    let help = try run("do", "amy", "pay", "--help").output
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for text in [
      "Leads to joined. gym do amy join --student BOOLEAN --name TEXT --age N",
      "--amount N A whole number from 1 to 500, for pay.",
      "--member-store TEXT A text, for pay (optional).",
      "--wishes TEXT 0 to 2 texts, for book-courses.",
      "--courses JSON A JSON array of objects with course, weeks (optional), for book-courses.",
      "--yes", "--dry-run",
    ] {
      #expect(words.contains(text), "\(text) is not in \(help)")
    }
    #expect(try run("complete", "commands").output == "join\nbook-courses\npay\n")
    let script = try run("completions", "bash").output
    #expect(script.contains("'do '1) printf '%s\\n' 'listed complete commands'"), "\(script)")
    #expect(script.contains("--member-store") && script.contains("'words true false'"), "\(script)")
  }
}
