// Reports on changes to a store as a whole, or on plans for them: for stores that can be archived, backed up and
// recovered, and for the scenes that show it.

/// The changes that `archive` made.
@usableFromInline package struct ArchiveReport: Hashable, Sendable {
  /// The last entry that is archived; 0 if none is.
  public var through = 0
  /// The number of segments that were moved now.
  public var segments = 0
  /// The number of their bytes.
  public var bytes = 0
  /// The SHA-256 of the base's first line, which has those of all else; empty without a base.
  public var base = ""

  /// Makes a report that nothing was archived.
  public init() {}
}

/// The changes that `restoreArchive` made.
@usableFromInline package struct RestoreReport: Hashable, Sendable {
  /// The last entry that was archived; 0 if none was.
  public var through = 0
  /// The number of segments that are back, or would be.
  public var segments = 0
  /// The first stream whose entries don't lead to the base's state, or words for people.
  public var difference: String?
  /// Whether they differ in what the entries are, so that either may have been changed.
  public var disagrees = false
  /// Whether the entries are back. If not, they and the base disagree, or the judge objected, and nothing was changed.
  public var isRestored = true
  /// The path of the base that differed.
  public var keptBase: String?

  /// These segments are back, or would be.
  public init(through: Int = 0, segments: Int = 0, difference: String? = nil) {
    (self.through, self.segments, self.difference) = (through, segments, difference)
  }
}

/// The changes that `backUp` made.
@usableFromInline package struct BackupReport: Hashable, Sendable {
  /// The last entry in the backup; 0 if there is none.
  public var entries = 0
  /// The number of segments of the backup.
  public var segments = 0
  /// The number of segments that were copied now, because they are new or were changed.
  public var copied = 0
  /// The number of their bytes.
  public var bytes = 0

  /// A backup with these entries.
  public init(entries: Int = 0, segments: Int = 0, copied: Int = 0, bytes: Int = 0) {
    (self.entries, self.segments, self.copied, self.bytes) = (entries, segments, copied, bytes)
  }
}

/// The changes that copying a store has made to the copy so far.
@usableFromInline package struct CopyReport: Hashable, Sendable {
  /// The last entry in the copy; 0 if there is none.
  public var entries = 0
  /// The number of entries that were copied now.
  public var copied = 0
  /// The number of their bytes.
  public var bytes = 0
  /// The number of entries of the copy whose personal data was erased now.
  public var erased = 0
  /// The last entry of the store that is copied, if that is known.
  public var sourceEntries: Int?

  /// A report; of nothing, unless numbers are given.
  public init(entries: Int = 0) { self.entries = entries }
}

/// The changes that `recover` made to a store.
@usableFromInline package struct RecoveryReport: Hashable, Sendable {
  /// The last entry that is left; 0 if none is.
  public var keptThrough = 0
  /// The last entry that is archived, and wasn't read; 0 if none is.
  public var archivedThrough = 0
  /// The damage; nil if there was none, and nothing was changed.
  public var damage: LogError?
  /// The bytes that were moved.
  public var bytesMoved = 0
  /// The paths of everything that was moved: first a description of the store that was damaged, then the parts of the
  /// log, in its order. The report about the log comes last.
  public var files: [String] = []
  /// The streams with entries among those that were moved, as far as these can be read: those of the plan, if there
  /// was one.
  public var streams: [RecoveryPlan.MovedStream] = []
  /// The store's description before and after, if it was damaged.
  public var description: LostDescription?

  /// A store that keeps its entries up to this one.
  public init(keptThrough: Int = 0, damage: LogError? = nil) {
    (self.keptThrough, self.damage) = (keptThrough, damage)
  }
}

/// The changes that `recover` would make to a store.
@usableFromInline package struct RecoveryPlan: Hashable, Sendable {
  /// A stream with entries among those that would be moved.
  public struct MovedStream: Hashable, Sendable {
    /// The name of the stream: `order/1001`.
    public let name: String
    /// The number of entries that would be moved, as far as they can be read.
    public var entries: Int
    /// Whether none of its entries would be left.
    public let disappears: Bool

    /// A stream that would lose entries.
    public init(name: String, entries: Int = 0, disappears: Bool) {
      (self.name, self.entries, self.disappears) = (name, entries, disappears)
    }
  }

  /// The last entry that would be left; 0 if none would.
  public var keptThrough: Int
  /// The last entry that is archived, and wasn't read; 0 if none is.
  public var archivedThrough = 0
  /// The change to the store's description; nil if it is as it was written.
  public var description: LostDescription?
  /// The damage of the log; nil if there is none, and nothing would be moved.
  public var damage: LogError?
  /// The bytes that would be moved.
  public var bytes = 0
  /// The paths of the files that would be moved, in the log's order; the report about them comes last.
  public var files: [String] = []
  /// The numbers of the entries that would be moved, as far as can be told: the last ones may not be
  /// readable. nil if there are none.
  public var numbers: ClosedRange<Int>?
  /// The number of entries that would be moved and can be read.
  public var readable = 0
  /// The number of damaged places among what would be moved.
  public var damagedPlaces = 0
  /// The streams of the readable entries, in the order of their first one.
  public var streams: [MovedStream] = []
  /// Whether a writer has the store open, so that what looks damaged may still be being written.
  public var isBeingWritten = false

  /// A plan without anything to move.
  public init(keptThrough: Int = 0, damage: LogError? = nil) {
    (self.keptThrough, self.damage) = (keptThrough, damage)
  }
}

/// A segment of a store's log, and the files derived from it that make commands fast.
package struct CachedSegment: Hashable, Sendable {
  /// The state of a file. Later ones are worse.
  public enum State: String, CaseIterable, Sendable {
    /// A file that can be used.
    case current
    /// No file, because the segment has so little that it is read instead.
    case short
    /// No file.
    case absent
    /// A file made from another one than the segment is now, or by another version.
    case stale
    /// A file that can't be read, or is of another store or segment.
    case damaged
  }

  /// The number of the segment's first entry.
  public let segment: Int
  /// The state of its index.
  public let index: State
  /// The state of its snapshots, the worst of them.
  public let snapshot: State
  /// The size of all these files.
  public let bytes: Int

  /// A segment with files in these states.
  package init(segment: Int, index: State, snapshot: State, bytes: Int) {
    (self.segment, self.index, self.snapshot) = (segment, index, snapshot)
    self.bytes = bytes
  }
}
