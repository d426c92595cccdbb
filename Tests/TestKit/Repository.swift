// Where the files are that tests read: those of the repository, and data beside it.

import Foundation

/// The files of this repository.
package enum Repository {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// A file or folder of the repository.
  package static func url(_ path: String) -> URL { URL(filePath: root + "/" + path) }

  package static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
  }

  /// The data that some machines have beside the repository, or where CLEANSTORE_SHARED says.
  package static let shared =
    ProcessInfo.processInfo.environment["CLEANSTORE_SHARED"] ?? root + "/../shared"
}
