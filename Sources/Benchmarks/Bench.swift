// What every figure is measured with: the data, a folder for files, and how often.

import EventLog
import EventSourcing

/// What figures are measured with.
struct Bench {
  let workload: Workload
  let folder: TemporaryFolder
  let runs: Int
  /// A file of an import to measure with, in place of made-up orders.
  let importFile: String?

  /// Calls the closure once for each run, and once before that, to fill caches.
  func measure<Value>(_ body: () -> Value) -> [Value] {
    _ = body()
    return (0..<runs).map { _ in body() }
  }

  /// Lends a new store, which is gone afterwards.
  func withStore<Value>(_ body: (FileStore) throws -> Value) throws -> Value {
    let path = folder.newPath()
    defer { TemporaryFolder.remove(path) }
    try FileStore.create(
      at: path, id: "00000000000000000000000000000000", created: Timestamp(microseconds: 0))
    let store = try FileStore(path: path)
    let value = try body(store)
    try store.close()
    return value
  }

  /// Lends a new file, which is gone afterwards.
  func withRawFile<Value>(_ body: (RawFile) throws -> Value) throws -> Value {
    let path = folder.newPath()
    defer { TemporaryFolder.remove(path) }
    return try body(try RawFile(path))
  }
}

/// How long the closure takes, in seconds.
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

/// Keeps the optimiser from leaving out what nobody looks at.
@inline(never) func keep<Value>(_ value: Value) {}
