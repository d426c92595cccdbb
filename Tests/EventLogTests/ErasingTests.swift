// Erasing takes personal data out of a log, wherever it is interrupted, and leaves everything else as it was.

import Integrity
import OrderDomain
import OrderScenes
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing

@Suite struct ErasingTests {
  private static let erased = ["1001", "1007"]

  private let shop: MadeUpStore
  private var disk: MemoryDisk { shop.disk }
  private var directory: LogDirectory { shop.directory }

  init() throws { try self.init(orders: 60) }

  private init(orders: Int) throws { shop = try MadeUpStore(seed: 11, orders: orders) }

  /// The parts that must stay as they are: the leaves, and all lines but those of the orders that are erased.
  private struct Log: Equatable {
    var leaves: [Digest] = []
    var others: [[UInt8]] = []
    /// The entries of those orders that have personal data.
    var personal: [Int] = []
  }

  private func log(_ reader: (any EntrySource)? = nil) throws -> Log {
    var log = Log()
    var entries = try EntryReader(reader ?? shop.reader())
    while let entry = try entries.next() {
      log.leaves.append(entry.leafHash)
      let stream = entry.storage.string(entry.stream)
      let isErased = Self.erased.contains { stream == "order/" + $0 }
      if !isErased || entry.personal.isEmpty { log.others.append(Array(entry.bytes)) }
      if isErased, entry.hasPersonalData { log.personal.append(entry.seq) }
    }
    return log
  }

  private func erase(_ ids: [String] = erased) throws {
    try shop.execute(ids.map { Submission(.erase, on: .id($0), by: "dpo", reason: "asked for it") })
  }

  /// The blocks of the orders that are erased, without their salts, as far as no other order has the same.
  private static let words: [[UInt8]] = {
    var (own, others): ([[UInt8]], Set<[UInt8]>) = ([], [])
    guard let shop = try? MadeUpStore(seed: 11, orders: 9), let source = try? shop.reader(),
      var entries = try? EntryReader(source)
    else { return [] }
    while let entry = try? entries.next() {
      guard entry.hasPersonalData else { continue }
      let block = Array(entry[entry.personal].dropFirst(Salt.memberWidth).dropLast())
      let stream = entry.storage.string(entry.stream)
      if erased.contains(where: { stream == "order/" + $0 }) {
        own.append(block)
      } else {
        others.insert(block)
      }
    }
    return own.filter { !others.contains($0) }
  }()

  /// Looks into all files.
  private func expectNoWords(_ place: Comment) {
    #expect(!Self.words.isEmpty)
    let folders = [directory.path, directory.log, directory.cache]
    for path in folders.flatMap({ disk.paths(in: $0) }) {
      for words in Self.words {
        #expect(!disk.bytes(path).contains(words), "\(path): \(place)")
      }
    }
  }

  private var hasWords: Bool {
    [directory.path, directory.log, directory.cache].flatMap { disk.paths(in: $0) }.contains {
      path in
      Self.words.contains { disk.bytes(path).contains($0) }
    }
  }

  /// Runs something that may end with a fault.
  private func trying(_ body: () throws -> Void) { do { try body() } catch {} }

  @Test func `erasing changes the blocks that it is about, and nothing else`() throws {
    let before = try log()
    #expect(before.personal.count == 2)
    try erase()
    let after = try log()
    #expect(after.personal.isEmpty)
    #expect(after.leaves.starts(with: before.leaves))
    #expect(after.others.starts(with: before.others))
    #expect(after.leaves.count == before.leaves.count + 2)
    // They are in sealed segments, and the last one is open.
    let segments = disk.paths(in: directory.log)
    let isWritable = segments.map { path in
      disk.state.withLock { $0.names[path]?.isWritable ?? true }
    }
    #expect(isWritable == segments.map { $0 == segments.last })
    #expect(
      disk.paths(in: directory.path).map { $0.split(separator: "/").last } == [
        "erasures", "lock", "log", "store.json",
      ])
  }

  @Test func `nothing is left to do then, and nothing is read or written for it`() throws {
    try erase()
    let (written, read) = (disk.writes, disk.bytesRead)
    let store = try FileStore(directory)
    let opened = disk.bytesRead - read
    #expect(store.openingReport.erasures == ErasureReport())
    #expect(try store.finishErasures() == ErasureReport())
    try store.close()
    // The note of the lock, twice.
    #expect(disk.writes - written == 2)
    #expect(opened < 20_000 && disk.bytesRead - read - opened < 20_000)
  }

  @Test func `a store that is closed erases nothing more`() throws {
    let store = try FileStore(directory)
    try store.close()
    #expect(throws: LogError.self) { try store.finishErasures() }
    #expect(throws: Never.self) { try store.close() }
  }

  @Test func `a writer that can't seal a segment accepts nothing more, and the log stays good`()
    throws
  {
    var stopped = 0
    // At every call that finishing the erasures makes.
    for call in 1... {
      let shop = try ErasingTests(orders: 9)
      let store = try FileStore(shop.directory)
      let engine = try OrderEngine(
        store, clock: { Timestamp(microseconds: 1_900_000_000_000_001) }, salts: { Salt(1, 2) })
      _ = try engine.engine.execute(
        Submission(.erase, on: .id("1001"), by: "dpo"), in: engine.orders)
      _ = try engine.engine.execute(
        Submission(.update(.contact("555-0177")), on: .id("1002"), by: "amy"), in: engine.orders)
      _ = try engine.engine.execute(
        Submission(.erase, on: .id("1002"), by: "dpo"), in: engine.orders)
      let before = try shop.log().leaves
      let last = shop.disk.calls + call
      shop.disk.fail(at: last, .refused)
      trying { _ = try store.finishErasures() }
      if shop.disk.calls < last { break }
      var (acknowledged, code) = (0, "")
      for id in ["1003", "1004"] {
        do throws(EngineError) {
          let outcome = try engine.engine.execute(
            Submission(.cancel, on: .id(id), by: "amy"), in: engine.orders)
          if outcome.seq > 0 { acknowledged += 1 }
        } catch {
          code = error.code
        }
      }
      if acknowledged == 0, code == LogError.Code.writerFailed.rawValue { stopped += 1 }
      trying { try store.close() }
      shop.disk.crash()
      #expect(throws: Never.self, "call \(call)") {
        let again = try FileStore(shop.directory)
        #expect(again.openingReport.erasureFailure == nil)
        try again.close()
      }
      let after = try shop.log().leaves
      #expect(after.starts(with: before), "call \(call)")
      #expect(after.count == before.count + acknowledged, "call \(call)")
    }
    #expect(stopped > 0)
  }

  @Test func `the states are the same as if it were never interrupted`() throws {
    try erase()
    var states = StateProjection<Orders>(checksRevisions: true)
    _ = try shop.reader().project(into: &states)
    for id in Self.erased {
      let stream = try #require(StreamName(category: "order", id: id))
      let order = try #require(states.state(of: stream)?.state)
      #expect(order[.erased] && order.fields[.firstName] == nil)
    }
  }

  /// An eighth of the calls each, other ones for each kind of fault; all of them with the slow tests.
  @Test(
    arguments: [MemoryDisk.Fault.refused, .half, .full, .death],
    [false] + Array(repeating: true, count: Seeded.trials(1)))
  func `wherever it is interrupted, nothing else is lost, and the next writer finishes it`(
    fault: MemoryDisk.Fault, losesPower: Bool
  ) throws {
    let before = try ErasingTests(orders: 9).log()
    var chance = Seeded.forTest()
    let seed = chance.seed
    var finished = 0
    let step = SlowTests.faults.areRun() ? 1 : 8
    let first = (MemoryDisk.Fault.allCases.firstIndex(of: fault) ?? 0) * 2 + (losesPower ? 1 : 0)
    for call in stride(from: 1 + first, to: .max, by: step) {
      let interrupted = try ErasingTests(orders: 9)
      try interrupted.shop.history().keepSnapshots()
      let start = interrupted.disk.calls
      interrupted.disk.fail(at: start + call, fault)
      trying { try interrupted.erase() }
      let hasEnded = interrupted.disk.calls < start + call
      if losesPower { interrupted.disk.losePower(&chance) } else { interrupted.disk.crash() }
      let left = try interrupted.log()
      #expect(left.leaves.starts(with: before.leaves), "call \(call), seed \(seed)")
      #expect(left.others.starts(with: before.others), "call \(call)")
      // The next writer finishes what is recorded, before anything else.
      let store = try FileStore(interrupted.directory)
      #expect(store.openingReport.erasureFailure == nil, "call \(call)")
      if store.openingReport.erasures.entries > 0 { finished += 1 }
      let pending = try store.pendingErasures(of: store.erasedStreams())
      #expect(pending.isEmpty, "call \(call): \(pending)")
      try store.close()
      #expect(
        interrupted.disk.paths(in: interrupted.directory.path).allSatisfy {
          !$0.contains("rewriting")
        }, "call \(call)")
      let after = try interrupted.log()
      #expect(after.leaves == left.leaves && after.others.starts(with: before.others))
      // An erasure that isn't recorded takes no words.
      if after.personal.isEmpty { interrupted.expectNoWords("call \(call), seed \(seed)") }
      if hasEnded { break }
    }
    #expect(finished > 40 / step)
  }

  /// The log has nothing to erase then, but the cache may have what was derived from it.
  @Test
  func `a writer that is killed before it has removed what was derived leaves a pending erasure`()
    throws
  {
    var pending = 0
    for call in 1... {
      let interrupted = try ErasingTests(orders: 9)
      try interrupted.shop.history().keepSnapshots()
      let last = interrupted.disk.calls + call
      interrupted.disk.fail(at: last, .death)
      trying { try interrupted.erase() }
      if interrupted.disk.calls < last { break }
      interrupted.disk.crash()
      let reader = try interrupted.shop.reader()
      guard try reader.pendingErasures(of: reader.erasedStreams()).isEmpty,
        try interrupted.log().personal.isEmpty, interrupted.hasWords
      else { continue }
      pending += 1
      #expect(try reader.hasUnfinishedErasure(), "call \(call)")
      try FileStore(interrupted.directory).close()
      #expect(try !interrupted.shop.reader().hasUnfinishedErasure(), "call \(call)")
      #expect(!interrupted.hasWords, "call \(call)")
    }
    #expect(pending > 0)
  }

  @Test func `a block that was put back is erased again by the next writer`() throws {
    let segment = directory.segmentPath(1)
    let original = disk.bytes(segment)
    try erase()
    disk.setBytes(original, of: segment)
    #expect(try !log().personal.isEmpty)
    let store = try FileStore(directory)
    #expect(store.openingReport.erasures.segments == 1)
    try store.close()
    #expect(try log().personal.isEmpty)
  }

  @Test func `an erasure under a number that the log had before it was cut is carried out, too`()
    throws
  {
    try erase()
    let last = try #require(disk.paths(in: directory.log).last)
    var bytes = disk.bytes(last)
    let second = try #require(bytes.firstIndex(of: 0x0A)) + 1
    bytes[second + 20] ^= 1
    disk.setBytes(bytes, of: last)
    #expect(try recover(directory).damage != nil)
    // Finished only when the log is longer again.
    let others = ["1002", "1003"].map { Submission(OrderCommand.delete, on: .id($0), by: "amy") }
    try shop.execute([Submission(.erase, on: .id("1050"), by: "dpo")] + others + others)
    #expect(try shop.reader().pendingErasures(of: shop.reader().erasedStreams()).isEmpty)
  }

  @Test(arguments: ["", "{}", "nonsense", #"{"pending":false}"#])
  func `a note that can't be read costs a look at the log`(_ text: String) throws {
    try erase()
    disk.setBytes(Array(text.utf8), of: directory.erasures)
    let store = try FileStore(directory)
    try store.close()
    #expect(try ErasureNote.isPending(in: directory) == false)
  }

  @Test func `what was derived from what is erased goes with it, and nothing else does`() throws {
    let history = try shop.history()
    try history.keepSnapshots()
    _ = StoreIndex(of: try shop.reader())
    let cache = disk.paths(in: directory.cache)
    #expect(cache.contains { $0.hasSuffix(".states") } && cache.contains { $0.hasSuffix(".index") })
    try erase(["1050"])
    var first: Int?
    var entries = try EntryReader(shop.reader())
    while let entry = try entries.next(), first == nil {
      if entry.isErased { first = entries.entryCursor.segment }
    }
    let rewritten = try #require(first)
    let left = Set(disk.paths(in: directory.cache))
    for path in cache {
      let name = path.split(separator: "/").last ?? ""
      let segment = try #require(Int(name.prefix(20)))
      if segment < rewritten { #expect(left.contains(path), "\(path)") }
      if segment >= rewritten, path.hasSuffix(".states") {
        #expect(!left.contains(path), "\(path)")
      }
    }
  }

  @Test func `what a reader derives from what it read before isn't kept`() throws {
    // The reader has looked at the segments, and reads them while they are erased.
    let reader = try shop.reader()
    let kept = CacheFiles(.tree, of: reader)
    let files = try SegmentFile.all(try directory.segments(), in: directory)
    try erase()
    let words = [UInt8]("Amy Apple".utf8)
    let cursor = LogCursor(seq: 3, segment: 1, byte: 900, line: 4)
    #expect(kept.keep(words, of: files[0], through: cursor, lastBytes: 0, [9, 0, 0, 0]) == nil)
    for path in disk.paths(in: directory.cache) {
      #expect(!disk.bytes(path).contains(words), "\(path)")
    }
  }

  @Test(arguments: ["1001", "1007", "1050"])
  func `readers find their places again in a segment that was rewritten`(_ id: String) throws {
    let reader = try shop.reader()
    _ = StoreIndex(of: reader)
    let stream = try #require(StreamName(category: "order", id: id))
    let expected = try seqs(try #require(try reader.part(of: [.stream(stream)])))
    var cursors: [LogCursor] = []
    var entries = try EntryReader(reader)
    while try entries.next() != nil { cursors.append(entries.cursor) }
    let part = try #require(try reader.part(of: [.stream(stream)]))
    try erase()
    // And the record, if it is of the order itself.
    #expect(try seqs(part) == expected)
    for cursor in cursors {
      var rest = try EntryReader(shop.reader(), from: cursor)
      #expect(try rest.next()?.seq == cursor.seq + 1)
    }
  }

  private func seqs(_ source: any EntrySource) throws -> [Int] {
    var entries = try EntryReader(source)
    var seqs: [Int] = []
    while let entry = try entries.next() { seqs.append(entry.seq) }
    return seqs
  }

  @Test func `a reader that waits at the end reads on after its segment was rewritten`() throws {
    // Its last line is one that is erased.
    try shop.execute([
      Submission(.update(.contact("555-0177")), on: .id("1001"), by: "amy")
    ])
    var entries = try EntryReader(shop.reader())
    while try entries.next() != nil {}
    try erase()
    #expect(try entries.resume())
    #expect(try entries.next()?.recordsErasure == true)
  }

  @Test func `orders that were never created can be erased, too`() throws {
    var fields = OrderFields.valid
    fields[.email] = "nobody"
    try shop.execute([Submission(.create(fields), on: .id("never"), by: "amy")])
    try erase(["never"])
    var entries = try EntryReader(shop.reader())
    var found: [Bool] = []
    while let entry = try entries.next() {
      if entry.storage.string(entry.stream) == "order/never" { found.append(entry.hasPersonalData) }
    }
    #expect(found == [false, false])
  }
}

extension OrderFields {
  fileprivate static func contact(_ phone: String) -> OrderFields {
    var fields = OrderFields()
    fields[.phone] = phone
    return fields
  }
}

extension [UInt8] {
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    guard count >= other.count else { return false }
    return (0...count - other.count).contains { self[$0..<$0 + other.count].elementsEqual(other) }
  }
}
