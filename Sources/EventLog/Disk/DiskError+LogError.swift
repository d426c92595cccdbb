// What a refused file call means for the log.

import EventSourcing
import Platform

extension DiskError {
  /// A write that took nothing and named no reason.
  static let nothingWritten = EIO

  /// Whether there is no more room, on the disk or within a quota or limit.
  var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// Whether the folder to list doesn't exist, or isn't a folder.
  var isNoFolder: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether a file wasn't opened because it is a symbolic link.
  var isSymbolicLink: Bool { code == ELOOP }

  /// The operating system's words.
  var reason: String { String(cString: strerror(code)) }
}

extension LogError {
  /// The error of a refused file call.
  package init(_ error: DiskError, path: String) {
    if error.isDiskFull {
      self.init(
        .diskFull, "Can't \(error.operation) \(path): \(error.reason).",
        hint: "Free some space on the disk, then try again.")
    } else {
      self.init(
        .inputOutput, "Can't \(error.operation) \(path): \(error.reason).",
        hint: "Check the disk and the permissions, then try again.")
    }
  }
}
