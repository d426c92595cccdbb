// Commands and events as lines of JSON and back, as the log does it.

import EventSourcing
import JSONLines
import OrderDomain

enum Recorded<D: CodableDecider> {
  static func line(of command: D.Command) -> String {
    D.text(of: D.type(of: command)) { D.writeMembers(of: command, to: &$0) }
  }

  static func line(of event: D.Event) -> String {
    D.text(of: D.type(of: event)) { D.writeMembers(of: event, to: &$0) }
  }

  /// The personal block; nil if there is none.
  static func personal(of command: D.Command) -> String? {
    var writer = JSONWriter()
    writer.raw(#"{"salt":"00000000000000000000000000000000""#)
    guard D.writePersonal(of: command, to: &writer) else { return nil }
    writer.raw("}")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  static func command(_ line: String, personal: String? = nil) throws -> D.Command? {
    try body(command: line, personal: personal)?.command
  }

  static func event(_ line: String, personal: String? = nil) throws -> D.Event? {
    try body(events: "[\(line)]", personal: personal)?.events.first
  }

  /// Reads an entry of a history that has the command or the events; nil if their type is unknown.
  private static func body(
    command: String = command(), events: String = event(), personal: String?
  ) throws -> DomainBody<D>? {
    let stream = D.isSingleStream ? D.category : D.category + "/1"
    let entry = """
      {"seq":1,"at":"2026-11-20T09:00:00.000000Z","stream":"\(stream)","rev":1,"actor":"amy",\
      "command":\(command),"events":\(events)\(personal.map { #","personal":"# + $0 } ?? "")}
      """
    var json = reader(entry)
    var decoder = EntryDecoder(form: .history)
    var body = DomainBody<D>()
    let decoded = try decoder.decode(&json)
    do {
      try body.read(decoded)
    } catch {
      guard case .unreadable(let error) = error else { throw error }
      if error.code == .unsupported { return nil }
      throw error
    }
    return body
  }

  private static func command() -> String {
    D.category == "order"
      ? #"{"type":"delete-order"}"# : #"{"type":"retire-shipping-method","code":"x"}"#
  }

  private static func event() -> String {
    D.category == "order"
      ? #"[{"type":"order-deleted"}]"# : #"[{"type":"shipping-method-retired","code":"x"}]"#
  }

  static func reader(_ text: String) -> JSONReader {
    let storage = ByteStorage.copy(of: text)
    return JSONReader(storage, in: 0..<storage.count, profile: .anyOrder)
  }
}

typealias RecordedOrders = Recorded<Orders>
