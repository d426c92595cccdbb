import Testing

@testable import Platform

/// Other programs: what they find, what is taken of them, and how they end.
@Suite struct ProcessTests {
  typealias Program = Platform.Program

  private static let environment = ["PATH": "/usr/bin:/bin", "WHO": "Amy"]

  private static func shell(_ line: String, _ arguments: String...) -> Program {
    .shell(line, arguments, environment: environment)
  }

  @Test(
    arguments: [
      ("true", .exited(0)), ("exit 3", .exited(3)), ("kill -TERM $$", .killed(signal: 15)),
      ("no-such-program", .exited(127)), ("/", .exited(126)),
    ] as [(String, Program.Ending)])
  func `how a program ends is told, whatever it is run for`(
    _ line: String, _ ending: Program.Ending
  ) throws {
    let program = Self.shell("exec 2> /dev/null; \(line)")
    #expect(try #require(PipedProcess(program)).finish() == ending)
    #expect(try CapturedProcess(program).finish() == ending)
    #expect(ending.isNotStarted == [.exited(126), .exited(127)].contains(ending))
  }

  @Test func `a program finds its variables, its arguments and the signals as a shell has them`()
    throws
  {
    let process = try CapturedProcess(Self.shell("echo $WHO; printf '%s|'", "a b", "c"))
    var lines: [String] = []
    while let line = process.nextLine() { lines.append(String(decoding: line, as: UTF8.self)) }
    #expect(lines == ["Amy", "a b|c|"] && process.finish() == .exited(0))
    // `yes` ends by SIGPIPE; where that were ignored, it would complain.
    let endless = try CapturedProcess(Self.shell("exec yes"))
    #expect(endless.nextLine()?.count == 1 && endless.finish() == .killed(signal: 13))
  }

  @Test func `an answer has what is printed anywhere, up to a limit`() throws {
    func answer(_ line: String) throws -> CapturedProcess.Answer {
      try CapturedProcess.answer(
        of: Program("sh", ["-c", line], environment: Self.environment))
    }
    #expect(try answer("echo a; echo b >&2; cat") == .init(isPositive: true, text: "a\nb\n"))
    #expect(try answer("exit 1") == .init(isPositive: false, text: ""))
    #expect(try answer("yes | head -c 3000000").text.utf8.count == 1 << 20)
    #expect(throws: Program.StartError.self) {
      try CapturedProcess.answer(of: Program("/nowhere", [], environment: [:]))
    }
  }
}
