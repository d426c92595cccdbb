// What the scenes that evaluate conditions on orders share.

import Conventions
import EventSourcing
import JSONLines
import Orders
import Replay

extension Failure {
  /// The failure of a text that should be a condition.
  ///
  /// - Parameters:
  ///   - error: What is wrong with it.
  ///   - place: The line it stands in; nil if it was typed.
  package init(_ error: ConditionError, at place: Place? = nil) {
    self.init(
      place == nil ? .usage : .badData, code: error.code.rawValue, error.message,
      hint: error.hint ?? "`cleanstore help conditions` explains conditions.", at: place,
      excerpt: Excerpt(
        text: error.text, prefix: error.prefix, part: error.part, column: error.column))
  }

  /// Carries out what may fail with a condition's error.
  static func ofCondition<R>(_ body: () throws(ConditionError) -> R) throws(Failure) -> R {
    do throws(ConditionError) {
      return try body()
    } catch {
      throw Failure(error)
    }
  }
}

/// The name of the stream of the order with this id, if one was typed.
func orderStream(_ id: String?) throws(Failure) -> StreamName? {
  guard let id else { return nil }
  guard let stream = StreamName(category: Orders.category, id: id) else {
    throw .noSuchOrder(id, at: nil)
  }
  return stream
}

extension AskingProjection {
  /// Whether the stream has entries.
  func hasEntries(of stream: StreamName) -> Bool {
    states.streams.find(stream.text.bytes) != nil
  }
}

/// What people call a stream: an order by its id.
func shownName(ofStream stream: String) -> String {
  let prefix = Orders.category + "/"
  return stream.hasPrefix(prefix) ? String(stream.dropFirst(prefix.count)) : stream
}

extension EntryMark {
  /// The order and its revision: `1001@3`.
  var shownRevision: String { "\(shownName(ofStream: stream))@\(rev)" }

  /// Writes the entry's members into an object.
  func writeMembers(to writer: inout JSONWriter) {
    let name = shownName(ofStream: stream)
    writer.member("seq", seq)
    writer.member("at", at.description)
    writer.member("stream", name == stream ? name : nil)
    writer.member("order", name == stream ? nil : name)
    writer.member("rev", rev)
  }
}

extension FieldValue: JSONRepresentable {
  /// For people; amounts are in minor units.
  func shown(_ formatting: Formatting) -> String {
    switch self {
    case .absent: "-"
    case .integer(let value): String(value)
    case .text(let value): String(value)
    case .time(let value): formatting.second(value)
    case .boolean(let value): value ? "true" : "false"
    }
  }

  /// For programs; what is absent is null.
  package func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .absent: writer.raw("null")
    case .integer(let value): writer.integer(value)
    case .text(let value): writer.string(value)
    case .time(let value): writer.string(value.description)
    case .boolean(let value): value.writeJSON(to: &writer)
    }
  }
}

extension JSONWriter {
  /// Writes an object of values by names.
  mutating func values(_ values: [(name: String, value: FieldValue)]) {
    object { for (name, value) in values { $0.member(named: name, value) } }
  }
}

/// `1 order`, `2 orders`.
func counted(_ count: Int, _ what: String) -> String {
  count == 1 ? "1 \(what)" : "\(count) \(what)s"
}
