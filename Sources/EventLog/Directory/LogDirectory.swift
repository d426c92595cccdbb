// Where things are in a store's folder.

import EventSourcing

/// The folder of a store.
struct LogDirectory: Sendable {
  let path: String
  let disk: any Disk

  init(_ path: String, on disk: any Disk) {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    self.path = String(trimmed)
    self.disk = disk
  }

  var description: String { path + "/store.json" }
  var log: String { path + "/log" }
  var lock: String { path + "/lock" }
  var quarantine: String { path + "/quarantine" }

  /// The folder that the store's folder lies in.
  var parent: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  func segmentPath(_ segment: Int) -> String { log + "/" + SegmentName.text(segment) }

  /// The segments, from the first to the last.
  func segments() throws(LogError) -> [Int] {
    try namesInLog().compactMap(SegmentName.segment).sorted()
  }

  /// The paths of what lies among the segments and isn't named like one.
  func strangers() throws(LogError) -> [String] {
    try namesInLog().filter { SegmentName.segment($0) == nil }.sorted().map { log + "/" + $0 }
  }

  private func namesInLog() throws(LogError) -> [String] {
    do throws(DiskError) {
      return try disk.names(in: log)
    } catch {
      guard error.isNoFolder else { throw LogError(error, path: log) }
      throw LogError(
        .corrupt, "The store has lost this folder, and with it all of its entries.",
        at: Place(file: log, line: 1, byte: 0), seq: 1, hint: "Restore the folder from a copy.")
    }
  }

  func openSegment(_ segment: Int, for access: DiskAccess) throws(LogError) -> OpenFile {
    let path = segmentPath(segment)
    guard try isFileOrMissing(path) else {
      throw LogError(
        .corrupt, "This has the name of a segment, but it isn't a file.",
        at: Place(file: path, line: 1, byte: 0), seq: segment, hint: LogError.hint(for: .store))
    }
    return try OpenFile(path, for: access, on: disk)
  }

  /// Asked before a file is opened, because opening a pipe would wait for somebody who writes to it.
  func isFileOrMissing(_ path: String) throws(LogError) -> Bool {
    let item = try on(path) { (disk, path) throws(DiskError) in try disk.item(at: path) }
    return item == nil || item == .file
  }

  /// Makes a call on a path, and tells its error as one of the log.
  func on<Result>(
    _ path: String, _ body: (any Disk, String) throws(DiskError) -> Result
  ) throws(LogError) -> Result {
    do throws(DiskError) {
      return try body(disk, path)
    } catch {
      throw LogError(error, path: path)
    }
  }
}
