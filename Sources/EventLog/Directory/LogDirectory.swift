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
    let names = try on(log) { (disk, path) throws(DiskError) in try disk.names(in: path) }
    return names.compactMap(SegmentName.segment).sorted()
  }

  func openSegment(_ segment: Int, for access: DiskAccess) throws(LogError) -> OpenFile {
    try OpenFile(segmentPath(segment), for: access, on: disk)
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
