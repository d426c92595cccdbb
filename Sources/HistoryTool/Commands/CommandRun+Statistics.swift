// The command that counts: the whole store or, with a grouping or a selection, groups of entries.

import Platform

extension CommandRun {
  func stats(_ request: GroupedStatistics.Request) throws(Failure) -> ExitCode {
    request.isOfWhole && !invocation[Flags.csv]
      ? try examine(StoreStatistics.self, request.at)
      : try examine(GroupedStatistics.self, request)
  }
}
