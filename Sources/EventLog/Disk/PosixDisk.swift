// The real disk. Each function is one system call, repeated when a signal interrupts it.

import Platform
import Synchronization

/// The operating system's file calls.
package struct PosixDisk: Disk {
  private static let bytesReadSoFar = Atomic(0)

  /// The number of bytes that this process has read from files, on all threads.
  package static var bytesRead: Int { bytesReadSoFar.load(ordering: .relaxed) }

  /// The prefix of relative paths: nothing, or the path of a folder with a slash after it.
  private let folder: String

  /// A disk whose relative paths begin in the folder in which the process is at each call.
  package init() { folder = "" }

  private init(in folder: String) { self.folder = folder }

  /// A disk whose relative paths begin in the folder in which the process is now, if that can be named.
  static func here() -> PosixDisk {
    guard let path = getcwd(nil, 0) else { return PosixDisk() }
    defer { free(path) }
    let folder = String(cString: path) + "/"
    var (named, current) = (stat(), stat())
    guard stat(folder, &named) == 0, stat(".", &current) == 0,
      named.st_dev == current.st_dev, named.st_ino == current.st_ino
    else { return PosixDisk() }
    return PosixDisk(in: folder)
  }

  private func whole(_ path: String) -> String {
    folder.isEmpty || path.hasPrefix("/") ? path : folder + path
  }

  /// `open(2)`, close-on-exec.
  package func open(_ path: String, for access: DiskAccess) throws(DiskError) -> Int32 {
    let flags =
      switch access {
      case .reading: O_RDONLY
      case .writing: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .writingOrCreating: O_RDWR | O_CREAT | O_NOFOLLOW
      }
    return try aboveStreams(try check("open") { systemOpen(whole(path), flags | O_CLOEXEC, 0o600) })
  }

  /// Opens a file that others append to as well, or creates it with mode 0600. A pipe is never waited for.
  func openToAppend(_ path: String) throws(DiskError) -> Int32 {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC
    return try aboveStreams(try check("open") { systemOpen(whole(path), flags, 0o600) })
  }

  /// Writes at a file's end, wherever that is now, and returns how many of the bytes were written.
  func append(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(DiskError) -> Int {
    try check("write") { systemWrite(file, bytes.baseAddress, bytes.count) }
  }

  /// The path without symbolic links; nil if it leads nowhere.
  func resolved(_ path: String) -> String? {
    guard let resolved = realpath(whole(path), nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// `mkstemp(3)`, then `unlink(2)`.
  package func openUnnamed(in folder: String) throws(DiskError) -> Int32 {
    var template = Array("\(whole(folder))/cleanstore.XXXXXX".utf8CString)
    let file = try check("open") { mkstemp(&template) }
    _ = unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return try aboveStreams(file)
  }

  /// Moves a file that took the number of a closed standard stream: printed text would be
  /// written into it.
  private func aboveStreams(_ file: Int32) throws(DiskError) -> Int32 {
    guard file <= STDERR_FILENO else { return file }
    defer { close(file) }
    return try check("open") { fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  /// `close(2)`. Its error is of no use: whatever must be stored was synced before.
  package func close(_ file: Int32) { _ = systemClose(file) }

  package func read(
    _ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DiskError) -> Int {
    let count = try check("read") { pread(file, buffer.baseAddress, buffer.count, off_t(offset)) }
    Self.bytesReadSoFar.add(count, ordering: .relaxed)
    return count
  }

  package func readNext(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DiskError) -> Int {
    try check("read") { systemRead(file, buffer.baseAddress, buffer.count) }
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
  ) throws(DiskError) -> Int {
    try check("write") { pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) }
  }

  /// `fdatasync(2)`; on macOS `F_FULLFSYNC`, which alone empties the drive's cache.
  package func sync(_ file: Int32) throws(DiskError) {
    // Not repeated when interrupted: after a sync that failed, a second one proves nothing.
    guard systemSync(file) == 0 else { throw DiskError("sync", code: errno) }
  }

  package func truncate(_ file: Int32, to size: Int) throws(DiskError) {
    try check("truncate") { ftruncate(file, off_t(size)) }
  }

  /// `lseek(2)`: after `fstat`, Linux notes the exact time of the next write, which makes its sync slower.
  package func size(of file: Int32) throws(DiskError) -> Int {
    Int(try check("seek") { lseek(file, 0, SEEK_END) })
  }

  package func stamp(of file: Int32) throws(DiskError) -> FileStamp {
    var status = stat()
    try check("stat") { fstat(file, &status) }
    return FileStamp(status)
  }

  package func linkCount(of file: Int32) throws(DiskError) -> Int {
    var status = stat()
    try check("stat") { fstat(file, &status) }
    return Int(status.st_nlink)
  }

  package func stamp(at path: String) throws(DiskError) -> FileStamp? {
    try status(at: path).map { FileStamp($0) }
  }

  package func setModified(_ modified: Int64, of file: Int32) throws(DiskError) {
    let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    // A time before 1970 has a negative rest.
    let borrowed: Int64 = rest < 0 ? 1 : 0
    let time = timespec(
      tv_sec: time_t(seconds - borrowed), tv_nsec: Int(rest + borrowed * 1_000_000_000))
    let times = [time, time]
    try check("change time") { futimens(file, times) }
  }

  package func tryLock(_ file: Int32) throws(DiskError) -> Bool { try tryLock(file, LOCK_EX) }

  /// Looks with a shared lock: those who look don't see each other.
  package func isLocked(_ file: Int32) throws(DiskError) -> Bool {
    guard try tryLock(file, LOCK_SH) else { return true }
    try check("unlock") { flock(file, LOCK_UN) }
    return false
  }

  private func tryLock(_ file: Int32, _ kind: Int32) throws(DiskError) -> Bool {
    do throws(DiskError) {
      try check("lock") { flock(file, kind | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  package func isSymbolicLink(_ path: String) throws(DiskError) -> Bool {
    var status = stat()
    do throws(DiskError) {
      try check("stat") { lstat(whole(path), &status) }
    } catch {
      if error.isNoFolder { return false }
      throw error
    }
    return status.st_mode & S_IFMT == S_IFLNK
  }

  package func item(at path: String) throws(DiskError) -> DiskItem? {
    guard let status = try status(at: path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  private func status(at path: String) throws(DiskError) -> stat? {
    var status = stat()
    do throws(DiskError) {
      try check("stat") { stat(whole(path), &status) }
    } catch {
      if error.isNoFolder { return nil }
      throw error
    }
    return status
  }

  package func names(in folder: String) throws(DiskError) -> [String] {
    guard let stream = opendir(whole(folder)) else { throw DiskError("list", code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw DiskError("list", code: errno) }
    return names
  }

  package func makeFolder(_ path: String) throws(DiskError) {
    try check("make folder") { mkdir(whole(path), 0o700) }
  }

  /// `fsync(2)` on the folder.
  package func syncFolder(_ path: String) throws(DiskError) {
    let folder = try check("open") {
      systemOpen(whole(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw DiskError("sync", code: errno) }
  }

  package func remove(_ path: String) throws(DiskError) {
    try check("remove") { systemRemove(whole(path)) }
  }

  package func rename(_ path: String, to newPath: String) throws(DiskError) {
    try check("rename") { systemRename(whole(path), whole(newPath)) }
  }

  package func isWritable(_ path: String) throws(DiskError) -> Bool {
    try status(at: path).map { $0.st_mode & S_IWUSR != 0 } ?? false
  }

  package func setWritable(_ isWritable: Bool, _ path: String) throws(DiskError) {
    try check("change mode") { chmod(whole(path), isWritable ? 0o600 : 0o400) }
  }

  /// Calls until no signal interrupts; -1 is an error.
  @discardableResult
  private func check<Result: FixedWidthInteger & SignedInteger>(
    _ operation: String, _ call: () -> Result
  ) throws(DiskError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw DiskError(operation, code: errno) }
    }
  }
}

extension FileStamp {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino),
      modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}

// The calls that share their names with methods above.

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func systemRemove(_ path: String) -> Int32 { remove(path) }

private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

private func systemSync(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    fcntl(file, F_FULLFSYNC) == -1 ? fsync(file) : 0
  #else
    fdatasync(file)
  #endif
}
