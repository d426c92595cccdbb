import EventSourcing
import JSONLines
import OrderDomain
import SceneKit
import TestKit
import Testing

@testable import EventLog
@testable import Examination
@testable import HistoryScenes
@testable import OrderScenes

/// Questions about a store that are answered from its indexes have the answers that reading all of it gives.
@Suite struct IndexedAnswersTests {
  /// The same history, of which nothing is found without reading everything.
  private final class Whole: LogSource {
    private let store: StoreReader

    init(_ store: StoreReader) { self.store = store }

    var form: LineForm { .store }
    var storeID: String? { store.storeID }
    var base: ArchivedPrefix? { store.base }
    func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
      try store.chunks(from: cursor)
    }
    func isBeingWritten() throws(LogError) -> Bool { try store.isBeingWritten() }
    func unrecognizedFiles() throws(LogError) -> [String] { try store.unrecognizedFiles() }
  }

  private struct Answer: Equatable {
    var documents: [String] = []
    var notes: [String] = []
    var failure: Failure?
  }

  private func answer<S: Interaction>(_ scene: S.Type, _ request: S.Request, in history: S.Context)
    -> Answer where S.Response: SceneResponse
  {
    let spy = DocumentSpy()
    do throws(Failure) {
      _ = try S.handle(request, in: history, JSONPresenter<S.Response>(display: spy))
      return Answer(documents: spy.documents, notes: spy.notes)
    } catch {
      return Answer(documents: spy.documents, notes: spy.notes, failure: error)
    }
  }

  /// Reads as the scene does, with fewer entries at a time.
  private func log(_ request: ShowLog.Request, in history: History, blockSize: Int) -> Answer {
    let spy = DocumentSpy()
    do throws(Failure) {
      let presenter = JSONPresenter<ShowLog.Response>(display: spy)
      try LogReading(history: history, presenter: presenter, blockSize: blockSize).show(request)
      return Answer(documents: spy.documents, notes: spy.notes)
    } catch {
      return Answer(documents: spy.documents, notes: spy.notes, failure: error)
    }
  }

  @Test(arguments: [false, true]) func `every question has the same answer`(isTorn: Bool) throws {
    var random = Seeded.forTest()
    let shop = try MadeUpStore(seed: random.next() % 1_000_000)
    if isTorn, let path = shop.disk.paths(in: shop.directory.log).last {
      shop.disk.setBytes(shop.disk.bytes(path) + Array(#"{"seq":"#.utf8), of: path)
    }
    let store = try shop.reader()
    let (part, whole) = (History(store, of: .orders), History(Whole(store), of: .orders))
    var found = 0
    for number in 0..<Seeded.trials(300) {
      if random.below(4) == 0 { damageCache(of: store.directory, &random) }
      let (what, one, other) = question(&random, part, whole)
      #expect(one == other, "CLEANSTORE_SEED=\(random.seed), question \(number): \(what)")
      if one.failure == nil { found += 1 }
    }
    #expect(found > 160)
  }

  /// An archived log has the answers of the log that has all entries, or says that some are archived.
  @Test func `every question about an archived log has the right answer, or none`() throws {
    var random = Seeded.forTest()
    let seed = random.next() % 1_000_000
    let (shop, copy) = (try MadeUpStore(seed: seed), try MadeUpStore(seed: seed))
    _ = try archive(
      shop.directory, before: 130, to: LogDirectory("/archive", on: shop.disk),
      of: [Orders.self, Catalogue.self])
    let store = try shop.reader()
    let (part, whole) = (History(store, of: .orders), History(Whole(store), of: .orders))
    let complete = try copy.history(smallest: .max)
    var (found, archived) = (0, 0)
    for number in 0..<Seeded.trials(200) {
      if random.below(6) == 0 { damageCache(of: store.directory, &random) }
      var same = random
      let (what, one, other) = question(&random, part, whole)
      let (_, right, _) = question(&same, complete, complete)
      let place: Comment = "CLEANSTORE_SEED=\(random.seed), question \(number): \(what)"
      // A question may ask for archived entries and for ones beyond the end: either is a reason.
      let areRefused =
        one.failure != nil
        && [one, other].allSatisfy {
          $0.failure?.code == "archived" || $0.failure == right.failure
        } && [one, other].contains { $0.failure?.code == "archived" }
      #expect(one == other || areRefused, place)
      if areRefused || one.notes.contains(where: { $0.contains("archived") }) {
        archived += 1
      } else if one.failure != nil, one.failure == right.failure {
        // The documents before the failure begin after the archived entries.
        #expect(right.documents.suffix(one.documents.count) == one.documents[...], place)
      } else if one != right, one.documents.first?.contains("archivedThrough") != true {
        Issue.record("\(place): \(one) instead of \(right)")
      } else {
        found += 1
      }
    }
    #expect(found > 60 && archived > 20, "\(found) \(archived)")
  }

  /// A writer appends between looking for what to read and reading it.
  @Test(arguments: 0...3) func `a log that grows meanwhile has no gaps`(readings: Int) throws {
    let shop = try MadeUpStore(seed: 3)
    let end = try #require(try shop.reader().knownEnd()).seq
    for request in [(false, nil), (true, nil), (false, MadeUpStore.quoting)] as [(Bool, String?)] {
      let growing = GrowingSource(try shop.reader(), afterReadings: readings) {
        try shop.execute(
          ["new", "1060", "1017", "1040"].map {
            Submission(.cancel, on: .id($0), by: MadeUpStore.quoting)
          })
      }
      var log = ShowLog.Request()
      (log.showsChanges, log.limit, log.isReversed, log.actor) = (true, 5, request.0, request.1)
      let found = self.log(log, in: History(growing, of: .orders), blockSize: 4_096)
      // No answer needs a second reading for certain.
      if readings == 0 { #expect(growing.growth != nil, "\(request)") }
      try growing.growth?.get()
      // The log ended with some entry, whatever was written.
      let right = try (end...end + 24).map { last in
        var log = log
        log.at = .entry(min(last, try #require(try shop.reader().knownEnd()).seq))
        return self.log(log, in: try shop.history(smallest: .max), blockSize: 4_096)
      }
      #expect(right.contains(found), "\(request)")
    }
  }

  /// The damage may be in what is asked for, or not.
  @Test func `a damaged log gives the right answer or none`() throws {
    var random = Seeded.forTest()
    let shop = try MadeUpStore(seed: random.next() % 1_000_000)
    let store = try shop.reader()
    let (part, whole) = (History(store, of: .orders), History(Whole(store), of: .orders))
    try part.keepSnapshots()
    let paths = shop.disk.paths(in: shop.directory.log).dropLast()
    var answers = 0
    for number in 0..<Seeded.trials(200) {
      var same = random
      let (what, right, _) = question(&random, part, whole)
      let path = random.pick(Array(paths))
      let bytes = shop.disk.bytes(path)
      var damaged = bytes
      damaged[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      // Its time doesn't tell.
      shop.disk.setBytes(damaged, of: path)
      let (_, answer, _) = question(&same, part, whole)
      if answer.failure == nil { answers += 1 }
      #expect(
        answer.failure?.code == "corrupt" || answer == right,
        "CLEANSTORE_SEED=\(random.seed), question \(number): \(what)")
      shop.disk.setBytes(bytes, of: path)
    }
    #expect(answers > 50)
  }

  /// They are reached from wherever a segment's undamaged part ends.
  @Test func `the last entries are found where indexes don't tell their places`() throws {
    let shop = try MadeUpStore(seed: 7)
    let store = try shop.reader()
    let (part, whole) = (History(store, of: .orders), History(Whole(store), of: .orders))
    var request = ShowLog.Request()
    for (limit, isReversed) in [(1, false), (2, true), (3, false)] {
      (request.limit, request.actor, request.isReversed) = (limit, "dora", isReversed)
      let right = log(request, in: whole, blockSize: 4_096)
      #expect(right.documents.count == limit)
      for size in 1...40 {
        // The reader has opened the indexes before.
        _ = log(request, in: part, blockSize: size)
        for path in shop.disk.paths(in: shop.directory.cache) { try shop.disk.remove(path) }
        #expect(log(request, in: part, blockSize: size) == right, "blocks of \(size)")
      }
    }
  }

  /// Every byte of an entry between the moments.
  @Test func `states are compared across a damaged entry rightly or not at all`() throws {
    let shop = try MadeUpStore(seed: 7)
    let history = try shop.history()
    var request = CompareStates.Request()
    (request.from, request.to) = ("100", "110")
    func found() -> Answer { answer(CompareStates.self, request, in: .init(history)) }
    let right = found()
    #expect(right.documents.count > 2)
    try damagingEachByte(ofEntry: 104, of: shop) { byte in
      let answer = found()
      #expect(answer.failure?.code == "corrupt" || answer == right, "byte \(byte)")
    }
  }

  /// Only the entries themselves tell their numbers and times.
  @Test func `a moment behind a damaged entry isn't taken for one before it`() throws {
    let shop = try MadeUpStore(seed: 7)
    let store = try shop.reader()
    let history = History(Whole(store), of: .orders)
    var entries = try EntryReader(store)
    var times: [String] = []
    while let entry = try entries.next() { times.append(entry.at.description) }
    for position in ["-3", "-\(times.count - 103)", times[102], times[103], times[200]] {
      func found() -> Answer { answer(StoreStatistics.self, .typed(position), in: history) }
      let right = found()
      #expect(right.failure == nil)
      try damagingEachByte(ofEntry: 104, of: shop) { byte in
        let answer = found()
        #expect(
          answer.failure?.code == "corrupt" || answer == right, "\(position), byte \(byte)")
      }
    }
  }

  private func damagingEachByte(
    ofEntry seq: Int, of shop: MadeUpStore, _ body: (Int) throws -> Void
  ) throws {
    let cursor = try shop.reader().cursor(before: seq)
    let paths = shop.disk.paths(in: shop.directory.log)
    let path = try #require(paths.first { $0.contains(String(cursor.segment)) })
    let bytes = shop.disk.bytes(path)
    let end = try #require(bytes[cursor.byte...].firstIndex(of: UInt8(ascii: "\n")))
    for place in cursor.byte..<end {
      var damaged = bytes
      damaged[place] ^= 1
      shop.disk.setBytes(damaged, of: path)
      try body(place)
      shop.disk.setBytes(bytes, of: path)
    }
  }

  @Test func `stepping finds the same entries and states`() throws {
    var random = Seeded.forTest()
    let shop = try MadeUpStore(seed: random.next() % 1_000_000)
    let store = try shop.reader()
    #expect(try store.outline() != nil)
    for id in [nil, "1003", "1017", "nobody"] {
      let stream = id.flatMap { StreamName(category: "order", id: $0) }
      var steppers = [
        try HistoryStepper(store, only: stream), try HistoryStepper(Whole(store), only: stream),
      ]
      #expect(steppers[0].count == steppers[1].count)
      for _ in 0..<Seeded.trials(60) {
        let (distance, seq) = (random.below(21) - 10, random.below(200))
        let places = try steppers.indices.map { (place) throws -> String in
          if seq < 40 {
            try steppers[place].move(to: seq)
          } else {
            _ = steppers[place].move(by: distance)
          }
          var states = StateProjection<Orders>(checksRevisions: true)
          var seqs: [Int] = []
          let last = try steppers[place].fold(into: &states) { entry, _ in seqs.append(entry.seq) }
          return "\(last?.seq ?? 0) \(seqs) \(states.states)"
        }
        #expect(places[0] == places[1], "CLEANSTORE_SEED=\(random.seed)")
      }
    }
  }

  private func question(_ random: inout Seeded, _ part: History, _ whole: History) -> (
    what: Any, one: Answer, other: Answer
  ) {
    func both<S: Interaction>(_ scene: S.Type, _ request: S.Request) -> (Any, Answer, Answer)
    where S.Response: SceneResponse, S.Context == History {
      (request, answer(scene, request, in: part), answer(scene, request, in: whole))
    }
    let ids = (1...2).map { _ in String(999 + random.below(64)) }
    let at = position(&random)
    switch random.below(11) {
    case 9: return both(ListShippingMethods.self, at)
    case 10:
      let requests: [CompleteArguments.Request] = [
        .orders, .ordersAccepting(.pay), .customers, .shippingMethods,
      ]
      return both(CompleteArguments.self, requests[random.below(requests.count)])
    case 8:
      var request = CompareStates.Request()
      (request.from, request.to) = (at, random.below(2) == 0 ? position(&random) : nil)
      request.ids = Array(ids.prefix(random.below(3)))
      request.countsOnly = random.below(3) == 0
      return (
        request, answer(CompareStates.self, request, in: .init(part)),
        answer(CompareStates.self, request, in: .init(whole))
      )
    case 5: return both(StoreStatistics.self, at)
    case 6, 7: return both(ListOrders.self, list(at: at, &random))
    case 0: return both(ShowOrder.self, .init(id: ids[0], at: at))
    case 1:
      var request = BlameFields.Request(id: ids[0])
      (request.at, request.showsHistory) = (at, random.below(2) == 0)
      return both(BlameFields.self, request)
    case 2: return both(ShowEntry.self, .init(.entry(1 + random.below(270))))
    case 3: return both(ExplainDecision.self, .init(.entry(1 + random.below(270))))
    default:
      var request = ShowLog.Request()
      request.ids = Array(ids.prefix(random.below(3)))
      if random.below(4) == 0 { request.range = "\(random.below(200)).." }
      request.at = at
      request.limit = random.below(2) == 0 ? nil : random.below(4)
      request.isReversed = random.below(2) == 0
      request.showsChanges = random.below(2) == 0
      request.namesRules = random.below(2) == 0
      (request.since, request.until) = (time(&random), time(&random))
      request.outcome = [nil, nil, .accepted, .rejected][random.below(4)]
      request.actor =
        [nil, nil, nil, "dora", "till-1", "nobody", MadeUpStore.quoting][random.below(7)]
      request.command = random.below(5) == 0 ? "pay-order" : nil
      request.field = random.below(8) == 0 ? "status" : nil
      let size = [4_096, 1, 7, 30][random.below(4)]
      return (
        (request, atATime: size), log(request, in: part, blockSize: size),
        log(request, in: whole, blockSize: 4_096)
      )
    }
  }

  private func list(at position: RequestedPosition?, _ random: inout Seeded) -> ListOrders.Request {
    var request = ListOrders.Request()
    request.at = position
    if random.below(3) == 0 {
      request.statuses = (1...2).map { _ in
        Order.Status.allCases[random.below(Order.Status.allCases.count)].rawValue
      }
    }
    if random.below(6) == 0 { request.customer = "customer-\(1 + random.below(8))" }
    request.sort =
      ListOrders.Sorting.allCases[random.below(ListOrders.Sorting.allCases.count)]
    request.isReversed = random.below(2) == 0
    if random.below(2) == 0 { request.limit = random.below(9) }
    if random.below(3) == 0 { request.offset = random.below(9) }
    (request.since, request.until) = (time(&random), time(&random))
    return request
  }

  /// Damages derived files: they are lost, cut, changed, or put in another's place.
  private func damageCache(of directory: LogDirectory, _ random: inout Seeded) {
    guard let disk = directory.disk as? MemoryDisk else { return }
    let paths = disk.paths(in: directory.cache)
    guard !paths.isEmpty else { return }
    let path = paths[random.below(paths.count)]
    var bytes = disk.bytes(path)
    switch random.below(5) {
    case 0: try? disk.remove(path)
    case 1: disk.setBytes(Array(bytes.prefix(random.below(bytes.count + 1))), of: path)
    case 2: disk.setBytes(disk.bytes(paths[random.below(paths.count)]), of: path)
    case 3: for path in paths { try? disk.remove(path) }
    default:
      guard !bytes.isEmpty else { return }
      bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      disk.setBytes(bytes, of: path)
    }
  }

  private func time(_ random: inout Seeded) -> String? {
    guard random.below(3) == 0 else { return nil }
    return "202\(random.below(8))-\(10 + random.below(3))-\(10 + random.below(18))"
  }

  private func position(_ random: inout Seeded) -> RequestedPosition? {
    switch random.below(6) {
    case 0: .entry(random.below(280))
    case 1: .typed("-\(random.below(260))")
    case 2: .typed("\(999 + random.below(64))@\(random.below(5))")
    case 3: .typed("202\(random.below(6))-0\(1 + random.below(9))-15")
    default: nil
    }
  }
}
