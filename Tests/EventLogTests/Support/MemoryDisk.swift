// A disk in memory that can fail at any call, take only part of a write, fill up, crash and lose
// power. It knows what was synced: only that survives a loss of power for certain.

import EventLog
import EventSourcing
import TestKit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class MemoryDisk: Disk {
  /// A fault at one call.
  enum Fault: Sendable, CaseIterable {
    /// The call has no effect and fails.
    case refused
    /// A write takes half of its bytes and then fails; a sync fails and forgets what it was to
    /// write; all else fails without effect.
    case half
    /// A write takes half of its bytes, and then the disk is full; all else fails without effect.
    case full
    /// The process is killed, halfway through if it is a write: this call and all later ones fail.
    case death
  }

  struct State {
    var names: [String: MemoryFile] = ["/": MemoryFile(isFolder: true)]
    var durableNames: [String: MemoryFile] = [:]
    /// Changes of names that aren't on stable storage yet, in order.
    var changes: [NameChange] = []
    var open: [Int32: MemoryFile] = [:]
    var nextNumber: Int32 = 100
    var calls = 0
    var writes = 0
    var bytesRead = 0
    var listings = 0
    var fault: (call: Int, kind: Fault)?
    var largestWrite = Int.max
    var room = Int.max
    /// The bytes of whatever is read as a pipe.
    var pipe: [UInt8] = []
    var isDead = false
    var ignoresLocks = false
    /// Actions that happen once, just before the next call of a kind.
    var before: [Moment: @Sendable () -> Void] = [:]
  }

  /// A call that something can be done before.
  enum Moment: Hashable {
    /// Between a reader's last read and its look for further files.
    case listing
    /// The sync waits for it.
    case sync
    /// Between a writer's opening of the lock and its locking.
    case lock
    case opening(String)
  }

  /// A file got a name, or lost one.
  struct NameChange {
    var added: String?
    var removed: String?

    func touches(_ folder: String) -> Bool {
      [added, removed].contains { $0.map(MemoryDisk.parent) == folder }
    }
  }

  /// In a lock that the thread sanitizer can follow.
  let state = Locked(State())

  init() { state.withLock { $0.durableNames = $0.names } }

  var calls: Int { state.withLock { $0.calls } }

  /// The number of bytes that were read so far.
  var bytesRead: Int { state.withLock { $0.bytesRead } }

  /// The number of times that a folder was listed so far.
  var listings: Int { state.withLock { $0.listings } }

  /// The number of writes so far.
  var writes: Int { state.withLock { $0.writes } }

  /// Makes the call with this number, from 1, go wrong.
  func fail(at call: Int, _ kind: Fault) { state.withLock { $0.fault = (call, kind) } }

  /// Gives each file's lock to all who want it, as some network file systems do.
  func ignoreLocks() { state.withLock { $0.ignoresLocks = true } }

  /// Lets each write take at most this number of bytes.
  func limitWrites(to count: Int) { state.withLock { $0.largestWrite = count } }

  /// Lets all files together grow by at most this number of bytes.
  func limitRoom(to count: Int) { state.withLock { $0.room = count } }

  /// Does something once, before the next such call.
  func before(_ moment: Moment, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.before[moment] = body }
  }

  private func happen(before moment: Moment) {
    state.withLock { $0.before.removeValue(forKey: moment) }?()
  }

  static func parent(_ path: String) -> String {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The part after the folder, if the path is in it and not in a folder therein.
  private static func name(of path: String, in folder: String) -> Substring? {
    let prefix = folder == "/" ? "/" : folder + "/"
    guard path.utf8.count > prefix.utf8.count, path.hasPrefix(prefix) else { return nil }
    let name = path.utf8.dropFirst(prefix.utf8.count)
    return name.contains(UInt8(ascii: "/")) ? nil : Substring(name)
  }

  func bytes(_ path: String) -> [UInt8] { state.withLock { $0.names[path]?.bytes ?? [] } }

  /// Changes a file behind everybody's back, on stable storage too.
  func setBytes(_ bytes: [UInt8], of path: String) {
    state.withLock { $0.names[path]?.replace(with: bytes) }
  }

  func paths(in folder: String) -> [String] {
    state.withLock { $0.names.keys.filter { Self.name(of: $0, in: folder) != nil }.sorted() }
  }

  /// Makes a call, unless it is to go wrong.
  private func call<Result>(
    _ operation: String, partly: ((inout State, Fault) -> Void)? = nil,
    _ body: (inout State) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    try state.withLock { (state) throws(DiskError) in
      state.calls += 1
      if state.isDead { throw DiskError(operation, code: EIO) }
      guard let fault = state.fault, fault.call == state.calls else { return try body(&state) }
      if fault.kind == .death { state.isDead = true }
      if fault.kind != .refused { partly?(&state, fault.kind) }
      throw DiskError(operation, code: fault.kind == .full ? ENOSPC : EIO)
    }
  }

  private static func file(_ number: Int32, in state: State) throws(DiskError) -> MemoryFile {
    guard let file = state.open[number] else { throw DiskError("use", code: EBADF) }
    return file
  }
}

// Calls on open files.
extension MemoryDisk {
  func open(_ path: String, for access: DiskAccess) throws(DiskError) -> Int32 {
    happen(before: .opening(path))
    return try call("open") { (state) throws(DiskError) in
      let file: MemoryFile
      switch (state.names[path], access) {
      case (_?, .creating): throw DiskError("open", code: EEXIST)
      case (let found?, _): file = found
      case (nil, .creating), (nil, .writingOrCreating):
        guard state.names[Self.parent(path)] != nil else { throw DiskError("open", code: ENOENT) }
        file = MemoryFile(isFolder: false)
        state.names[path] = file
        state.changes.append(NameChange(added: path))
      case (nil, _): throw DiskError("open", code: ENOENT)
      }
      state.nextNumber += 1
      state.open[state.nextNumber] = file
      return state.nextNumber
    }
  }

  func openUnnamed(in folder: String) throws(DiskError) -> Int32 {
    try call("open") { state in
      state.nextNumber += 1
      state.open[state.nextNumber] = MemoryFile(isFolder: false)
      return state.nextNumber
    }
  }

  func close(_ number: Int32) {
    state.withLock { state in
      guard let file = state.open.removeValue(forKey: number) else { return }
      if file.lockedBy == number { file.lockedBy = nil }
    }
  }

  func read(_ number: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(DiskError) -> Int
  {
    try call("read") { (state) throws(DiskError) in
      let count = try Self.file(number, in: state).bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(offset).prefix(buffer.count))
        buffer.copyMemory(from: rest)
        return rest.count
      }
      state.bytesRead += count
      return count
    }
  }

  func readNext(_ number: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(DiskError)
    -> Int
  {
    try call("read") { state in
      let piece = state.pipe.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      state.pipe.removeFirst(piece.count)
      return piece.count
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int)
    throws(DiskError) -> Int
  {
    func partly(_ state: inout State, _: Fault) {
      let half = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)])
      state.open[number]?.write(half, at: offset)
    }
    return try call("write", partly: partly) { (state) throws(DiskError) in
      let file = try Self.file(number, in: state)
      state.writes += 1
      let growth = max(0, offset + bytes.count - file.bytes.count)
      let taken = min(bytes.count - max(0, growth - state.room), state.largestWrite)
      guard taken > 0 || bytes.isEmpty else { throw DiskError("write", code: ENOSPC) }
      let before = file.bytes.count
      file.write(UnsafeRawBufferPointer(rebasing: bytes[..<taken]), at: offset)
      if state.room != .max { state.room -= file.bytes.count - before }
      return taken
    }
  }

  func sync(_ number: Int32) throws(DiskError) {
    func partly(_ state: inout State, _ fault: Fault) {
      if fault == .half { state.open[number]?.failSync() }
    }
    happen(before: .sync)
    try call("sync", partly: partly) { (state) throws(DiskError) in
      try Self.file(number, in: state).sync()
    }
  }

  func truncate(_ number: Int32, to size: Int) throws(DiskError) {
    try call("truncate") { (state) throws(DiskError) in
      let file = try Self.file(number, in: state)
      if state.room != .max { state.room += max(0, file.bytes.count - size) }
      file.truncate(to: size)
    }
  }

  func size(of number: Int32) throws(DiskError) -> Int {
    try call("stat") { (state) throws(DiskError) in
      try Self.file(number, in: state).bytes.count
    }
  }

  func stamp(of number: Int32) throws(DiskError) -> FileStamp {
    try call("stat") { (state) throws(DiskError) in try Self.file(number, in: state).stamp }
  }

  func linkCount(of number: Int32) throws(DiskError) -> Int {
    try call("stat") { (state) throws(DiskError) in
      let file = try Self.file(number, in: state)
      return state.names.values.count { $0 === file }
    }
  }

  func setModified(_ modified: Int64, of number: Int32) throws(DiskError) {
    try call("change time") { (state) throws(DiskError) in
      try Self.file(number, in: state).setModified(modified)
    }
  }

  func stamp(at path: String) throws(DiskError) -> FileStamp? {
    try call("stat") { $0.names[path]?.stamp }
  }

  func isLocked(_ number: Int32) throws(DiskError) -> Bool {
    try call("lock") { (state) throws(DiskError) in
      try Self.file(number, in: state).lockedBy != nil
    }
  }

  func tryLock(_ number: Int32) throws(DiskError) -> Bool {
    happen(before: .lock)
    return try call("lock") { (state) throws(DiskError) in
      let file = try Self.file(number, in: state)
      guard file.lockedBy == nil || file.lockedBy == number || state.ignoresLocks else {
        return false
      }
      file.lockedBy = number
      return true
    }
  }
}

// Calls on paths.
extension MemoryDisk {
  func isSymbolicLink(_ path: String) throws(DiskError) -> Bool { try call("stat") { _ in false } }

  func item(at path: String) throws(DiskError) -> DiskItem? {
    try call("stat") { $0.names[path].map { $0.isFolder ? .directory : .file } }
  }

  func names(in folder: String) throws(DiskError) -> [String] {
    happen(before: .listing)
    return try call("list") { (state) throws(DiskError) in
      state.listings += 1
      guard state.names[folder] != nil else { throw DiskError("list", code: ENOENT) }
      return state.names.keys.compactMap { Self.name(of: $0, in: folder).map(String.init) }
    }
  }

  func makeFolder(_ path: String) throws(DiskError) {
    try call("make folder") { (state) throws(DiskError) in
      guard state.names[path] == nil else { throw DiskError("make folder", code: EEXIST) }
      state.names[path] = MemoryFile(isFolder: true)
      state.changes.append(NameChange(added: path))
    }
  }

  func syncFolder(_ path: String) throws(DiskError) {
    try call("sync") { (state) throws(DiskError) in
      for change in state.changes where change.touches(path) { state.makeDurable(change) }
      state.changes.removeAll { $0.touches(path) }
    }
  }

  func remove(_ path: String) throws(DiskError) {
    try call("remove") { (state) throws(DiskError) in
      let isFull = state.names.keys.contains { $0 != path && Self.parent($0) == path }
      guard !isFull else { throw DiskError("remove", code: ENOTEMPTY) }
      guard state.names.removeValue(forKey: path) != nil else {
        throw DiskError("remove", code: ENOENT)
      }
      state.changes.append(NameChange(removed: path))
    }
  }

  func rename(_ path: String, to newPath: String) throws(DiskError) {
    try call("rename") { (state) throws(DiskError) in
      guard let file = state.names.removeValue(forKey: path) else {
        throw DiskError("rename", code: ENOENT)
      }
      state.names[newPath] = file
      state.changes.append(NameChange(added: newPath, removed: path))
    }
  }

  func isWritable(_ path: String) throws(DiskError) -> Bool {
    try call("stat") { $0.names[path]?.isWritable ?? false }
  }

  func setWritable(_ isWritable: Bool, _ path: String) throws(DiskError) {
    try call("change mode") { (state) throws(DiskError) in
      guard let file = state.names[path] else { throw DiskError("change mode", code: ENOENT) }
      file.isWritable = isWritable
    }
  }
}
