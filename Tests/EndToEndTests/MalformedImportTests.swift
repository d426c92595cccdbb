import JSONLines
import Testing

/// Lines that aren't as they must be: the import stops before them, names them, and keeps what was
/// before.
@Suite struct MalformedImportTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init")
  }

  private static func line(_ changes: (String, String)...) -> String {
    changes.reduce(Commands.line(2, "1003", Commands.create())) { $0.replacing($1.0, with: $1.1) }
  }

  /// A bad line, the place in it that is blamed, and a word of the message.
  static let cases: [(name: String, line: String, place: String, word: String)] = [
    ("no JSON", "nonsense\n", "nonsense", "type"),
    ("an empty line", "\n", "\n", "early"),
    ("half a line", #"{"at":"2026-03-01T00:00:02.000000Z","actor""# + "\n", "\n", "early"),
    ("an object over two lines", line((#","actor""#, ",\n\"actor\"")), "\n", "early"),
    ("two objects", line(("}\n", "}{}\n")), "{}", "after"),
    ("an unknown key", line((#""actor""#, #""author""#)), "author", "'author'"),
    (
      "a key twice", line((#""actor":"amy","#, #""actor":"amy","actor":"bob","#)), #""actor":"bob"#,
      "already"
    ),
    ("no actor", line((#""actor":"amy","#, "")), "{", "'actor'"),
    (
      "order and stream", line((#""order""#, #""stream":"catalog","order""#)), #""1003""#,
      "not both"
    ),
    ("a foreign stream", line((#""order":"1003""#, #""stream":"decks/1""#)), "decks", "catalog"),
    ("a malformed id", line((#""1003""#, #""../3""#)), "../3", "1 to 64"),
    ("the id today", line((#""1003""#, #""today""#)), "today", "a time"),
    (
      "the id now of a stream", line((#""order":"1003""#, #""stream":"order/now""#)), "order/now",
      "a time"
    ),
    (
      "an erasure",
      #"{"at":"2026-03-01T00:00:02Z","actor":"amy","order":"1001","command":{"type":"erase-personal"}}"#
        + "\n", "{", "unasked"
    ),
    ("the id start", line((#""1003""#, #""start""#)), "start", "1 to 64"),
    (
      "an unknown command", line(("create-order", "create-sale")), "create-sale",
      "create-order, update-order"
    ),
    (
      "an unknown command of the catalogue",
      line((#""order":"1003""#, #""stream":"catalog""#)), "create-order", "retire-shipping-method"
    ),
    (
      "no stream, no command", #"{"at":"2026-03-01T00:00:02Z","actor":"amy"}"# + "\n", "{",
      "no 'command' and no 'order' or 'stream'"
    ),
    ("no name of a key", line((#""actor""#, #""Amy Apple""#)), "Amy", "Unknown key"),
    ("no type", line((#""type":"create-order","#, "")), #"{"customer"#, "'type'"),
    (
      "a card number", line((#""currency":"USD""#, #""currency":"USD","cardNumber":"4""#)),
      "cardNumber", "'cardNumber'"
    ),
    ("a float", line(("1250", "12.50")), "12.50", "integer"),
    ("a number too large", line(("1250", "9007199254740992")), "9007199254740992", "between"),
    ("a day for a time", line(("2026-03-01T00:00:02.000000Z", "2026-03-01")), "2026", "UTC"),
    ("a 30th of February", line(("2026-03-01", "2026-02-30")), "2026", "UTC"),
    ("an earlier time", line(("2026-03-01T00:00:02", "2026-03-01T00:00:00")), "{", "before"),
    ("a time to come", line(("2026-03-01", "9999-03-01")), "{", "future"),
    ("a byte order mark", "\u{FEFF}" + line(), "\u{FEFF}", "byte order mark"),
    ("UTF-16", line().map { "\($0)\0" }.joined(), "\0", "UTF-16"),
    ("an array", "[" + line(), "[", "JSON array"),
    ("an array over several lines", "[\n" + line(), "[", "jq"),
    ("half a surrogate pair", line(("1 Infinite", #"\ud800"#)), #"\ud800"#, "surrogate"),
  ]

  @Test(arguments: cases.map(\.name))
  func `the import stops before a bad line and names it`(_ name: String) throws {
    let bad = try #require(Self.cases.first { $0.name == name })
    let good = [0, 1].map { Commands.line($0, "100\($0 + 1)", Commands.create()) }.joined()
    let after = Commands.line(9, "1009", Commands.create())
    try workspace.write(good + bad.line + after, to: "bad.jsonl")

    let finished = try workspace.expect(.badData, "import", "bad.jsonl", "--json")

    let error = try finished.errorObject()
    #expect(error["code"]?.string == "malformed")
    #expect(error["message"]?.string?.contains(bad.word) == true, "\(finished)")
    #expect(error["hint"]?.string?.contains("--resume") == true)
    #expect(error["location"]?["file"]?.string == "bad.jsonl")
    #expect(error["location"]?["line"]?.integer == 3)
    let byte = try #require(error["location"]?["byte"]?.integer)
    let blamed = bad.line.utf8.dropFirst(Int(byte) - good.utf8.count)
    // A text is blamed from its quote on.
    let places = [bad.place, "\"" + bad.place]
    #expect(places.contains { blamed.starts(with: $0.utf8) }, "\(finished)")
    #expect(try finished.document()["accepted"]?.integer == 2)
    #expect(try workspace.entries().count == 2)
    try workspace.expect(.done, "verify")
  }

  @Test func `as text, the error has the place, the problem and a hint`() throws {
    try workspace.write("nonsense\n", to: "bad.jsonl")
    let finished = try workspace.expect(.badData, "import", "bad.jsonl")
    #expect(
      finished.errors == """
        cleanstore: bad.jsonl:1:1: The value here must be of another type. The import stopped before this line.
          Correct the line, then continue with --resume.

        """)
  }

  @Test func `once the line is corrected, the import continues after the last good one`() throws {
    let good = Commands.line(0, "1001", Commands.create())
    try workspace.write(good + "nonsense\n", to: "bad.jsonl")
    try workspace.expect(.badData, "import", "bad.jsonl")
    try workspace.write(
      good + Commands.line(1, "1001", Commands.simple("cancel-order")), to: "bad.jsonl")
    try workspace.expect(.done, "import", "bad.jsonl", "--resume")
    #expect(try workspace.entries().count == 2)
  }

  @Test func `a line over 1 MiB is named like any other bad line`() throws {
    let good = Commands.line(0, "1001", Commands.create())
    let reason = String(repeating: "x", count: 1 << 20)
    let long = Commands.line(1, "1002", Commands.create(more: #","reason":"\#(reason)""#))
    try workspace.write(good + long, to: "long.jsonl")
    let error = try workspace.expect(.badData, "import", "long.jsonl", "--json").errorObject()
    #expect(error["code"]?.string == "malformed")
    #expect(error["hint"]?.string == "Correct the line, then continue with --resume.")
    #expect(error["location"]?["line"]?.integer == 2)
    #expect(error["location"]?["byte"]?.integer == Int64(good.utf8.count))
    #expect(try workspace.entries().count == 1)
  }

  @Test func `an entry over 1 MiB is no entry`() throws {
    let reason = String(repeating: "x", count: 1 << 20)
    let line = Commands.line(0, "1001", Commands.create(more: #","reason":"\#(reason)""#))
    let finished = try workspace.run("import", "-", input: line)
    #expect(finished.code != 0)
    #expect(workspace.segments().isEmpty)
    #expect(finished.errors.contains("1 MiB"), "\(finished.errors.prefix(300))")
  }
}
