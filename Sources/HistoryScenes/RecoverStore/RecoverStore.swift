// Repairs a damaged store. The store's files decide what is damaged, and where to move it.

package enum RecoverStore: RespondingScene {
  package struct Response: SceneResponse, Sendable {
    let report: RecoveryReport
    let domains: HistoryDomains
  }

  /// - Parameter agreed: The plan that was confirmed; nil if no question was asked.
  package static func respond(to agreed: RecoveryPlan?, with files: any StoreFiles)
    throws(Failure) -> Response
  {
    try Failure.of(Response(report: files.recoverStore(onlyAs: agreed), domains: files.domains))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    let report = response.report
    let kept = report.keptThrough
    let description = PlanRecovery.lines(about: report.description, "Wrote it again")
    let files = report.files.map { "  " + $0 }
    guard let damage = report.damage else {
      let moved = files.isEmpty ? [] : ["What was there is in:"] + files
      return description + moved
        + PlanRecovery.good(kept - report.archivedThrough, report.description)
    }
    return description + [
      damage.description,
      kept > 0
        ? "Kept everything before it: \(entryCount(kept))." : "There is no entry before it.",
      report.bytesMoved > 0
        ? "Moved \(report.bytesMoved) bytes to:"
        : "There was nothing to move. The report is in:",
    ] + files
      + PlanRecovery.lines(about: report.streams, of: response.domains, isDone: true)
  }
}

extension RecoverStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("keptThrough", report.keptThrough)
    object.member("damage", report.damage?.inBytes)
    object.member("bytesMoved", report.bytesMoved)
    object.member("files", report.files)
    object.description(report.description)
    if !report.streams.isEmpty { object.streams(report.streams, of: domains) }
  }
}
