// The states that are in memory, and those that only snapshots have, as one.

/// Names the state of a stream among those of its domain.
@usableFromInline package struct StateID: Hashable, Sendable {
  /// The number of a stream in memory, or where it is kept.
  fileprivate let place: SnapshotPlace

  private static let inMemory = 0xFFFF_FFFE

  fileprivate init(place: SnapshotPlace) { self.place = place }

  @usableFromInline init(number: Int) { place = SnapshotPlace(Self.inMemory, number) }

  fileprivate var number: Int? { place.ordinal == Self.inMemory ? place.row : nil }
}

/// A stream, with its state.
@usableFromInline package struct ListedStream<State> {
  /// The name of the stream: `order/1001`.
  public let name: String
  /// The stream's state.
  public let state: State
  /// The accepted entries whose personal data was erased.
  public let erasures: [Erasure]
}

extension SnapshotStates {
  /// Passes the row of each stream, in some order. Of the snapshots, it reads only the rows.
  ///
  /// - Parameters:
  ///   - key: The key of the states to find; others may be among them. All if nil.
  ///   - body: Takes a row.
  @inlinable package func eachRow(of key: Text? = nil, _ body: (StateID, D.Row) -> Void)
    throws(CacheFault)
  {
    var bytes: [UInt8] = []
    for number in states.states.indices where key == nil || D.key(of: states.states[number]) == key
    {
      bytes.removeAll(keepingCapacity: true)
      body(StateID(number: number), D.row(of: states.states[number], addingTo: &bytes))
    }
    try eachKeptRow(of: key) { id, row in body(id, row.loadUnaligned(as: D.Row.self)) }
  }

  /// Passes the rows of the streams that aren't in memory.
  @usableFromInline func eachKeptRow(
    of key: Text?, _ body: (StateID, UnsafeRawPointer) -> Void
  ) throws(CacheFault) {
    let wanted = key?.keyHash
    // The later ones know what they replace.
    var replaced = chain.map { [Bool](repeating: false, count: $0.header.rows) }
    for place in loaded { replaced[place.ordinal][place.row] = true }
    for (ordinal, snapshot) in chain.enumerated().reversed() {
      var gone = replaced[ordinal]
      if let wanted {
        for (number, key) in try snapshot.keys().enumerated() where key != wanted {
          gone[number] = true
        }
      }
      let rows = gone.contains(false) ? try snapshot.rows() : []
      let size = snapshot.header.rowSize
      rows.withUnsafeBytes { rows in
        guard var row = rows.baseAddress else { return }
        for (number, isGone) in gone.enumerated() {
          if !isGone { body(StateID(place: SnapshotPlace(ordinal, number)), row) }
          row += size
        }
      }
      for bits in try snapshot.origins() where bits != SnapshotPlace.nowhere.bits {
        let origin = SnapshotPlace(bits: bits)
        guard origin.ordinal < ordinal, origin.row < replaced[origin.ordinal].count else {
          throw CacheFault()
        }
        replaced[origin.ordinal][origin.row] = true
      }
    }
  }

  /// The names of some streams, in their order.
  package mutating func names(of ids: [StateID]) throws(CacheFault) -> [String] {
    try prepare(forReading: ids.filter { $0.number == nil }.map(\.place)) {
      (snapshot, count) throws(CacheFault) in try snapshot.prepare(forNames: count)
    }
    var names: [String] = []
    for id in ids {
      if let number = id.number {
        names.append(states.streams.name(number))
      } else {
        names.append(
          String(decoding: try chain[id.place.ordinal].name(id.place.row), as: UTF8.self))
      }
    }
    return names
  }

  /// The existing streams among those named, in some order. Of the snapshots, it reads little else than hashes.
  package mutating func streams(named names: StreamTable) throws(CacheFault)
    -> [ListedStream<D.State>]
  {
    var ids = Set(try places(of: names)).subtracting(loaded).map { StateID(place: $0) }
    for index in 0..<names.count {
      if let number = names.withName(index, { states.streams.find($0) }) {
        ids.append(StateID(number: number))
      }
    }
    return try streams(ids)
  }

  /// Some streams, in their order.
  package mutating func streams(_ ids: [StateID]) throws(CacheFault) -> [ListedStream<D.State>] {
    try prepare(forReading: ids.filter { $0.number == nil }.map(\.place))
    var streams: [ListedStream<D.State>] = []
    for id in ids {
      if let number = id.number {
        streams.append(
          ListedStream(
            name: states.streams.name(number), state: states.states[number],
            erasures: states.erasures(of: number)))
      } else {
        let (stream, state) = try keptStream(at: id.place)
        streams.append(
          ListedStream(
            name: String(decoding: stream.name, as: UTF8.self), state: state,
            erasures: stream.erasures))
      }
    }
    return streams
  }

  /// Lets go of what was read of the snapshots' streams.
  public mutating func forget() {
    for ordinal in chain.indices { chain[ordinal].forget() }
  }

  mutating func prepare(
    forReading places: [SnapshotPlace],
    _ prepare: (inout Snapshot, _ count: Int) throws(CacheFault) -> Void = {
      (snapshot, count) throws(CacheFault) in try snapshot.prepare(forStreams: count)
    }
  ) throws(CacheFault) {
    for (ordinal, places) in Dictionary(grouping: places, by: \.ordinal) {
      guard ordinal < chain.count else { throw CacheFault() }
      try prepare(&chain[ordinal], places.count)
    }
  }

  func keptStream(at place: SnapshotPlace) throws(CacheFault) -> (SnapshotStream, D.State) {
    let stream = try chain[place.ordinal].stream(place.row)
    let row = stream.row.withUnsafeBytes { $0.loadUnaligned(as: D.Row.self) }
    guard let state = stream.bytes.withUnsafeBytes({ D.state(row, $0) }) else {
      throw CacheFault()
    }
    return (stream, state)
  }
}
