// The command that shows a store on the full screen.

import Platform

struct BrowseFlags: Sendable {
  var at: RequestedPosition?
  var hasNoMouse = false
}

extension CommandRun {
  /// - Parameter domain: The part of the browser that only the tool's domain has.
  func browse(_ flags: BrowseFlags, _ domain: any BrowsedDomain) throws(Failure) -> ExitCode {
    guard !wantsJSON else {
      throw Failure(
        .usage, code: "unknown-flag", "'browse' has no flag '--json'.",
        hint: "It is for people. `\(ToolName.current) list --json` is for programs.")
    }
    try requireFile(
      "browse reads its keys from standard input, so the history must come from elsewhere.")
    let journey = try Journey({ () throws(Failure) in try history }, from: flags.at)
    let formatting = try formatting()
    let color = ColorChoice(rawValue: settings.text(.color)) ?? .auto
    screen.progress.stop()
    let terminal = try Failure.of(
      FullScreenError.self,
      TerminalScreen(
        environment: world.environment, color: color, minimum: Browser.minimum,
        hasMouse: !flags.hasNoMouse), Failure.init)
    let context = BrowserContext(journey, formatting, in: tool, of: domain)
    let signal = Browser(on: terminal, context, carryingOut: carryOut).run()
    terminal.close()
    if let signal { raise(signal) }
    return .done
  }

  /// Carries out a command of the tool below what the terminal showed before, and waits until it was read.
  private func carryOut(_ words: [String]) {
    let command = tool.table.command(in: words)
    // A flag of this name means something else in commands that don't write.
    let takesActor = command.map { $0.writes && $0.has(commands.actor) } ?? false
    let flags = tool.table.globalFlags + (takesActor ? [commands.actor.row] : [])
    let given = flags.filter { flag in !words.contains { $0.hasPrefix(flag.spelling) } }
    if command?.name == HistoryCommands.browseName {
      screen.display(note: "This is the browser already.")
    } else {
      // Ctrl-C is for what the command shows, such as a pager, and the browser stays.
      world.catchInterrupts()
      _ = Tool(tool, in: world).carryOut(words: words + given.flatMap { invocation.words(of: $0) })
    }
    _ = try? world.prompt.ask("Press Enter to go back to browse")
  }
}

extension CommandTable {
  /// The command that the words are for, as far as they can be understood.
  func command(in words: [String]) -> Command? {
    if case .run(let invocation)? = try? parse(words) { return command(named: invocation.command) }
    return words.lazy.compactMap(command(named:)).first
  }
}

extension Failure {
  fileprivate init(_ error: FullScreenError) {
    self.init(
      .usage, code: error.code,
      error.message.capitalizedFirst + ".", hint: error.hint.capitalizedFirst + ".")
  }
}
