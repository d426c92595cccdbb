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
    let files = ExportedFiles(request, screen)
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

/// The files that an export is written to, which stay once they are complete.
private final class ExportedFiles {
  private let request: ExportHistory.Request
  private let screen: Screen
  private var files: [NewFile] = []
  /// One that was made, and goes with the files if they aren't complete.
  private var newFolder: String?

  init(_ request: ExportHistory.Request, _ screen: Screen) {
    (self.request, self.screen) = (request, screen)
  }

  func open(_ name: String) throws(Failure) -> any ByteOutput {
    guard let path = request.path else { return screen }
    if request.format.isFolder, files.isEmpty { try makeFolder(path) }
    let file = try NewFile(request.format.isFolder ? "\(path)/\(name)" : path, with: files.first)
    files.append(file)
    return file
  }

  private func makeFolder(_ path: String) throws(Failure) {
    try NewFile.checkIsOutsideStores(path)
    // One that is there can be used, as long as none of the files is.
    if mkdir(path, 0o700) == 0 {
      newFolder = path
    } else if errno != EEXIST {
      throw NewFile.failure(path, errno, hint: "Pass a new folder in an existing one.")
    }
  }

  deinit {
    files = []
    // Only an empty one goes.
    if let newFolder { rmdir(newFolder) }
  }
}
