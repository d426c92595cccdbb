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
  static var personalShape: ObjectShape { .personal(.text("name")) }

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

  static func decodeCommand(_ payload: inout Payload) throws(JSONError) -> Command? {
    if payload.isType(ErasureRecord.commandType) { return .erase }
    guard payload.isType("sign") else { return nil }
    var name = TextRange.absent
    try payload.readPersonal(personalShape, into: &name)
    return .sign(name.isPresent ? Text(payload.storage, name) : "")
  }

  static func decodeEvent(_ payload: inout Payload) throws(JSONError) -> Event? {
    if payload.isType("signed") { return .signed }
    return payload.isType("personal-erased") ? .erased : nil
  }
}
