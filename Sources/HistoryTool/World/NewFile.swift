// A file that a command creates. It is written under another name and gets its own when it is complete, so that
// a command that is killed leaves no part of a file, and can be run again. It replaces no existing file, unless it is
// made for that.

import Platform

final class NewFile: HistoryLineOutput, ByteOutput {
  private let path: String
  private let draft: String
  /// Whether it takes the place of a file that is there.
  private let replaces: Bool
  /// The file that this one belongs to.
  private let main: NewFile?
  /// The drafts of the files that belong to this one, and are complete.
  private var completed: [String] = []
  private let unfinished: UnfinishedFile
  private let output: DescriptorOutput

  /// - Parameter main: The file that this one belongs to, which has to be completed after this one. Until then, this one
  ///   has both names: if the command is killed in between, the next one replaces it, and no other file.
  convenience init(_ path: String, with main: NewFile? = nil) throws(Failure) {
    try Self.checkIsOutsideStores(path)
    try self.init(anywhere: path, with: main)
  }

  /// Makes a file also where it could be taken for a file of a store.
  convenience init(anywhere path: String, with main: NewFile? = nil) throws(Failure) {
    try self.init(path, with: main, replaces: false)
  }

  /// A file that takes the place of another one when it is complete.
  convenience init(replacing path: String) throws(Failure) {
    try self.init(path, with: nil, replaces: true)
  }

  private init(_ path: String, with main: NewFile?, replaces: Bool) throws(Failure) {
    self.path = path
    draft = Self.draft(of: path)
    (self.main, self.replaces) = (main, replaces)
    if !replaces, let existing = Self.identity(at: path) {
      guard existing == Self.identity(at: draft) else { throw Self.failure(path, EEXIST) }
      unlink(path)
    }
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno == EEXIST ? draft : path, errno) }
    unfinished = UnfinishedFile(draft: draft, of: path, descriptor: descriptor)
    output = DescriptorOutput(descriptor: descriptor)
  }

  /// The name of a file until it is complete.
  static func draft(of path: String) -> String { path + ".unfinished" }

  static func failure(
    _ path: String, _ reason: Int32, hint: String = "Pass a new file in an existing folder."
  ) -> Failure {
    Failure(
      .cannotCreate, code: "cannot-create",
      "Can't create \(path): \(String(cString: strerror(reason))).", hint: hint)
  }

  /// Tells the file that has a name from any other; nil if there is none.
  private static func identity(at path: String) -> [UInt64]? {
    var status = stat()
    return lstat(path, &status) == 0
      ? [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)] : nil
  }

  /// Refuses a path in a store, where a file could be taken for one of the log.
  static func checkIsOutsideStores(_ path: String) throws(Failure) {
    if let store = PosixDisk().store(around: path) {
      throw Failure(
        .usage, code: "in-store", "\(path) would be in the store \(store).",
        hint: "Nothing was written. Pass a file outside of the store's folder.")
    }
  }

  func write(line: borrowing JSONWriter) throws(Failure) {
    let result = line.withBytes { bytes in
      Result { () throws(OutputError) in
        try output.write(bytes)
        try output.write("\n")
      }
    }
    try check(result)
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(OutputError) in try output.write(bytes) }
    }
    try check(result)
  }

  /// Creates a file with these bytes.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = try NewFile(path)
    try file.write(bytes)
    try file.complete()
  }

  private func flush() throws(Failure) {
    try check(Result { () throws(OutputError) in try output.flush() })
  }

  func readBack() throws(Failure) -> (any EntrySource)? {
    try flush()
    return try Failure.of(openSource(draft))
  }

  /// Writes what is left, and gives the file its name.
  func complete() throws(Failure) {
    try flush()
    if fsync(unfinished.descriptor) != 0 {
      try check(.failure(.failed(descriptor: unfinished.descriptor, errno: errno)))
    }
    guard unfinished.isThere else {
      throw Failure(
        .tryAgain, code: "locked", "Another process is writing \(path).",
        hint: "Wait for it, or pass another file.")
    }
    // A file that another process creates at this moment is replaced where there are no hard links.
    guard
      !replaces && link(draft, path) == 0
        || (replaces || errno != EEXIST) && rename(draft, path) == 0
    else {
      throw Self.failure(path, errno)
    }
    if let main {
      main.completed.append(draft)
    } else {
      for draft in completed + [draft] { unlink(draft) }
    }
  }

  private func check(_ result: Result<Void, OutputError>) throws(Failure) {
    guard case .failure(let error) = result else { return }
    throw Failure(
      .inputOutput, code: error.code, "Can't write \(path): \(error.reason).",
      hint: "Free some space, or write elsewhere.")
  }
}
