// Stores that are copied in tests: in folders and on servers, with segments of a few entries.

import EventSourcing
import OrderDomain
import OrderScenes

@testable import EventLog

/// A store with orders, in a folder or on a server.
struct CopiedShop {
  let path: String

  /// Makes a store.
  init(making path: String, _ dialect: ServerDialect = .functions) throws {
    self.path = path
    try createStore(at: path, id: Notes.id, created: Notes.start, dialect)
  }

  init(existing path: String) { self.path = path }

  private func withEngine(_ body: (OrderEngine) throws -> Void) throws {
    var options = FileStore.Options()
    options.segmentSize = 4_000
    let store = try openStoreToWrite(path, options)
    let clock = { @Sendable in Timestamp(microseconds: 1_700_000_000_000_000) }
    try body(try OrderEngine(store, clock: clock, salts: { Salt(1, 2) }))
    try store.close()
  }

  func create(_ orders: OrderFields..., reason: String? = nil) throws {
    try withEngine { engine in
      for order in orders {
        _ = try engine.engine.execute(
          Submission(.create(order), on: .new, by: "amy", reason: reason), in: engine.orders)
      }
    }
  }

  func create(_ count: Int) throws {
    try withEngine { engine in
      for _ in 0..<count {
        _ = try engine.engine.execute(
          Submission(.create(.amy), on: .new, by: "amy"), in: engine.orders)
      }
    }
  }

  func erase(_ id: String) throws {
    try withEngine { engine in
      _ = try engine.engine.execute(
        Submission(.erase, on: .id(id), by: "dpo", reason: "asked for it"), in: engine.orders)
    }
  }
}

/// Copies what there is.
@discardableResult func copyLog(
  _ path: String, to target: String, _ dialect: ServerDialect = .functions
) throws -> CopyReport {
  let copy = try LogCopy(from: path, to: target, dialect: dialect)
  while try copy.copyGroup() {}
  return try copy.close()
}

/// The bytes of a folder's segments that have any.
func segments(of path: String) throws -> [String: [UInt8]] {
  var segments: [String: [UInt8]] = [:]
  for name in try PosixDisk().names(in: path + "/log") {
    let file = try OpenFile(path + "/log/" + name, for: .reading, on: PosixDisk())
    let size = try file.size()
    if size > 0 { segments[name] = try file.bytes(at: 0, count: size) }
  }
  return segments
}

/// The lines of a store as its readers have them.
func lines(of path: String) throws -> [UInt8] {
  var reader = try EntryReader(LogCopy.source(path))
  var lines: [UInt8] = []
  while let entry = try reader.next() {
    lines += entry.bytes
    lines.append(0x0A)
  }
  return lines
}
