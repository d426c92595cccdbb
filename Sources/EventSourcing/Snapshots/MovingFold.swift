// Folds a history to any moment, for readers that move back and forth: it goes on from the nearest moment that it
// keeps, or from the snapshots before.

/// The states of a history at a moment that moves.
///
/// Between two snapshots it keeps the states every 16 384 entries, and where it was last a sixteenth of that, so that
/// a step in any direction folds few entries. Where there are no snapshots, it keeps fewer of a long history. Not for
/// use by several threads.
package final class MovingFold<P: ResumableProjection> {
  /// The states after some entry.
  public struct Moment {
    /// The states.
    public internal(set) var projection: P
    /// The place that was reached.
    public internal(set) var end: ReadingEnd
    var cursor: LogCursor
  }

  /// The number of moments that are kept before every other one is left out.
  private static var limit: Int { 16 }

  private let source: any EntrySource
  private let blank: (_ seed: UInt64) -> P
  private let fold:
    (inout P, LogCursor, _ through: Int, inout ReadingEnd) throws(LogError) -> LogCursor
  /// The last entry that can be reached from the first moment; `.max` for any that was written since.
  private var bound = 0
  /// Moments from where snapshots end, and then after each block of entries.
  private var moments: [Moment] = []
  private var block: Int
  private let firstBlock: Int
  /// The moments in the block that was visited last.
  private var near: [Moment] = []
  private var last: Moment?

  /// A fold that is nowhere yet.
  ///
  /// - Parameters:
  ///   - source: The history.
  ///   - block: The number of entries between two moments that it keeps, a multiple of 16.
  ///   - blank: Makes a projection without entries; its argument is what hashes depend on.
  @inlinable public convenience init(
    _ source: any EntrySource, block: Int = 16_384, _ blank: @escaping (_ seed: UInt64) -> P
  ) {
    // Here, so that it is compiled for the projection.
    self.init(source, block: block, blank) {
      (projection, cursor, seq, end) throws(LogError) in
      var reader = try EntryReader(source, from: cursor)
      try reader.begin(&projection)
      let before = end.bytes
      end.bytes = 0
      try reader.fold(into: &projection, through: seq, &end)
      end.bytes += before
      // A file may lack numbers: then the next entry was read, and left out.
      return reader.seq > max(end.seq, cursor.seq) ? reader.entryCursor : reader.cursor
    }
  }

  @usableFromInline init(
    _ source: any EntrySource, block: Int, _ blank: @escaping (_ seed: UInt64) -> P,
    fold:
      @escaping (inout P, LogCursor, _ through: Int, inout ReadingEnd) throws(LogError) ->
      LogCursor
  ) {
    (self.source, self.blank, self.fold) = (source, blank, fold)
    (self.block, firstBlock) = (block, block)
  }

  /// The states after an entry (`.max` for the last one).
  ///
  /// - Parameters:
  ///   - seq: The entry.
  ///   - isWanted: Asked now and then; if false, it stops on the way.
  /// - Returns: nil if it stopped. What was folded so far is kept.
  /// - Throws: `beyondEnd` if the history ends before; otherwise the history's error.
  public func moment(at seq: Int, while isWanted: () -> Bool = { true }) throws(LogError)
    -> Moment?
  {
    if let base = source.base, seq < base.header.through { throw base.archived(seq + 1) }
    for trust in [SnapshotTrust.usual, .checked, .none] {
      if !reaches(seq), try !begin(before: seq, trust) { continue }
      do throws(LogError) {
        guard let moment = try move(to: seq, isWanted) else { return nil }
        if !moment.projection.hasMissed { return moment }
      } catch {
        // Only the log can tell that the log is damaged: the states that it was folded onto may be wrong.
        guard error.code == .corrupt, trust != .none else {
          forget()
          throw error
        }
      }
      forget()
    }
    throw LogError(.inputOutput, "The log kept changing while it was read.")
  }

  /// Lets go of everything that it keeps, because the log was changed in another way than by appending.
  public func forget() { (bound, moments, near, last, block) = (0, [], [], nil, firstBlock) }

  private func reaches(_ seq: Int) -> Bool {
    guard let first = moments.first else { return false }
    return first.end.seq <= seq && seq <= bound
  }

  /// - Returns: false if snapshots can't be used.
  private func begin(before seq: Int, _ trust: SnapshotTrust) throws(LogError) -> Bool {
    forget()
    guard trust != .none, let store = source.snapshots() else {
      moments = [Moment(projection: blank(0), end: ReadingEnd(), cursor: .start)]
      bound = .max
      return true
    }
    var projection = blank(store.seed)
    if trust == .checked { store.distrust(projection.kinds) }
    let ends = projection.kinds.first.map { store.chain(of: $0, through: .max) } ?? []
    let bound = ends.first { $0.cursor.seq > seq }.map { $0.cursor.seq - 1 } ?? .max
    var run = SnapshotRun(store, projection.kinds, through: bound)
    guard let times = try run.begin(&projection, in: source) else { return false }
    var end = run.start(times, in: source)
    end.bytes = run.bytesBefore
    moments = [Moment(projection: projection, end: end, cursor: run.cursor)]
    self.bound = bound
    return true
  }

  private func move(to seq: Int, _ isWanted: () -> Bool) throws(LogError) -> Moment? {
    guard var moment = nearest(to: seq) else { return nil }
    // Otherwise each change would copy the states.
    last = nil
    defer { last = moment }
    let end = seq == .max ? try source.knownEnd()?.seq : seq
    var place = moment.end.seq
    while place < end ?? .max {
      let stride = place / block == seq / block ? block / 16 : block
      let next = min(end ?? .max, (place / stride + 1) * stride)
      let before = end == nil ? moment : nil
      do throws(LogError) {
        try advance(&moment, through: next)
      } catch {
        guard let before, error.code == .beyondEnd else { throw error }
        moment = before
        break
      }
      place = next
      keep(moment)
      if !isWanted() { return nil }
    }
    if seq == .max { try advance(&moment, through: .max) }
    return moment
  }

  private func nearest(to seq: Int) -> Moment? {
    let before = moments.last { $0.end.seq <= seq }
    let near = near.last { $0.end.seq <= seq }
    return [before, near, last].compactMap { $0 }.filter { $0.end.seq <= seq }
      .max { $0.end.seq < $1.end.seq }
  }

  private func advance(_ moment: inout Moment, through seq: Int) throws(LogError) {
    moment.cursor = try fold(&moment.projection, moment.cursor, seq, &moment.end)
  }

  private func keep(_ moment: Moment) {
    let seq = moment.end.seq
    if seq.isMultiple(of: block), seq > moments.last?.end.seq ?? 0 { moments.append(moment) }
    if moments.count > Self.limit {
      block *= 2
      moments = moments.enumerated()
        .filter { $0 == 0 || $1.end.seq.isMultiple(of: block) }.map(\.element)
    }
    guard seq.isMultiple(of: block / 16) else { return }
    if near.first.map({ $0.end.seq / block != seq / block }) ?? false { near = [] }
    if seq > near.last?.end.seq ?? 0 { near.append(moment) }
  }
}
