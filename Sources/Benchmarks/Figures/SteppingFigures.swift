// What going back a step costs in a long history, where it can't be folded from its beginning.

import EventLog
import EventSourcing
import Orders
import Replay
import HistoryScenes
import OrderScenes

extension Figure {
  /// One step back from the end of a million entries, and the order as it was there: the median of a
  /// thousand steps.
  static func stepBack(_ bench: Bench) -> Figure {
    let reader = attempt("making a store") { try bench.longStore(entries: 1_000_000) }
    let end = attempt("stepping") { try HistoryStepper(reader) }
    let runs = bench.measure {
      var stepper = end
      let steps = (0..<1000).map { _ in
        seconds {
          guard stepper.move(by: -1) else { stop("There are too few entries to step back.") }
          attempt("going back") {
            var orders = StateProjection<Orders>(checksRevisions: true)
            keep(try stepper.fold(into: &orders))
          }
        }
      }
      return Sample(steps).median * 1e9
    }
    return Figure(
      "step-back", "a step back at entry 1 000 000", in: .nanoseconds, runs, atMost: 5_000_000)
  }
}

extension Bench {
  /// A store with so many entries: the usual orders, over and over.
  fileprivate func longStore(entries: Int) throws -> StoreReader {
    let path = folder.newPath()
    try FileStore.create(
      at: path, id: "00000000000000000000000000000000", created: Timestamp(microseconds: 0))
    let store = try FileStore(path: path)
    let engine = try OrderEngine(store)
    var at = Timestamp(microseconds: 0)
    for index in 0..<entries {
      let (round, place) = index.quotientAndRemainder(dividingBy: workload.entries)
      var submission = workload.submissions[place]
      if case .id(let id) = submission.target { submission.target = .id("\(round)-\(id)") }
      at = Timestamp(microseconds: at.microseconds + 1_000_000)
      submission.at = at
      _ = try engine.engine.execute(submission, in: engine.orders, durability: .none)
    }
    try store.close()
    return try StoreReader(path: path)
  }
}
