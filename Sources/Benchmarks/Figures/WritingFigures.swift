// How fast entries are made: encoded, decided and written without a sync, and imported.

import EventLog
import EventSourcing
import JSONLines
import HistoryScenes
import OrderScenes

extension Figure {
  /// Decided commands to bytes with checksums, beside finding the line ends of those bytes.
  static func encode(_ bench: Bench) -> Figure {
    let log = bench.workload.log
    let runs = bench.besideLineFeeds(of: log, per: log.count, Pass.encode(log))
    return Figure(
      "encode", "encode with CRC", in: .bytesPerSecond, runs, floor: "memchr",
      target: .atLeast(2_000_000_000))
  }

  /// Commands through rules, encoding, checksum and state into a file that isn't synced.
  static func commandPath(_ bench: Bench) -> Figure {
    let commands = bench.workload.submissions
    let log = bench.workload.log
    let runs = bench.measure {
      attempt("command-path") {
        try bench.withStore { store in
          let engine = try OrderEngine(store)
          let floor = seconds { keep(countOfLineFeeds(log.bytes)) }
          let own = seconds { Pass.execute(commands, on: engine) }
          return (value: Double(commands.count) / own, floor: Double(commands.count) / floor)
        }
      }
    }
    return Figure(
      "command-path", "command path, buffered", in: .perSecond, runs, floor: "memchr",
      target: .atLeast(1_200_000))
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
          let floor = try seconds { keep(try countOfLineFeeds(inFile: path)) }
          let own = try seconds {
            try interactor.handle(ImportCommands.Request(name: "benchmark"))
          }
          return (value: Double(counts.lines) / own, floor: Double(counts.lines) / floor)
        }
      }
    }
    let title = bench.importFile == nil ? "import of made-up orders" : "import of this file"
    return Figure(
      "import", title, in: .perSecond, runs, floor: "read, memchr", target: .atLeast(600_000))
  }
}

/// Remembers how many lines were imported.
private final class ImportCounts: PresentationLogic {
  private(set) var lines = 0

  func present(_ response: ImportCommands.Response) { lines = response.lines }
}
