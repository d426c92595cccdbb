// Writers that go on whatever happens to their connections, and the judgement of what they have left.

import EventSourcing
import Foundation
import JSONLines
import Synchronization
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcingTesting

/// Writers of one store, each with connections of its own, until they are told to stop.
final class ManyWriters: Sendable {
  private struct Results {
    var acknowledged: [String: Int] = [:]
    var errors: [String: LogError] = [:]
  }

  private let results = Mutex(Results())
  private let mustStop = Atomic(false)
  private let group = DispatchGroup()

  /// - Parameters:
  ///   - lives: Whether each writer opens the store again now and then, as another process would.
  init(_ count: Int, at address: String, _ seed: Seeded, lives: Bool = true) {
    for number in 0..<count {
      DispatchQueue(label: "writer.\(number)").async(group: group) { [self] in
        var chance = Seeded(seed.seed &+ UInt64(number))
        var round = 0
        while !mustStop.load(ordering: .relaxed) {
          let end = lives ? round + 20 + chance.below(100) : .max
          write(&round, until: end, by: number, at: address, &chance)
        }
      }
    }
  }

  private func write(
    _ round: inout Int, until end: Int, by number: Int, at address: String, _ chance: inout Seeded
  ) {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = 20_000
    var writer: CounterEngine?
    while round < end, !mustStop.load(ordering: .relaxed) {
      round += 1
      let note = "\(number)-\(round)"
      do {
        guard let place = ServerAddress(address) else { return }
        let known = try writer ?? CounterEngine(ServerStore(place, options))
        writer = known
        let outcome = try known.add(1, to: "\(1001 + chance.below(5))", note: note)
        results.withLock { $0.acknowledged[note] = outcome.seq }
      } catch let error as LogError {
        // Opening isn't waited for long.
        if error.code == .historyLost { return stop(note, error) }
        usleep(10_000)
      } catch EngineError.log(let error) {
        if error.code == .historyLost { return stop(note, error) }
        results.withLock { $0.errors[note] = error }
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  private func stop(_ note: String, _ error: LogError) {
    results.withLock { $0.errors[note] = error }
    mustStop.store(true, ordering: .relaxed)
  }

  var acknowledged: Int { results.withLock { $0.acknowledged.count } }
  var errors: [LogError] { results.withLock { Array($0.errors.values) } }
  var haveStopped: Bool { mustStop.load(ordering: .relaxed) }

  func finish() {
    mustStop.store(true, ordering: .relaxed)
    group.wait()
  }

  /// Holds the log against what the writers were told.
  ///
  /// - Returns: The number of entries, and what contradicts the promises of a store.
  func judge(_ address: String) throws -> (entries: Int, violations: [String]) {
    let results = results.withLock { $0 }
    let place = try #require(ServerAddress(address))
    let store = try ServerStore(place, FileStore.Options())
    var reader = try EntryReader(store)
    var violations: [String] = []
    var seqs: [String: Int] = [:]
    var revisions: [String: Int] = [:]
    var before = Timestamp.earliest
    while let entry = try reader.next() {
      let command = try JSONValue(entry.storage, in: entry.command, profile: .canonical)
      let note = try #require(command["note"]?.string)
      if seqs.updateValue(entry.seq, forKey: note) != nil {
        violations.append("\(note) is there twice")
      }
      if let error = results.errors[note], error.code != .inDoubt {
        violations.append("\(note) is there, but was said not to be: \(error)")
      }
      let stream = entry.storage.string(entry.stream)
      revisions[stream, default: 0] += 1
      if entry.rev != revisions[stream] || entry.at < before {
        violations.append("entry \(entry.seq) isn't in order")
      }
      before = entry.at
    }
    for (note, seq) in results.acknowledged where seqs[note] != seq {
      violations.append("\(note) isn't there as \(seq)")
    }
    // The states follow from the entries.
    _ = try CounterEngine(store)
    return (store.end.seq, violations)
  }
}
