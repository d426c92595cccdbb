// One run of the tool: parse, carry out, answer, exit code. Knows no command by itself.

import Terminal
import HistoryScenes
import OrderScenes

struct Tool {
  /// What `--version` prints, its line feed included.
  static let versionLine: StaticString = "cleanstore 0.1.0\n"
  /// The version as the manual page names it: the line's second word.
  static var version: String {
    "\(versionLine)".split(whereSeparator: \.isWhitespace).dropFirst().joined()
  }

  let world: World

  init(_ world: World) { self.world = world }

  /// Carries out the command line that this process was started with.
  func run() -> ExitCode {
    let flags = CommandLine.arguments.prefix { $0 != "--" }
    let intent: Intent
    do throws(UsageError) {
      intent = try CommandTable.cleanstore.parse(try processArguments())
    } catch {
      return report(Failure(error), asJSON: flags.contains(Flags.json.spelling))
    }
    switch intent {
    case .version:
      do throws(OutputError) {
        try world.output.write("\(Self.versionLine)")
        try world.output.flush()
        return .done
      } catch {
        return finish(error, .done, asJSON: false)
      }
    case .help(let subject, let length):
      return help(about: subject, length, isPaged: !flags.contains(Flags.noPager.spelling))
    case .run(let invocation): return carryOut(invocation)
    }
  }

  private func help(about subject: String?, _ length: HelpLength, isPaged: Bool) -> ExitCode {
    let screen = Screen(world, isPaged: isPaged && length == .long)
    screen.text(
      CommandTable.cleanstore.help(
        about: subject, length, width: min(world.terminal.width, 100), palette: screen.palette))
    return finish(screen.finish(), .done, asJSON: false)
  }

  /// Carries out a command line that was parsed.
  func carryOut(_ invocation: Invocation) -> ExitCode {
    let asJSON = invocation.has(Flags.json)
    let screen = Screen(world, invocation, asJSON: asJSON)
    do throws(Failure) {
      let code = try Router(world, invocation, screen).run()
      return finish(screen.finish(), code, asJSON: asJSON)
    } catch {
      // What was shown before the failure goes out first.
      let code = finish(screen.finish(), error.kind.exitCode, asJSON: asJSON)
      guard code == error.kind.exitCode else { return code }
      return report(error, asJSON: asJSON)
    }
  }

  /// Ends the output. A reader that has gone away is no error: the tool ends quietly.
  private func finish(_ error: OutputError?, _ code: ExitCode, asJSON: Bool) -> ExitCode {
    guard let error, case .failed = error else { return code }
    let failure = Failure(
      .inputOutput, code: error.code, error.message,
      hint: "Free space, or write elsewhere. What was recorded before stays recorded.")
    return report(failure, asJSON: asJSON)
  }

  private func report(_ failure: Failure, asJSON: Bool) -> ExitCode {
    let terminal = world.terminal
    let json = terminal.errorIsTerminal ? visibleJSON(failure.json) : failure.json
    let text = failure.text(within: terminal.errorIsTerminal ? terminal.width : nil)
    // If even this can't be written, the exit code still tells.
    try? world.errors.write(asJSON ? json : text)
    try? world.errors.flush()
    return failure.kind.exitCode
  }
}
