// The editor that a person has chosen, on a file in a folder that only they can look into. The
// folder goes with all that the editor left in it, such as backups, whatever happens but SIGKILL, unless what
// was saved can't be kept elsewhere.

import Platform

package struct ExternalEditor: TextEditor {
  /// A form of a thousand items has a tenth of it.
  private static let limit = 1 << 20

  private let environment: [String: String]
  private let terminal: TerminalInfo

  /// - Parameter environment: what the editor gets; `VISUAL`, `EDITOR` and `TMPDIR` are looked at, and empty ones are none.
  package init(environment: [String: String], terminal: TerminalInfo) {
    self.environment = environment
    self.terminal = terminal
  }

  /// Runs the editor on a file with the text, and reads the file when it has ended.
  package func edit(_ text: String, as name: String, rescue: (SavedFile) -> Bool)
    throws(EditorError) -> String
  {
    // This process must not exit before the folder is removed.
    let signals = HeldSignals([SIGTERM, SIGHUP])
    defer { signals.release() }
    guard let folder = PrivateFolder(in: variable("TMPDIR") ?? "/tmp") else {
      throw .fileFailed(errno: errno)
    }
    var isSafe = true
    defer { if isSafe { folder.remove() } }
    let path = folder.path + "/" + name
    try write(text, to: path)
    var isRead = false
    defer {
      if !isRead || signals.isAnyPending, let saved = saved(at: path) { isSafe = rescue(saved) }
    }
    try run(on: path)
    let saved = try read(path)
    isRead = true
    return saved
  }

  private func saved(at path: String) -> SavedFile? {
    do throws(EditorError) {
      return SavedFile(path: path, text: try read(path))
    } catch {
      // Only where there is no file, nothing can be lost.
      if error == .fileFailed(errno: ENOENT) { return nil }
      return SavedFile(path: path, text: nil)
    }
  }

  private func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func run(on path: String) throws(EditorError) {
    let line = variable("VISUAL") ?? variable("EDITOR") ?? "vi"
    let program = Program.shell(line, [path], environment: environment)
    // Standard output may go into a file, where an editor's screen has no business.
    let isRedirected = !terminal.outputIsTerminal && terminal.errorIsTerminal
    let redirection = isRedirected ? [(own: STDERR_FILENO, its: STDOUT_FILENO)] : []
    let ending = leavingInterruptsToOthers { try? ChildProcess(program, redirection).wait() }
    guard let ending, !ending.isNotStarted else { throw .notFound(command: line) }
    if ending != .exited(0) { throw .failed(command: line) }
  }

  private func write(_ text: String, to path: String) throws(EditorError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .fileFailed(errno: errno) }
    defer { close(descriptor) }
    let output = DescriptorOutput(descriptor: descriptor)
    do throws(OutputError) {
      try output.write(text)
      try output.flush()
    } catch {
      guard case .failed(_, let number) = error else { throw .fileFailed(errno: EPIPE) }
      throw .fileFailed(errno: number)
    }
  }

  private func read(_ path: String) throws(EditorError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .fileFailed(errno: errno) }
    defer { close(descriptor) }
    guard let bytes = readWhole(descriptor, limit: Self.limit) else {
      throw .fileFailed(errno: errno)
    }
    guard bytes.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText }
    return text
  }
}
