// The snapshots of all orders at the ends of segments: each is what the log says, or it isn't used.

import JSONLines
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing
@testable import HistoryScenes
@testable import OrderScenes

@Suite struct SnapshotTests {
  private let shop: MadeUpStore
  private let reports = Reports()

  /// With snapshots.
  init() throws {
    shop = try MadeUpStore(seed: 5)
    try history().keepSnapshots()
  }

  private var disk: MemoryDisk { shop.disk }
  private var directory: LogDirectory { shop.directory }

  private func history() throws -> History { try shop.history() }

  private func cache() throws -> StoreCache { try StoreCache(of: shop.reader()) }

  private func states() throws -> [CachedSegment.State] {
    try cache().parts(with: history().snapshotKinds).map(\.snapshot)
  }

  private func statistics() throws -> String {
    Self.text(try StoreStatistics.respond(to: nil, with: history()))
  }

  private static func text(_ statistics: StoreStatistics.Response) -> String {
    var writer = JSONWriter()
    statistics.writeJSON(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `every segment that is long enough has them, and they are what the log says`() throws {
    let states = try states()
    #expect(states.count > 5)
    #expect(states.dropLast().allSatisfy { $0 == .current })
    let (checked, difference) = try history().compareSnapshots()
    #expect(checked >= 2 * (states.count - 1))
    #expect(difference == nil)
  }

  /// The checksums are right, so that only reading the log tells.
  @Test func `one that was forged is found, and the first order that differs`() throws {
    let kind = try #require(try history().snapshotKinds.first)
    let source = try shop.reader()
    let kept = CacheFiles(.snapshot(of: kind), of: source)
    let segment = try #require(try directory.segments().dropFirst(2).first)
    guard
      case .current(let file) = try kept.found(
        for: SegmentFile(segment, mayBeFilled: false, in: directory), isLast: false)
    else {
      Issue.record("there is no snapshot")
      return
    }
    let size = try #require(kept.format.size(file.header))
    let right = try file.bytes.read(0..<size)
    var streams: Set<String> = []
    var random = Seeded.forTest()
    for number in 0..<Seeded.trials(200) {
      var forged = right
      // First of all, how many of each thing follow.
      let place = CacheHeader.size + (number < 40 ? number : random.below(size - CacheHeader.size))
      // The hashes' own basis isn't compared: only the log's own hashes would tell.
      if 40..<48 ~= place - CacheHeader.size { continue }
      forged[place] ^= 1 << UInt8(random.below(8))
      #expect(kept.keep(forged, file.header) != nil)
      let (_, difference) = try history().compareSnapshots()
      #expect(difference?.ordinal == 2, "CLEANSTORE_SEED=\(random.seed), byte \(place)")
      if let stream = difference?.stream { streams.insert(stream) }
      // Their answers don't matter here.
      _ = try? ListOrders.respond(to: ListOrders.Request(), with: history())
      _ = try? statistics()
    }
    #expect(streams.count > 10)
  }

  /// Sums that don't belong to what is added up.
  @Test func `a summary with too few or too many sums isn't used`() throws {
    let answer = try statistics()
    for change in [(#"","0"],["#, #""],["#), (#""]]"#, #"","0"]]"#)] {
      let kind = try #require(try history().snapshotKinds.first)
      let source = try shop.reader()
      let chain = try #require(source.snapshots()).chain(of: kind, through: .max)
      let last = try #require(chain.last)
      let bytes = try last.read(0..<last.count)
      let (from, to) = (Array(change.0.utf8), Array(change.1.utf8))
      let place = try #require(bytes.ranges(of: from).last)
      var forged = bytes
      forged.replaceSubrange(place, with: to)
      // The summary is the last part.
      let count = try last.words(4..<5)[0] &+ UInt64(to.count) &- UInt64(from.count)
      withUnsafeBytes(of: count.littleEndian) { forged.replaceSubrange(32..<40, with: $0) }
      let store = try #require(source.snapshots())
      #expect(
        store.keep(forged, of: kind, through: last.cursor, after: chain.dropLast().last) != nil)
      #expect(try statistics() == answer)
    }
  }

  /// The hashes of an index can't be chosen, but those of snapshots depend on the store's id alone.
  @Test func `orders whose ids have the same hash are told apart`() throws {
    let seed = try #require(try shop.reader().snapshots()).seed
    let (one, other) = try #require(Self.colliding(seed))
    #expect(one != other)
    let names = [one, other]
    try shop.execute(names.map { Submission(.create(.valid), on: .id($0), by: "amy") })
    try shop.history(smallest: 1_000).keepSnapshots()
    try shop.execute(names.map { Submission(.cancel, on: .id($0), by: "bob") })
    let (found, right) = try (
      ListOrders.respond(to: .latest, with: shop.history(smallest: 1_000)),
      ListOrders.respond(to: .latest, with: shop.history(smallest: .max))
    )
    #expect(found.orders.map(\.id) == right.orders.map(\.id))
    #expect(Set(found.orders.map(\.id)).isSuperset(of: names))
  }

  /// Two ids of ten characters.
  private static func colliding(_ seed: UInt64) -> (String, String)? {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let start = Array("order/".utf8)
    func step(_ word: [UInt8]) -> UInt64 {
      let bits = word.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      return StreamTable.fold(seed ^ 16 ^ bits, seed)
    }
    let beginnings = letters.flatMap { first in letters.map { [first, $0] } }
    let first = step(start + beginnings[0])
    for beginning in beginnings.dropFirst() {
      var difference = (first ^ step(start + beginning)).littleEndian
      let bytes = withUnsafeBytes(of: &difference) { Array($0) }
      let ends = bytes.compactMap { byte in letters.first { letters.contains($0 ^ byte) } }
      guard ends.count == 8 else { continue }
      let others = zip(ends, bytes).map { $0 ^ $1 }
      return (
        String(decoding: beginnings[0] + ends, as: UTF8.self),
        String(decoding: beginning + others, as: UTF8.self)
      )
    }
    return nil
  }

  @Test func `a segment that was written to without growing is another one`() throws {
    #expect(try states().last == .current)
    let path = try #require(disk.paths(in: directory.log).last)
    try disk.bytes(path).withUnsafeBytes {
      try OpenFile(path, for: .writing, on: disk).write($0, at: 0)
    }
    #expect(try states().last == .stale)
    #expect(try cache().parts(with: []).last?.index != .current)
  }

  /// Between looking for the streams that were written to and reading them, more is written.
  @Test func `what is written meanwhile is in the answer, or isn't`() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let growing = GrowingSource(try shop.reader(), afterReadings: Int(seed) % 2) { [shop] in
        try shop.execute(
          ["1003", "1017", "new-\(seed)"].map { Submission(.cancel, on: .id($0), by: "amy") })
      }
      let found = try StoreStatistics.respond(to: nil, with: History(growing, of: .orders))
      let right = try StoreStatistics.respond(
        to: .entry(found.end.entries), with: shop.history(smallest: .max))
      #expect(Self.text(found) == Self.text(right), "\(seed)")
      try #require(growing.growth).get()
    }
  }

  @Test func `those of another layout, of older rules, or after another log aren't used`() throws {
    let answer = try statistics()
    let kind = try #require(try history().snapshotKinds.first)
    let other = SnapshotKind(name: kind.name, fingerprint: kind.fingerprint ^ 1)
    let source = try shop.reader()
    #expect(try #require(source.snapshots()).chain(of: kind, through: .max).count > 5)
    #expect(try #require(source.snapshots()).chain(of: other, through: .max).isEmpty)
    // The third segment is another file with the same bytes.
    let segment = disk.paths(in: directory.log)[2]
    let log = disk.bytes(segment)
    try disk.remove(segment)
    try log.withUnsafeBytes { try OpenFile(segment, for: .creating, on: disk).write($0, at: 0) }
    #expect(try states()[..<4] == [.current, .current, .stale, .stale])
    #expect(try statistics() == answer)
    #expect(try states().dropLast().allSatisfy { $0 == .current })
  }

  @Test func `a damaged one is reported once, when it is there again`() throws {
    let answer = try statistics()
    let path = try #require(disk.paths(in: directory.cache).first { $0.hasSuffix(".order.states") })
    for place in [20, 900, disk.bytes(path).count - 9] {
      var bytes = disk.bytes(path)
      bytes[place] ^= 1
      disk.setBytes(bytes, of: path)
      let reader = try StoreReader(
        directory, smallestIndex: 5_000, reportRebuilt: { [reports] in reports.add($0) })
      for _ in 1...2 {
        var request = ListOrders.Request()
        request.customer = "customer-1"
        _ = try ListOrders.respond(to: request, with: History(reader, of: .orders))
      }
      #expect(try statistics() == answer)
    }
    #expect(reports.paths == [path, path, path])
  }
}
