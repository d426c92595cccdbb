// Erases the personal data of streams: records who requested it, and why, in the history of each, and has the store
// take it out of the log.

package enum ErasePersonalData: RespondingScene {
  package typealias Context = (
    engine: HistoryEngine, files: any StoreFiles, forms: (any KeptForms)?
  )

  package struct Request: Sendable {
    package var selection: any StreamSelection
    /// The plan that was made before the store was locked.
    package var plan: PlanErasure.Response
    /// Whether just that was confirmed.
    package var isAgreed = false
    /// The actor of the request, and its reason.
    package var change: ChangeRequest
    /// Whether to delete what is in the quarantine, too.
    package var purgesQuarantine = false

    package init(
      _ selection: any StreamSelection, _ plan: PlanErasure.Response, _ change: ChangeRequest
    ) {
      (self.selection, self.plan, self.change) = (selection, plan, change)
    }
  }

  package struct Response: SceneResponse, Sendable {
    /// The data that was to be erased; of other data, what is left.
    var plan: PlanErasure.Response
    /// The entries that record it: the first and the last; nil if there was nothing to erase.
    var recorded: ClosedRange<Int>?
    var report = ErasureReport()
    /// The files that were deleted from the quarantine.
    var purged: [String] = []
    var deletedForms: [String] = []

    package var isPositive: Bool { plan.isPositive }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let engine = context.engine
    var response = Response(plan: request.plan)
    _ = try response.plan.select(
      request.selection, in: History(engine.store, of: engine.domains))
    if request.isAgreed, response.plan.streams != request.plan.streams {
      let words = response.plan.words
      throw Failure(
        .tryAgain, code: "\(words.pluralCode)-changed",
        "These \(words.plural) were changed while you were asked.",
        hint: "Nothing was erased or recorded. Run it again.")
    }
    for isDryRun in [true, false] {
      var change = request.change
      change.isDryRun = isDryRun
      for stream in response.plan.affected {
        let domain = engine.domains.domain(of: stream.name)
        let seq = try engine.erase(stream, of: domain, change)
        if !isDryRun { response.recorded = (response.recorded?.lowerBound ?? seq)...seq }
      }
    }
    response.report = try engine.store.finishRecordedErasures()
    if request.purgesQuarantine {
      response.purged = try Failure.of(context.files.purgeQuarantine())
    }
    // A writer removes what interrupted calls have left there. Nothing that fails here may hide what was erased.
    if let remains = try? context.files.remains() {
      response.plan.remains.strayFiles = remains.strayFiles
    }
    response.deletedForms = response.plan.remains.forms.filter {
      context.forms?.delete($0) ?? false
    }
    response.plan.remains.quarantine.removeAll { response.purged.contains($0) }
    response.plan.remains.forms.removeAll { response.deletedForms.contains($0) }
    return response
  }
}

extension HistoryEngine {
  /// Records an erasure, or only tries it.
  ///
  /// - Returns: The number of the entry that records it.
  fileprivate func erase<D: HistoryDomain>(
    _ stream: PlanErasure.Response.Stream, of domain: D.Type, _ change: ChangeRequest
  ) throws(Failure) -> Int {
    let command = try RecordCommand.read(
      RecordCommand.Request(#"{"type":"\#(ErasureRecord.commandType)"}"#, change: change),
      of: domain, on: stream.name, in: domains
    ).command
    let outcome = try Failure.of(
      D.words,
      try submit(
        command, to: domain, change, on: stream.name.id.map { .id($0) } ?? .single, .batch))
    guard case .refused(let refusal) = outcome.result else { return outcome.seq }
    let sentences = refusal.fields.map { "The \($0.field) \(D.wording(of: $0))." }
    throw Failure(
      .negative, code: refusal.code,
      sentences.isEmpty
        ? "Erasing \(stream.label.phrase) is refused." : sentences.joined(separator: " "),
      hint: "Correct this and try again; nothing was erased or recorded.")
  }
}
