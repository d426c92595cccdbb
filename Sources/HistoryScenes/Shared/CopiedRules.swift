// The version of the rules in copied lines. A log names it where it changes, which may have been at an entry that isn't
// copied.

/// The version that copied lines have named so far.
struct CopiedRules {
  private var named: String?

  /// The version that an entry's line has to name, because neither it nor the line before says it.
  mutating func missing(in entry: Entry, decidedBy rulesVersion: String?) -> String? {
    guard let rulesVersion, rulesVersion != named else { return nil }
    named = rulesVersion
    return entry.rulesVersion.isPresent ? nil : rulesVersion
  }
}

extension JSONWriter {
  /// Writes an entry's line as it is in the log, with this version of the rules if it has to name it.
  mutating func line(of entry: Entry, naming rulesVersion: String?) {
    guard let rulesVersion, !entry.rulesVersion.isPresent else { return raw(entry.bytes) }
    text(HistoryWriter.line(String(decoding: entry.bytes, as: UTF8.self), naming: rulesVersion))
  }

  /// Names a version of the rules in the line that the writer holds.
  mutating func name(_ rulesVersion: String) {
    let line = withBytes { String(decoding: $0, as: UTF8.self) }
    removeAll()
    text(HistoryWriter.line(line, naming: rulesVersion))
  }

  private mutating func text(_ line: String) {
    var line = line
    line.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}

extension History {
  /// The versions of the rules in force up to an entry, each with the first entry that it decided.
  func rules(through seq: Int = .max) throws(LogError) -> [(seq: Int, rulesVersion: String)] {
    var reader = try EntryReader(narrowed(to: [.rulesVersion]).source)
    var found = reader.rulesVersion.map { [(seq: reader.seq, rulesVersion: $0)] } ?? []
    while reader.seq < seq, let entry = try reader.next(), entry.seq <= seq {
      guard let rulesVersion = reader.rulesVersion, rulesVersion != found.last?.rulesVersion else {
        continue
      }
      found.append((entry.seq, rulesVersion))
    }
    return found
  }

  /// The version of the rules in force at an entry, which may be named before it; nil if none is.
  package func rulesVersion(at seq: Int) throws(LogError) -> String? {
    seq > 0 ? try rules(through: seq).last?.rulesVersion : nil
  }
}
