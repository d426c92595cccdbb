// Copies a store, or what has changed since it was last copied. The store's files decide what that is.

package enum BackUpStore: RespondingScene {
  package typealias Request = (path: String, target: String, lockTimeoutMilliseconds: Int)

  package struct Response: SceneResponse, Equatable, Sendable {
    let target: String
    let report: BackupReport
  }

  package static func respond(to request: Request, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of { () throws(LogError) in
      Response(target: request.target, report: try files.backUpStore(request))
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    let report = response.report
    let segments = report.segments == 1 ? "1 segment" : "\(report.segments) segments"
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
