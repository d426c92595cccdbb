import Foundation
import JSONLines
import Testing

/// The manners of output: closed pipes, full disks, JSON, control characters.
@Suite struct OutputTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  /// More entries than a pipe holds, so that the tool notices a closed pipe.
  private func importMany() throws {
    try workspace.write(Commands.many(600, seed: 1), to: "many.jsonl")
    try workspace.expect(.done, "init", "many")
    try workspace.expect(
      .negative, "--store", "many", "import", "many.jsonl", "--durability", "none")
  }

  @Test(arguments: [
    ["log"], ["log", "--json"], ["list"], ["list", "--json"], ["replay", "--outcomes"],
  ])
  func `a reader that has seen enough ends the tool quietly`(_ arguments: [String]) throws {
    try importMany()
    let running = try workspace.start(["--store", "many"] + arguments)
    running.closeOutput()
    let finished = try running.finish()
    #expect(finished.code == 0)
    #expect(finished.errors.isEmpty)
  }

  @Test func `a closed pipe doesn't hide that the log is bad`() throws {
    let segment = try #require(workspace.segments().first)
    try workspace.write(workspace.text(segment).replacing("deck", with: "duck"), to: segment)
    try workspace.write(workspace.text(segment).replacing("DECK", with: "DUCK"), to: segment)
    let running = try workspace.start(["verify"])
    running.closeOutput()
    #expect(try running.finish().code == ExitStatus.badData.rawValue)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [["list"], ["stats", "--json"], ["log"], ["verify"], ["help"], ["--version"]])
  func `output that finds no room is an error`(_ arguments: [String]) throws {
    let finished = try workspace.start(arguments, outputPath: "/dev/full").finish()
    #expect(finished.code == ExitStatus.inputOutput.rawValue)
    #expect(finished.errors.contains("No space left on device"), "\(finished)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `with --json, output that finds no room is an error object`() throws {
    let error = try workspace.start(["stats", "--json"], outputPath: "/dev/full").finish()
      .errorObject()
    #expect(error["code"]?.string == "output-failed")
    #expect(error["hint"] != nil)
  }

  @Test(arguments: ["auto", "never"])
  func `there is no colour where there is no terminal`(_ choice: String) throws {
    for command in ["list", "log", "stats", "verify", "demo"] {
      let output = try workspace.expect(.done, command, "--color", choice).output
      #expect(!output.contains("\u{1B}"))
    }
  }

  @Test func `color can be requested, and NO_COLOR is obeyed unless it is`() throws {
    #expect(try workspace.run("list", "--color", "always").output.contains("\u{1B}["))
    let forced = try workspace.run("list", environment: ["CLICOLOR_FORCE": "1"])
    #expect(forced.output.contains("\u{1B}["))
    let refused = try workspace.run(
      "list", environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
    #expect(!refused.output.contains("\u{1B}["))
  }

  @Test func `control characters and escape sequences in data don't reach the screen raw`() throws {
    let nasty = #"bob\u001b[31m\u0007\u202e\u009b"#
    let command = Commands.create().replacing(
      #""customer":"amy""#, with: #""customer":"\#(nasty)""#)
    try workspace.write(Commands.line(0, "n-1", command, by: nasty), to: "nasty.jsonl")
    try workspace.expect(.done, "init", "nasty")
    try workspace.expect(.done, "--store", "nasty", "import", "nasty.jsonl")
    for arguments in [["list"], ["log"], ["show", "n-1"]] {
      let output = try workspace.run(["--store", "nasty"] + arguments).output
      #expect(output.contains("bob"))
      let raw = output.unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
      }
      #expect(raw.isEmpty, "\(arguments) shows \(raw)")
    }
  }
}
