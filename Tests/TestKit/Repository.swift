// The files that tests read: those of the repository, and data beside it.

import Foundation
import Testing

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

  /// Expects that a file has a text that follows from the code. With CLEANSTORE_PRINT_DOCS in the environment, writes it.
  package static func expect(
    _ text: String, printedTo path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if ProcessInfo.processInfo.environment["CLEANSTORE_PRINT_DOCS"] != nil {
      try Data(text.utf8).write(to: url(path))
    }
    #expect(try self.text(path) == text, sourceLocation: sourceLocation)
  }
}
