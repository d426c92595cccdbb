// The domain that the checks of erasures write with: a book that guests sign, by names that are personal.

import EventSourcing
import JSONLines

enum GuestBook: CodableDecider {
  enum Command: Sendable { case sign(Text), erase }
  enum Event: Sendable { case signed, erased }

  enum Refusal: String, RecordedRefusal {
    case full = "book-full"
  }

  static let category = "guests"
  static let version = "1"
  static let initial = 0
  static let pages = 1000
  static let shapes = PayloadShapes(
    commands: [PayloadShape("sign"), PayloadShape(ErasureRecord.commandType)],
    events: [PayloadShape("signed"), PayloadShape("personal-erased")], personal: [.text("name")])

  static func decide(_ command: Command, on signed: Int, in context: EntryContext)
    throws(Refusal) -> [Event]
  {
    if case .erase = command { return [.erased] }
    guard signed < pages else { throw .full }
    return [.signed]
  }

  static func evolve(_ signed: inout Int, with event: Event, in context: EntryContext) {
    if case .signed = event { signed += 1 }
  }

  static func type(of command: Command) -> StaticString {
    if case .erase = command { ErasureRecord.commandType } else { "sign" }
  }

  static func type(of event: Event) -> StaticString {
    if case .erased = event { "personal-erased" } else { "signed" }
  }

  static func writeMembers(of command: Command, to writer: inout JSONWriter) {}
  static func writeMembers(of event: Event, to writer: inout JSONWriter) {}

  static func writePersonal(of command: Command, to writer: inout JSONWriter) -> Bool {
    guard case .sign(let name) = command else { return false }
    writer.raw(#","name":"#)
    writer.string(name)
    return true
  }

  static func command(_ payload: Payload) -> Command {
    payload.type == 1 ? .erase : .sign(Text(payload.storage, payload.personalText()))
  }

  static func event(_ payload: Payload) -> Event { payload.type == 1 ? .erased : .signed }
}
