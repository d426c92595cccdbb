// The circumstances of a command that its caller gives: who, and a map of the caller's own.

import JSONLines
import Testing

@Suite struct CircumstancesTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func meta() throws -> [String]? {
    try workspace.entries().last?["meta"]?.members?.map { "\($0.key)=\($0.value.string ?? "")" }
  }

  @Test func `pairs are recorded with any command, in the order in which they were given`() throws {
    let pairs = ["--meta", "on-behalf-of=amy", "--meta", "correlation=a=b", "--meta", "empty="]
    let expected = ["on-behalf-of=amy", "correlation=a=b", "empty="]
    for command in [["pay", "1002", "1"], ["erase", "1001", "--reason", "asked", "--yes"]] {
      try workspace.expect(.done, args: command + pairs)
      #expect(try meta() == expected)
    }
  }

  @Test func `a line of an import may have them, too`() throws {
    let line = Commands.line(0, "1003", Commands.create())
      .replacing(#""command":"#, with: #""meta":{"b":"2","a":""},"command":"#)
    try workspace.expect(.done, "import", "-", input: line)
    #expect(try meta() == ["b=2", "a="])
    for bad in [#"{"b":2}"#, "[]", #""b""#, #"{"b":"1","b":"2"}"#, "null"] {
      let wrong = line.replacing(#"{"b":"2","a":""}"#, with: bad)
      try workspace.expect(.badData, "import", "-", input: wrong)
    }
  }

  @Test(arguments: [
    (["--meta", "key"], "bad-meta"), (["--meta", "=value"], "bad-meta"),
    (["--meta", "a=1", "--meta", "a=2"], "bad-meta"), (["--actor", "amy "], "blank-actor"),
    (["--actor", "\u{A0}amy"], "blank-actor"), (["--actor", ""], "empty-actor"),
  ]) func `what can't be recorded as it is is refused`(_ flags: [String], _ code: String) throws {
    let count = try workspace.entries().count
    let finished = try workspace.run(["pay", "1002", "1", "--json"] + flags)
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    #expect(try finished.errorObject()["code"]?.string == code)
    #expect(try workspace.entries().count == count)
  }

  @Test func `an import stops at an actor with blanks at its ends`() throws {
    let line = Commands.line(0, "1003", Commands.create(), by: "amy ")
    let finished = try workspace.run(["import", "-"], input: line)
    #expect(finished.code == ExitStatus.badData.rawValue, "\(finished)")
  }

  @Test func `sudo hides who it is, which is said`() throws {
    let sudo = ["SUDO_USER": "amy"]
    let hidden = try workspace.run(["pay", "1002", "1"], environment: sudo)
    #expect(hidden.code == 0 && hidden.errors.contains("--meta on-behalf-of=amy"), "\(hidden)")
    let named = try workspace.run(["pay", "1002", "1", "--actor", "amy"], environment: sudo)
    #expect(named.code == 0 && named.errors.isEmpty, "\(named)")
  }
}
