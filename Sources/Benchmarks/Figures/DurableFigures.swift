// What it costs to be durable, beside plain writes and syncs of the same bytes. Both are measured
// in turns, because a disk is not as fast in one second as in the next.

import EventSourcing
import JSONLines
import HistoryScenes
import OrderScenes

extension Figure {
  /// One command after another, each waiting for the disk.
  static func durableAppend(_ bench: Bench) -> Figure {
    let commands = Array(bench.workload.submissions.prefix(1000))
    let lines = bench.workload.log.lines(commands.count)
    let runs = bench.measure {
      var own: [Double] = []
      var floor: [Double] = []
      attempt("durable-append") {
        try bench.withStore { store in
          let engine = try OrderEngine(store)
          try bench.withRawFile { raw in
            for (command, line) in zip(commands, lines) {
              floor.append(try seconds { try raw.append(line.bytes) })
              own.append(
                try seconds { keep(try engine.engine.execute(command, in: engine.orders)) })
            }
          }
        }
      }
      return (value: Sample(own).median * 1e9, floor: Sample(floor).median * 1e9)
    }
    return Figure(
      "durable-append", "durable single append", in: .nanoseconds, runs,
      floor: "write + fdatasync", target: .atMostTimesFloor(1.1))
  }

  /// Groups of 512 decided commands, encoded and appended, each group synced as one.
  static func batches(_ bench: Bench) -> Figure {
    let size = 512
    let entries = DecodedEntries(bench.workload.log, limit: 64 * size)
    let lines = bench.workload.log.lines(entries.count)
    let starts = stride(from: 0, through: entries.count - size, by: size)
    let groups = starts.map { lines[$0].joined(with: lines[$0 + size - 1]) }
    let runs = bench.measure {
      var (own, floor) = (0.0, 0.0)
      attempt("batches-512") {
        try bench.withStore { store in
          try bench.withRawFile { raw in
            var line = EntryLine()
            for (start, group) in zip(starts, groups) {
              floor += try seconds { try raw.append(group.bytes) }
              own += try seconds {
                for index in start..<start + size {
                  entries.fill(&line, with: index)
                  try store.append(line)
                }
                try store.commit(through: start + size, .sync)
              }
            }
          }
        }
      }
      let count = Double(groups.count * size)
      return (value: count / own, floor: count / floor)
    }
    return Figure(
      "batches-512", "batches of 512, durable", in: .perSecond, runs, floor: "same batches, raw",
      target: .atLeastTimesFloor(0.6))
  }
}

extension ByteStorage {
  /// The first lines, with their LFs.
  func lines(_ count: Int) -> [Text] {
    lines.prefix(count).map {
      Text(self, TextRange(offset: $0.lowerBound, count: $0.count + 1))
    }
  }
}

extension Text {
  /// Everything from the start of this text to the end of a later one of the same storage.
  fileprivate func joined(with last: Text) -> Text {
    let count = last.range.offset + last.range.count - range.offset
    return Text(storage, TextRange(offset: range.offset, count: count))
  }
}
