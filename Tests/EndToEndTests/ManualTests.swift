import HistoryTool
import Terminal
import Testing

@testable import CommandLineTool

/// Manual pages and completions: each is read by the program it is for, where that is installed.
@Suite struct ManualTests {
  private func run(_ arguments: String...) throws -> String {
    let finished = try Tool.runOnGoldenLog(arguments)
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished)")
    return finished.output
  }

  private func judge(_ program: String, _ arguments: [String], _ text: String) throws -> Finished {
    let path = try #require(Files.program(program))
    return try RunningProcess(
      path, arguments, in: Files.repository, environment: Tool.environment
    ).finish(input: text)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `a shell takes its completions`(_ shell: String)
    throws
  {
    let script = try run("completions", shell)
    #expect(script.contains("shipping-methods") && script.contains("lock-timeout"))
    guard Files.program(shell) != nil else { return }
    let finished = try judge(shell, ["-n"], script)
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished)")
  }

  @Test(.enabled(if: Files.program("bash") != nil)) func `bash completes a command line`() throws {
    let script =
      try run("completions", "bash") + """
        COMP_WORDS=(cleanstore list --sort to)
        COMP_CWORD=3
        _cleanstore
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    #expect(try judge("bash", ["--norc"], script).output == "total\n")
  }

  @Test func `the page has every command`() throws {
    let page = try run("man")
    #expect(page.hasPrefix(#".TH "CLEANSTORE" 1 "#))
    for command in ToolDescription.cleanstore.table.commands {
      let name = command.name.replacing("-", with: #"\-"#)
      #expect(page.contains(".SS \"\(name)\"\n"), "\(command.name)")
    }
  }

  @Test(.enabled(if: Files.program("groff") != nil)) func `groff has no objection to the page`()
    throws
  {
    let finished = try judge("groff", ["-ww", "-man", "-Tutf8"], try run("man"))
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished.errors)")
  }

  @Test(arguments: ["positions", "formats", "settings", "exit-codes", "environment"])
  func `a topic is explained`(_ topic: String) throws {
    let page = try run("help", topic)
    #expect(page.hasPrefix("cleanstore \(topic): "))
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try run("help").contains("  \(topic) "))
  }
}
