// Shows one entry in full: finds its stream, then folds that stream up to it.

import EventSourcing
import JSONLines

package enum ShowEntry: RespondingScene {
  package typealias Response = ShowLog.Item

  package struct ViewModel: Equatable, Sendable {
    package struct Fact: Equatable, Sendable {
      package let label: String
      package let text: String
    }
    package let title: String
    package let isRefused: Bool
    package let facts: [Fact]
    package let requested: [Fact]
    package let events: [String]
    package let changes: [FieldChangeLine]
  }

  package static func respond(to number: String, with history: History) throws(Failure)
    -> Response
  {
    let seq = try Failure.entryNumber(number)
    return try Failure.of { () throws(LogError) in try history.item(ofEntry: seq) }
  }
}

extension History {
  package func item(ofEntry seq: Int) throws(LogError) -> ShowLog.Item {
    var found: ShowLog.Item?
    let stream = try source.stream(ofEntry: seq)
    _ = try eachChange(of: stream, through: seq) { (entry, changes) throws(JSONError) in
      guard entry.seq == seq else { return }
      found = try ShowLog.Item(entry, of: domains, changes: changes.changes(of: entry))
    }
    guard let found else { throw .noEntry(seq, end: seq) }
    return found
  }
}

extension History {
  /// The number of an entry as it was typed, or as the revision of a stream that it made: `1001@2`.
  func entryNumber(_ text: String) throws(Failure) -> Int {
    if case .revision? = try? Position(typed: text, times) { return try resolve(text) }
    return try Failure.entryNumber(text)
  }
}

extension Failure {
  /// The number of an entry as it was typed, `4127` or `@4127`.
  static func entryNumber(_ text: String) throws(Failure) -> Int {
    let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seq = Int(digits), seq > 0,
      seq < .max
    else {
      throw Failure(
        .usage, code: "bad-entry", "'\(text)' isn't an entry.",
        hint:
          "Entries are named by number, as in @4127; `\(ToolName.current) log` shows them.")
    }
    return seq
  }
}
