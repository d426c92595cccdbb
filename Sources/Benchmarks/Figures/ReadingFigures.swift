// How fast a log is read, beside how fast its line ends are found.

import EventLog
import EventSourcing
import JSONLines

extension Figure {
  /// Everything in every entry, canonical lines.
  static func decodeCanonical(_ bench: Bench) -> Figure {
    decode(
      bench.workload.log, as: .store, bench, "decode-canonical", "full decode, canonical",
      atLeast: 2_000_000_000)
  }

  /// Everything in every entry, whatever the order of keys.
  static func decodeAnyOrder(_ bench: Bench) -> Figure {
    decode(
      bench.workload.shuffledLog, as: .history, bench, "decode-any-order",
      "full decode, any key order", atLeast: 600_000_000)
  }

  private static func decode(
    _ log: ByteStorage, as form: LineForm, _ bench: Bench, _ name: String, _ title: String,
    atLeast target: Double
  ) -> Figure {
    let runs = bench.besideLineFeeds(of: log, per: log.count, Pass.decode(log, as: form))
    return Figure(
      name, title, in: .bytesPerSecond, runs, floor: "memchr", target: .atLeast(target))
  }

  /// Every order's state, out of a store's files.
  static func fold(_ bench: Bench) -> Figure {
    bench.entriesPerSecond(
      "fold", "scan, decode, CRC and fold", atLeast: 2_700_000, Pass.fold(bench))
  }

  /// The same on two cores, beside one in the same run.
  static func foldTwoCores(_ bench: Bench) -> Figure {
    let (one, two) = (Pass.fold(bench), Pass.fold(bench, jobs: 2))
    let entries = Double(bench.workload.entries)
    let runs = bench.measure {
      (value: entries / seconds(two), floor: entries / seconds(one))
    }
    return Figure(
      "fold-2", "fold, two cores", in: .perSecond, runs, floor: "one core",
      target: .atLeastTimesFloor(1.7))
  }

  /// Number, time and stream of every entry.
  static func envelope(_ bench: Bench) -> Figure {
    let source = MemorySource(bench.workload.log, as: .store)
    let entries = Double(bench.workload.entries)
    let runs = bench.measure {
      entries
        / seconds {
          attempt("envelope") {
            var reader = try EnvelopeReader(source)
            while let envelope = try reader.next() { keep(envelope.seq) }
          }
        }
    }
    return Figure("envelope", "envelope only", runs, atLeast: 6_000_000)
  }
}

extension Bench {
  /// How many of something a pass goes through in a second, and how many whoever only finds the
  /// line ends of this log.
  func besideLineFeeds(
    of log: ByteStorage, per count: Int, _ pass: () -> Void
  ) -> [(value: Double, floor: Double)] {
    measure {
      let floor = seconds { keep(countOfLineFeeds(log.bytes)) }
      return (value: Double(count) / seconds(pass), floor: Double(count) / floor)
    }
  }

  /// A figure in entries a second, of a pass over the whole workload.
  func entriesPerSecond(
    _ name: String, _ title: String, atLeast target: Double, _ pass: () -> Void
  ) -> Figure {
    let runs = besideLineFeeds(of: workload.log, per: workload.entries, pass)
    return Figure(
      name, title, in: .perSecond, runs, floor: "memchr", target: .atLeast(target))
  }

  /// A store that holds the whole log in one segment.
  func storeWithLog(jobs: Int = 1) throws -> StoreReader {
    let path = folder.newPath()
    try FileStore.create(
      at: path, id: "00000000000000000000000000000000", created: Timestamp(microseconds: 0))
    try RawFile(path + "/log/00000000000000000001.jsonl").append(workload.log.bytes)
    return try StoreReader(path: path, parallelism: Parallelism(jobs: jobs))
  }
}
