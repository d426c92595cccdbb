// The command that exports a history: to standard output, a new file, or new files in a folder.

import Platform

struct ExportFlags: Sendable {
  var exported = ExportHistory.Request(.csv)
  var dialect: CSVDialect?
  var pseudonyms = PseudonymFlags()
}

extension CommandRun {
  func export(_ flags: ExportFlags) throws(Failure) -> ExitCode {
    var request = flags.exported
    if let dialect = flags.dialect {
      guard request.format == .csv else {
        throw .wrongFormat("--dialect is only for comma-separated values.", code: "not-csv")
      }
      request.dialect = dialect
    }
    if let key = try pseudonymKey(flags.pseudonyms) { request.personal = .pseudonyms(key: key) }
    try check(request)
    let history = try history
    let files = NewFiles(request.path, isFolder: request.format.isFolder, or: screen)
    world.catchInterrupts()
    return try run(
      ExportHistory.self, request, in: (history, files.open, { Interrupt.isRequested }))
  }

  private func check(_ request: ExportHistory.Request) throws(Failure) {
    if request.format.isFolder, request.path == nil {
      throw Failure(
        .usage, code: "missing-output", "\(request.format.rawValue) is several files.",
        hint: "Pass a new folder with --output.")
    }
    if request.isBatch, request.format != .cloudevents {
      throw .wrongFormat("--batch is only for cloudevents.", code: "not-a-batch")
    }
  }
}

extension Failure {
  fileprivate static func wrongFormat(_ message: String, code: String) -> Failure {
    Failure(.usage, code: code, message, hint: "Omit it.")
  }
}
