// Folds a long log on several threads at once. Streams don't depend on one another, so each thread takes some of them.

import Dispatch
private import Synchronization

/// Some of a log's streams, by the hashes of their names.
@usableFromInline struct StreamShare: Sendable {
  let number: Int
  let count: Int

  @usableFromInline init(_ number: Int, of count: Int) {
    (self.number, self.count) = (number, count)
  }

  @usableFromInline func has(_ stream: UnsafeRawBufferPointer) -> Bool {
    // The hash has other bits than those that place the streams in a table.
    Int(StreamTable.longHash(stream) &>> 32) % count == number
  }
}

extension EntrySource {
  /// Folds the history up to and including `seq` (`.max` for its end) into several projections at once, each of which
  /// reads the entries of its own streams, and passes those of others (``Projection/pass(_:)``).
  ///
  /// - Parameters:
  ///   - seq: The last entry.
  ///   - blank: Makes a projection without entries.
  /// - Returns: The projections, and how far they came; nil if the history isn't long, if a projection is done early, or
  ///   if anything is wrong with an entry. A single projection then finds what comes first.
  @inlinable package func projectShares<P: Projection & SendableMetatype>(
    through seq: Int, _ blank: () -> P
  )
    -> (parts: [P], end: ReadingEnd)?
  {
    guard let last = endOfShares(through: seq) else { return nil }
    // Each goes through all lines, so that more threads gain less and less.
    let folds = (0..<min(parallelism.jobs, 8)).map { _ in SharedFold(blank()) }
    let stop = StopSign()
    DispatchQueue.concurrentPerform(iterations: folds.count) { number in
      folds[number].run(self, StreamShare(number, of: folds.count), through: last, stop)
    }
    return stop.isSet ? nil : (folds.map(\.projection), folds[0].end)
  }

  /// The last entry of a history that is long enough for several threads; nil if it isn't.
  @usableFromInline func endOfShares(through seq: Int) -> Int? {
    // The end is found, and an index of it kept, whatever the number of threads.
    guard !isPart, base == nil, let end = try? knownEnd(), end.tornTail == nil,
      parallelism.jobs > 1
    else { return nil }
    return seq == .max || seq == end.seq ? end.seq : nil
  }
}

/// One thread's part of a fold. Only that thread uses it, until it has run.
@usableFromInline final class SharedFold<P: Projection>: @unchecked Sendable {
  @usableFromInline var projection: P
  @usableFromInline var end = ReadingEnd()

  @inlinable init(_ projection: P) { self.projection = projection }

  @inlinable func run(
    _ source: any EntrySource, _ share: StreamShare, through last: Int, _ stop: StopSign
  ) {
    do throws(LogError) {
      var reader = try EntryReader(source, share: share)
      repeat {
        try reader.fold(into: &projection, through: min(last, end.seq + 1 << 12), &end)
        if projection.isDone { stop.set() }
      } while end.seq < last && !stop.isSet
    } catch {
      stop.set()
    }
  }
}

/// Tells threads that their work isn't needed any more.
@usableFromInline final class StopSign: Sendable {
  private let sign = Atomic(false)

  @usableFromInline init() {}

  @usableFromInline var isSet: Bool { sign.load(ordering: .relaxed) }

  @usableFromInline func set() { sign.store(true, ordering: .relaxed) }
}
