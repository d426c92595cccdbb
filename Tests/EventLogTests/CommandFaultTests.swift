// Every file call of eight commands fails, one after the other, in three ways. What changes the store
// loses nothing acknowledged, and leaves a store that opens; what reads it gives the right answer or none.

import DomainKit
import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain
import OrderScenes
import Testing

@testable import EventLog

@Suite struct CommandFaultTests {
  enum Command: String, CaseIterable {
    case initialise, create, pay, importing, recover, list, log, verify

    /// The number of entries that it adds.
    var added: Int {
      switch self {
      case .create, .pay: 1
      case .importing: 3
      default: 0
      }
    }

    var onlyReads: Bool { [.list, .log, .verify].contains(self) }
  }

  static let faults = [MemoryDisk.Fault.refused, .half, .full]
  static let path = "/store"
  static let segment = "/store/log/" + SegmentName.text(1)
  /// The entries before the command.
  static let entries = 4

  @Test(arguments: Command.allCases)
  func `whatever call fails, a command keeps the promise`(command: Command) throws {
    let healthy = try Life(of: command)
    let before = healthy.disk.calls
    let answer = try healthy.run()
    #expect(healthy.acknowledged == command.added)
    let calls = healthy.disk.calls - before
    for call in 1...calls {
      for fault in Self.faults {
        let life = try Life(of: command)
        let files = life.files
        life.disk.fail(at: life.disk.calls + call, fault)
        let given = try? life.run()
        life.disk.crash()
        let comment = Comment("\(command), call \(call), \(fault)")
        if command.onlyReads {
          #expect(given == nil || given == answer, comment)
          #expect(life.files == files, comment)
        } else {
          #expect(given == nil || given == answer, comment)
          try life.judge(isDone: given != nil, comment)
        }
      }
    }
    print("\(command.rawValue): \(calls) file calls, each failed in \(Self.faults.count) ways")
  }
}

/// A store and a command on it.
private final class Life {
  let command: CommandFaultTests.Command
  let disk = MemoryDisk()
  private(set) var acknowledged = 0

  private var directory: LogDirectory { LogDirectory(CommandFaultTests.path, on: disk) }

  init(of command: CommandFaultTests.Command) throws {
    self.command = command
    if command == .initialise { return }
    try directory.create(id: Notes.id, created: Notes.start)
    try withEngine { engine in
      for id in ["1001", "1002"] { try submit(.create(.amy), id, to: engine) }
      try submit(.pay(Payment(amount: 100)), "1001", to: engine)
      try submit(.deliver, "1002", to: engine)
    }
    acknowledged = 0
    if command == .recover {
      var bytes = disk.bytes(CommandFaultTests.segment)
      bytes[bytes.count / 2] ^= 1
      disk.setBytes(bytes, of: CommandFaultTests.segment)
    }
  }

  var files: [[UInt8]] {
    ["/store", "/store/log", "/store/quarantine"].flatMap { disk.paths(in: $0) }.map(disk.bytes)
  }

  /// Carries out the command as the tool does, and returns what it answers.
  func run() throws -> String {
    switch command {
    case .initialise:
      try directory.create(id: Notes.id, created: Notes.start)
      return "done"
    case .create:
      try withEngine { try submit(.create(.amy), "1003", to: $0) }
      return "done"
    case .pay:
      try withEngine { try submit(.pay(Payment(amount: 50)), "1001", to: $0) }
      return "done"
    case .importing:
      return try withEngine { try importLines(into: $0) }
    case .recover:
      return "\(try EventLog.recover(directory).keptThrough)"
    case .list:
      return try answer(
        ListOrders.respond(to: .init(), with: History(StoreReader(directory), of: .orders)))
    case .log:
      let parts = Documents()
      var request = ShowLog.Request()
      request.showsChanges = true
      request.limit = 2
      _ = try ShowLog.handle(
        request, in: History(try StoreReader(directory), of: .orders),
        JSONPresenter<ShowLog.Response>(display: parts))
      return parts.text
    case .verify:
      return try answer(
        VerifyHistory.respond(to: (), with: History(StoreReader(directory), of: .orders)))
    }
  }

  /// Looks whether what is left is as promised, and can be written to.
  func judge(isDone: Bool, _ comment: Comment) throws {
    if command == .initialise, !disk.paths(in: "/store").contains("/store/store.json") {
      #expect(!isDone, comment)
      #expect(throws: Never.self, comment) {
        try directory.create(id: Notes.id, created: Notes.start)
      }
    }
    if command == .recover {
      #expect(throws: Never.self, comment) { try EventLog.recover(directory) }
    }
    let base = command == .initialise ? 0 : command == .recover ? 1 : CommandFaultTests.entries
    let least = base + (isDone ? command.added : acknowledged)
    try withEngine { engine in
      #expect((least...base + command.added).contains(engine.store.end.seq), comment)
      try submit(.create(.amy), "2001", to: engine)
    }
    let history = History(try StoreReader(directory), of: .orders)
    #expect(try VerifyHistory.respond(to: (), with: history).isPositive, comment)
  }

  @discardableResult
  private func withEngine<R>(_ body: (OrderEngine) throws -> R) throws -> R {
    var opened: FileStore?
    do {
      let engine = try OrderEngine(
        of: .orders, clock: { Notes.start }, salts: { Salt(1, 2) }
      ) { (fold) throws(LogError) in
        var options = FileStore.Options()
        options.lockTimeoutMilliseconds = 0
        let store = try FileStore(directory, options, folding: fold)
        opened = store
        return store
      }
      let result = try body(engine)
      try opened?.close()
      return result
    } catch {
      try? opened?.close()
      throw error
    }
  }

  private func submit(_ command: OrderCommand, _ id: String, to engine: OrderEngine) throws {
    _ = try engine.engine.execute(
      Submission(command, on: .id(id), by: "amy"), in: engine.orders)
    acknowledged += 1
  }

  private func importLines(into engine: OrderEngine) throws -> String {
    let lines = [10, 20, 30].map {
      #"{"at":"\#(Notes.start)","actor":"amy","order":"1001","command":"#
        + #"{"type":"pay-order","amount":\#($0)}}"# + "\n"
    }
    let source = InMemoryHistory(ByteStorage.copy(of: lines.joined()), name: "payments")
    let parts = Documents()
    try ImportCommands.handle(
      .init(name: "payments"), in: .init(source, into: engine, clock: { Notes.start }),
      JSONPresenter(display: parts))
    acknowledged = lines.count
    return parts.text
  }

  private func answer(_ response: some SceneResponse) throws -> String {
    let parts = Documents()
    JSONPresenter(display: parts).present(response)
    return parts.text
  }
}

/// The documents that programs read.
private final class Documents: DocumentDisplay {
  private(set) var text = ""

  func display(document: borrowing JSONWriter) {
    text += document.withBytes { String(decoding: $0, as: UTF8.self) } + "\n"
  }
  func display(failure: Failure) { text += "refused: \(failure.code)\n" }
  func display(note: String) { text += "note: \(note)\n" }
}
