import EventLog
import Foundation
import JSONLines
import Testing

/// The store that the tool finds, and its messages if there is none, an empty one or a file.
@Suite struct StoreTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test(arguments: [["init", ""], ["backup", ""]])
  func `a folder without a name is an error of usage`(_ command: [String]) throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let finished = try workspace.run(command)
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(finished.errors.hasPrefix("cleanstore: The folder's name is empty."), "\(finished)")
  }

  @Test func `init creates an empty store, by default in ./store`() throws {
    let finished = try workspace.expect(.done, "init")
    #expect(finished.output == "Created an empty store in ./store.\n")
    #expect(workspace.names(in: "store") == ["lock", "log", "store.json"])
    let description = try JSONValue(parsing: try workspace.text("store/store.json"))
    #expect(description["format"]?.string == "cleanstore")
    #expect(description["version"]?.integer == 1)
    let id = try #require(description["id"]?.string)
    #expect(id.utf8.count == 32)
    #expect(id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    let document = try workspace.expect(.done, "init", "other", "--json").document()
    #expect(document["store"]?.string == "other")
    #expect(document["id"]?.string != id)
  }

  @Test func `the store is that of the flag, else of the environment, else ./store`() throws {
    for name in ["flag", "variable", "store"] { try workspace.expect(.done, "init", name) }
    try workspace.expect(
      .done, "--store", "flag", "import", "-", input: Commands.line(0, "1001", Commands.create()))
    let variable = ["CLEANSTORE_STORE": "variable"]
    #expect(
      try workspace.run("list", "--store", "flag", environment: variable).output != "No orders.\n")
    #expect(try workspace.run("list", environment: variable).output == "No orders.\n")
    try FileManager.default.removeItem(atPath: workspace.file("variable"))
    #expect(try workspace.run("list", environment: variable).code == ExitStatus.notFound.rawValue)
    #expect(try workspace.run("list").output == "No orders.\n")
  }

  @Test func `init makes nothing where something is`() throws {
    try workspace.expect(.done, "init", "store")
    try workspace.write("mine", to: "file")
    try FileManager.default.createDirectory(
      atPath: workspace.file("empty"), withIntermediateDirectories: false)
    for name in ["store", "file", "nowhere/store", "/proc/store"] {
      let error = try workspace.expect(.cannotCreate, "init", name, "--json").errorObject()
      #expect(error["code"]?.string == "cannot-create")
      #expect(error["hint"] != nil)
    }
    #expect(try workspace.text("file") == "mine")
    try workspace.expect(.done, "init", "empty")
    try workspace.expect(.cannotCreate, "demo", "store")
    let again = try workspace.expect(.cannotCreate, "init", "store").errors
    #expect(
      again == """
        cleanstore: There is already a store in store.
          Use it, or choose another folder for a new one.

        """)
  }

  @Test func `a store that lost its log is corrupt, and the hint says what to do`() throws {
    try workspace.expect(.done, "init")
    try FileManager.default.removeItem(atPath: workspace.file("store/log"))
    for command in [["list"], ["stats"], ["import", "-"]] {
      let finished = try workspace.run(command + ["--json"])
      #expect(finished.code == ExitStatus.badData.rawValue, "\(command): \(finished)")
      let error = try finished.errorObject()
      #expect(error["location"]?["file"]?.string == "./store/log")
      #expect(error["hint"]?.string?.contains("`cleanstore recover` keeps no entry") == true)
    }
    try workspace.expect(.badData, "verify")
    try workspace.expect(.done, "recover", "--yes")
    try workspace.expect(.done, "list")
  }

  @Test func `an empty store has nothing, and that is no mistake`() throws {
    try workspace.expect(.done, "init")
    let texts = [
      ("list", "No orders.\n"), ("log", "No entries.\n"),
      ("verify", "Good: 0 entries, 0 bytes. Every byte was read.\n"),
      ("recover", "Nothing to recover: read 0 entries, all good.\n"),
    ]
    for (command, text) in texts {
      #expect(try workspace.expect(.done, command).output == text)
    }
    let stats =
      #"{"entries":0,"accepted":0,"rejected":{},"orders":{},"total":{},"paid":{},"refunded":{},"#
      + #""deleted":{"orders":0,"total":{},"paid":{},"refunded":{}},"bytes":0}"#
    #expect(try workspace.expect(.done, "stats", "--json").output == stats + "\n")
    #expect(try workspace.expect(.done, "list", "--json").output.isEmpty)
    #expect(try workspace.expect(.done, "log", "--json").output.isEmpty)
    let verified = try workspace.expect(.done, "verify", "--json").output
    #expect(verified == #"{"ok":true,"entries":0,"bytes":0}"# + "\n")
    try workspace.expect(.done, "list", "--at", "start")
    try workspace.expect(.done, "list", "--at", "-0")
    try workspace.expect(.usage, "list", "--at", "1")
    try workspace.expect(.notFound, "show", "1001")
    try workspace.expect(.notFound, "log", "1001")
  }

  static let readers = [
    ["list"], ["show", "1001"], ["log"], ["stats"], ["verify"], ["recover"], ["import", "-"],
    ["pay", "1001", "1"], ["ship", "1001", "--dry-run"], ["delete", "1001"], ["shipping-methods"],
    ["shipping-methods", "retire", "one-day"],
  ]

  @Test(arguments: readers)
  func `no store is 66, and the way to one is shown`(_ arguments: [String]) throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file("folder"), withIntermediateDirectories: false)
    for (path, code) in [("nowhere", "no-such-store"), ("folder", "not-a-store")] {
      let finished = try workspace.run(["--store", path, "--json"] + arguments)
      #expect(finished.code == ExitStatus.notFound.rawValue, "\(finished)")
      #expect(finished.output.isEmpty)
      let error = try finished.errorObject()
      #expect(error["code"]?.string == code)
      #expect(error["hint"]?.string?.contains("cleanstore init") == true)
    }
    #expect(workspace.names(in: "folder").isEmpty)
  }

  @Test func `no such order is 66`() throws {
    try workspace.expect(.done, "demo", "store")
    for arguments in [["show", "9"], ["log", "9"], ["show", "../x"], ["show", ""]] {
      let finished = try workspace.run(arguments + ["--json"])
      #expect(finished.code == ExitStatus.notFound.rawValue, "\(finished)")
      #expect(try finished.errorObject()["code"]?.string == "no-such-order")
    }
  }
}

/// A single file, or standard input, in place of a store.
@Suite struct SingleFileTests {
  let workspace: Workspace
  static let commands = [["list"], ["show", "1001"], ["log"], ["stats"], ["verify"]]

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try workspace.write(try workspace.log(), to: "log.jsonl")
  }

  @Test(arguments: commands) func `a file or a pipe reads as its store does`(_ command: [String])
    throws
  {
    let expected = try workspace.run(["--store", "store"] + command)
    #expect(expected.code == 0)
    let file = try workspace.run(["--store", "log.jsonl"] + command)
    let pipe = try workspace.run(["--store", "-"] + command, input: workspace.text("log.jsonl"))
    for actual in [file, pipe] {
      #expect(actual.code == 0, "\(actual)")
      #expect(actual.output == expected.output)
    }
  }

  /// A log edited with jq: other key order, spaces, no checksums, entries left out.
  @Test(arguments: commands) func `an edited file reads, too`(_ command: [String]) throws {
    let lines = try workspace.lines().enumerated().filter { $0.offset != 5 }.map { _, line in
      let bare = line.replacing(/,"crc":"[0-9a-f]{8}"/, with: "")
      let seq = try #require(bare.firstMatch(of: /^\{"seq":(\d+),/))
      return #"{ "actor": "me", "seq" : \#(seq.1), "#
        + bare.dropFirst(seq.0.count).replacing(/"actor":"[a-z]*",/, with: "")
    }
    try workspace.write(lines.joined(separator: "\n"), to: "edited.jsonl")
    let finished = try workspace.run(["--store", "edited.jsonl"] + command)
    #expect(finished.code == 0, "\(finished)")
    // The payment of order 1002 was left out.
    let expected = [
      "list": "24.90 USD  24.90 USD\n2 orders.\n", "show": "\n  paid      62.39 USD\n",
      "log": "\n6 entries.\n", "stats": "\n  entries                               6\n",
      "verify": "Good: 6 entries, ",
    ]
    let words = try #require(expected[command[0]])
    #expect(finished.output.contains(words), "\(finished)")
  }

  @Test func `a checksum that is there must be right, and a line must be an entry`() throws {
    let log = try workspace.text("log.jsonl")
    let third = try workspace.lines().prefix(2).map { $0.utf8.count + 1 }.reduce(0, +)
    let lines = try workspace.lines()
    let bad = [
      log.replacing(lines[2], with: lines[2].replacing("BOX-1", with: "BOX-2")),
      log.replacing(lines[2], with: "nonsense"),
      log.replacing(lines[2], with: lines[1]),
      log.replacing(lines[2], with: ""),
      log.replacing(lines[2], with: lines[2].replacing(#","actor""#, with: ",\n\"actor\"")),
    ]
    for (index, text) in bad.enumerated() {
      try workspace.write(text, to: "bad.jsonl")
      for command in [["list"], ["log"], ["stats"], ["show", "1001"]] {
        let finished = try workspace.run(["--store", "bad.jsonl", "--json"] + command)
        #expect(finished.code == ExitStatus.badData.rawValue, "\(index) \(command): \(finished)")
        let location = try finished.errorObject()["location"]
        #expect(location?["file"]?.string == "bad.jsonl")
        #expect(location?["line"]?.integer == 3, "\(index)")
        #expect((location?["byte"]?.integer ?? 0) >= Int64(third), "\(index)")
      }
      let verified = try workspace.expect(.badData, "verify", "--store", "bad.jsonl", "--json")
      #expect(try verified.document()["firstBad"]?["line"]?.integer == 3, "\(index)")
      #expect(try verified.document()["entries"]?.integer == 2)
      // There is nothing to recover in a single file.
      let text = try workspace.expect(.badData, "verify", "--store", "bad.jsonl").output
      #expect(text.hasSuffix("\nCorrect the line, or remove it.\n"), "\(index)")
    }
  }

  @Test func `what a newer version or another tool wrote is named so`() throws {
    for (old, new, words) in [
      (#""type":"ship-order""#, #""type":"teleport-order""#, "newer version"),
      (#""type":"order-shipped""#, #""type":"order-shipped.2""#, "newer version"),
      (#","actor""#, #","mood":"fine","actor""#, "newer version"),
      (#""format":1"#, #""format":2"#, "newer version"),
      ("order/1002", "deck/1002", "the stream deck/1002, which this tool doesn't know"),
    ] {
      let text = try workspace.text("log.jsonl").replacing(/,"crc":"[0-9a-f]{8}"/, with: "")
        .replacing(old, with: new)
      try workspace.write(text, to: "newer.jsonl")
      let finished = try workspace.expect(.badData, "verify", "--store", "newer.jsonl", "--json")
      let what = try finished.document()["firstBad"]?["what"]?.string
      #expect(what?.contains(words) == true, "\(new): \(finished)")
    }
  }

  @Test func `a file is never written to`() throws {
    let before = try workspace.text("log.jsonl")
    let line = Commands.line(0, "5", Commands.create())
    let importing = try workspace.run("--store", "log.jsonl", "import", "-", input: line)
    #expect(importing.code == ExitStatus.notFound.rawValue, "\(importing)")
    #expect(
      try workspace.run("--store", "log.jsonl", "recover").code == ExitStatus.notFound.rawValue)
    #expect(try workspace.text("log.jsonl") == before)
  }
}
