import CleanStore
import Foundation
import Testing

/// The store as an app has it.
@Suite struct OrderStoreTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/cleanstore-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `what was recorded is there when the store is opened again`() throws {
    try withFolder { folder in
      let store = try OrderStore(at: folder)
      let outcome = try store.execute(.deliver, on: "7", by: "amy", commandID: "c-1")
      guard case .refused(let refusal) = outcome.result else { return #expect(Bool(false)) }
      #expect(refusal == .notFound)
      try store.close()
      let again = try OrderStore(at: folder)
      #expect(try again.history().map(\.seq) == [1])
      #expect(try again.history(of: "7").map(\.seq) == [1])
      #expect(try again.history(of: "8").isEmpty)
      #expect(try again.execute(.deliver, on: "7", by: "amy", commandID: "c-1").isRepeated)
      try again.close()
    }
  }

  @Test func `a folder of something else is left alone`() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/note.txt"))
      #expect(throws: LogError.self) { _ = try OrderStore(at: folder) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["note.txt"])
    }
  }

  @Test func `one writer at a time`() throws {
    try withFolder { folder in
      let store = try OrderStore(at: folder)
      var options = FileStore.Options()
      options.lockTimeoutMilliseconds = 0
      do throws(LogError) {
        _ = try OrderStore(at: folder, options: options)
        Issue.record("two writers")
      } catch {
        #expect(error.code == .locked)
      }
      try store.close()
    }
  }

  @Test func `salts differ and the time goes on`() {
    #expect(Set((0..<100).map { _ in SystemInputs.salt().hex }).count == 100)
    #expect(SystemInputs.time() <= SystemInputs.time())
  }
}
