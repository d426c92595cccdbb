// One entry of a history in memory: the request, who made it, and its outcome. Rules can be
// evaluated on it over and over without reading it again.

import EventSourcing
import JSONLines

/// A command as recorded in a history, or a hypothetical one.
public struct RecordedCommand<D: InspectableDecider>: Sendable {
  /// The number of its entry.
  public let seq: Int
  /// When it was requested.
  public var at: Timestamp
  let recordedAt: Timestamp
  /// What is requested.
  public let command: D.Command
  /// The revision that the caller had seen.
  public var expect: Int?
  /// Its recorded outcome; nil if it is hypothetical.
  public let recorded: DecisionOutcome<D>?
  /// The stream's revision after it, as recorded.
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
  /// Who requested it.
  public var actor: Text { Text(storage, actorRange) }
  /// The caller's id of the command.
  public var id: Text? { idRange.isPresent ? Text(storage, idRange) : nil }
  /// Why it was requested.
  public var reason: Text? { reasonRange.isPresent ? Text(storage, reasonRange) : nil }
  /// Its line without the LF, byte for byte except for lines of older versions, which are in the
  /// current form; empty if it is hypothetical. Valid while the command exists.
  public var line: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage.bytes[lineRange])
  }

  var isAtItsTime: Bool { at == recordedAt && !lineRange.isEmpty }

  /// The circumstances under which it is decided when an accepted entry would have this revision.
  public func context(rev: Int) -> EntryContext {
    EntryContext(
      storage: storage, stream: streamRange, actor: actorRange, commandID: idRange,
      reason: reasonRange, rev: rev, at: at)
  }

  /// The command of an entry that was just read; nil if it isn't one of the domain, or commands
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

  /// A hypothetical command.
  ///
  /// - Parameters:
  ///   - command: What is requested.
  ///   - seq: The number of its entry.
  ///   - at: When.
  ///   - stream: Of which stream.
  ///   - actor: Who requests it.
  ///   - id: The id of the command, if it has one.
  ///   - expect: The revision that was seen, if it was named.
  ///   - reason: Why, if there is a reason.
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
