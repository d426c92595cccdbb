// A file in which a consumer of a log keeps its cursor. It is beside the consumer's own data, not in the store: it is
// rolled back with that data, and not with the log.

/// A cursor in a file, named after the consumer that it is of.
///
///     let mails = CursorFile("mailer/orders.cursor")
///     for try await change in store.changes(after: try mails.read()) {
///       try await send(change)
///       try mails.save(change.cursor)
///     }
///
/// Keep it in the folder, and in the backups, of what the consumer makes of the log. If it is saved after each change was
/// processed, a change is processed twice at most, after a crash, and never left out.
public struct CursorFile: Sendable {
  /// The file: one line, as `HistoryCursor` is written.
  public let path: String
  private let folder: LogDirectory

  /// A file that need not exist; its folder must. A relative path leads to the same file wherever the process goes later.
  public init(_ path: String) {
    self.path = path
    let here = LogDirectory(".", on: path.hasPrefix("/") ? PosixDisk() : .here())
    folder = LogDirectory(here.parent(of: path), on: here.disk)
  }

  /// The cursor that was saved last; the start if none was.
  ///
  /// - Throws: `malformed` if the file has something else; `inputOutput`.
  public func read() throws(LogError) -> HistoryCursor {
    guard let item = try folder.item(at: path) else { return .start }
    guard item == .file else { throw malformed }
    let bytes = try OpenFile(path, for: .reading, on: folder.disk).bytes(at: 0, count: 128)
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasSuffix("\n"), let cursor = HistoryCursor(String(text.dropLast())) else {
      throw malformed
    }
    return cursor
  }

  /// Saves a cursor, in one step and on stable storage.
  ///
  /// - Throws: `inputOutput`, `diskFull`.
  public func save(_ cursor: HistoryCursor) throws(LogError) {
    try folder.replace(path, with: .copy(of: cursor.description + "\n"))
  }

  private var malformed: LogError {
    LogError(
      .malformed, "This is no cursor, which is one line such as 7 or 7:0a1b….",
      at: Place(file: path, line: 1, byte: 0),
      hint: "Restore the file from a copy, or remove it to begin with the first entry.")
  }
}
