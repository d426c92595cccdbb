// Writes one entry as a canonical line, except for what only the store knows: whether it opens a
// segment, how many entries are written with it, and therefore its checksum.

/// One entry, encoded but not yet finished. Reusable: the engine keeps one and fills it over and
/// over.
public struct EntryLine: ~Copyable {
  /// The maximum number of entries that are written and synced together.
  package static let maximumBatch = 4096
  /// The range of revisions: states keep them in 32 bits.
  static var revisions: ClosedRange<Int64> { 0...4_294_967_295 }

  /// The entry's number.
  public private(set) var seq = 0
  /// The time when it was made.
  public private(set) var at = Timestamp(microseconds: 0)
  /// The version of the rules that decided it.
  public private(set) var rulesVersion = ""

  /// Whether it records an erasure (``ErasureRecord``).
  private(set) var recordsErasure = false

  var writer = JSONWriter(capacity: 2048)
  /// The offset after `actor`: `format`, `store` and `batch` are put in from here on.
  private(set) var headEnd = 0
  /// The offset after `engine`, if it is written; else `headEnd`.
  private(set) var engineEnd = 0
  private var clock = TimestampText()

  /// An empty line.
  public init() {}

  /// The number of bytes so far.
  public var count: Int { writer.count }

  /// Encodes an entry: a command that was evaluated, and its outcome.
  ///
  /// - Parameters:
  ///   - seq: The number of the entry.
  ///   - command: The command.
  ///   - expect: The revision that its caller had seen.
  ///   - circumstances: The circumstances of the command.
  ///   - result: Its outcome.
  ///   - context: The facts of the entry that the rules could use.
  ///   - lastRulesVersion: The version of the rules at the entry before; nil if there is none.
  ///   - domain: The domain that the command is of.
  ///   - salts: Returns a new salt; called only if there is personal data.
  @inlinable public mutating func fill<D: CodableDecider>(
    seq: Int, _ command: D.Command, expect: Int?, as circumstances: Circumstances,
    _ result: Outcome<D>.Result, in context: EntryContext, after lastRulesVersion: String?,
    of domain: D.Type, salts: () -> Salt
  ) {
    let version = D.version
    begin(
      seq: seq, context: context, rev: result.rev(in: context), rulesVersion: version,
      isRulesVersionNew: version != lastRulesVersion)
    if let origin = circumstances.source { source(origin.name, line: origin.line) }
    if let recorder = circumstances.recordedBy { recordedBy(recorder) }
    if !circumstances.meta.isEmpty { meta(circumstances.meta) }
    self.command(command, of: D.self, context: context, expect: expect)
    switch result {
    case .accepted(let events): self.events(events, of: D.self)
    case .refused(let refusal): rejected(code: refusal.code, fields: refusal.fields)
    case .unchanged: break
    }
    personal(of: command, D.self, salt: salts)
  }

  /// Starts over with the members up to `actor`, including `engine` where it changes.
  @usableFromInline mutating func begin(
    seq: Int, context: EntryContext, rev: Int, rulesVersion: String, isRulesVersionNew: Bool
  ) {
    self.seq = seq
    self.at = context.at
    self.rulesVersion = rulesVersion
    writer.removeAll()
    writer.raw(#"{"seq":"#)
    writer.integer(Int64(seq))
    writer.raw(#","at":""#)
    clock.withBytes(of: context.at) { writer.raw($0) }
    writer.raw(#"","stream":"#)
    writer.string(context.streamRange, of: context.storage)
    writer.raw(#","rev":"#)
    writer.integer(Int64(rev))
    writer.raw(#","actor":"#)
    writer.string(context.actorRange, of: context.storage)
    headEnd = writer.count
    if isRulesVersionNew {
      writer.raw(#","engine":"#)
      writer.string(rulesVersion)
    }
    engineEnd = writer.count
  }

  /// Adds where an imported entry came from.
  @usableFromInline mutating func source(_ name: String, line: Int) {
    writer.raw(#","source":"#)
    writer.string(name)
    writer.raw(#","line":"#)
    writer.integer(Int64(line))
  }

  /// Adds the login that records it in another's name.
  @usableFromInline mutating func recordedBy(_ login: String) {
    writer.raw(#","recordedBy":"#)
    writer.string(login)
  }

  /// Adds the caller's map. A duplicate key would make the line unreadable.
  @usableFromInline mutating func meta(_ pairs: [(key: String, value: String)]) {
    writer.raw(#","meta":{"#)
    for (index, pair) in pairs.enumerated() {
      // Byte by byte, as the reader compares them: strings that look the same would be equal.
      if pairs[..<index].contains(where: { $0.key.utf8.elementsEqual(pair.key.utf8) }) { continue }
      if index > 0 { writer.raw(",") }
      writer.string(pair.key)
      writer.raw(":")
      writer.string(pair.value)
    }
    writer.raw("}")
  }

  /// Adds the command.
  @inlinable mutating func command<D: CodableDecider>(
    _ command: D.Command, of _: D.Type, context: EntryContext, expect: Int?
  ) {
    openCommand(D.type(of: command), context: context, expect: expect)
    writeMembers { (writer: inout JSONWriter) in D.writeMembers(of: command, to: &writer) }
    close()
  }

  @usableFromInline mutating func openCommand(
    _ type: StaticString, context: EntryContext, expect: Int?
  ) {
    recordsErasure = ErasureRecord.isRecorded(by: type)
    writer.raw(#","command":{"type":""#)
    writer.raw(type)
    writer.raw("\"")
    if context.commandIDRange.isPresent {
      writer.raw(#","id":"#)
      writer.string(context.commandIDRange, of: context.storage)
    }
    if let expect {
      writer.raw(#","expect":"#)
      writer.integer(Int64(expect))
    }
    if context.reasonRange.isPresent {
      writer.raw(#","reason":"#)
      writer.string(context.reasonRange, of: context.storage)
    }
  }

  @usableFromInline mutating func writeMembers(_ body: (inout JSONWriter) -> Void) {
    body(&writer)
  }

  @usableFromInline mutating func close() { writer.raw("}") }

  /// Adds the events of an accepted command.
  @inlinable mutating func events<D: CodableDecider>(
    _ events: [D.Event], of _: D.Type
  ) {
    var isFirst = true
    for event in events {
      openEvent(D.type(of: event), isFirst: isFirst)
      writeMembers { (writer: inout JSONWriter) in
        D.writeMembers(of: event, to: &writer)
      }
      close()
      isFirst = false
    }
    closeEvents()
  }

  @usableFromInline mutating func openEvent(_ type: StaticString, isFirst: Bool) {
    writer.raw(isFirst ? #","events":[{"type":""# : #",{"type":""#)
    writer.raw(type)
    writer.raw("\"")
  }

  @usableFromInline mutating func closeEvents() { writer.raw("]") }

  /// Adds the refusal of a refused command.
  @usableFromInline mutating func rejected(code: String, fields: [InvalidField]) {
    recordsErasure = false
    writer.raw(#","rejected":"#)
    writer.refusal(code: code, fields: fields)
  }

  /// Adds the personal block, if the command has one.
  @inlinable mutating func personal<D: CodableDecider>(
    of command: D.Command, _: D.Type, salt: () -> Salt
  ) {
    let start = openPersonal()
    var isThere = false
    writeMembers { (writer: inout JSONWriter) in
      isThere = D.writePersonal(of: command, to: &writer)
    }
    closePersonal(from: start, salt: isThere ? salt() : nil)
  }

  @usableFromInline mutating func openPersonal() -> Int {
    let start = writer.count
    writer.raw(#","personal":{"salt":"00000000000000000000000000000000""#)
    return start
  }

  @usableFromInline mutating func closePersonal(from start: Int, salt: Salt?) {
    guard let salt else { return writer.truncate(to: start) }
    writer.withMutableBytes { bytes in
      salt.write(into: bytes, at: start + #","personal":{"salt":""#.utf8.count)
    }
    writer.raw("}")
  }
}

extension JSONWriter {
  /// Writes `{"code":…,"fields":[…]}`, the fields only if there are any.
  public mutating func refusal(code: String, fields: [InvalidField]) {
    raw(#"{"code":"#)
    string(code)
    if !fields.isEmpty {
      raw(#","fields":["#)
      for (index, field) in fields.enumerated() {
        raw(index > 0 ? #",{"field":"# : #"{"field":"#)
        string(field.field)
        raw(#","code":"#)
        string(field.code)
        raw("}")
      }
      raw("]")
    }
    raw("}")
  }
}
