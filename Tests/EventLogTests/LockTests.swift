// One writer at a time, and what others learn of him.

import EventSourcing
import Testing

@testable import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct LockTests {
  let folder = TemporaryFolder()

  init() throws { try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start) }

  /// Waits by default: a process that another test is starting has this one's locks until its program
  /// begins.
  func open(waiting milliseconds: Int = 10_000) throws -> FileStore {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = milliseconds
    return try FileStore(path: folder.store, options: options)
  }

  @Test func `a second writer learns who the first is`() throws {
    let first = try open()
    let error = #expect(throws: LogError.self) { try open(waiting: 20) }
    #expect(error?.code == .locked)
    #expect(error?.message == "Process \(getpid()) is writing to this store.")
    #expect(error?.hint?.hasPrefix("Try again") == true)
    let recovery = #expect(throws: LogError.self) {
      try recover(folder.store, lockTimeoutMilliseconds: 0)
    }
    #expect(recovery?.code == .locked)
    try first.close()
    try open().close()
  }

  @Test func `a second writer that waits gets the lock when the first is done`() throws {
    let disk = MemoryDisk()
    let directory = LogDirectory("/store", on: disk)
    try directory.create(id: Notes.id, created: Notes.start)
    let first = try FileStore(directory)
    // At its first attempt the lock is held, at its second one it isn't any more.
    disk.before(.lock) { disk.before(.lock) { try? first.close() } }
    try FileStore(directory).close()
  }

  @Test func `readers need no lock`() throws {
    let store = try open()
    var notes = Notes()
    try notes.append(2, to: store)
    try store.commit(through: 2, .sync)
    #expect(try readNumbers(StoreReader(path: folder.store)).numbers == [1, 2])
    try store.close()
  }

  @Test func `the lock file distinguishes an open store from a closed one`() throws {
    let store = try open()
    #expect(text == #"{"pid":\#(getpid()),"closed":false,"end":0}"# + "\n")
    try store.close()
    #expect(text == #"{"pid":\#(getpid()),"closed":true,"end":0}"# + "\n")
  }

  @Test func `the lock of a dead process blocks nobody`() throws {
    folder.write(#"{"pid":1,"closed":false}"#.utf8, to: "store/lock")
    let store = try open()
    #expect(store.openingReport.wasLeftOpen)
    try store.close()
    let again = try open()
    #expect(!again.openingReport.wasLeftOpen)
    try again.close()
  }

  @Test(arguments: ["", "rubbish", #"{"pid":-99999999999,"closed":1}"#])
  func `an empty lock file is no evidence of a crash`(content: String) throws {
    folder.write(content.utf8, to: "store/lock")
    let store = try open()
    #expect(!store.openingReport.wasLeftOpen)
    try store.close()
  }

  @Test func `a lock that is a symbolic link is refused, and what it leads to stays`() throws {
    folder.write("precious".utf8, to: "target")
    #expect(unlink(folder.store + "/lock") == 0)
    #expect(symlink(folder.path + "/target", folder.store + "/lock") == 0)
    let refused = #expect(throws: LogError.self) { try open(waiting: 0) }
    #expect(refused?.code == .corrupt)
    #expect(refused?.message == "The store's lock isn't a file, or is a symbolic link.")
    #expect(refused?.hint?.contains("Remove it") == true)
    #expect(throws: LogError.self) { try recover(folder.store, lockTimeoutMilliseconds: 0) }
    #expect(String(decoding: folder.read("target"), as: UTF8.self) == "precious")

    #expect(unlink(folder.store + "/lock") == 0)
    try open().close()
  }

  private var text: String { String(decoding: folder.read("store/lock"), as: UTF8.self) }
}
