// The cost of durability, next to plain writes and syncs of the same bytes. Both are measured in
// turns, because the speed of a disk changes from second to second.

import Dispatch
import EventSourcing
import HistoryScenes
import JSONLines
import OrderScenes

extension Bench {
  /// One command after another, each waiting for the disk.
  func durableAppend(preallocating preallocates: Bool = false) throws -> [Run] {
    let commands = Array(workload.submissions.prefix(1000))
    let lines = workload.log.lines(commands.count)
    return try measure {
      var (own, floor): ([Double], [Double]) = ([], [])
      try withStore(preallocating: preallocates) { _, orders in
        try withRawFile { raw in
          for (command, line) in zip(commands, lines) {
            floor.append(try seconds { try raw.append(line.bytes) })
            own.append(
              try seconds { keep(try orders.engine.execute(command, in: orders.orders)) })
          }
        }
      }
      return (value: Sample(own).median * 1e9, floor: Sample(floor).median * 1e9)
    }
  }

  /// Groups of 512 decided commands, encoded and appended, each group synced as one.
  func batches() throws -> [Run] {
    let size = 512
    let entries = DecodedEntries(workload.log, limit: 64 * size)
    let lines = workload.log.lines(entries.count)
    let starts = stride(from: 0, through: entries.count - size, by: size)
    let groups = starts.map { lines[$0].joined(with: lines[$0 + size - 1]) }
    let count = Double(groups.count * size)
    return try measure {
      var (own, floor) = (0.0, 0.0)
      try withStore { store, _ in
        try withRawFile { raw in
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
      return (value: count / own, floor: count / floor)
    }
  }

  /// So many threads that wait for the disk at once, each executing one command after another, beside
  /// one that writes and syncs by itself.
  func callers(_ count: Int) throws -> [Run] {
    let lines = workload.log.lines(500)
    return try callers(count, commands: 16_000) {
      let time = try withRawFile { raw in
        try seconds { for line in lines { try raw.append(line.bytes) } }
      }
      return Double(lines.count) / time
    }
  }

  /// Calls beside something else, which gives the number in a second.
  func callers(_ count: Int, commands: Int, beside floor: () throws -> Double) throws -> [Run] {
    let each = commands / count
    // Every caller has its own orders.
    var storyteller = OrderStoryteller(seed: 4)
    let commands = (0..<count).map { _ in
      var own: [OrderSubmission] = []
      while own.count < each { own += storyteller.story() }
      return Array(own.prefix(each))
    }
    return try measure {
      let floor = try floor()
      let own = try withStore { _, orders in seconds { execute(commands, on: orders) } }
      return (value: Double(each * count) / own, floor: floor)
    }
  }

  /// Runs each list of commands on its own thread.
  private func execute(_ commands: [[OrderSubmission]], on orders: OrderEngine) {
    let group = DispatchGroup()
    for own in commands {
      DispatchQueue(label: "caller").async(group: group) {
        for command in own {
          attempt("execute") { keep(try orders.engine.execute(command, in: orders.orders)) }
        }
      }
    }
    group.wait()
  }
}

extension ByteStorage {
  /// The first lines, with their LFs.
  fileprivate func lines(_ count: Int) -> [Text] {
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
