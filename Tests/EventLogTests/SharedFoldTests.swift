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

/// Several threads that share a log's streams find what one finds alone.
@Suite struct SharedFoldTests {
  /// The output of a replay, line by line, and how it ends.
  private func replay(_ shop: MadeUpStore, jobs: Int, keepsGoing: Bool) -> [String] {
    let spy = DocumentSpy()
    var request = ReplayHistory.Request()
    request.keepsGoing = keepsGoing
    do {
      let reader = try StoreReader(
        shop.directory, Parallelism(jobs: jobs), smallestIndex: 5_000)
      let conclusion = try ReplayHistory.replay(
        request, in: History(reader, of: .orders), JSONPresenter(display: spy))
      return spy.documents + ["\(conclusion)"]
    } catch {
      return spy.documents + ["\(error)"]
    }
  }

  /// The report on an invariant.
  private func check(_ shop: MadeUpStore, jobs: Int, _ condition: String) -> String {
    let request = CheckInvariants.Request(invariants: ["own=\(condition)"])
    do {
      let reader = try StoreReader(
        shop.directory, Parallelism(jobs: jobs), smallestIndex: 5_000)
      let response = try CheckInvariants.respond(to: request, with: History(reader, of: .orders))
      return "\(CheckInvariants.viewModel(of: response, .standard))"
    } catch {
      return "\(error)"
    }
  }

  private func expectSame(_ shop: MadeUpStore, _ what: String) -> [String] {
    // Broken at once, by some, by none; and an amount that not every currency has.
    for condition in ["total < 1.00", "total < 200.00", "total < 1000000.00", "total > 12.999"] {
      #expect(
        check(shop, jobs: 3, condition) == check(shop, jobs: 1, condition), "\(what), \(condition)")
    }
    let alone = replay(shop, jobs: 1, keepsGoing: false)
    for jobs in 2...5 {
      #expect(replay(shop, jobs: jobs, keepsGoing: false) == alone, "\(what), \(jobs) threads")
    }
    #expect(
      replay(shop, jobs: 3, keepsGoing: true) == replay(shop, jobs: 1, keepsGoing: true),
      "\(what), all divergences")
    return alone
  }

  @Test func `a log that replays as it was recorded`() throws {
    let shop = try MadeUpStore(seed: 5)
    let reader = try StoreReader(shop.directory, Parallelism(jobs: 3), smallestIndex: 5_000)
    let shared = HistoryReplay.shared(
      of: History(reader, of: .orders), ReplayOptions(), through: .max)
    #expect(shared?.replay.compared == shared?.end.seq)
    #expect(expectSame(shop, "as recorded").last == "identical")
  }

  @Test func `one thread leaves the same indexes as several`() throws {
    let kept = try [1, 3].map { jobs in
      let shop = try MadeUpStore(seed: 5)
      _ = replay(shop, jobs: jobs, keepsGoing: false)
      return shop.disk.paths(in: shop.directory.path + "/cache")
    }
    #expect(kept[0] == kept[1] && kept[0].contains { $0.hasSuffix(".index") }, "\(kept)")
  }

  @Test func `what is wrong comes in the log's order, whichever thread has it`() throws {
    var random = Seeded.forTest()
    let shop = try MadeUpStore(seed: 5)
    let paths = shop.disk.paths(in: shop.directory.log)
    var ends: Set<String> = []
    for trial in 0..<Seeded.trials(12) {
      let path = paths[random.below(paths.count)]
      let bytes = shop.disk.bytes(path)
      var changed = bytes
      switch trial % 3 {
      case 0: changed[random.below(bytes.count)] ^= 1
      case 1: changed.removeLast(1 + random.below(30))
      // Outcomes that the rules don't have, with right checksums.
      default:
        let text = String(decoding: bytes, as: UTF8.self)
          .replacing("order-delivered", with: "order-cancelled")
        changed = text.split(separator: "\n").flatMap { line in
          checksummed(String(line.split(separator: #","crc":"#)[0]))
        }
      }
      shop.disk.setBytes(changed, of: path)
      let end = expectSame(shop, "CLEANSTORE_SEED=\(random.seed), trial \(trial)").last
      ends.insert(String(end?.prefix(8) ?? ""))
      shop.disk.setBytes(bytes, of: path)
    }
    #expect(ends.contains("diverged") && ends.count > 1, "\(ends)")
  }
}
