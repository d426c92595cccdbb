// Accidents to a store beside its readers and writers, and input without an end.

import Foundation
import Testing

@Suite struct CornersTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func segment() throws -> String { try #require(workspace.segments().last) }

  private func append(_ text: String) throws {
    let segment = try segment()
    try workspace.write(try workspace.bytes(segment) + Array(text.utf8), to: segment)
  }

  @Test func `a write in progress is no crash to verify`() throws {
    let lines = (0..<2000).map { Commands.line($0, "i-\($0)", Commands.create()) }
    try workspace.write(lines.joined(), to: "many.jsonl")
    let store = "other"
    try workspace.expect(.done, "init", store)
    let writer = try workspace.start(
      ["import", "many.jsonl", "--store", store, "--durability", "sync"])
    while workspace.segments(of: store).isEmpty, !writer.hasEnded { usleep(1000) }
    writer.signal(SIGSTOP)
    let segment = try #require(workspace.segments(of: store).last)
    try workspace.write(try workspace.bytes(segment) + Array(#"{"seq":"#.utf8), to: segment)
    let beside = try workspace.expect(.done, "verify", "--store", store)
    #expect(beside.output.hasPrefix("Good: "))
    writer.signal(SIGKILL)
    _ = try writer.finish()
    let after = try workspace.expect(.badData, "verify", "--store", store)
    #expect(after.output.contains("A crash explains this."))
  }

  @Test func `a quarantine folder that is a symbolic link isn't followed`() throws {
    try append(#"{"seq":8,"a"#)
    try FileManager.default.createDirectory(
      atPath: workspace.file("elsewhere"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: workspace.file("store/quarantine"), withDestinationPath: "../elsewhere")
    let before = try workspace.log()
    for command in [["pay", "1002", "1"], ["recover", "--yes"]] {
      let refused = try workspace.run(command)
      #expect(refused.code == ExitStatus.badData.rawValue, "\(refused)")
      #expect(refused.errors.contains("symbolic link"))
    }
    #expect(try workspace.log() == before)
    #expect(workspace.names(in: "elsewhere").isEmpty)
  }

  /// Follows the log, and returns once its seven entries are shown.
  private func followed() throws -> RunningProcess {
    try workspace.write("", to: "followed")
    let follower = try workspace.start(
      ["log", "--follow"], outputPath: workspace.file("followed"))
    while ((try? workspace.text("followed")) ?? "").split(separator: "\n").count < 7,
      !follower.hasEnded
    { usleep(1000) }
    return follower
  }

  @Test func `a log whose segment is gone while it is followed is damaged`() throws {
    let follower = try followed()
    try FileManager.default.removeItem(atPath: workspace.file(segment()))
    let ended = try follower.finish(killAfter: 20_000)
    #expect(ended.code == ExitStatus.badData.rawValue, "\(ended)")
    #expect(ended.errors.contains("cleanstore recover"), "\(ended)")
  }

  @Test func `a log that is recovered while it is followed isn't called damaged`() throws {
    let follower = try followed()
    var bytes = try workspace.bytes(segment())
    bytes[bytes.count / 3] ^= 1
    // The log is longer again when the follower looks the next time.
    follower.signal(SIGSTOP)
    try workspace.write(bytes, to: segment())
    try workspace.expect(.done, "recover", "--yes")
    for _ in 1...8 { #expect(try workspace.run(["create"] + Forms.flags).code == 0) }
    follower.signal(SIGCONT)
    let ended = try follower.finish(killAfter: 20_000)
    #expect(ended.code == ExitStatus.tryAgain.rawValue, "\(ended)")
    #expect(ended.errors.contains("The log was recovered meanwhile"))
    #expect(!ended.errors.contains("cleanstore recover"))
  }

  /// Things in the place of the store's own files and folders.
  @Test(arguments: [
    ("log", "Move it away"), ("lock", "Remove it"),
  ]) func `what is in the way is named, with a way out that is one`(_ name: String, _ hint: String)
    throws
  {
    let path = workspace.file("store/" + name)
    let aside = workspace.file("aside")
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    if name == "log" {
      try workspace.write("x", to: "store/log")
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    for command in [
      ["verify"], ["recover", "--yes"], ["recover", "--dry-run"], ["pay", "1002", "1"],
    ] {
      let refused = try workspace.run(command)
      #expect(refused.code == ExitStatus.badData.rawValue, "\(refused)")
      let said = refused.output + refused.errors
      #expect(said.contains(hint) && !said.contains("cleanstore recover"), "\(command): \(said)")
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    try workspace.expect(.done, "pay", "1002", "1")
  }

  /// Only the follower knows the number of entries as long as no writer has noted it.
  @Test(arguments: [true, false])
  func `a log that is cut while it is followed isn't called recovered`(wasRecovered: Bool) throws {
    if wasRecovered {
      try append(#"{"seq":8,"a"#)
      try workspace.expect(.done, "recover", "--yes")
    }
    try FileManager.default.removeItem(atPath: workspace.file("store/lock"))
    let follower = try followed()
    let lines = try workspace.lines().prefix(3).map { $0 + "\n" }
    try workspace.write(lines.joined(), to: segment())
    let ended = try follower.finish(killAfter: 20_000)
    #expect(ended.code == ExitStatus.tryAgain.rawValue, "\(ended)")
    #expect(
      ended.errors.contains("The log was cut meanwhile; it ends with entry 3 now."), "\(ended)")
    #expect(!ended.errors.contains("was recovered"), "\(ended)")
  }

  @Test func `a command to step that has no end is refused`() throws {
    let input = String(repeating: "x", count: 1 << 17)
    let refused = try workspace.expect(.badData, "step", input: input)
    #expect(refused.errors.contains("A line of standard input has more than 65536 bytes."))
  }
}
