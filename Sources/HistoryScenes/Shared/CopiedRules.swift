// The version of the rules in copied lines. A log names it where it changes, which may have been at an entry that isn't
// copied.

/// The version that copied lines have named so far.
struct CopiedRules {
  private var named: String?

  /// The version that an entry's line has to name, because neither it nor the line before says it.
  mutating func missing(in entry: Entry, decidedBy engine: String?) -> String? {
    guard let engine, engine != named else { return nil }
    named = engine
    return entry.engine.isPresent ? nil : engine
  }
}

extension JSONWriter {
  /// Writes an entry's line as it is in the log, with this version of the rules if it has to name it.
  mutating func line(of entry: Entry, naming engine: String?) {
    guard let engine, !entry.engine.isPresent else { return raw(entry.bytes) }
    text(HistoryWriter.line(String(decoding: entry.bytes, as: UTF8.self), naming: engine))
  }

  /// Names a version of the rules in the line that the writer holds.
  mutating func name(_ engine: String) {
    let line = withBytes { String(decoding: $0, as: UTF8.self) }
    removeAll()
    text(HistoryWriter.line(line, naming: engine))
  }

  private mutating func text(_ line: String) {
    var line = line
    line.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}

extension History {
  /// The versions of the rules in force up to an entry, each with the first entry that it decided.
  func rules(through seq: Int = .max) throws(LogError) -> [(seq: Int, engine: String)] {
    var reader = try EntryReader(narrowed(to: [.engine]).source)
    var found = reader.engine.map { [(seq: reader.seq, engine: $0)] } ?? []
    while reader.seq < seq, let entry = try reader.next(), entry.seq <= seq {
      guard let engine = reader.engine, engine != found.last?.engine else { continue }
      found.append((entry.seq, engine))
    }
    return found
  }

  /// The version of the rules in force at an entry, which may be named before it; nil if none is.
  package func engine(at seq: Int) throws(LogError) -> String? {
    seq > 0 ? try rules(through: seq).last?.engine : nil
  }
}
