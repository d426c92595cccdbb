// Writes commands that were decided anew as entries of a history: lines that stay are copied, others
// are put together again. Histories may lack checksums, so new lines have none.

public import EventSourcing
import JSONLines

/// Writes the entries of one history, in order.
public struct HistoryWriter<D: ExaminedDecider> {
  /// The version of the rules that the lines before name.
  private var engine: String?

  private static var keys: [String] {
    [
      "seq", "at", "stream", "rev", "actor", "engine", "source", "line", "meta", "command",
      "events", "rejected", "personal",
    ]
  }

  /// A writer that has written nothing.
  public init() {}

  /// The entry of a command with this verdict, without an LF; nil if it wouldn't be recorded.
  ///
  /// - Parameter rev: The stream's revision behind it.
  public mutating func line(_ command: RecordedCommand<D>, _ verdict: Verdict<D>, rev: Int)
    -> String?
  {
    switch verdict {
    case .unchanged, .conflict: return nil
    case .accepted, .refused: break
    }
    let line = String(decoding: command.line, as: UTF8.self)
    let isKept = !line.isEmpty && command.recorded == verdict && command.rev == rev
    let version = isKept ? command.engine : D.version
    defer { engine = version ?? engine }
    let tree = try? JSONValue(parsing: line)
    if isKept, version == nil || version == engine || tree?["engine"] != nil,
      tree?["at"]?.string == command.at.description
    {
      return line
    }
    var entry = tree ?? Self.newEntry(command)
    entry["at"] = .string(command.at.description)
    entry["rev"] = .integer(Int64(rev))
    entry["engine"] = version == engine ? nil : version.map { .string($0) }
    if !isKept { Self.put(verdict, into: &entry) }
    return Self.text(entry)
  }

  private static func put(_ verdict: Verdict<D>, into entry: inout JSONValue) {
    entry["events"] = nil
    entry["rejected"] = nil
    if let refusal = verdict.refusal {
      entry["rejected"] = .written { (writer: inout JSONWriter) in
        writer.refusal(code: refusal.code, fields: refusal.fields)
      }
    } else {
      entry["events"] = .array(verdict.events.map { D.tree(of: $0) })
    }
  }

  /// All of an entry but what came of it.
  private static func newEntry(_ command: RecordedCommand<D>) -> JSONValue {
    var entry = JSONValue.object([
      .init("seq", .integer(Int64(command.seq))), .init("stream", .string(String(command.stream))),
      .init("actor", .string(String(command.actor))), .init("command", D.tree(of: command)),
    ])
    // Nothing that was thought up is worth a random salt.
    let personal = JSONValue.written { (writer: inout JSONWriter) in
      writer.raw(#"{"salt":"00000000000000000000000000000000""#)
      _ = D.writePersonal(of: command.command, to: &writer)
      writer.raw("}")
    }
    if personal.members?.count != 1 { entry["personal"] = personal }
    return entry
  }

  /// The members in canonical order; those that belong to a store alone are left out.
  private static func text(_ entry: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(
      .object(keys.compactMap { key in entry[key].map { JSONValue.Member(key, $0) } }))
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}

extension JSONValue {
  /// What is written, as a tree. The writer must be handed exactly one value.
  static func written(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    let storage = writer.storage()
    return (try? JSONValue(storage, in: 0..<storage.count, profile: .anyOrder)) ?? .object([])
  }
}

extension ExaminedDecider {
  /// An event as the log has it, without what is personal.
  static func tree(of event: Event) -> JSONValue {
    .written { (writer: inout JSONWriter) in
      writer.raw(#"{"type":""#)
      writer.raw(type(of: event))
      writer.raw("\"")
      writeMembers(of: event, to: &writer)
      writer.raw("}")
    }
  }

  /// A command as the log has it, without what is personal.
  static func tree(of command: RecordedCommand<Self>) -> JSONValue {
    .written { (writer: inout JSONWriter) in
      writer.raw(#"{"type":""#)
      writer.raw(type(of: command.command))
      writer.raw("\"")
      if let id = command.id {
        writer.raw(#","id":"#)
        writer.string(id)
      }
      if let expect = command.expect {
        writer.raw(#","expect":"#)
        writer.integer(Int64(expect))
      }
      if let reason = command.reason {
        writer.raw(#","reason":"#)
        writer.string(reason)
      }
      writeMembers(of: command.command, to: &writer)
      writer.raw("}")
    }
  }
}
