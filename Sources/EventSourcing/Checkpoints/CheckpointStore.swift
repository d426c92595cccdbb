// Where checkpoints are kept: beside a log, one for each of its segments.

/// A kind of checkpoints.
public struct CheckpointKind: Hashable, Sendable {
  /// The domain, by the category of its streams.
  public let name: String
  /// What its checkpoints depend on besides the log. Those with another one can't be used.
  public let fingerprint: UInt64
}

/// Why something in a cache can't be used: it is damaged, or of something else. Then it is built again.
public struct CacheFault: Error {
  /// For something that can't be used.
  public init() {}
}

/// How far checkpoints are relied on.
public enum CheckpointTrust: CaseIterable, Sendable {
  /// As far as they seem to be right.
  case usual
  /// After one turned out not to be usable, which may be because it was replaced: as far as they seem to be right.
  case again
  /// Without those that are damaged, if any is found to be; otherwise not at all.
  case checked
  /// Not at all.
  case none
}

/// A checkpoint that is kept.
public struct KeptCheckpoint: Sendable {
  /// Its segment's place among the log's segments, from 0.
  public let ordinal: Int
  /// The place after the last entry that it covers.
  public let cursor: LogCursor
  /// How many bytes of the log precede that place.
  public let logBytes: Int
  /// How many bytes it has.
  public let count: Int
  /// What identifies all that it covers.
  public let identity: UInt64
  /// Reads a part of its bytes.
  package let read: @Sendable (_ part: Range<Int>) throws(CacheFault) -> [UInt8]

  /// A checkpoint.
  ///
  /// - Parameters:
  ///   - ordinal: Its segment's place among the log's segments, from 0.
  ///   - cursor: The place after the last entry that it covers.
  ///   - logBytes: How many bytes of the log precede that place.
  ///   - count: How many bytes it has.
  ///   - identity: What identifies all that it covers.
  ///   - read: Reads a part of its bytes.
  public init(
    ordinal: Int, cursor: LogCursor, logBytes: Int, count: Int, identity: UInt64,
    read: @escaping @Sendable (_ part: Range<Int>) throws(CacheFault) -> [UInt8]
  ) {
    self.ordinal = ordinal
    self.cursor = cursor
    self.logBytes = logBytes
    self.count = count
    self.identity = identity
    self.read = read
  }
}

/// The checkpoints that are kept beside a log of several segments. What can't be kept is computed again the
/// next time, so keeping isn't an error.
public protocol CheckpointStore: AnyObject {
  /// The segments that there are, by the numbers of their first entries.
  var segments: [Int] { get }
  /// What hashes in checkpoints depend on; another one for each store.
  var seed: UInt64 { get }
  /// Those of the first segments that can be used, in order.
  ///
  /// - Parameters:
  ///   - kind: Their kind.
  ///   - seq: The last entry that any of them may cover.
  func chain(of kind: CheckpointKind, through seq: Int) -> [KeptCheckpoint]
  /// Looks for what is damaged among those of some kinds, after one turned out not to be usable. What is found
  /// isn't used again; if nothing is, none is used.
  func distrust(_ kinds: [CheckpointKind])
  /// Whether a segment has so many bytes up to a place that a checkpoint there is worth keeping.
  func isWorthKeeping(_ cursor: LogCursor) -> Bool
  /// Keeps a checkpoint, in place of any that the segment has.
  ///
  /// - Parameters:
  ///   - bytes: What it has.
  ///   - kind: Its kind.
  ///   - cursor: The place after the last entry that it covers.
  ///   - previous: That of the segment before.
  /// - Returns: nil if it can't be kept.
  func keep(
    _ bytes: [UInt8], of kind: CheckpointKind, through cursor: LogCursor,
    after previous: KeptCheckpoint?
  ) -> KeptCheckpoint?
}
