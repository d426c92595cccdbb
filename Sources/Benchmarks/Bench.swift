// The tools of every measurement: the data, a folder for files, and the number of runs.

import EventLog
import EventSourcing
import JSONLines
import OrderScenes

/// The tools that figures are measured with.
struct Bench {
  let workload: Workload
  let folder: TemporaryFolder
  let runs: Int
  /// A file of an import to measure with, in place of made-up orders.
  let importFile: String?
  /// The path of a built tool.
  let tool: String

  /// Calls the closure once for each run, and once before that, to fill caches.
  func measure(_ body: () throws -> Run) rethrows -> [Run] {
    _ = try body()
    return try (0..<runs).map { _ in try body() }
  }

  /// The number of things that a pass goes through in a second, and the number for a pass that only finds the
  /// line ends of this log, or of the workload's.
  func besideLineFeeds(
    of log: ByteStorage? = nil, per count: Int, _ pass: () -> Void
  ) -> [Run] {
    let log = log ?? workload.log
    return measure {
      let floor = seconds { keep(countOfLineFeeds(log.bytes)) }
      return (value: Double(count) / seconds(pass), floor: Double(count) / floor)
    }
  }

  /// Lends an engine on a new store, which is gone afterwards.
  ///
  /// - Parameter preallocates: Whether its log is filled ahead.
  func withStore<Value>(
    preallocating preallocates: Bool = false, _ body: (FileStore, OrderEngine) throws -> Value
  ) throws -> Value {
    let path = try folder.newStore()
    defer { TemporaryFolder.remove(path) }
    var options = FileStore.Options()
    options.preallocates = preallocates
    let store = try FileStore(path: path, options: options)
    let value = try body(store, try OrderEngine(store))
    try store.close()
    return value
  }

  /// Passes a new file, which is removed afterwards.
  func withRawFile<Value>(_ body: (RawFile) throws -> Value) throws -> Value {
    let path = folder.newPath()
    defer { TemporaryFolder.remove(path) }
    return try body(try RawFile(path))
  }

  /// A store that holds the whole log in one segment.
  func storeWithLog(jobs: Int = 1) throws -> StoreReader {
    try StoreReader(path: newStoreWithLog(), parallelism: Parallelism(jobs: jobs))
  }

  /// The path of a new one.
  func newStoreWithLog() throws -> String {
    let path = try folder.newStore()
    try RawFile(path + "/log/00000000000000000001.jsonl").append(workload.log.bytes)
    return path
  }
}

/// The time that the closure takes, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let duration = try ContinuousClock().measure(body)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}

/// The result of something that can only fail if the benchmark itself, or the disk, is broken.
func attempt<Value>(_ what: String, _ body: () throws -> Value) -> Value {
  do {
    return try body()
  } catch {
    stop("\(what) failed: \(error)")
  }
}

/// Keeps the optimizer from removing what isn't used.
@inline(never) func keep<Value>(_ value: Value) {}
