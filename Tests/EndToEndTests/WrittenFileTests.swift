import Foundation
import TestKit
import Testing

/// Files that the user names to be written. The store is the demo's.
@Suite struct WrittenFileTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try workspace.expect(.done, "init", "other")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.file("link"), withDestinationPath: "store/log")
  }

  private func resolved(_ name: String) -> String {
    URL(fileURLWithPath: workspace.file(name)).resolvingSymlinksInPath().path
  }

  static let segment = "00000000000000000008.jsonl"

  static let writers = [
    ["extract", "1001", "--output"], ["what-if", "--skip", "3", "--output"],
    ["minimize", "--when", "total > 0", "--output"],
  ]

  @Test(arguments: writers, ["store/log", "store", "link", "other/log", "./store/../store/log"])
  func `nothing is written into a store`(_ command: [String], folder: String) throws {
    let path = folder + "/" + Self.segment
    let finished = try workspace.run(command + [path, "--json"])
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    #expect(finished.output.isEmpty)
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "in-store")
    let store = resolved(folder.hasPrefix("other") ? "other" : "store")
    #expect(error["message"]?.string == "\(path) would be in the store \(store).")
    #expect(
      error["hint"]?.string == "Nothing was written. Pass a file outside of the store's folder.")
    #expect(workspace.names(in: "other/log").isEmpty)
    try workspace.expect(.done, "verify")
  }

  @Test(arguments: writers)
  func `a file that can't be written is named, isn't said to be written, and is removed`(
    _ command: [String]
  ) throws {
    let finished = try workspace.start(command + ["out.jsonl"], limitingFiles: 0).finish()
    #expect(finished.code == ExitStatus.inputOutput.rawValue, "\(finished)")
    #expect(!finished.output.contains("Wrote") && !finished.output.contains("show"))
    #expect(
      finished.errors.hasSuffix(
        """
        cleanstore: Can't write out.jsonl: File too large.
          Free some space, or write elsewhere.

        """))
    #expect(!workspace.names(in: ".").contains("out.jsonl"))
  }

  /// All commands that write files, by what they write last.
  static let named: [(command: [String], file: String)] =
    writers.map { ($0 + ["out"], "out") } + [
      (["report", "--output", "out"], "out"), (["checkpoint", "--output", "out"], "out"),
      (["export", "sql", "--output", "out"], "out"),
      (["export", "csv", "--output", "out"], "out/orders.csv"),
      (["export", "cloudevents", "--output", "out"], "out"),
    ]

  /// A killed command leaves the beginning of a file under another name, and nothing under its own.
  @Test(arguments: named) func `a file that a killed command has left doesn't get in the way`(
    _ command: [String], file: String
  ) throws {
    let names = workspace.names(in: ".")
    // Another past differs.
    let code: ExitStatus = command[0] == "what-if" ? .negative : .done
    try workspace.expect(code, args: command)
    let (whole, files) = (try workspace.bytes(file), workspace.files(in: "."))
    // A complete one isn't replaced.
    try workspace.expect(.cannotCreate, args: command)
    #expect(workspace.files(in: ".") == files)
    try FileManager.default.removeItem(atPath: workspace.file("out"))
    if file != "out" {
      try FileManager.default.createDirectory(
        atPath: workspace.file("out"), withIntermediateDirectories: false)
    }
    try workspace.write("half", to: file + ".unfinished")
    try workspace.expect(code, args: command)
    #expect(try workspace.bytes(file) == whole)
    #expect(workspace.files(in: ".").keys.sorted() == files.keys.sorted())
    #expect(workspace.names(in: ".") == (names + ["out"]).sorted())
  }

  @Test func `a command that is killed leaves nothing under the file's name`() throws {
    // The test of the histories kills the tool while the file is open.
    let minimizing = ["minimize", "--run", "kill -9 $PPID", "--output", "out"]
    let killed = try workspace.start(minimizing).finish()
    #expect(killed.ending == .killed(signal: SIGKILL))
    #expect(!workspace.names(in: ".").contains("out"))
    try workspace.expect(
      .done, "minimize", "--when", "total > 0", "--output", "out", "--swift-test", "Bug")
    #expect(workspace.names(in: ".").filter { $0.hasSuffix(".unfinished") } == [])
    try workspace.writeProgram("#!/bin/sh\nkill -9 $PPID\n", to: "killer")
    let signing = ["checkpoint", "--key", "key", "--output", "signed"]
    let signer = try workspace.start(signing + ["--openssl", workspace.file("killer")]).finish()
    #expect(signer.ending == .killed(signal: SIGKILL))
    #expect(!workspace.names(in: ".").contains("signed"))
    try workspace.expect(.done, "checkpoint", "--output", "signed")
  }

  @Test(.needs(.openssl)) func `an evidence pack is complete or not there`() throws {
    let workspace = try SignedLog().workspace
    let proving = ["prove", "1001", "--checkpoint", "new", "--output", "out"]
    try workspace.expect(.done, args: proving)
    let whole = try workspace.bytes("out")
    try FileManager.default.removeItem(atPath: workspace.file("out"))
    try workspace.write("half", to: "out.unfinished")
    try workspace.expect(.done, args: proving)
    #expect(try workspace.bytes("out") == whole)
    #expect(!workspace.names(in: ".").contains("out.unfinished"))
  }

  /// A command that writes two files was killed after it had completed the first of them.
  @Test func `what a killed command had completed is replaced with the rest`() throws {
    let minimizing = ["minimize", "--when", "total > 0", "--output", "out", "--swift-test", "Bug"]
    try workspace.write("earlier", to: "Bug.swift")
    try workspace.expect(.cannotCreate, args: minimizing)
    // One that isn't the killed command's stays.
    for draft in ["out.unfinished", "Bug.swift.unfinished"] {
      try workspace.write("half", to: draft)
      try workspace.expect(.cannotCreate, args: minimizing)
      #expect(try workspace.text("Bug.swift") == "earlier")
    }
    try FileManager.default.removeItem(atPath: workspace.file("Bug.swift.unfinished"))
    try FileManager.default.linkItem(
      atPath: workspace.file("Bug.swift"), toPath: workspace.file("Bug.swift.unfinished"))
    try workspace.expect(.done, args: minimizing)
    #expect(try workspace.text("Bug.swift").contains("@Test"))
    #expect(workspace.names(in: ".").filter { $0.hasSuffix(".unfinished") } == [])
  }

  @Test(.slow(.kills), arguments: named)
  func `killed at any moment, a file is whole or not there, and the same command succeeds`(
    _ command: [String], file: String
  ) throws {
    var generator = Seeded.forTest()
    let commands = try workspace.expect(.done, "generate", "--orders", "400").output
    try workspace.write(commands, to: "orders.jsonl")
    try workspace.expect(.done, "init", "shop")
    // Some lines are refused.
    try workspace.expect(.negative, "--store", "shop", "import", "orders.jsonl")
    let code: Int32 = command[0] == "what-if" ? 1 : 0
    let command = ["--store", "shop"] + command
    let start = ContinuousClock.now
    #expect(try workspace.start(command).finish().code == code)
    let undisturbed = Int((ContinuousClock.now - start) / .milliseconds(1)) + 4
    let whole = try workspace.bytes(file)
    for _ in 0..<Seeded.trials(10) {
      try? FileManager.default.removeItem(atPath: workspace.file("out"))
      _ = try workspace.start(command).finish(killAfter: 1 + generator.below(undisturbed))
      if FileManager.default.fileExists(atPath: workspace.file(file)) {
        #expect(try workspace.bytes(file) == whole, "seed \(generator.seed)")
        continue
      }
      #expect(try workspace.start(command).finish().code == code, "seed \(generator.seed)")
      #expect(try workspace.bytes(file) == whole)
      #expect(workspace.files(in: ".").keys.allSatisfy { !$0.hasSuffix(".unfinished") })
    }
  }

  @Test(arguments: ["init", "demo"])
  func `no store is created in another one`(_ command: String) throws {
    for folder in ["store/log/\(Self.segment)/", "link/\(Self.segment)", "store/new"] {
      let finished = try workspace.expect(.cannotCreate, command, folder)
      let store = resolved("store")
      #expect(
        finished.errors == """
          cleanstore: \(folder) would be in the store \(store).
            Choose a folder outside of that store.

          """)
    }
    #expect(workspace.names(in: "store") == ["lock", "log", "store.json"])
    try workspace.expect(.done, "verify")
  }
}
