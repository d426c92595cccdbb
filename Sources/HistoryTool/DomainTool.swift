// A whole tool for the histories of a domain: what an executable of a few lines starts.

import HistoryScenes
import Terminal

// What the tests need that `minimize` writes.
@_exported import protocol EventSourcing.EntrySource
@_exported import struct Replay.Condition
@_exported import struct Replay.RecordedHistory
@_exported import func Stores.openSource

/// A tool that examines the histories of a domain at a terminal.
///
/// ```swift
/// DomainTool("quiz", version: "1.0", of: HistoryDomains(Quiz.self)).main()
/// ```
public struct DomainTool {
  private let description: ToolDescription

  /// A tool for a domain.
  ///
  /// - Parameters:
  ///   - name: What people type to start it. Its variables begin with it: `QUIZ_STORE`.
  ///   - version: Its version, for `--version`.
  ///   - summary: What it is, in a phrase; a sentence about the domain if left out.
  ///   - domains: The domains whose streams its logs have.
  public init(
    _ name: String, version: String, summary: String? = nil, of domains: HistoryDomains
  ) {
    let history = HistoryCommands(of: name, for: domains)
    let table = CommandTable(
      name: name, summary: summary ?? "examines the histories of \(domains.main.words.plural).",
      examples: [
        Example("\(name) log", "All commands and their outcomes."),
        Example(
          "\(name) blame \(history.id)",
          "One \(domains.main.words.noun)'s fields, and who "
            + "set them."),
      ],
      globalFlags: history.globalFlags, exclusive: history.exclusiveGlobalFlags,
      groups: history.groups(),
      topics: [
        history.positions, history.conditions, history.settingsTopic, history.exitCodes,
        history.environment(),
      ])
    description = ToolDescription(
      table, history, versionLine: "\(name) \(version)\n",
      carryOut: { (run) throws(Failure) in try run.examineHistory() })
  }

  /// Carries out the command line that this process was started with, and ends the process.
  public func main() -> Never {
    openClosedStandardStreams()
    ignoreWriteSignals()
    exitProcess(with: Tool(description, in: .real()).run())
  }
}
