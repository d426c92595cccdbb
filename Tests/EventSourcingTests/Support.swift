// What several suites here share.

import DeciderTesting
import EventSourcing
import Foundation
import JSONLines
import Testing

/// Hands an expectation of a `DeciderSpecification` to Swift Testing.
func record(_ failure: UnmetExpectation) {
  Issue.record(
    Comment(rawValue: failure.message),
    sourceLocation: SourceLocation(
      fileID: failure.fileID, filePath: failure.filePath, line: failure.line,
      column: failure.column))
}

/// The files of this repository.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}

/// The lines of a source, without their LFs.
func lines(of source: any EntrySource) throws -> [String] {
  var reader = try EntryReader(source)
  var lines: [String] = []
  while let entry = try reader.next() {
    lines.append(String(decoding: entry.bytes, as: UTF8.self))
  }
  return lines
}
