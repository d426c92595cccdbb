// The members of an entry, described once: decoding, and all that rewrites entries, follow this list.

/// A member of an entry, in the order in which lines have them.
package enum EntryMember: Int, CaseIterable, Sendable {
  case seq, at, stream, rev, actor, format, store, rulesVersion, batch, source, line
  case recordedBy, meta, command, events, rejected, personal, crc

  /// Its key.
  public var key: String { "\(Self.table.name(rawValue))" }

  /// Whether it concerns the store's files; histories outside a store don't have it.
  public var isOfStoreOnly: Bool {
    switch self {
    case .format, .store, .batch, .crc: true
    case .seq, .at, .stream, .rev, .actor, .rulesVersion, .source, .line, .recordedBy: false
    case .meta, .command, .events, .rejected, .personal: false
    }
  }

  /// The occasion for a member that not every entry has: members of the same occasion are there together.
  public enum Occasion: Sendable {
    /// The beginning of a segment.
    case segment
    /// Several entries that are synced together.
    case batch
    /// An import.
    case source
    /// A proxy, which records what others request.
    case proxy
    /// A map of the caller's own.
    case meta
    /// Personal data.
    case personal
  }

  /// The occasion for the member; nil if every entry of a store has it, or one like it.
  public var occasion: Occasion? {
    switch self {
    case .format, .store, .rulesVersion: .segment
    case .batch: .batch
    case .source, .line: .source
    case .recordedBy: .proxy
    case .meta: .meta
    case .personal: .personal
    case .seq, .at, .stream, .rev, .actor, .command, .events, .rejected, .crc: nil
    }
  }

  /// The members that every entry has, besides its outcome.
  static let required: [EntryMember] = [.seq, .at, .stream, .rev, .actor, .command]

  static let table = KeyTable(allCases.map(\.literal))

  private var literal: StaticString {
    switch self {
    case .seq: "seq"
    case .at: "at"
    case .stream: "stream"
    case .rev: "rev"
    case .actor: "actor"
    case .format: "format"
    case .store: "store"
    case .rulesVersion: "engine"
    case .batch: "batch"
    case .source: "source"
    case .line: "line"
    case .recordedBy: "recordedBy"
    case .meta: "meta"
    case .command: "command"
    case .events: "events"
    case .rejected: "rejected"
    case .personal: "personal"
    case .crc: "crc"
    }
  }
}

extension [EntryMember] {
  /// A bit for each.
  var bits: UInt64 { reduce(0) { $0 | 1 << UInt64($1.rawValue) } }
}
