import EventSourcing

@testable import Examination

extension RecordedHistory {
  func rerun() -> (verdicts: [DecisionOutcome<D>], states: Rerun<D>) {
    var rerun = Rerun<D>()
    let verdicts = commands.map { rerun.execute($0) }
    return (verdicts, rerun)
  }

  /// The lines of the history, with all commands decided again.
  func lines() -> [String] {
    var rerun = Rerun<D>()
    var writer = HistoryWriter()
    return commands.compactMap { command in
      let verdict = rerun.execute(command)
      return writer.line(command, verdict, rev: rerun.revision(of: command.stream))
    }
  }

  /// The lines of the history, numbered from 1.
  func renumberedLines(_ origin: OutcomeOrigin) -> [String] {
    var playback = Playback<D>(origin)
    var writer = HistoryWriter()
    return commands.compactMap { writer.renumbered($0, in: &playback) }
  }
}
