// A whole tool for a domain: what an executable of a few lines starts.

import Platform

/// A tool that records the commands of a domain, and examines its histories, at a terminal.
///
/// ```swift
/// DomainTool("quiz", version: "1.0", of: HistoryDomains(Quiz.self)).main()
/// ```
public struct DomainTool: Sendable {
  package let description: ToolDescription

  /// A tool for a domain.
  ///
  /// - Parameters:
  ///   - name: The name that starts it. Its variables begin with it: `QUIZ_STORE`.
  ///   - version: Its version, for `--version`.
  ///   - summary: A phrase that says what it is; a sentence about the domain if left out.
  ///   - domains: The domains whose streams its logs have.
  ///   - commands: The domain's own commands.
  public init(
    _ name: String, version: String, summary: String? = nil, of domains: HistoryDomains,
    commands: [ToolCommand] = []
  ) {
    let words = domains.main.words
    var examples = DomainExamples()
    examples.listing = .listed(by: "complete \(Operands.streamsWord)")
    examples.completed = [Operands.streamsWord, Operands.commandsWord]
    examples.commandTypes = domains.all.flatMap { $0.commandTypes }
    let history = HistoryCommands(of: name, for: domains, examples: examples)
    let own = commands.map {
      $0.recording(history.actor, Flags.lockTimeout, Flags.acceptClock, history.trace)
    }
    let recording = Group(
      "Recording",
      [
        history.initialise, history.recording,
        history.importing(flags: [Flags.importFormat(\.imported.format)]),
      ] + history.erasing + own)
    description = ToolDescription(
      history, versionLine: "\(name) \(version)\n",
      summary: summary ?? "records what happens to \(words.plural), and examines their histories.",
      examples: [
        Example("\(name) init", "Create a store in ./store."),
        Example("\(name) list", "All \(words.plural) with their fields."),
        Example("\(name) log", "All commands and their outcomes."),
        Example("\(name) blame \(history.id)", "One \(words.noun)'s fields, and who set them."),
      ],
      groups: [recording]
        + history.groups(
          looking: [history.browse(BrowsedStreams(of: history)), history.list],
          managing: [history.export]),
      topics: [
        history.positions, history.conditions, history.settingsTopic, history.exitCodes,
        history.environment(),
      ])
    let names = description.table.commands.map(\.name)
    precondition(Set(names).count == names.count, "two commands of \(name) have the same name")
  }

  /// Carries out the command line that this process was started with, and ends the process.
  public func main() -> Never {
    openClosedStandardStreams()
    ignoreWriteSignals()
    exitProcess(with: Tool(description, in: .real()).run())
  }
}
