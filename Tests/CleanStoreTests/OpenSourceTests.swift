import CleanStore
import Foundation
import Testing

/// What a path may lead to that a history is read from.
@Suite struct OpenSourceTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/cleanstore-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `a folder is read as a store, a file and a pipe as a history`() throws {
    try withFolder { folder in
      let store = try OrderStore(at: folder + "/store")
      _ = try store.execute(.deliver, on: "7", by: "amy")
      try store.close()
      let source = try openSource(folder + "/store")
      #expect(source is StoreReader && source.storeID != nil)
      let line = try #require(try store.history().first).bytes
      try Data(line).write(to: URL(fileURLWithPath: folder + "/h.jsonl"))
      let file = try openSource(folder + "/h.jsonl")
      #expect(file is HistoryFile)
      var reader = try EntryReader(file)
      #expect(try reader.next()?.seq == 1)
      let device = try openSource("/dev/null", temporaryFolder: folder)
      var nothing = try EntryReader(device)
      #expect(try nothing.next() == nil)
    }
  }

  @Test func `what isn't there, or isn't a store, is said to be so`() throws {
    try withFolder { folder in
      let missing = #expect(throws: LogError.self) { try openSource(folder + "/no") }
      #expect(missing?.code == .noSuchStore)
      let other = #expect(throws: LogError.self) { try openSource(folder) }
      #expect(other?.code == .notAStore)
    }
  }
}
