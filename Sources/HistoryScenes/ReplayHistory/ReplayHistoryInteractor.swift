// Replays a history: a fold that decides every command again. It has only a source, so it can't
// change a store.

import EventSourcing
import Replay

package final class ReplayHistoryInteractor {
  private let history: History
  private let presenter: any PresentationLogic<ReplayHistory.Response>

  package init(
    history: History, presenter: any PresentationLogic<ReplayHistory.Response>
  ) {
    self.history = history
    self.presenter = presenter
  }

  package func replay(_ request: ReplayHistory.Request) throws(Failure)
    -> ReplayHistory.Conclusion
  {
    var options = ReplayOptions()
    let streams = try history.domains.streams(request.ids)
    if !streams.isEmpty { options.streams = streams.map(\.description) }
    options.from = try request.from.map { (from) throws(Failure) in try history.resolve(from) } ?? 0
    options.keepsGoing = request.keepsGoing
    options.ignored = IgnoredFields(request.ignored)
    let until = try history.resolve(request.until)
    let presenter = presenter
    var replay = HistoryReplay(of: history, options) { divergence in
      presenter.present(
        .divergence(
          .init(
            divergence: divergence, problem: nil, again: request.arguments(toSee: divergence.seq))))
    }
    var end = ReadingEnd()
    do throws(LogError) {
      try history.source.project(into: &replay, through: until, level: .full, &end)
    } catch {
      guard error.code == .corrupt || error.code == .newerVersion else { throw Failure(error) }
      reportUnreadable(error, after: end, replay, request)
      return .unreadable
    }
    if !replay.isDone { try check(request, streams, options, through: until, replay, end) }
    let digest = replay.isDone ? nil : replay.digest
    let summary = replay.summary(end, digest: digest)
    presenter.present(.end(summary))
    return summary.groups.isEmpty ? .identical : .diverged
  }

  private func check(
    _ request: ReplayHistory.Request, _ streams: [StreamName], _ options: ReplayOptions,
    through until: Int, _ replay: HistoryReplay, _ end: ReadingEnd
  ) throws(Failure) {
    // The end is known only after reading to it.
    if options.from > end.seq && options.from != .max && until == .max {
      throw Failure(LogError.noEntry(options.from, end: end.seq))
    }
    for (id, stream) in zip(request.ids, streams) where !replay.hasSeen(stream) {
      throw history.domains.noSuchStream(id, at: request.until)
    }
  }

  private func reportUnreadable(
    _ error: LogError, after end: ReadingEnd, _ replay: HistoryReplay,
    _ request: ReplayHistory.Request
  ) {
    var replay = replay
    let divergence = Divergence(
      seq: error.seq ?? end.seq + 1, at: nil, stream: "", command: "",
      difference: Difference(.unreadable), recordedEngine: replay.engine,
      replayedEngine: history.domains.main.version, compared: replay.compared)
    replay.count(divergence)
    presenter.present(
      .divergence(
        .init(
          divergence: divergence, problem: error, again: request.arguments(toSee: divergence.seq))))
    presenter.present(.end(replay.summary(end, digest: nil)))
  }
}

extension ReplayHistory.Request {
  /// The arguments that replay one entry alone.
  fileprivate func arguments(toSee seq: Int) -> [String] {
    var arguments = ["replay"]
    if seq > 1 { arguments += ["--from", String(seq - 1)] }
    arguments += ["--until", String(seq)]
    for path in ignored { arguments += ["--ignore", path] }
    if let store { arguments += ["--store", store] }
    return arguments
  }
}
