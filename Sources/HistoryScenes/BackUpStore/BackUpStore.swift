// Copies a store, or what has changed since it was last copied. The store's files decide what that is.

package enum BackUpStore: RespondingScene {

  package struct Response: SceneResponse, Equatable, Sendable {
    let target: String
    let report: BackupReport
  }

  package static func respond(to target: String, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of(Response(target: target, report: files.backUpStore(to: target)))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    let report = response.report
    let segments = counted(report.segments, "segment")
    let work =
      report.copied == 0
      ? "nothing was new" : "copied \(report.copied) of \(segments), \(report.bytes) bytes"
    return "Backed up \(entryCount(report.entries)) to \(response.target): \(work). "
      + "Every byte of the copy was read."
  }
}

extension BackUpStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("entries", report.entries)
    object.member("segments", report.segments)
    object.member("copied", report.copied)
    object.member("bytes", report.bytes)
  }
}
