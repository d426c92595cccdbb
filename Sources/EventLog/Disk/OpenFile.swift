// An open file that closes itself, with the few loops around single calls that all callers need.

final class OpenFile: Sendable {
  let path: String
  /// The name in errors of its calls.
  private let errorName: String
  private let disk: any Disk
  private let number: Int32

  init(_ path: String, for access: DiskAccess, on disk: any Disk) throws(LogError) {
    self.path = path
    errorName = path
    self.disk = disk
    do throws(DiskError) {
      number = try disk.open(path, for: access)
    } catch {
      throw LogError(error, path: path)
    }
  }

  /// - Parameter errorName: The name in errors of its calls; the path if nil.
  init(_ number: Int32, path: String, errorName: String? = nil, on disk: any Disk) {
    self.path = path
    self.errorName = errorName ?? path
    self.disk = disk
    self.number = number
  }

  deinit { disk.close(number) }

  func size() throws(LogError) -> Int { try call(disk.size) }

  func stamp() throws(LogError) -> FileStamp { try call(disk.stamp(of:)) }

  func linkCount() throws(LogError) -> Int { try call(disk.linkCount) }

  func sync() throws(LogError) { try call(disk.sync) }

  func truncate(to size: Int) throws(LogError) {
    try call { (file) throws(DiskError) in try disk.truncate(file, to: size) }
  }

  /// - Parameter modified: The time, as in a stamp.
  func setModified(_ modified: Int64) throws(LogError) {
    try call { (file) throws(DiskError) in try disk.setModified(modified, of: file) }
  }

  func tryLock() throws(LogError) -> Bool { try call(disk.tryLock) }

  func isLocked() throws(LogError) -> Bool { try call(disk.isLocked) }

  /// Reads until the buffer is full or the file ends, and returns how many bytes it read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    var count = 0
    do throws(DiskError) {
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let read = try disk.read(number, at: offset + count, into: rest)
        if read == 0 { break }
        count += read
      }
      return count
    } catch {
      throw LogError(error, path: errorName)
    }
  }

  /// A part of the file, as far as there is one.
  func bytes(at offset: Int, count: Int) throws(LogError) -> [UInt8] {
    try withBytes(at: offset, count: count) { Array($0) }
  }

  /// Passes a part of the file, as far as there is one.
  func withBytes<Result>(
    at offset: Int, count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(LogError) -> Result {
    let storage = try ByteStorage.filled(capacity: count) { (buffer) throws(LogError) in
      try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }
    return withExtendedLifetime(storage) { body(storage.bytes) }
  }

  /// Writes all bytes. One call, unless the disk takes only a part of them.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(LogError) {
    var count = 0
    do throws(DiskError) {
      while count < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
        let written = try disk.write(rest, to: number, at: offset + count)
        guard written > 0 else { throw DiskError("write", code: DiskError.nothingWritten) }
        count += written
      }
    } catch {
      throw LogError(error, path: errorName)
    }
  }

  func write(_ storage: ByteStorage, at offset: Int) throws(LogError) {
    // The bytes exist as long as the storage does.
    try withExtendedLifetime(storage) { () throws(LogError) in
      try write(storage.bytes, at: offset)
    }
  }

  /// Writes a part of another file, from the beginning on; less if that has less.
  func take(from source: OpenFile, _ part: Range<Int>) throws(LogError) {
    var offset = part.lowerBound
    var storage = ByteStorage.empty
    while offset < part.upperBound {
      try ByteStorage.refill(
        &storage, capacity: min(LineReader.pieceSize, part.upperBound - offset)
      ) { (buffer) throws(LogError) in try source.read(at: offset, into: buffer) }
      if storage.count == 0 { return }
      try write(storage, at: offset - part.lowerBound)
      offset += storage.count
    }
  }

  /// Lends the file's number, open for as long as `body` runs.
  func withNumber<Result>(_ body: (Int32) throws(LogError) -> Result) throws(LogError) -> Result {
    try withExtendedLifetime(self) { (self) throws(LogError) in try body(self.number) }
  }

  private func call<Result>(
    _ call: (Int32) throws(DiskError) -> Result
  ) throws(LogError) -> Result {
    do throws(DiskError) {
      return try call(number)
    } catch {
      throw LogError(error, path: errorName)
    }
  }
}
