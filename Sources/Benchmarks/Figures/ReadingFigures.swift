// How fast a log is read, beside how fast its line ends are found.

import CleanStore
import JSONLines

extension Figure {
  /// Everything in every entry, canonical lines.
  static func decodeCanonical(_ bench: Bench) -> Figure {
    decode(
      bench.workload.log, as: .store, bench, "decode-canonical", "full decode, canonical",
      atLeast: 0.08)
  }

  /// Everything in every entry, whatever the order of keys.
  static func decodeAnyOrder(_ bench: Bench) -> Figure {
    decode(
      bench.workload.shuffledLog, as: .history, bench, "decode-any-order",
      "full decode, any key order", atLeast: 0.04)
  }

  private static func decode(
    _ log: ByteStorage, as form: LineForm, _ bench: Bench, _ name: String, _ title: String,
    atLeast target: Double
  ) -> Figure {
    let source = MemorySource(log, as: form)
    let runs = bench.measure {
      let floor = seconds { keep(countOfLineFeeds(log.bytes)) }
      let own = seconds {
        attempt(name) {
          var reader = try EntryReader(source, level: .full)
          var body = DomainBody<Orders>(readsCommands: true)
          while try reader.advance(into: &body) { keep(reader.entry.seq) }
        }
      }
      return (value: Double(log.count) / own, floor: Double(log.count) / floor)
    }
    return Figure(
      name, title, in: .bytesPerSecond, runs, floor: "memchr", target: .atLeastTimesFloor(target))
  }

  /// Every order's state, out of a store's files.
  static func fold(_ bench: Bench) -> Figure {
    let entries = Double(bench.workload.entries)
    let reader = attempt("making a store") { try bench.storeWithLog() }
    let runs = bench.measure {
      entries
        / seconds {
          attempt("fold") {
            var orders = StateProjection<Orders>(checksRevisions: true)
            keep(try reader.project(into: &orders))
          }
        }
    }
    return Figure("fold", "scan, decode, CRC and fold", runs, atLeast: 2_000_000)
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
  /// A store that holds the whole log in one segment.
  func storeWithLog() throws -> StoreReader {
    let path = folder.newPath()
    try FileStore.create(
      at: path, id: "00000000000000000000000000000000", created: Timestamp(microseconds: 0))
    try RawFile(path + "/log/00000000000000000001.jsonl").append(workload.log.bytes)
    return try StoreReader(path: path)
  }
}
