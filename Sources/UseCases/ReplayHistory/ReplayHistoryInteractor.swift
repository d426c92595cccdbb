// Replays a history: a fold that decides every command once more. It has only a source, so nothing
// that it does can reach a store.

public import EventSourcing
import Orders
import Replay

/// Puts the recorded commands of a history to today's rules.
public final class ReplayHistoryInteractor: ReplayHistoryBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ReplayHistoryPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ReplayHistoryPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Replays and hands what diverges to the presenter, one by one, then the whole.
  public func replay(_ request: ReplayHistory.Request) throws(Failure) -> ReplayHistory.Result {
    var options = ReplayOptions()
    options.streams = try orderNames(request.orders)
    options.from = try request.from.map { (from) throws(Failure) in try source.resolve(from) } ?? 0
    options.keepsGoing = request.keepsGoing
    options.ignored = IgnoredFields(request.ignored)
    let until = try source.resolve(request.until)
    let presenter = presenter
    var replay = StoreReplay(options, form: source.form) { divergence in
      presenter.present(
        ReplayHistory.Item(
          divergence: divergence, problem: nil, again: request.arguments(toSee: divergence.seq)))
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
    presenter.finish(replay.response(end, digest: digest))
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
      ReplayHistory.Item(
        divergence: divergence, problem: error, again: request.arguments(toSee: divergence.seq)))
    presenter.finish(replay.response(end, digest: nil))
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
