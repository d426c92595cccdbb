// The command that counts: the whole store or, with a grouping or a selection, groups of entries.

import HistoryScenes
import Terminal

extension CommandRun {
  func stats() throws(Failure) -> ExitCode {
    var request = GroupedStatistics.Request(by: words(of: commands.by))
    request.at = invocation.text(commands.at)
    request.condition = invocation.text(commands.whereCounted)
    request.since = invocation.text(Flags.entriesSince)
    request.until = invocation.text(Flags.entriesUntil)
    let groups = [
      commands.by, commands.whereCounted, Flags.entriesSince, Flags.entriesUntil, Flags.csv,
    ]
    guard groups.contains(where: invocation.has) else {
      return try examine(StoreStatistics.self, request.at)
    }
    return try examine(GroupedStatistics.self, request)
  }

  /// What was given with a flag that takes several words as in `a,b`.
  package func words(of flag: Flag) -> [String] {
    invocation.texts(flag).flatMap { list in
      list.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
  }
}
