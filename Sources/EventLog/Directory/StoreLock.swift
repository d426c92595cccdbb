// One writer at a time: an advisory lock on a file that also names its holder, and says whether the
// last writer closed the store. Readers take no lock. Because the lock is advisory, a writer also looks
// whether its note in the file is still the last.

import Platform

/// The writer's lock on a store, held until it is released or the process ends.
final class StoreLock: Sendable {
  /// The time to wait before the next attempt, in microseconds: ever shorter, because a free lock goes
  /// to the first caller to look, and that should be the one that has waited longest.
  private static func pause(after attempts: Int) -> UInt32 {
    UInt32(max(250, 5_000 - 25 * attempts))
  }

  private let directory: LogDirectory
  private let file: OpenFile

  private init(_ directory: LogDirectory, _ file: OpenFile) {
    self.directory = directory
    self.file = file
  }

  /// - Throws: `locked`, naming the holder, if it isn't free in time.
  static func acquire(
    in directory: LogDirectory, timeoutMilliseconds: Int
  ) throws(LogError) -> StoreLock {
    let deadline = ContinuousClock.now + .milliseconds(timeoutMilliseconds)
    var attempts = 0
    while true {
      guard try !directory.isTaken(directory.lock) else { throw noFile(directory.lock) }
      // The file is opened each time: the lock of a file that was removed or replaced excludes no process.
      let file = try open(directory.lock, on: directory.disk)
      if try file.tryLock(), try directory.lockStamp() == file.stamp() {
        return StoreLock(directory, file)
      }
      guard ContinuousClock.now < deadline else { throw try directory.lockedError(file) }
      usleep(pause(after: attempts))
      attempts += 1
    }
  }

  private static func open(_ path: String, on disk: any Disk) throws(LogError) -> OpenFile {
    do throws(DiskError) {
      return OpenFile(try disk.open(path, for: .writingOrCreating), path: path, on: disk)
    } catch {
      // The file that a link leads to would be overwritten.
      throw error.isSymbolicLink ? noFile(path) : LogError(error, path: path)
    }
  }

  private static func noFile(_ path: String) -> LogError {
    LogError(
      .corrupt, "The store's lock isn't a file, or is a symbolic link.",
      at: Place(file: path, line: 1, byte: 0),
      hint: "Remove it; the next writer creates the lock again.")
  }

  /// The note of the last writer, as far as the lock file tells.
  static func lastNote(in directory: LogDirectory) throws(LogError) -> WriterNote {
    guard try !directory.isTaken(directory.lock) else { throw noFile(directory.lock) }
    guard try directory.item(at: directory.lock) == .file else { return WriterNote() }
    return try .read(from: OpenFile(directory.lock, for: .reading, on: directory.disk))
  }

  /// Whether a writer has the lock; only looks at it.
  static func isHeld(in directory: LogDirectory) throws(LogError) -> Bool {
    guard try directory.item(at: directory.lock) == .file else { return false }
    return try OpenFile(directory.lock, for: .reading, on: directory.disk).isLocked()
  }

  /// Notes, on stable storage, that this process has the store open, and the last entry.
  func noteOpen(end: Int) throws(LogError) -> LockNote {
    try WriterNote(holder: Int(getpid()), isOpen: true, end: end).write(to: file)
    // The file may be new.
    try directory.syncFolder(directory.path)
    return LockNote(directory: directory, stamp: try file.stamp())
  }

  /// Notes, on stable storage, that this process closed the store with this last entry, unless another
  /// has it open.
  func noteClosed(after note: LockNote, end: Int) throws(LogError) {
    guard try note.isLast else { return }
    try WriterNote(holder: Int(getpid()), end: end).write(to: file)
  }

  /// Notes, on stable storage, that the log was copied here up to this entry: in a new file, because the old one may be
  /// that of an earlier copy, too.
  ///
  /// - Returns: The lock on that file, which others have to wait for from now on.
  func noteCopied(end: Int) throws(LogError) -> StoreLock {
    var locked = self
    let draft = directory.lock + LogDirectory.draftSuffix
    try directory.writeInOneStep(directory.lock, by: draft) { (file) throws(LogError) in
      _ = try file.tryLock()
      try WriterNote(holder: Int(getpid()), end: end).write(to: file)
      locked = StoreLock(directory, file)
    }
    try directory.syncFolder(directory.path)
    return locked
  }

  /// Takes back, on stable storage, that there were entries after this one.
  func noteLost(after seq: Int) throws(LogError) {
    var note = try WriterNote.read(from: file)
    guard let end = note.end, end > seq else { return }
    note.end = seq
    try note.write(to: file)
  }

}

/// The contents of the lock file: `{"pid":4711,"closed":false,"end":12}`.
struct WriterNote {
  private static let longest = 4096

  fileprivate var holder: Int?
  /// Whether a writer has the store open, or was killed before it closed it. Only if that is certain:
  /// no file, or one that can't be read, is no evidence of a crash.
  private(set) var isOpen = false
  /// The last entry when the writer opened the store or, if it did, when it closed it. It was durable
  /// then. nil if the writer didn't note it.
  fileprivate(set) var end: Int?

  /// The process that has the store open, if it says so and still exists.
  fileprivate var writer: pid_t? {
    guard isOpen, let holder = holder.flatMap({ pid_t(exactly: $0) }), holder > 0,
      kill(holder, 0) == 0 || errno == EPERM
    else { return nil }
    return holder
  }

  /// Whether no writer has noted anything.
  var isEmpty: Bool { holder == nil && end == nil }

  fileprivate static func read(from file: OpenFile) throws(LogError) -> WriterNote {
    let storage = try ByteStorage.filled(capacity: longest) { (buffer) throws(LogError) in
      try file.read(at: 0, into: buffer)
    }
    let tree = try? JSONValue(storage, in: 0..<storage.count, profile: .anyOrder)
    return WriterNote(
      holder: tree?["pid"]?.integer.map { Int($0) }, isOpen: tree?["closed"] == .boolean(false),
      end: tree?["end"]?.integer.map { Int($0) })
  }

  fileprivate func write(to file: OpenFile) throws(LogError) {
    let end = end.map { #","end":\#($0)"# } ?? ""
    let text = #"{"pid":\#(holder ?? 0),"closed":\#(!isOpen)\#(end)}"# + "\n"
    let storage = ByteStorage.copy(of: text)
    try file.write(storage, at: 0)
    try file.truncate(to: storage.count)
    try file.sync()
  }
}

/// The note that a writer left in the lock file when it opened the store.
struct LockNote: Sendable {
  fileprivate let directory: LogDirectory
  fileprivate let stamp: FileStamp

  /// Whether the file is still there, and no writer has changed it since.
  var isLast: Bool { get throws(LogError) { try directory.lockStamp() == stamp } }
}

extension LogDirectory {
  fileprivate func lockedError(_ file: OpenFile) throws(LogError) -> LogError {
    guard let writer = try WriterNote.read(from: file).writer else {
      return LogError(
        .locked, "Another process has locked this store, and hasn't noted which one it is.",
        hint: .findWriter(lock: lock))
    }
    return LogError(
      .locked, "Process \(writer) is writing to this store.", hint: .waitForWriter)
  }

  fileprivate func lockStamp() throws(LogError) -> FileStamp? {
    try on(lock, disk.stamp(at:))
  }
}
