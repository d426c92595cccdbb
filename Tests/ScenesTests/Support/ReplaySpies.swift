// Spies at the boundaries of the scenes that decide a history once more, and histories to give them.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderScenes
import Testing

final class HistoryLineSpy: HistoryLineOutput {
  private(set) var lines: [String] = []
  private(set) var isComplete = false
  /// Damages the lines once they are written; nil if they can't be read again.
  var damage: ((String) -> String)?

  func readBack() -> (any EntrySource)? {
    damage.map { damage in
      InMemoryHistory(
        ByteStorage.copy(of: damage(lines.map { $0 + "\n" }.joined())), name: "read back")
    }
  }

  func complete() { isComplete = true }

  func write(line: borrowing JSONWriter) {
    lines.append(line.withBytes { String(decoding: $0, as: UTF8.self) })
  }
}

/// Another build that says what it is told to say.
final class OtherBuildStub: OutcomeLineSource {
  private var lines: ArraySlice<String>
  init(_ lines: [String]) { self.lines = lines[...] }
  func next() -> ByteStorage? { lines.popFirst().map { ByteStorage.copy(of: $0) } }
}

extension Story {
  /// Its lines without checksums, so that they can be edited.
  func lines() throws -> [String] {
    var reader = try EntryReader(store)
    var lines: [String] = []
    while let entry = try reader.next() {
      lines.append(
        String(decoding: entry.bytes, as: UTF8.self).replacing(/,"crc":"\w+"/, with: ""))
    }
    return lines
  }

  /// The history of `told` with a text of one line replaced.
  static func edited(_ line: Int, _ old: String, _ new: String) throws -> InMemoryHistory {
    var lines = try told().lines()
    try #require(lines[line - 1].contains(old))
    lines[line - 1] = lines[line - 1].replacing(old, with: new)
    return history(lines.joined(separator: "\n"))
  }
}
