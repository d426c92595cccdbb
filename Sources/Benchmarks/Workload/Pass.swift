// Single runs over the workload: what is timed for a figure, and what instructions are counted of.

import EventLog
import EventSourcing
import Examination
import HistoryScenes
import JSONLines
import OrderDomain
import OrderScenes

/// Makes closures that process all entries once. What they need is made beforehand.
enum Pass {
  /// Everything in every entry, as a full read of a log does.
  static func decode(_ log: ByteStorage, as form: LineForm) -> () -> Void {
    let source = MemorySource(log, as: form)
    return {
      attempt("decode") {
        var reader = try EntryReader(source, checksPayloads: true)
        var body = DomainBody<Orders>()
        while try reader.advance(into: &body) { keep(reader.entry.seq) }
      }
    }
  }

  /// Every order's state, out of a store's files.
  static func fold(_ bench: Bench, jobs: Int = 1) throws -> () -> Void {
    fold(try bench.storeWithLog(jobs: jobs))
  }

  static func fold(_ reader: StoreReader) -> () -> Void {
    {
      attempt("fold") {
        var orders = StateProjection<Orders>(checksRevisions: true)
        keep(try reader.project(into: &orders))
      }
    }
  }

  /// The scene that finds, with a condition of two terms after every entry; what it finds is counted.
  static func find(_ bench: Bench) throws -> () -> Void {
    let reader = try bench.storeWithLog()
    var request = FindMoments.Request(condition: #"total > 50.00 and status == "paid""#)
    request.selection = .count
    return {
      attempt("find") {
        let history = History(reader, of: .orders)
        keep(try FindMoments.handle(request, in: history) { _ in })
      }
    }
  }

  /// The scene that checks, with the invariants of orders after every entry.
  static func check(_ bench: Bench) throws -> () -> Void {
    let reader = try bench.storeWithLog()
    return {
      attempt("check") {
        let response = try CheckInvariants.respond(to: .init(), with: History(reader, of: .orders))
        guard response.isPositive else { stop("Orders that break invariants measure nothing.") }
      }
    }
  }

  /// Every command decided again on the state of its order, and compared with its entry.
  static func replay(_ bench: Bench) throws -> () -> Void {
    let reader = try bench.storeWithLog()
    return {
      attempt("replay") {
        var replay = ReplayProjection<Orders>(checksRevisions: true)
        let end = try reader.project(into: &replay)
        guard replay.compared == end.entries, replay.divergence == nil else {
          stop("A replay that diverges measures nothing.")
        }
      }
    }
  }

  /// Decided commands to bytes with checksums.
  static func encode(_ log: ByteStorage) -> () -> Void {
    let entries = DecodedEntries(log)
    return {
      var line = EntryLine()
      var batch = PendingBatch()
      attempt("encode") {
        for index in 0..<entries.count {
          entries.fill(&line, with: index)
          try batch.append(line)
          if batch.byteCount >= 1 << 20 {
            batch.withFinishedBytes(openingSegmentOf: nil) { keep($0.count) }
            batch.removeAll()
          }
        }
      }
    }
  }

  /// Commands through rules, encoding, checksum and state into a store, without waiting for it.
  static func execute(_ commands: [OrderSubmission], on engine: OrderEngine) {
    attempt("execute") {
      let (engine, orders) = (engine.engine, engine.orders)
      // By their places: going through them would copy each.
      for index in commands.indices {
        keep(try engine.execute(commands[index], in: orders, durability: .none))
      }
    }
  }

  /// Lines of commands through the use case that imports.
  ///
  /// - Returns: The number of lines.
  @discardableResult
  static func importing(_ lines: any EntrySource, on engine: OrderEngine) -> Int {
    attempt("import") {
      var count = 0
      let context = ImportCommands.Context(
        lines, into: engine, clock: { Timestamp(microseconds: 1_900_000_000_000_000) })
      try ImportCommands.handle(.init(name: "benchmark"), in: context) { count = $0.lines }
      return count
    }
  }
}
