// Brings archived entries back into a log.

package enum RestoreEntries: RespondingScene {
  package struct Request: Equatable, Sendable {
    /// Folders to search before those that they were archived to.
    package var folders: [String] = []
    /// Whether entries are restored that the base contradicts.
    package var isForced = false
    /// Checkpoints that tell whether the entries or the base were changed.
    package var checkpoints: [CheckpointFile] = []
    /// The log's name in its checkpoints, if that is given.
    package var origin: String?

    package init() {}
  }

  package typealias Context = (files: any StoreFiles, verifier: (any CheckpointVerifier)?)

  package struct Response: SceneResponse, Sendable {
    let report: RestoreReport
    let domains: HistoryDomains
    /// The judgements of the checkpoints.
    let judgements: [String]
    /// Whether a checkpoint says that the entries were changed.
    let isContradicted: Bool

    package var isPositive: Bool { report.difference == nil && !isContradicted }

    /// The difference as a part of a sentence.
    fileprivate var difference: String? {
      report.difference.map { difference in
        StreamName(Text(difference)) == nil ? difference : domains.label(of: difference).phrase
      }
    }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let judge =
      request.checkpoints.isEmpty ? nil : CheckpointJudge(request, context)
    let report = try Failure.of(
      context.files.restoreEntries(
        from: request.folders, isForced: request.isForced,
        judging: judge.map { judge in { judge.mayRestore($0, $1) } }))
    if let failure = judge?.failure { throw failure }
    let response = Response(
      report: report, domains: context.files.domains, judgements: judge?.sentences ?? [],
      isContradicted: judge?.verdict == .entriesWereChanged)
    guard report.isRestored else { throw refusal(response, judge?.verdict) }
    return response
  }

  /// The error of entries that weren't restored.
  private static func refusal(_ response: Response, _ verdict: CheckpointJudge.Verdict?) -> Failure
  {
    let what =
      response.difference.map { "base.jsonl and the archived entries disagree about \($0)" }
      ?? "The archived entries aren't those of the checkpoint"
    let which = response.report.disagrees ? ": one of them was changed." : "."
    let hint =
      switch verdict {
      case nil, .undecided:
        "Pass a checkpoint of the log that was kept elsewhere with --checkpoint: it tells which. --force "
          + "restores the entries all the same, and keeps base.jsonl in the quarantine."
      case .entriesAreRight:
        "Run it again with --force: it restores the entries, and keeps base.jsonl in the quarantine."
      case .entriesWereChanged:
        Failure.findOtherArchive
      }
    return Failure(
      .badData, code: "archive-differs",
      ([what + which + " Nothing was restored."] + response.judgements).joined(separator: " "),
      hint: hint)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    let report = response.report
    guard report.segments > 0 else {
      return ["Nothing is archived, so there is nothing to restore."]
    }
    let restored =
      "Restored the entries through \(report.through): \(counted(report.segments, "segment")). "
      + "Every byte of the log was read."
    guard let difference = response.difference else {
      return [restored] + response.judgements
    }
    let changed =
      report.disagrees
      ? "base.jsonl and the entries disagree about \(difference): one of them was changed."
      : "base.jsonl wasn't what the entries lead to (\(difference)): it was changed."
        + (response.judgements.isEmpty
          ? " Only a checkpoint that was kept elsewhere tells whether the entries were, too." : "")
    let kept = report.keptBase.map { " It is kept as \($0)." } ?? ""
    return [
      restored,
      changed + kept
        + " Run `\(ToolName.current) replay`: commands since were decided on what the file said.",
    ] + response.judgements
  }
}

extension RestoreEntries.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("through", report.through)
    object.member("segments", report.segments)
    object.member("difference", report.difference)
    object.member("keptBase", report.keptBase)
    object.member("checkpoints", judgements.isEmpty ? nil : judgements)
  }
}
