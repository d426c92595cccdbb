// The place where snapshots are kept: beside a log, one for each of its segments.

/// A kind of snapshots.
@usableFromInline package struct SnapshotKind: Hashable, Sendable {
  /// The domain, by the category of its streams.
  public let name: String
  /// A hash of all that the snapshots depend on besides the log. Snapshots with another one can't be used.
  public let fingerprint: UInt64
}

/// The error of a part of a cache that can't be used: it is damaged, or of another log. Then it is built again.
@usableFromInline package struct CacheFault: Error {
  /// Makes the error.
  public init() {}
}

/// The trust that is put in snapshots.
@usableFromInline package enum SnapshotTrust: CaseIterable, Sendable {
  /// Snapshots are used unless they are known to be wrong.
  case usual
  /// Snapshots are used as far as they seem to be right, after one turned out not to be usable and may be replaced.
  case again
  /// Snapshots are used without the damaged ones if any is damaged; if none is, not at all.
  case checked
  /// Snapshots aren't used.
  case none
}

/// A snapshot that is kept.
@usableFromInline package struct SnapshotFile: Sendable {
  /// Its segment's place among the log's segments, from 0.
  public let ordinal: Int
  /// The place after the last entry that it covers.
  public let cursor: LogCursor
  /// The number of bytes of the log before that place.
  public let logBytes: Int
  /// The number of bytes of the snapshot.
  public let count: Int
  /// A hash that identifies all entries that the snapshot covers.
  public let identity: UInt64
  /// Reads a part of its bytes.
  package let read: @Sendable (_ part: Range<Int>) throws(CacheFault) -> [UInt8]

  /// A snapshot.
  ///
  /// - Parameters:
  ///   - ordinal: Its segment's place among the log's segments, from 0.
  ///   - cursor: The place after the last entry that it covers.
  ///   - logBytes: The number of bytes of the log before that place.
  ///   - count: The number of bytes of the snapshot.
  ///   - identity: A hash that identifies all entries that it covers.
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

/// The snapshots that are kept beside a log of several segments. What can't be kept is computed again the
/// next time, so keeping isn't an error.
@usableFromInline package protocol SnapshotStore: AnyObject {
  /// The segments that there are, by the numbers of their first entries.
  var segments: [Int] { get }
  /// The seed of the hashes in snapshots; another one for each store.
  var seed: UInt64 { get }
  /// The snapshots of the first segments, up to the first one that can't be used.
  ///
  /// - Parameters:
  ///   - kind: Their kind.
  ///   - seq: The last entry that any of them may cover.
  func chain(of kind: SnapshotKind, through seq: Int) -> [SnapshotFile]
  /// Looks for what is damaged among those of some kinds, after one turned out not to be usable. What is found
  /// isn't used again; if nothing is, none is used.
  func distrust(_ kinds: [SnapshotKind])
  /// Whether a segment has enough bytes up to a place that a snapshot there is worth keeping.
  func isWorthKeeping(_ cursor: LogCursor) -> Bool
  /// Keeps a snapshot, in place of any that the segment has.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the snapshot.
  ///   - kind: Its kind.
  ///   - cursor: The place after the last entry that it covers.
  ///   - previous: The snapshot of the segment before.
  /// - Returns: nil if it can't be kept.
  func keep(
    _ bytes: [UInt8], of kind: SnapshotKind, through cursor: LogCursor,
    after previous: SnapshotFile?
  ) -> SnapshotFile?
}
