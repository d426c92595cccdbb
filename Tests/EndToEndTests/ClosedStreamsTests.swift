// Commands whose standard streams are closed: a file that is opened must not take a stream's number,
// or notes and answers would be written into it.

import Testing

@Suite struct ClosedStreamsTests {
  /// Each combination of closed standard input, output and errors.
  static let redirections = (0..<8).map { closed in
    ["<&-", ">&-", "2>&-"].enumerated().filter { closed >> $0.offset & 1 == 1 }.map(\.element)
      .joined(separator: " ")
  }

  static let commands: [[String]] = [
    ["demo", "new"],
    ["init", "new"],
    ["create"] + Forms.flags,
    ["pay", "1002", "19.90"],
    ["pay", "1002", "1000"],
    ["edit", "1002", "--customer", "chris"],
    ["import", "more.jsonl"],
    ["list"],
    ["log", "--json"],
    ["extract", "1002", "--output", "extract.jsonl"],
    ["backup", "copy"],
    ["recover", "--yes"],
  ]

  @Test(arguments: redirections) func `no file takes a closed stream's place`(
    redirection: String
  ) throws {
    for command in Self.commands {
      let comment: Comment = "\(command) \(redirection)"
      let (workspace, expected) = (try workspace(), try workspace())
      let good = try workspace.lines().dropLast()
      let code = try expected.run(command).code

      let ended = try workspace.start(command, redirecting: redirection).finish()
      #expect(ended.code == code, "\(comment): \(ended)")
      #expect(workspace.names(in: ".") == expected.names(in: "."), comment)
      #expect(try workspace.lines().starts(with: good), comment)
      #expect(try workspace.lines().count == expected.lines().count, comment)
      for store in ["store", "new"] {
        let verified = try workspace.run("verify", "--store", store)
        let other = try expected.run("verify", "--store", store)
        #expect(verified.code == other.code, "\(comment): \(verified)")
      }
    }
  }

  @Test func `a log that may not grow is reported, and nothing is lost`() throws {
    let workspace = try Workspace.withForms()
    let lines = try workspace.lines()
    let process = try workspace.start(["pay", "1002", "19.90", "--json"], limitingFiles: 1)
    let ended = try process.finish()
    #expect(ended.code == ExitStatus.inputOutput.rawValue, "\(ended)")
    #expect(try ended.errorObject()["hint"] != nil)
    #expect(try workspace.lines().starts(with: lines))
  }

  /// The demo's store, about whose torn end the next writer writes a note.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace.withForms()
    try workspace.write(Commands.line(0, "c-1", Commands.create()), to: "more.jsonl")
    let segment = try #require(workspace.segments().last)
    try workspace.write(try workspace.bytes(segment) + Array(#"{"seq":8,"a"#.utf8), to: segment)
    return workspace
  }
}
