// The command that counts: the whole store or, with a grouping or a selection, groups of entries; or that shows the figures
// of the store's server.

import Platform

struct StatisticsFlags: Sendable {
  var counted = GroupedStatistics.Request()
  var isOfServer = false
}

extension CommandRun {
  func stats(_ flags: StatisticsFlags) throws(Failure) -> ExitCode {
    if flags.isOfServer { return try serverStatistics() }
    let request = flags.counted
    return request.isOfWhole && !invocation[Flags.csv]
      ? try examine(StoreStatistics.self, request.at)
      : try examine(GroupedStatistics.self, request)
  }

  private func serverStatistics() throws(Failure) -> ExitCode {
    let path = try storePath
    guard let name = nameOfServer(at: path) else {
      throw Failure(
        .usage, code: "not-a-server", "--server is about a store on a server.",
        hint: "Omit it, or pass the address of one with --store.")
    }
    let read: ServerStatistics.Context = { () throws(LogError) in try serverFigures(at: path) }
    return try run(ServerStatistics.self, .init(place: name), in: read)
  }
}
