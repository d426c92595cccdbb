// Where a store was backed up to: the file `backups.jsonl`, a line for each folder. It isn't part of the log, and only
// says where to look when personal data is erased.

import EventSourcing
import JSONLines

/// The folders that a store was backed up to, as far as they were noted.
public func knownBackups(of path: String) throws(LogError) -> [String] {
  try LogDirectory(path).knownBackups()
}

extension LogDirectory {
  private static let longest = 1 << 20

  func knownBackups() throws(LogError) -> [String] {
    guard try item(at: backups) == .file else { return [] }
    let bytes = try OpenFile(backups, for: .reading, on: disk).bytes(at: 0, count: Self.longest)
    return bytes.split(separator: 0x0A).compactMap { line in
      let line = ByteStorage.copy(of: Array(line))
      let value = try? JSONValue(line, in: 0..<line.count, profile: .anyOrder)
      return value?["path"]?.string
    }
  }

  /// Notes a backup. A store that can't be written to goes without.
  func noteBackup(at target: String, on disk: PosixDisk) {
    guard let target = disk.resolved(target), let known = try? knownBackups(),
      !known.contains(target), (try? isTaken(backups)) == false,
      let file = try? disk.openToAppend(backups)
    else { return }
    defer { disk.close(file) }
    var writer = JSONWriter()
    writer.object { $0.member("path", target) }
    writer.raw("\n")
    // One write: others may append at the same time.
    writer.withBytes { _ = try? disk.append($0, to: file) }
  }
}
