// One writer at a time, and what others learn of him.

import EventSourcing
import Testing

@testable import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `open(2)`, which a method is called like.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

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

  /// The lock is held by a process that hasn't written to it: by a backup, a shell's flock, or a child of the writer.
  @Test(arguments: [
    "", #"{"pid":4194399,"closed":false,"end":0}"#, #"{"pid":-1,"closed":false}"#,
    #"{"pid":0,"closed":false}"#, #"{"pid":99999999999,"closed":false}"#,
    #"{"pid":\#(getpid()),"closed":true,"end":0}"#,
  ])
  func `a process is named only if it exists and says that it has the store open`(_ note: String)
    throws
  {
    folder.write(note.utf8, to: "store/lock")
    let holder = openFile(folder.store + "/lock", O_RDWR)
    try #require(flock(holder, LOCK_EX) == 0)
    defer { close(holder) }
    let error = #expect(throws: LogError.self) { try open(waiting: 0) }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("Process ") == false)
    #expect(error?.remedy == .findWriter(lock: folder.store + "/lock"))
    #expect(error?.hint?.contains(folder.store + "/lock") == true)
    folder.write(#"{"pid":\#(getpid()),"closed":false,"end":0}"#.utf8, to: "store/lock")
    let named = #expect(throws: LogError.self) { try open(waiting: 0) }
    #expect(named?.message == "Process \(getpid()) is writing to this store.")
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

  @Test func `the lock of a dead process blocks no other`() throws {
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
