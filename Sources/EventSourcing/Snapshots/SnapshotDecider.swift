// Domains whose states can be kept in files, as of some entry.

/// A decider whose states can be kept, so that a long history needn't be folded from its beginning.
@usableFromInline package protocol SnapshotDecider: InspectableDecider {
  /// The part of a state that takes a fixed number of bytes. It has integers only, and no gaps between them, because
  /// its bytes are kept as they are in memory.
  associatedtype Row: BitwiseCopyable

  /// The row of a state.
  ///
  /// - Parameters:
  ///   - state: The state of a stream.
  ///   - bytes: Gets what else there is of the state.
  static func row(of state: State, addingTo bytes: inout [UInt8]) -> Row
  /// The state that has this row and these bytes; nil if there can't be one. It must be equal to the one that was
  /// kept, in everything that deciding, evolving and showing it depend on.
  static func state(_ row: Row, _ bytes: UnsafeRawBufferPointer) -> State?
  /// The text by which a state can be found besides its stream's name; nil if there is none.
  static func key(of state: State) -> Text?

  // No domain writes these itself: they are requirements so that each domain has them compiled for its own types.

  /// Takes an entry into the states of the domain's streams.
  static func read(_ entry: Entry, into states: inout SnapshotStates<Self>) throws(EntryDefect)
}

extension SnapshotDecider {
  /// Default: a state is found by its stream's name alone.
  public static func key(of state: State) -> Text? { nil }

  /// Takes an entry into the states of the domain's streams.
  @inlinable public static func read(
    _ entry: Entry, into states: inout SnapshotStates<Self>
  ) throws(EntryDefect) { try states.read(entry) }

  /// The name of the domain's snapshots, and a hash of all that they depend on besides the log: the rules' versions,
  /// the fields of its states, the members of its rows, and the fields that are added up.
  static func snapshotKind(adding tally: TallyRule<State>) -> SnapshotKind {
    var bytes: [UInt8] = []
    let row = Mirror(reflecting: row(of: initial, addingTo: &bytes)).children
      .map { "\($0.label ?? ""): \(Swift.type(of: $0.value))" }
    let fields = (schema.fields + schema.derived).map { "\($0.name): \($0.type)" }
    let lists = schema.lists.map { "\($0.name): \($0.fields.map(\.name))" }
    let description = "\(category) \(versions) \(row) \(fields) \(lists) \(tally.names)"
    return SnapshotKind(
      name: category,
      fingerprint: Array(description.utf8).withUnsafeBytes { StreamTable.longHash($0, seed: 1) }
        >> 1)
  }
}
