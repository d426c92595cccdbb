// Commands and events as lines of JSON and back, as the log does it.

import EventSourcing
import JSONLines
import Orders

enum Recorded<D: RecordedDecider> {
  static func line(of command: D.Command) -> String {
    line(D.type(of: command)) { (writer: inout JSONWriter) in
      D.writeMembers(of: command, to: &writer)
    }
  }

  static func line(of event: D.Event) -> String {
    line(D.type(of: event)) { (writer: inout JSONWriter) in
      D.writeMembers(of: event, to: &writer)
    }
  }

  private static func line(_ type: StaticString, _ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.raw(#"{"type":""#)
    writer.raw(type)
    writer.raw("\"")
    members(&writer)
    writer.raw("}")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The personal block; nil if there is none.
  static func personal(of command: D.Command) -> String? {
    var writer = JSONWriter()
    writer.raw(#"{"salt":"0""#)
    guard D.writePersonal(of: command, to: &writer) else { return nil }
    writer.raw("}")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  static func command(_ line: String, personal: String? = nil) throws -> D.Command? {
    var json = reader(line)
    let type = try type(line)
    let read = try PayloadReader.read(&json) { (payload) throws(JSONError) in
      try D.readCommand(type, from: &payload)
    }
    guard var command = read else { return nil }
    if let personal { D.attach(try block(personal), to: &command) }
    return command
  }

  static func event(_ line: String, personal: String? = nil) throws -> D.Event? {
    var json = reader(line)
    let type = try type(line)
    let read = try PayloadReader.read(&json) { (payload) throws(JSONError) in
      try D.readEvent(type, from: &payload)
    }
    guard var event = read else { return nil }
    if let personal { D.attach(try block(personal), to: &event) }
    return event
  }

  private static func block(_ text: String) throws -> D.Personal {
    var json = reader(text)
    return try PayloadReader.read(&json) { (payload) throws(JSONError) in
      try D.readPersonal(from: &payload)
    }
  }

  /// The type stands first, so its place is the same in any storage that begins with the line.
  private static func type(_ line: String) throws -> TextRange {
    var json = reader(line)
    try json.beginObject()
    guard json.expect(#""type":"#) else { throw JSONError(.missingKey, at: 0) }
    return try json.text()
  }

  static func reader(_ text: String) -> JSONReader {
    let storage = ByteStorage.copy(of: text)
    return JSONReader(storage, in: 0..<storage.count, profile: .anyOrder)
  }
}

typealias RecordedOrders = Recorded<Orders>
