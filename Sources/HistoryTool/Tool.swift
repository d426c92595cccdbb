// One run of a tool: parse, carry out, answer, exit code. Knows no command by itself.

import Platform

/// The description of a tool: its commands, the domains whose histories it examines, and its own version.
package struct ToolDescription: Sendable {
  package let table: CommandTable
  let history: HistoryCommands
  /// The line that `--version` prints, its line feed included.
  let versionLine: String
  /// `cleanstore 0.1.0`
  var nameAndVersion: String { versionLine.split(whereSeparator: \.isNewline).joined() }
  /// The version as the manual page names it: the line's second word.
  var version: String { versionLine.split(whereSeparator: \.isWhitespace).dropFirst().joined() }
  private let commands: [ToolCommand]

  package init(
    _ history: HistoryCommands, versionLine: String, summary: String, examples: [Example],
    groups: [Group<ToolCommand>], topics: [Topic]
  ) {
    self.history = history
    self.versionLine = versionLine
    commands = groups.flatMap(\.members)
    table = CommandTable(
      name: history.tool, summary: summary, examples: examples,
      globalFlags: history.globalFlags.map(\.row),
      exclusive: history.exclusiveGlobalFlags.map { $0.map(\.row) },
      groups: groups.map { CommandGroup($0.title, $0.members.map(\.row)) }, topics: topics)
  }

  /// The command that an invocation is of. The parser lets no other name through.
  package func command(of invocation: Invocation) -> ToolCommand? {
    commands.first { $0.name == invocation.command }
  }
}

package struct Tool {
  let description: ToolDescription
  let world: World

  package init(_ description: ToolDescription, in world: World) {
    self.description = description
    self.world = world
  }

  package func run() -> ExitCode {
    ToolName.$current.withValue(description.table.name) {
      let arguments = world.arguments
      do throws(UsageError) {
        return carryOut(try description.table.parse(try arguments.words()))
      } catch {
        // An empty command line has nothing to correct.
        if arguments.repaired.isEmpty {
          let code = help(about: nil, .names)
          return code == .done ? .usage : code
        }
        let flags = arguments.repaired.prefix { $0 != "--" }
        return report(Failure(error), asJSON: flags.contains(Flags.json.spelling))
      }
    }
  }

  /// Carries out a command line that was typed elsewhere than in a shell.
  package func carryOut(words: [String]) -> ExitCode {
    do throws(UsageError) {
      return carryOut(try description.table.parse(words))
    } catch {
      return report(Failure(error), asJSON: false)
    }
  }

  private func carryOut(_ intent: Intent) -> ExitCode {
    switch intent {
    case .version:
      do throws(OutputError) {
        try world.output.write(description.versionLine)
        try world.output.flush()
        return .done
      } catch {
        return finish(error, .done, asJSON: false)
      }
    case .help(let subject, let length):
      return help(about: subject, length)
    case .run(let invocation): return carryOut(invocation)
    }
  }

  private func help(about subject: String?, _ length: HelpLength) -> ExitCode {
    let given = description.table.flags(in: world.arguments.repaired[...])
    // Settings that are wrong don't keep the user from help.
    let settings = try? Settings(description.history, given, world)
    let screen = Screen(world, settings, of: description.history, isPaged: length == .long)
    let lines = description.table.help(
      about: subject, length, width: min(world.terminal.width, 100))
    for line in lines { screen.line(line) }
    return finish(screen.finish(), .done, asJSON: false)
  }

  /// Carries out a command line that was parsed.
  package func carryOut(_ invocation: Invocation) -> ExitCode {
    let asJSON = invocation[Flags.json]
    // The parser lets no other name through.
    guard let command = description.command(of: invocation) else { return .usage }
    let showsAll = invocation.command == description.history.config.name
    let settings: Settings
    do throws(Failure) {
      settings = try Settings(
        description.history, invocation, world,
        flags: showsAll ? nil : description.table.globalFlags + command.row.flags)
    } catch {
      return report(error, asJSON: asJSON)
    }
    let screen = Screen(
      world, settings, of: description.history, asJSON: asJSON,
      // A log that is followed has no end that a pager could wait for.
      isPaged: command.row.isPaged && !invocation[Flags.follow])
    do throws(Failure) {
      let code = try CommandRun(description, command, world, invocation, screen, settings).run()
      return finish(screen.finish(), code, asJSON: asJSON)
    } catch {
      // Output from before the failure goes out first.
      let code = finish(screen.finish(), error.kind.exitCode, asJSON: asJSON)
      guard code == error.kind.exitCode else { return code }
      return report(error, asJSON: asJSON)
    }
  }

  /// Ends the output. It is no error if the reader has closed it: the tool ends quietly.
  private func finish(_ error: OutputError?, _ code: ExitCode, asJSON: Bool) -> ExitCode {
    guard let error, case .failed = error else { return code }
    let failure = Failure(
      .inputOutput, code: error.code, error.message,
      hint: "Free some space, or write elsewhere. What was recorded before stays recorded.")
    return report(failure, asJSON: asJSON)
  }

  private func report(_ failure: Failure, asJSON: Bool) -> ExitCode {
    let terminal = world.terminal
    let json = terminal.errorIsTerminal ? visibleJSON(failure.json) : failure.json
    var page = StyledLines(width: terminal.errorIsTerminal ? terminal.width : nil)
    failure.draw(on: &page)
    // The exit code is all that is left if even this can't be written.
    try? world.errors.write(asJSON ? json : page.lines.printed(inColor: false))
    try? world.errors.flush()
    return failure.kind.exitCode
  }
}
