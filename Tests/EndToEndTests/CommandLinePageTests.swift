// Docs/CommandLine.md is printed from the table of commands. To print it again after a change, run
//
//     CLEANSTORE_PRINT_DOCS=1 swift test --filter CommandLinePageTests

import HistoryTool
import Platform
import Terminal
import TerminalKit
import TestKit
import Testing

@testable import CommandLineTool

@Suite struct CommandLinePageTests {
  static let introduction = """
    This page is generated from the table of commands (`Sources/CommandLineTool/Arguments`), and a
    test compares the two. The table also drives the parser, `cleanstore help`, the manual page
    (`cleanstore man`) and the completions. The flags of every command may be before or after
    it, all others after it; `--` ends them, and a value may follow after `=`.
    """

  @Test func `the page of commands says what the table says`() throws {
    try Repository.expect(
      ToolDescription.cleanstore.table.markdownReference(introduction: Self.introduction),
      printedTo: "Docs/CommandLine.md")
  }

  @Test func `the table of commands is sound`() {
    #expect(ToolDescription.cleanstore.table.problems == [])
  }

  @Test func `every exit code is explained in the topic`() throws {
    let help = try Tool.runOnGoldenLog(["help", "exit-codes"]).output
    for code in ExitCode.allCases { #expect(help.contains("  \(code.rawValue) ")) }
  }
}
