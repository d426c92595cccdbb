// Replays a history: a fold that decides every command again. It has only a source, so it can't
// change a store.

extension ReplayHistory {
  package static func replay(
    _ request: Request, in history: History, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Conclusion {
    try history.domains.checkNames(ofEventFields: request.ignored)
    var options = ReplayOptions()
    let streams = try history.domains.streams(request.ids)
    if !streams.isEmpty { options.streams = streams.map(\.description) }
    let (from, until) = try history.window(from: request.from, to: request.until)
    options.from = from
    try history.require(request.ids, through: until, request.until)
    options.keepsGoing = request.keepsGoing
    options.rules = try history.domains.rules(named: request.rules)
    options.ignored = IgnoredFields(request.ignored)
    var replay = HistoryReplay(of: history, options) { divergence in
      presenter.present(
        .divergence(
          .init(
            divergence: divergence, kinds: history.domains.main.kinds, problem: nil,
            again: request.arguments(toSee: divergence.seq))))
    }
    var end = ReadingEnd()
    if let shared = HistoryReplay.shared(of: history, options, through: until) {
      (replay, end) = shared
    } else {
      do throws(LogError) {
        try history.source.project(into: &replay, through: until, &end)
      } catch {
        guard error.code == .corrupt || error.code == .newerVersion else { throw Failure(error) }
        replay.present(error, after: end, of: request, in: history, presenter)
        return .unreadable
      }
    }
    let digest = replay.isDone ? nil : replay.digest
    let summary = replay.summary(end, digest: digest)
    if !replay.isDone {
      try check(request, options, through: until, summary, history.source.base)
    }
    presenter.present(.end(summary))
    if !summary.groups.isEmpty { return .diverged }
    return summary.unknownRules.isEmpty ? .identical : .undecided
  }

  private static func check(
    _ request: Request, _ options: ReplayOptions, through until: Int, _ summary: Summary,
    _ base: ArchivedPrefix?
  ) throws(Failure) {
    // The end is known only after reading to it.
    if options.from > summary.end.seq && until == .max {
      throw Failure(LogError.noEntry(options.from, end: summary.end.seq))
    }
    guard summary.compared == 0, summary.unknownRules.isEmpty, request.isPart else { return }
    if let base { throw Failure(base.archived()) }
    if !request.mayBeEmpty {
      throw Failure(
        .usage, code: "nothing-to-compare", "No command is in the part to replay.",
        hint: "`\(ToolName.current) log` shows which there are.")
    }
  }
}

extension HistoryReplay {
  /// Presents what can't be read, and the whole as far as it could.
  fileprivate mutating func present(
    _ error: LogError, after end: ReadingEnd, of request: ReplayHistory.Request,
    in history: History, _ presenter: any Presenter<ReplayHistory.Response>
  ) {
    let divergence = Divergence(
      seq: error.seq ?? end.seq + 1, at: nil, stream: "", command: "",
      difference: Difference(.unreadable), recordedRulesVersion: rulesVersion,
      replayedRulesVersion: history.domains.main.version, compared: compared)
    count(divergence)
    presenter.present(
      .divergence(
        .init(
          divergence: divergence, kinds: history.domains.main.kinds, problem: error,
          again: request.arguments(toSee: divergence.seq))))
    presenter.present(.end(summary(end, digest: nil)))
  }
}

extension ReplayHistory.Request {
  fileprivate var isPart: Bool { from != nil || until != nil || !ids.isEmpty }

  /// The arguments that replay one entry alone.
  fileprivate func arguments(toSee seq: Int) -> [String] {
    var arguments = ["replay"]
    if seq > 1 { arguments += ["--from", String(seq - 1)] }
    arguments += ["--until", String(seq)]
    if let rules { arguments += ["--rules", rules] }
    for path in ignored { arguments += ["--ignore", path] }
    if let store { arguments += ["--store", store] }
    return arguments
  }
}
