import JSONLines
import Terminal
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The questions that people are asked before a store is recovered, and their answers.
@Suite struct RecoverTests {
  let workspace: Workspace
  let segment = "store/log/00000000000000000001.jsonl"
  private static let question = "Move this to the quarantine? (y/n)"

  /// The demo's store, whose third entry doesn't match its checksum.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    var lines = try workspace.lines()
    lines[2] = lines[2].replacing(#""at":"20"#, with: #""at":"21"#, maxReplacements: 1)
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: segment)
  }

  @Test func `a dry run tells what would be kept, moved and lost, and changes nothing`() throws {
    let (before, count) = (try workspace.log(), try workspace.lines().count)
    let document = try workspace.expect(.done, "recover", "--dry-run", "--json").document()
    #expect(document["keptThrough"]?.integer == 2)
    #expect(document["numbers"]?["first"]?.integer == 3)
    #expect(document["numbers"]?["last"]?.integer == Int64(count))
    #expect(document["readable"]?.integer == Int64(count - 3))
    #expect(document["damagedPlaces"]?.integer == 1)
    let streams = document["streams"]?.array ?? []
    let first = streams.first { $0["order"]?.string == "1001" }
    #expect(first?["disappears"] == .boolean(false))
    let said = try workspace.expect(.done, "recover", "--dry-run").output
    #expect(said.contains("\(segment):3:"))
    #expect(said.contains("Would keep everything before it: 2 entries, through @2."))
    #expect(said.contains("These are entries 3 to \(count), as far as can be told."))
    #expect(said.contains("order 1001: "))
    #expect(try workspace.log() == before)
    #expect(workspace.names(in: "store") == ["lock", "log", "store.json"])

    let report = try workspace.expect(.done, "recover", "--yes", "--json").document()
    #expect(report["files"] == document["files"])
    #expect(report["bytesMoved"] == document["bytes"])
    #expect(report["streams"] == document["streams"])
    let nothing = try workspace.expect(.done, "recover", "--dry-run").output
    #expect(nothing == "Nothing to recover: read 2 entries, all good.\n")
  }

  @Test func `a dry run doesn't wait for a writer, and says that there is one`() throws {
    let lock = open(workspace.file("store/lock"), O_RDWR)
    try #require(flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    try workspace.expect(.tryAgain, "recover", "--yes", "--lock-timeout", "0")
    let said = try workspace.expect(.done, "recover", "--dry-run").output
    #expect(said.contains("A process is writing to this store"))
  }

  @Test(arguments: ["n", "", nil]) func `at a terminal, no answer but yes changes anything`(
    _ answer: String?
  ) throws {
    let before = try workspace.log()
    let served = try workspace.serve(Clerk([answer]), ["recover"])
    #expect(served.code == .negative)
    #expect(served.clerk.questions == [Self.question])
    #expect(served.output.contains("Would move ") && served.output.contains("order 1001: "))
    #expect(served.errors == "cleanstore: Nothing was changed.\n")
    #expect(try workspace.log() == before)
    #expect(workspace.names(in: "store/quarantine").isEmpty)
  }

  @Test func `at a terminal, a yes recovers`() throws {
    let served = try workspace.serve(Clerk(["y"]), ["recover"])
    #expect(served.code == .done && served.output.contains("Kept everything before it: 2 entries."))
    #expect(try workspace.lines().count == 2)
  }

  @Test func `what changes while the question is open is left alone`() throws {
    var lines = try workspace.lines()
    let clerk = Clerk(["y"]) { [workspace, segment] _, _ in
      lines.removeLast(lines.count - 1)
      lines[0] = "x" + lines[0]
      try workspace.write(lines.map { $0 + "\n" }.joined(), to: segment)
    }
    let served = try workspace.serve(clerk, ["recover"])
    #expect(served.code == .tryAgain)
    #expect(served.errors.contains("has changed the store since"))
    #expect(workspace.names(in: "store/quarantine").isEmpty)
  }

  @Test func `nothing is asked with --yes, and it says which orders have lost entries`() throws {
    let served = try workspace.serve(Clerk([]), ["recover", "--yes"])
    #expect(served.code == .done && served.clerk.questions.isEmpty)
    #expect(try workspace.lines().count == 2)
    #expect(
      served.output.hasSuffix(
        """
        These have lost entries; 0 of them disappeared:
          order 1001: 2 entries
          order 1002: 2 entries

        """), "\(served)")
  }

  @Test(arguments: [[], ["--json"]])
  func
    `without a terminal, nothing changes without --yes, and it says which orders would lose entries`(
      _ flags: [String]
    ) throws
  {
    let before = workspace.files(in: "store")
    let finished = try workspace.expect(.usage, args: ["recover"] + flags)
    if flags.isEmpty {
      #expect(finished.output.contains("These would lose entries; 0 of them would disappear:"))
      #expect(finished.output.hasSuffix("  order 1001: 2 entries\n  order 1002: 2 entries\n"))
      #expect(finished.errors.contains("pass --yes"))
    } else {
      #expect(try finished.document()["streams"]?.array?.count == 2)
      #expect(try finished.errorObject()["code"]?.string == "not-confirmed")
    }
    #expect(workspace.files(in: "store") == before)
    // At a terminal, too, a program is not asked.
    let served = try workspace.serve(Clerk([]), ["recover", "--json"])
    #expect(served.code == .usage && workspace.files(in: "store") == before)
  }

  @Test func `nothing is asked where there is nothing to recover`() throws {
    try workspace.expect(.done, "recover", "--yes")
    let served = try workspace.serve(Clerk([]), ["recover"])
    #expect(served.code == .done)
    #expect(served.output == "Nothing to recover: read 2 entries, all good.\n")
  }

  @Test(.timeLimit(.minutes(20))) func `the question on a real terminal`() throws {
    let session = try workspace.terminal(["recover"])
    try session.wait(for: Self.question)
    session.type("n\n")
    #expect(try session.finish() == .exited(1), "\(session.screen)")
    #expect(session.screen.contains("Nothing was changed."))
  }
}
