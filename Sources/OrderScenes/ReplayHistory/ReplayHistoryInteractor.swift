// Replays a history: a fold that decides every command once more. It has only a source, so nothing
// that it does can reach a store.

import HistoryScenes
import EventSourcing
import Orders
import Replay

package final class ReplayHistoryInteractor {
  private let source: any EntrySource
  private let presenter: any PresentationLogic<ReplayHistory.Response>

  package init(
    source: any EntrySource, presenter: any PresentationLogic<ReplayHistory.Response>
  ) {
    self.source = source
    self.presenter = presenter
  }

  /// Replays and hands what diverges to the presenter, one by one, then the whole.
  package func replay(_ request: ReplayHistory.Request) throws(Failure)
    -> ReplayHistory.Conclusion
  {
    var options = ReplayOptions()
    options.streams = try orderNames(request.orders)
    options.from = try request.from.map { (from) throws(Failure) in try source.resolve(from) } ?? 0
    options.keepsGoing = request.keepsGoing
    options.ignored = IgnoredFields(request.ignored)
    let until = try source.resolve(request.until)
    let presenter = presenter
    var replay = StoreReplay(options, form: source.form) { divergence in
      presenter.present(
        .divergence(
          .init(
            divergence: divergence, problem: nil, again: request.arguments(toSee: divergence.seq))))
    }
    var end = ReadingEnd()
    do throws(LogError) {
      try source.project(into: &replay, through: until, level: .full, &end)
    } catch {
      guard error.code == .corrupt || error.code == .newerVersion else { throw Failure(error) }
      reportUnreadable(error, behind: end, replay, request)
      return .unreadable
    }
    if !replay.isDone { try check(request, options, through: until, replay, end) }
    let digest = replay.isDone ? nil : replay.ends.digest()
    presenter.present(.end(replay.summary(end, digest: digest)))
    return replay.groups.isEmpty ? .identical : .diverged
  }

  private func check(
    _ request: ReplayHistory.Request, _ options: ReplayOptions, through until: Int,
    _ replay: StoreReplay, _ end: ReadingEnd
  ) throws(Failure) {
    // Only who read to the end knows where it is.
    if options.from > end.seq && options.from != .max && until == .max {
      throw Failure(LogError.noEntry(options.from, end: end.seq))
    }
    for order in request.orders where !replay.hasSeen(order) {
      throw .noSuchOrder(order, at: request.until)
    }
  }

  private func reportUnreadable(
    _ error: LogError, behind end: ReadingEnd, _ replay: StoreReplay,
    _ request: ReplayHistory.Request
  ) {
    var replay = replay
    let divergence = Divergence(
      seq: error.seq ?? end.seq + 1, at: nil, stream: "", command: "",
      difference: Difference(.unreadable), recordedEngine: replay.engine,
      replayedEngine: Orders.version, compared: replay.compared)
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
