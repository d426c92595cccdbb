import CleanStore
import EventLog
import EventSourcing
import Foundation
import Testing

/// The paths from which a history can be read.
@Suite struct OpenSourceTests {
  @Test func `a folder is read as a store, a file and a pipe as a history`() async throws {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder)
      try await store.execute(.deliver, on: "7", by: "amy")
      try await store.close()
      let source = try openSource(folder)
      #expect(source is StoreReader && source.storeID != nil)
      let file = try openSource(folder + "/log/00000000000000000001.jsonl")
      #expect(file is HistoryFile)
      var reader = try EntryReader(file)
      #expect(try reader.next()?.seq == 1)
      let device = try openSource("/dev/null", temporaryFolder: folder)
      var nothing = try EntryReader(device)
      #expect(try nothing.next() == nil)
    }
  }

  @Test func `a missing store, and a folder that isn't one, are reported`() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let missing = #expect(throws: LogError.self) { try openSource(folder + "/no") }
      #expect(missing?.code == .noSuchStore)
      let other = #expect(throws: LogError.self) { try openSource(folder) }
      #expect(other?.code == .notAStore)
    }
  }

  @Test func `a store that is filled ahead is read while it is open, and is small once closed`()
    async throws
  {
    try await withFolder { folder in
      let store = try await OrderStore(at: folder, preallocating: true)
      let order = try await store.create(.cards, by: "amy")
      let path = folder + "/log/00000000000000000001.jsonl"
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 1 << 20)
      for source in [try openSource(folder), try openSource(path)] {
        var reader = try EntryReader(source)
        #expect(try reader.next()?.seq == 1)
        #expect(try reader.next() == nil && reader.tornTail == nil)
      }
      try await store.pay(order.id, order.balance, by: "amy")
      try await store.close()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.count < 4_096 && bytes.count { $0 == 0x0A } == 2)
    }
  }
}
