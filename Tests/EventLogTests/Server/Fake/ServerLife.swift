// A life of a store on a server with two writers, during which something fails, judged by what is left.

import EventSourcing
import JSONLines
import Testing

@testable import EventLog
@testable import EventSourcingTesting

/// Commands of two writers, each told from all others by its note.
struct ServerLife {
  let server: FakeServer
  let address: String
  /// The entry of each acknowledged command.
  private(set) var acknowledged: [String: Int] = [:]
  /// The commands that may have been recorded.
  private(set) var doubtful: Set<String> = []
  private(set) var errors: [LogError] = []

  init(on server: FakeServer) {
    self.server = server
    address = FakeLibPQ.address(of: server)
  }

  /// The writer of each command: at first only one, without the lock from the second on; then both.
  private static let writers = [0, 0, 0, 1, 0, 1, 1, 0, 0]

  mutating func run() {
    var writers: [CounterEngine] = []
    let address = address
    while writers.count < 2, errors.count < 3 {
      attempt("opening") {
        writers.append(try CounterEngine(FakeLibPQ.store(on: address)))
        return 0
      }
    }
    for (number, writer) in Self.writers.enumerated() where writers.count == 2 {
      let note = "command \(number)"
      attempt(note) { try writers[writer].add(1, note: note).seq }
      // A command that changes nothing isn't recorded.
      if number % 4 == 3 { attempt("nothing") { try writers[writer].add(0).seq } }
    }
    for writer in writers {
      attempt("closing") {
        try writer.engine.store.close()
        return 0
      }
    }
    acknowledged = acknowledged.filter { $0.value > 0 }
  }

  private mutating func attempt(_ note: String, _ body: () throws -> Int) {
    do {
      acknowledged[note] = try body()
    } catch {
      let error = (error as? LogError) ?? (error as? EngineError)?.logError
      guard let error else {
        Issue.record("An unexpected error.")
        return
      }
      errors.append(error)
      if error.code == .inDoubt { doubtful.insert(note) }
    }
  }

  /// The contradictions to the promises of a store, in the log as a new reader sees it.
  func violations() throws -> [String] {
    server.fail { _, _ in nil }
    var reader = try EntryReader(FakeLibPQ.store(on: address))
    var found: [String] = []
    var seqs: [String: Int] = [:]
    var rev = 0
    do {
      while let entry = try reader.next() {
        let command = try JSONValue(entry.storage, in: entry.command, profile: .canonical)
        let note = command["note"]?.string ?? ""
        if seqs.updateValue(entry.seq, forKey: note) != nil { found.append("\(note) twice") }
        if acknowledged[note] == nil, !doubtful.contains(note) {
          found.append("\(note) was refused")
        }
        rev += 1
        if entry.rev != rev { found.append("revision \(entry.rev) after \(rev - 1)") }
      }
    } catch {
      found.append("\(error)")
    }
    for (note, seq) in acknowledged where seqs[note] != seq { found.append("\(note) lost") }
    return found
  }
}

extension EngineError {
  fileprivate var logError: LogError? { if case .log(let error) = self { error } else { nil } }
}
