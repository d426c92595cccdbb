// One entry of a history in memory: the request, who made it, and its outcome. Rules can be
// evaluated on it over and over without reading it again.

package struct RecordedCommand<D: InspectableDecider>: Sendable {
  package let seq: Int
  package var at: Timestamp
  /// The time when it was recorded; its own time if it is hypothetical.
  let recordedAt: Timestamp
  package let command: D.Command
  package var expect: Int?
  package let recorded: DecisionOutcome<D>?
  package let rev: Int
  package let isErased: Bool
  /// The version of the rules that recorded it; for a hypothetical one, that decides it. nil if it isn't
  /// known.
  package var rulesVersion: String?
  let storage: ByteStorage
  let streamRange: TextRange
  let actorRange: TextRange
  let idRange: TextRange
  let reasonRange: TextRange
  let lineRange: Range<Int>

  /// The version of the rules that decides it: its place among the domain's; nil if it has none of that name.
  package var version: Int? { ChosenRules.recorded.version(of: D.self, recorded: rulesVersion) }
  /// The name of that version.
  var decidingRulesVersion: String? { version.map { D.versions[$0] } }

  package var stream: Text { Text(storage, streamRange) }
  package var actor: Text { Text(storage, actorRange) }
  package var id: Text? { idRange.isPresent ? Text(storage, idRange) : nil }
  package var reason: Text? { reasonRange.isPresent ? Text(storage, reasonRange) : nil }
  /// Its line without the LF, byte for byte except for lines of older versions, which are in the
  /// current form; empty if it is hypothetical. Valid while the command exists.
  package var line: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage.bytes[lineRange])
  }

  /// Whether it changed what isn't known any more.
  package var lostItsChanges: Bool {
    if isErased, case .accepted = recorded { true } else { false }
  }

  var isAtItsTime: Bool { at == recordedAt && !lineRange.isEmpty }

  package func context(rev: Int) -> EntryContext {
    EntryContext(
      storage: storage, stream: streamRange, actor: actorRange, commandID: idRange,
      reason: reasonRange, rev: rev, at: at, isErased: isErased)
  }

  /// The command of an entry that was just read; nil if it isn't one of the domain, or commands
  /// weren't read.
  package init?(_ entry: Entry, _ body: DomainBody<D>, rulesVersion: String? = nil) {
    guard body.isOfDomain, let command = body.command else { return nil }
    seq = entry.seq
    at = entry.at
    recordedAt = at
    self.command = command
    expect = body.head.expect
    recorded = body.recorded
    rev = entry.rev
    isErased = entry.isErased
    self.rulesVersion = rulesVersion
    storage = entry.storage
    streamRange = entry.stream
    actorRange = entry.actor
    idRange = body.head.id
    reasonRange = body.head.reason
    lineRange = entry.line
  }

  /// A hypothetical command.
  package init(
    _ command: D.Command, seq: Int, at: Timestamp, stream: StreamName, actor: String,
    id: String? = nil, expect: Int? = nil, reason: String? = nil
  ) {
    var pool = TextPool()
    streamRange = pool.add(stream.description)
    actorRange = pool.add(actor)
    idRange = id.map { pool.add($0) } ?? .absent
    reasonRange = reason.map { pool.add($0) } ?? .absent
    storage = pool.finish()
    self.seq = seq
    self.at = at
    recordedAt = at
    self.command = command
    self.expect = expect
    recorded = nil
    rev = 0
    isErased = false
    rulesVersion = nil
    lineRange = 0..<0
  }
}
