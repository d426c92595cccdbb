import Platform
import TerminalKit
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Terminals that are refused. A test of another one needs a process of its own, because of the signals.
@Suite struct FullScreenErrorTests {
  private static func error(
    _ environment: [String: String], minimum: ScreenSize = ScreenSize(rows: 6, columns: 40)
  ) throws -> FullScreenError? {
    let terminal = try PseudoTerminal()
    terminal.resize(to: ScreenSize(rows: 6, columns: 40))
    do throws(FullScreenError) {
      let screen = try TerminalScreen(
        input: terminal.program, output: terminal.program, environment: environment,
        minimum: minimum)
      screen.close()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["xterm-256color", "linux", "vt100", "screen", "tmux-256color", "rxvt"])
  func `usual terminals are suitable`(_ type: String) async {
    await #expect(processExitsWith: .success) { [type] in
      let error = try Self.error(["TERM": type])
      #expect(error == nil)
    }
  }

  @Test(
    arguments: [
      ([:], "TERM isn't set, so nothing is known about the terminal"),
      (["TERM": ""], "TERM isn't set, so nothing is known about the terminal"),
      (["TERM": "dumb"], "a terminal of the type 'dumb' can't show a full screen"),
      (["TERM": "unknown"], "a terminal of the type 'unknown' can't show a full screen"),
    ] as [([String: String], String)])
  func `a terminal must be able to move its cursor`(
    environment: [String: String], message: String
  ) throws {
    let error = try Self.error(environment)
    #expect(error?.code == "terminal-unsuitable" && error?.message == message)
    #expect(error?.hint == "set TERM to the terminal's type, such as xterm-256color")
  }

  @Test(arguments: [(7, 40), (6, 41), (24, 80)])
  func `a terminal must be large enough`(rows: Int, columns: Int) throws {
    let error = try Self.error(
      ["TERM": "xterm"], minimum: ScreenSize(rows: rows, columns: columns))
    #expect(error?.code == "terminal-too-small")
    #expect(
      error?.message
        == "the terminal has 40 × 6 characters; at least \(columns) × \(rows) are needed")
  }

  @Test func `both streams must be terminals`() throws {
    let terminal = try PseudoTerminal()
    let pipe = try #require(ProcessPipe())
    for (input, output, expected) in [
      (pipe.reader, terminal.program, FullScreenError.inputIsNoTerminal),
      (terminal.program, pipe.writer, .outputIsNoTerminal),
      (-1, terminal.program, .inputIsNoTerminal),
    ] {
      let error = #expect(throws: FullScreenError.self) {
        try TerminalScreen(
          input: input, output: output, environment: ["TERM": "xterm"],
          minimum: ScreenSize(rows: 1, columns: 1))
      }
      #expect(error == expected && error?.code == "not-a-terminal")
    }
  }

  @Test(
    arguments: [
      ("xterm", [:], true), ("xterm", ["NO_COLOR": "1"], false), ("vt100", [:], false),
      ("vt220", [:], false), ("linux", [:], true), ("linux-m", [:], false),
      ("xterm-mono", [:], false),
      ("vt100", ["CLICOLOR_FORCE": "1"], true), ("vte-256color", [:], true),
    ] as [(String, [String: String], Bool)])
  func `colors are for terminals that have them, and people who want them`(
    type: String, variables: [String: String], isColored: Bool
  ) {
    let environment = variables.merging(["TERM": type]) { own, _ in own }
    #expect(TerminalScreen.isColored(.auto, environment: environment) == isColored)
    #expect(TerminalScreen.isColored(.always, environment: environment))
    #expect(!TerminalScreen.isColored(.never, environment: environment))
  }
}
