// Writes commands that were decided again as entries of a history: unchanged lines are copied,
// others are built again. Histories may lack checksums, so new lines have none.

/// Writes the entries of one history, in order. Numbers stay unless something was inserted; from
/// there on entries get new numbers.
package struct HistoryWriter {
  private var rulesVersion: String?
  private var seq = 0

  private static let keys = EntryMember.allCases.filter { !$0.isOfStoreOnly }.map(\.key)

  package init() {}

  /// The entry of a command with this verdict, without an LF; nil if it wouldn't be recorded.
  package mutating func line<D>(
    _ command: RecordedCommand<D>, _ verdict: DecisionOutcome<D>, rev: Int
  )
    -> String?
  {
    switch verdict {
    case .unchanged, .conflict, .unknown: return nil
    case .accepted, .refused: break
    }
    let line = String(decoding: command.line, as: UTF8.self)
    if command.recorded == verdict, command.rev == rev, command.isAtItsTime {
      return copy(line, seq: command.seq, rulesVersion: command.rulesVersion)
    }
    var entry = (try? JSONValue(parsing: line)) ?? Self.newEntry(command)
    entry["at"] = .string(command.at.description)
    entry["rev"] = .integer(Int64(rev))
    if command.expect == nil { entry["command"]?["expect"] = nil }
    Self.put(verdict, into: &entry)
    return finish(entry, seq: command.seq, rulesVersion: command.decidingRulesVersion)
  }

  /// An entry to which nothing has changed, its line given without the LF.
  package mutating func copy(_ line: String, seq: Int, rulesVersion: String?) -> String {
    guard seq > self.seq else {
      guard let entry = try? JSONValue(parsing: line) else { return line }
      return finish(entry, seq: seq, rulesVersion: rulesVersion)
    }
    self.seq = seq
    guard let rulesVersion, rulesVersion != self.rulesVersion else { return line }
    self.rulesVersion = rulesVersion
    return Self.line(line, naming: rulesVersion)
  }

  /// An entry's line with the version of the rules that decided it. If it has a checksum, that is made again.
  package static func line(_ line: String, naming rulesVersion: String) -> String {
    guard var entry = try? JSONValue(parsing: line), entry["engine"] == nil else { return line }
    let isChecked = entry["crc"] != nil
    entry["engine"] = .string(rulesVersion)
    entry["crc"] = nil
    let line = text(entry, EntryMember.allCases.map(\.key))
    guard isChecked else { return line }
    return String(decoding: Array(line.utf8.dropLast()).checkedLine.dropLast(), as: UTF8.self)
  }

  mutating func finish(_ entry: JSONValue, seq: Int, rulesVersion: String?) -> String {
    var entry = entry
    self.seq = max(seq, self.seq + 1)
    entry["seq"] = .integer(Int64(self.seq))
    entry["engine"] = rulesVersion == self.rulesVersion ? nil : rulesVersion.map { .string($0) }
    self.rulesVersion = rulesVersion ?? self.rulesVersion
    return Self.text(entry, Self.keys)
  }

  static func put<D>(_ verdict: DecisionOutcome<D>, into entry: inout JSONValue) {
    entry["events"] = nil
    entry["rejected"] = nil
    if let refusal = verdict.refusal {
      entry["rejected"] = refusal.json
    } else {
      entry["events"] = .array(verdict.events.map { D.tree(of: $0) })
    }
  }

  /// Everything of an entry except its outcome.
  static func newEntry<D>(_ command: RecordedCommand<D>) -> JSONValue {
    var entry = JSONValue.object([
      .init("seq", .integer(Int64(command.seq))), .init("stream", .string(String(command.stream))),
      .init("actor", .string(String(command.actor))), .init("command", D.tree(of: command)),
    ])
    // A hypothetical command needs no random salt.
    let personal = JSONValue.written { (writer: inout JSONWriter) in
      writer.object {
        $0.member("salt", "00000000000000000000000000000000")
        _ = D.writePersonal(of: command.command, to: &$0)
      }
    }
    if personal.members?.count != 1 { entry["personal"] = personal }
    return entry
  }

  private static func text(_ entry: JSONValue, _ keys: [String]) -> String {
    var writer = JSONWriter()
    write(entry, keys, to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the members in canonical order; by default, those of a store alone are omitted.
  static func write(_ entry: JSONValue, _ keys: [String] = keys, to writer: inout JSONWriter) {
    writer.value(.object(keys.compactMap { key in entry[key].map { JSONValue.Member(key, $0) } }))
  }
}

extension InspectableDecider {
  /// An event as the log has it, without what is personal.
  static func tree(of event: Event) -> JSONValue {
    .written { (writer: inout JSONWriter) in
      writer.object {
        $0.member("type", type(of: event))
        writeMembers(of: event, to: &$0)
      }
    }
  }

  /// A command as the log has it, without what is personal.
  static func tree(of command: RecordedCommand<Self>) -> JSONValue {
    .written { (writer: inout JSONWriter) in
      writer.object {
        $0.member("type", type(of: command.command))
        $0.member("id", command.id)
        $0.member("expect", command.expect)
        $0.member("reason", command.reason)
        writeMembers(of: command.command, to: &$0)
      }
    }
  }
}
