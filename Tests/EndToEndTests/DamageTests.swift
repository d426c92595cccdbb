import EventLog
import Foundation
import JSONLines
import Testing

/// The tool's messages and exit codes when a log isn't as it was written. That every damage is found is
/// tested where the log is read; here it is that people hear of it.
@Suite struct DamageTests {
  let workspace: Workspace
  let segment = "./store/log/00000000000000000001.jsonl"
  static let readers = [["list"], ["show", "1001"], ["log"], ["stats"]]
  static let line = Commands.line(0, "9001", Commands.create())

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  /// The byte at which a line begins, counted from 1.
  private func start(ofLine line: Int) throws -> Int {
    try workspace.lines().prefix(line - 1).reduce(0) { $0 + $1.utf8.count + 1 }
  }

  private func alter(_ change: (inout [UInt8]) throws -> Void) throws {
    var bytes = try workspace.bytes(segment)
    try change(&bytes)
    try workspace.write(bytes, to: segment)
  }

  /// Makes the store what a writer leaves that was killed, having opened it when it was empty.
  private func leaveOpen() throws {
    try workspace.write(#"{"pid":1,"closed":false,"end":0}"#, to: "store/lock")
  }

  @Test func `every reader reports a changed byte, and nothing is written after it`() throws {
    let third = try start(ofLine: 3)
    try alter { $0[third + 200] ^= 1 }
    let before = try workspace.bytes(segment)

    for command in Self.readers {
      let finished = try workspace.run(command + ["--json"])
      #expect(finished.code == ExitStatus.badData.rawValue, "\(command): \(finished)")
      let error = try finished.errorObject()
      #expect(error["code"]?.string == "corrupt")
      #expect(error["location"]?["file"]?.string == segment)
      #expect(error["location"]?["line"]?.integer == 3)
      #expect(error["hint"]?.string?.contains("recover") == true)
    }
    let verified = try workspace.expect(.badData, "verify", "--json")
    #expect(verified.errors.isEmpty)
    let answer = try verified.document()
    #expect(answer["ok"] == .boolean(false))
    #expect(answer["entries"]?.integer == 2)
    #expect(answer["bytes"]?.integer == Int64(third))
    #expect(answer["firstBad"]?.members?.map(\.key) == ["file", "line", "byte", "seq", "what"])
    #expect(answer["firstBad"]?["seq"]?.integer == 3)

    try workspace.expect(.badData, "import", "-", input: Self.line)
    try workspace.expect(.badData, "import", "-", "--dry-run", input: Self.line)
    #expect(try workspace.bytes(segment) == before)
    #expect(workspace.names(in: "store/quarantine").isEmpty)
    // The entries before the damage can be looked at.
    try workspace.expect(.done, "list", "--at", "2")
  }

  @Test func `recover moves the damage away, byte for byte, and the store can be written to`()
    throws
  {
    let third = try start(ofLine: 3)
    try alter { $0[third + 200] ^= 1 }
    let damaged = try Array(workspace.bytes(segment)[third...])

    let report = try workspace.expect(.done, "recover", "--yes", "--json").document()

    #expect(report["keptThrough"]?.integer == 2)
    #expect(report["bytesMoved"]?.integer == Int64(damaged.count))
    let files = (report["files"]?.array ?? []).compactMap(\.string)
    try #require(files.count == 2)
    #expect(try workspace.bytes(files[0]) == damaged)
    #expect(try JSONValue(parsing: workspace.text(files[1]))["keptThrough"]?.integer == 2)
    let verified = try workspace.expect(.done, "verify", "--json").document()
    #expect(verified["entries"]?.integer == 2)
    try workspace.expect(.done, "import", "-", input: Self.line)
    try workspace.expect(.done, "verify")
    let again = try workspace.expect(.done, "recover").output
    #expect(again == "Nothing to recover: read 3 entries, all good.\n")
    #expect(workspace.files(in: "store/quarantine").count == 2)
  }

  @Test func `recover reports in words what it did`() throws {
    let third = try start(ofLine: 3)
    try alter { $0[third + 200] ^= 1 }
    let output = try workspace.expect(.done, "recover", "--yes").output
    #expect(output.contains("\(segment):3:"))
    #expect(output.contains("Kept everything before it: 2 entries."))
    #expect(output.contains("store/quarantine/"))
  }

  /// Twenty places to cut the log at, from its first byte to its last.
  @Test(arguments: 0..<20)
  func `a torn tail is a warning to readers, and is put aside before the next write`(_ sample: Int)
    throws
  {
    let size = try workspace.bytes(segment).count
    let cut = 1 + (size - 2) * sample / 19
    try leaveOpen()
    try alter { $0.removeLast($0.count - cut) }
    let lines = try workspace.bytes(segment).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    let (whole, tail) = (lines.count - 1, Array(lines[lines.count - 1]))
    // The cut may lie behind a line feed; then nothing is torn.
    try #require(!tail.isEmpty || sample < 19)

    for command in [["list"], ["stats"], ["log"]] {
      let finished = try workspace.run(command)
      #expect(finished.code == 0, "\(command): \(finished)")
      #expect(finished.errors.contains("\(tail.count) bytes") == !tail.isEmpty)
    }
    let verified = try workspace.run("verify", "--json")
    #expect(verified.code == (tail.isEmpty ? 0 : ExitStatus.badData.rawValue))
    #expect(try verified.document()["entries"]?.integer == Int64(whole))

    let finished = try workspace.expect(.done, "import", "-")
    #expect(finished.errors.contains("moved \(tail.count) bytes") == !tail.isEmpty)
    #expect(workspace.files(in: "store/quarantine").map(\.value) == (tail.isEmpty ? [] : [tail]))
    let after = try workspace.expect(.done, "verify", "--json").document()
    #expect(after["entries"]?.integer == Int64(whole))
  }

  @Test func `entries that are gone are missed, and recovering accepts the loss`() throws {
    let third = try start(ofLine: 3)
    let count = try workspace.lines().count
    try alter { $0.removeLast($0.count - third) }

    for command in Self.readers + [["import", "-"]] {
      let finished = try workspace.run(command)
      #expect(finished.code == ExitStatus.badData.rawValue, "\(command): \(finished)")
      #expect(finished.errors.contains("entries 3 to \(count) had been stored"), "\(finished)")
      #expect(finished.errors.contains("keeps the entries through 2"), "\(finished)")
    }
    let recovered = try workspace.expect(.done, "recover", "--yes").output
    #expect(recovered.contains("Kept everything before it: 2 entries.\nThere was nothing to move."))
    try workspace.expect(.done, "verify")
    try workspace.expect(.done, "import", "-", input: Self.line)
  }

  @Test func `a warning that can't be shown doesn't lose the output`() throws {
    try leaveOpen()
    try alter { $0.removeLast(3) }
    let finished = try RunningProcess(
      "/bin/sh", ["-c", #""$0" list 2>/dev/full"#, Tool.path()], in: workspace.path,
      environment: Tool.environment
    ).finish()
    #expect(finished.code == 0)
    #expect(finished.output.contains("2 orders."))
  }

  @Test func `the tail of a crash can be recovered explicitly, too`() throws {
    try leaveOpen()
    try alter { $0.removeLast(3) }
    try workspace.expect(.done, "recover", "--yes")
    try workspace.expect(.done, "verify")
    #expect(workspace.files(in: "store/quarantine").count == 2)
  }

  @Test func `a missing, a strange and a foreign segment`() throws {
    try workspace.write(Commands.many(60, seed: 5), to: "many.jsonl")
    for name in ["one", "two"] {
      try workspace.expect(.done, "init", name)
      try workspace.expect(
        .negative, "--store", name, "import", "many.jsonl", "--segment-size", "5000",
        "--durability",
        "sync")
    }
    let names = workspace.names(in: "one/log")
    #expect(names == workspace.names(in: "two/log"))
    let middle = "log/" + names[2]
    let original = try workspace.bytes("one/" + middle)

    try workspace.write(workspace.bytes("two/" + middle), to: "one/" + middle)
    let foreign = try workspace.expect(.badData, "verify", "--store", "one")
    #expect(foreign.output.contains("belongs to another store"), "\(foreign)")

    try FileManager.default.removeItem(atPath: workspace.file("one/" + middle))
    let missing = try workspace.expect(.badData, "verify", "--store", "one")
    #expect(missing.output.contains("No segment contains entry"), "\(missing)")

    try workspace.write(original, to: "one/" + middle)
    try workspace.write("notes", to: "one/log/notes.txt")
    let verified = try workspace.expect(.done, "verify", "--store", "one")
    let note = "one/log/notes.txt isn't part of the log and is never read.\n"
    #expect(verified.output.hasPrefix("Good: ") && verified.output.hasSuffix(note))
  }

  /// A program that opens a pipe to read waits until another one writes to it.
  @Test func `a pipe with a segment's name blocks no reader`() throws {
    let pipe = "store/log/00000000000000000999.jsonl"
    mkfifo(workspace.file(pipe), 0o600)
    for command in [["list"], ["verify"], ["import", "-"]] {
      let finished = try workspace.start(command).finish()
      #expect(finished.code == ExitStatus.badData.rawValue, "\(command): \(finished)")
    }
    try workspace.expect(.done, "recover", "--yes")
    try workspace.expect(.done, "verify")
  }

  /// Each of them instead of the only segment, and after it.
  @Test(
    arguments: ["folder", "link"], ["00000000000000000001.jsonl", "00000000000000000999.jsonl"])
  func `what has a segment's name but is no file can be recovered from`(
    _ kind: String, name: String
  ) throws {
    let path = workspace.file("store/log/" + name)
    try? FileManager.default.removeItem(atPath: path)
    if kind == "folder" {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } else {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    }
    let verified = try workspace.expect(.badData, "verify").output
    #expect(verified.contains("run `cleanstore recover`"), "\(verified)")
    try workspace.expect(.done, "recover", "--yes")
    try workspace.expect(.done, "verify")
    #expect(workspace.names(in: "store/quarantine").contains(name))
  }

  @Test func `a store's description that isn't a file is called so`() throws {
    try FileManager.default.removeItem(atPath: workspace.file("store/store.json"))
    let isLost = try workspace.expect(.badData, "list").errors
    #expect(isLost.contains("store/store.json:1: The store has lost this file."))
    try FileManager.default.createDirectory(
      atPath: workspace.file("store/store.json"), withIntermediateDirectories: false)
    let isFolder = try workspace.expect(.badData, "list").errors
    #expect(isFolder.contains("store/store.json:1: This isn't a file."), "\(isFolder)")
  }

  @Test func `a stream's name that can't be one comes with what it looks like`() throws {
    try rewrite(3, "order/1001", "order/10 01")
    let said =
      "This isn't the name of a stream. A stream's name is an id, or two of them with a "
      + "slash between, as in order/1001. An id is 1 to 64 of "
    #expect(try workspace.expect(.badData, "verify").output.contains(said))
    try workspace.write(try workspace.log(), to: "log.jsonl")
    let inFile = try workspace.expect(.badData, "list", "--store", "log.jsonl")
    #expect(inFile.errors.contains(said), "\(inFile)")
  }

  /// Changes a line and gives it the checksum that it needs then.
  private func rewrite(_ line: Int, _ old: String, _ new: String) throws {
    try workspace.rewrite(line, in: segment) { $0.replacing(old, with: new) }
  }

  /// Mistakes that a checksum doesn't show, and whether a newer version could read them.
  static let wrongLines: [(line: Int, old: String, new: String, isNewer: Bool)] = [
    (5, #""rev":4"#, #""rev":5"#, false), (5, #""rev":4"#, #""rev":3"#, false),
    (7, #""rev":2"#, #""rev":3"#, false),
    (4, #""amount":6239,"#, #""amount":6239,"amount":6239,"#, false),
    (4, #""amount":6239,"method":"card""#, #""method":"card","amount":6239"#, false),
    (4, #""amount":6239"#, #""amount":6239.0"#, false),
    // A payment before the creation, and a second creation.
    (4, #""order/1001","rev":3"#, #""order/1009","rev":1"#, false),
    (2, #""order/1002","rev":1"#, #""order/1001","rev":2"#, false),
    (5, "ship-order", "fly-order", true), (5, "order-shipped", "order-flown", true),
  ]

  /// Commands that fold the orders, and all that read them.
  static let folds = ["replay", "list", "show 1001", "check", "stats", "pay 1002 1.00"]
  static let all =
    folds + [
      "log", "log --json", "log 1001 --json", "replay --outcomes", "explain 7", "extract",
      "minimize --when paid>0",
    ]

  @Test(arguments: wrongLines)
  func `what is wrong is the same for all commands, and can be recovered from`(
    line: Int, old: String, new: String, isNewer: Bool
  ) throws {
    try rewrite(line, old, new)
    let verified = try workspace.expect(.badData, "verify", "--json").document()
    #expect(verified["firstBad"]?["line"]?.integer == Int64(line))
    let commands =
      if old.hasPrefix(#""rev""#) { Self.all } else if old.hasPrefix(#""order/"#) {
        Self.folds
      } else {
        ["replay"]
      }
    for command in commands {
      let finished = try workspace.run(command.split(separator: " ").map(String.init))
      #expect(finished.code == ExitStatus.badData.rawValue, "\(command): \(finished)")
    }
    try workspace.expect(isNewer ? .badData : .done, "recover", "--yes")
    guard !isNewer else { return }
    try workspace.expect(.done, "verify")
    #expect(try workspace.lines().count == line - 1)
  }

  @Test func `store.json that can't be read`() throws {
    let good = try workspace.text("store/store.json")
    for (text, code, status) in [
      ("", "corrupt", ExitStatus.badData), ("{", "corrupt", .badData),
      (good.replacing(#""version":1"#, with: #""version":2"#), "newer-version", .badData),
      (good.replacing("cleanstore", with: "dirtystore"), "corrupt", .badData),
    ] {
      try workspace.write(text, to: "store/store.json")
      for command in code == "corrupt" ? ["list", "verify"] : ["list", "verify", "recover"] {
        let finished = try workspace.expect(status, command, "--json")
        #expect(try finished.errorObject()["code"]?.string == code, "\(text)")
      }
    }
  }
}
