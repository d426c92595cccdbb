// The domain that the checks write with: a counter with a limit. Nothing is personal in it.

import EventSourcing
import JSONLines

enum Counter: CodableDecider {
  enum Command: Sendable { case add(Int, note: Text) }
  enum Event: Sendable { case added(Int, note: Text) }

  enum Refusal: String, RecordedRefusal {
    case overLimit = "over-limit"
  }

  static let category = "counter"
  static let version = "1"
  static let initial = 0
  static let limit = 1_000_000

  static func decide(_ command: Command, on total: Int, in context: EntryContext)
    throws(Refusal) -> [Event]
  {
    guard case .add(let amount, let note) = command, amount <= limit - total else {
      throw .overLimit
    }
    return amount == 0 ? [] : [.added(amount, note: note)]
  }

  static func evolve(_ total: inout Int, with event: Event, in context: EntryContext) {
    if case .added(let amount, _) = event { total += amount }
  }

  static func type(of command: Command) -> StaticString { "add" }
  static func type(of event: Event) -> StaticString { "added" }

  static func writeMembers(of command: Command, to writer: inout JSONWriter) {
    if case .add(let amount, let note) = command { write(amount, note, to: &writer) }
  }

  static func writeMembers(of event: Event, to writer: inout JSONWriter) {
    if case .added(let amount, let note) = event { write(amount, note, to: &writer) }
  }

  private static func write(_ amount: Int, _ note: Text, to writer: inout JSONWriter) {
    writer.raw(#","amount":"#)
    writer.integer(Int64(amount))
    writer.raw(#","note":"#)
    writer.string(note)
  }

  private static let members: [ObjectShape.Member] = [.integer("amount"), .text("note")]
  static let shapes = PayloadShapes(
    commands: [PayloadShape("add", members)], events: [PayloadShape("added", members)])

  static func command(_ payload: Payload) throws(JSONError) -> Command {
    .add(Int(try payload.require("amount")), note: Text(payload.storage, payload.text(1)))
  }

  static func event(_ payload: Payload) throws(JSONError) -> Event {
    .added(Int(try payload.require("amount")), note: Text(payload.storage, payload.text(1)))
  }
}
