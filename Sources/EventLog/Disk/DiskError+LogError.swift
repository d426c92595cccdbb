// What a refused file call means for the log.

import EventSourcing
import Platform

extension DiskError {
  /// A write that took nothing and named no reason.
  static let nothingWritten = EIO

  var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  var isNoFolder: Bool { code == ENOENT || code == ENOTDIR }

  var isSymbolicLink: Bool { code == ELOOP }

  var reason: String { String(cString: strerror(code)) }
}

extension LogError {
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
