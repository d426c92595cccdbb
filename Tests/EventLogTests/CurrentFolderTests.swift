import EventSourcing
import Testing

@testable import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A store that was opened by a relative path stays where it is, wherever its process goes.
@Suite struct CurrentFolderTests {
  @Test func `what is written after the process went elsewhere is in the store`() async {
    // In a process of its own, because the current folder is the process's.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      try #require(chdir(folder.path) == 0)
      try FileStore.create(at: "store", id: Notes.id, created: Notes.start)
      var options = FileStore.Options()
      options.segmentSize = 1
      let store = try FileStore(path: "store", options: options)
      let before = try StoreReader(path: "store")
      var notes = Notes()
      for _ in 1...3 {
        try notes.append(to: store)
        try store.commit(through: notes.seq, .sync)
        try #require(chdir("/") == 0)
      }
      try store.close()
      let directory = LogDirectory(folder.path + "/store")
      try #require(try directory.segments().count == 3)
      try #require(try readNumbers(StoreReader(path: directory.path)).numbers == [1, 2, 3])
      try #require(try readNumbers(before).numbers == [1, 2, 3])
    }
  }
}
