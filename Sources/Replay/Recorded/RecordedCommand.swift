// One entry of a history in memory: what was asked, by whom, and what came of it. Rules can be run
// on it over and over without reading it again.

public import EventSourcing
public import JSONLines

/// A command as it stands in a history, or as somebody thought it up to see what it would do.
public struct RecordedCommand<D: ExaminedDecider>: Sendable {
  /// The number of its entry.
  public let seq: Int
  /// When it was asked.
  public var at: Timestamp
  let recordedAt: Timestamp
  /// What is asked.
  public let command: D.Command
  /// The revision that the caller had seen.
  public var expect: Int?
  /// What came of it; nil if it was thought up.
  public let recorded: Verdict<D>?
  /// The stream's revision behind it, as recorded.
  public let rev: Int
  /// Whether its personal data was erased.
  public let isErased: Bool
  /// The version of the rules that decided it, where that is known.
  public let engine: String?
  let storage: ByteStorage
  let streamRange: TextRange
  let actorRange: TextRange
  let idRange: TextRange
  let reasonRange: TextRange
  let lineRange: Range<Int>

  /// The stream's name.
  public var stream: Text { Text(storage, streamRange) }
  /// Who asked.
  public var actor: Text { Text(storage, actorRange) }
  /// The caller's id of the command.
  public var id: Text? { idRange.isPresent ? Text(storage, idRange) : nil }
  /// Why it was asked.
  public var reason: Text? { reasonRange.isPresent ? Text(storage, reasonRange) : nil }
  /// Its line without the LF, byte for byte but for lines of older versions, which are in today's
  /// form; empty if it was thought up. Valid while the command lives.
  public var line: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage.bytes[lineRange])
  }

  /// Whether its time is the recorded one.
  var isAtItsTime: Bool { at == recordedAt && !lineRange.isEmpty }

  /// The circumstances under which it is decided when an accepted entry would have this revision.
  public func context(rev: Int) -> EntryContext {
    EntryContext(
      storage: storage, stream: streamRange, actor: actorRange, commandID: idRange,
      reason: reasonRange, rev: rev, at: at)
  }

  /// The command of an entry that was just read; nil if it is none of the domain's, or commands
  /// weren't read.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - body: What was read of it.
  ///   - engine: The version of the rules at the entry.
  public init?(_ entry: Entry, _ body: DomainBody<D>, engine: String? = nil) {
    guard body.isMine, let command = body.command else { return nil }
    seq = entry.seq
    at = entry.at
    recordedAt = at
    self.command = command
    expect = body.head.expect
    recorded = body.refusal.map { .refused($0) } ?? .accepted(body.events)
    rev = entry.rev
    isErased = entry.isErased
    self.engine = engine
    storage = entry.storage
    streamRange = entry.stream
    actorRange = entry.actor
    idRange = body.head.id
    reasonRange = body.head.reason
    lineRange = entry.line
  }

  /// A command that was thought up.
  ///
  /// - Parameters:
  ///   - command: What is asked.
  ///   - seq: The number of its entry.
  ///   - at: When.
  ///   - stream: Of which stream.
  ///   - actor: Who asks.
  ///   - id: The id of the command, if it has one.
  ///   - expect: The revision that was seen, if it was named.
  ///   - reason: Why, if that was said.
  public init(
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
    engine = nil
    lineRange = 0..<0
  }
}
