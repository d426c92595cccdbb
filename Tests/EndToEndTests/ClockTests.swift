// A clock that was once too far ahead, and whose time every later entry would get.

import EventLog
import EventSourcing
import Testing

@Suite struct ClockTests {
  /// The demo's store, with a payment ten days from now.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let later = Timestamp(microseconds: SystemClock.time().microseconds + 864_000_000_000)
    #expect(try workspace.serve(Clerk([]), ["pay", "1002", "1"], at: later).code == .done)
    return workspace
  }

  @Test(arguments: [
    ["pay", "1002", "2"], ["pay", "1002", "2", "--dry-run"],
    ["edit", "1002", "--customer", "chris"], ["create"] + Forms.flags,
    ["shipping-methods", "add", "drone", "Drone"],
  ])
  func `a command stops when the log is far ahead of the clock, unless that is accepted`(
    command: [String]
  ) throws {
    let workspace = try workspace()
    let before = try workspace.log()
    let refused = try workspace.run(command + ["--json"])
    #expect(refused.code == ExitStatus.tryAgain.rawValue, "\(refused)")
    let error = try refused.errorObject()
    #expect(error["code"]?.string == "clock-behind")
    #expect(error["hint"]?.string?.contains("--accept-clock") == true)
    #expect(try workspace.log() == before)

    let accepted = try workspace.run(command + ["--accept-clock"])
    #expect(accepted.code == 0, "\(accepted)")
    let times = try workspace.entries().suffix(2).map { $0["at"]?.string }
    #expect(command.contains("--dry-run") || times.first == times.last)
  }

  @Test func `what was recorded with an id, and what isn't recorded, needs no clock`() throws {
    let workspace = try workspace()
    try workspace.expect(.done, "pay", "1002", "2", "--id", "p-1", "--accept-clock")
    try workspace.expect(.done, "pay", "1002", "2", "--id", "p-1")
    let valid = try workspace.run(["validate"] + Forms.flags)
    #expect(valid.code == 0, "\(valid)")
  }

  @Test func `a clock that is a few hours behind is no reason to stop`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let soon = Timestamp(microseconds: SystemClock.time().microseconds + 80_000_000_000)
    #expect(try workspace.serve(Clerk([]), ["pay", "1002", "1"], at: soon).code == .done)
    try workspace.expect(.done, "pay", "1002", "2")
  }
}
