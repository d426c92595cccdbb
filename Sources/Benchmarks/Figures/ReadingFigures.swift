// The speed of reading a log, searching it and going through it backwards.

import EventLog
import EventSourcing
import Examination
import JSONLines
import OrderDomain
import OrderScenes

extension Bench {
  /// Everything in every entry of a log.
  func decode(_ log: ByteStorage, as form: LineForm) -> [Run] {
    besideLineFeeds(of: log, per: log.count, Pass.decode(log, as: form))
  }

  /// Every order's state, out of a store's files, on two cores beside one.
  func foldTwoCores() throws -> [Run] {
    let (one, two) = (try Pass.fold(self), try Pass.fold(self, jobs: 2))
    let entries = Double(workload.entries)
    return measure { (value: entries / seconds(two), floor: entries / seconds(one)) }
  }

  /// Number, time and stream of every entry.
  func envelope() throws -> [Run] {
    let source = MemorySource(workload.log, as: .store)
    return try measure {
      let time = try seconds {
        var reader = try EnvelopeReader(source)
        while let envelope = try reader.next() { keep(envelope.seq) }
      }
      return (value: Double(workload.entries) / time, floor: nil)
    }
  }

  /// The scene that finds, beside the fold.
  func find() throws -> [Run] {
    let entries = Double(workload.entries)
    let (fold, find) = (try Pass.fold(self), try Pass.find(self))
    return measure { (value: entries / seconds(find), floor: entries / seconds(fold)) }
  }

  /// One step back from the end of a million entries, and the order as it was there: the median of a
  /// thousand steps.
  func stepBack() throws -> [Run] {
    let end = try HistoryStepper(try longStore(entries: 1_000_000))
    return try measure {
      var stepper = end
      let steps = try (0..<1000).map { _ in
        try seconds {
          guard stepper.move(by: -1) else { stop("There are too few entries to step back.") }
          var orders = StateProjection<Orders>(checksRevisions: true)
          keep(try stepper.fold(into: &orders))
        }
      }
      return (value: Sample(steps).median * 1e9, floor: nil)
    }
  }

  /// A store with this many entries: the usual orders, over and over.
  private func longStore(entries: Int) throws -> StoreReader {
    let path = try folder.newStore()
    let store = try FileStore(path: path)
    let orders = try OrderEngine(store)
    for index in 0..<entries {
      let (round, place) = index.quotientAndRemainder(dividingBy: workload.entries)
      var submission = workload.submissions[place]
      if case .id(let id) = submission.target { submission.target = .id("\(round)-\(id)") }
      submission.at = Timestamp(microseconds: Int64(index + 1) * 1_000_000)
      _ = try orders.engine.execute(submission, in: orders.orders, durability: .none)
    }
    try store.close()
    return try StoreReader(path: path)
  }

  /// Minimizes 10 000 commands, as lines, to the fewest of them that show something.
  func minimize() throws -> [Run] {
    let source = MemorySource(Workload(entries: 10_000).log, as: .store)
    let condition = try Condition(#"status == "delivered" and paid > 20.00"#, of: Orders.schema)
    return try measure {
      let time = try seconds {
        let history = try RecordedHistory<Orders>(source)
        let minimizer = Minimizer(history, .rules) { $0.fulfils(condition) ? .shows : .doesNot }
        guard minimizer.minimize(), minimizer.history.commands.count < 5 else {
          stop("The history didn't get smaller than \(minimizer.history.commands.count).")
        }
      }
      return (value: time * 1e9, floor: nil)
    }
  }
}
