// How fast entries are made: encoded, decided and written without a sync, and imported.

import CleanStore
import JSONLines

extension Figure {
  /// Decided commands to bytes with checksums, beside finding the line ends of those bytes.
  static func encode(_ bench: Bench) -> Figure {
    let log = bench.workload.log
    let entries = DecodedEntries(log)
    var line = EntryLine()
    var batch = PendingBatch()
    let runs = bench.measure {
      let floor = seconds { keep(countOfLineFeeds(log.bytes)) }
      let own = seconds {
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
      batch.removeAll()
      return (value: Double(log.count) / own, floor: Double(log.count) / floor)
    }
    return Figure(
      "encode", "encode with CRC", in: .bytesPerSecond, runs, floor: "memchr",
      target: .atLeastTimesFloor(0.08))
  }

  /// Commands through rules, encoding, checksum and state into a file that isn't synced.
  static func commandPath(_ bench: Bench) -> Figure {
    let commands = bench.workload.submissions
    let runs = bench.measure {
      attempt("command-path") {
        try bench.withStore { store in
          let engine = try OrderEngine(store)
          let time = try seconds {
            for command in commands {
              keep(try engine.engine.execute(command, in: engine.orders, durability: .none))
            }
          }
          return Double(commands.count) / time
        }
      }
    }
    return Figure("command-path", "command path, buffered", runs, atLeast: 1_000_000)
  }

  /// A file of commands through the use case, every group of entries synced.
  static func importing(_ bench: Bench) -> Figure {
    let path = bench.importFile ?? bench.folder.newPath()
    if bench.importFile == nil {
      attempt("writing the import") {
        try RawFile(path).append(bench.workload.importLines.bytes)
      }
    }
    let runs = bench.measure {
      attempt("import") {
        try bench.withStore { store in
          let counts = ImportCounts()
          let interactor = ImportCommandsInteractor(
            input: try HistoryFile(path: path), engine: try OrderEngine(store), presenter: counts,
            clock: { Timestamp(microseconds: 1_900_000_000_000_000) })
          let time = try seconds {
            try interactor.handle(ImportCommands.Request(name: "benchmark"))
          }
          return Double(counts.lines) / time
        }
      }
    }
    let title = bench.importFile == nil ? "import of made-up orders" : "import of this file"
    return Figure("import", title, runs, atLeast: 300_000)
  }
}

/// Remembers how many lines were imported.
private final class ImportCounts: PresentationLogic {
  private(set) var lines = 0

  func present(_ response: ImportCommands.Response) { lines = response.lines }
}
