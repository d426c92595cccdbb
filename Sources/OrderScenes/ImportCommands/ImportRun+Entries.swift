// The import of recorded entries: their commands are evaluated like any other, and then the outcome is compared with
// the recorded one.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain
import Replay

/// The command and the outcome of the entry that was read last.
struct RecordedEntries: Projection {
  private(set) var orders = DomainBody<Orders>(readsCommands: true)
  private(set) var catalogue = DomainBody<Catalogue>(readsCommands: true)

  var vocabularies: [Vocabulary] { orders.vocabularies + catalogue.vocabularies }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try orders.read(entry)
    try catalogue.read(entry)
    guard orders.isMine || catalogue.isMine else { throw .unknownStream }
  }
}

extension ImportCommands {
  /// A recorded entry whose command had another outcome now.
  package struct ChangedOutcome: Equatable, Sendable {
    package let seq: Int
    package let line: Int
    package let stream: String
    package let command: String
    package let difference: Difference
  }

  /// The entries of a stream that can't be repeated, because what they need isn't there.
  package struct MissingPart: Equatable, Sendable {
    package let stream: String
    /// The first of them.
    package let seq: Int
    package internal(set) var entries = 0
  }
}

extension ImportRun {
  /// Repeats the command of an entry, unless it was imported before or lacks personal data.
  mutating func execute(_ entry: Entry, _ read: RecordedEntries, at place: Place) throws(Failure) {
    line = place.line
    defer { response.lines += 1 }
    let stream = entry.storage.string(entry.stream)
    if entry.isErased, missingParts[stream] == nil {
      missingParts[stream] = response.missing.count
      response.missing.append(.init(stream: stream, seq: entry.seq))
    }
    if let earlier = resumesBehind, line <= earlier.line {
      if line == earlier.line, !earlier.isOutcome(of: entry) { throw .anotherImport(at: place) }
      response.skipped += 1
    } else if let part = missingParts[stream] {
      count(\.missing[part].entries)
    } else if read.orders.isMine {
      try execute(entry, read.orders, in: engine.orders, at: place)
    } else {
      try execute(entry, read.catalogue, in: engine.catalogue, at: place)
    }
  }

  private mutating func execute<D: InspectableDecider>(
    _ entry: Entry, _ body: DomainBody<D>, in category: StreamStates<D>, at place: Place
  ) throws(Failure) {
    guard let command = body.command else { return }
    let storage = entry.storage
    let stream = storage.string(entry.stream)
    var submission = Submission(
      command, on: D.isSingleStream ? .single : .id(stream.orderID),
      by: storage.string(entry.actor),
      id: body.head.id.isPresent ? storage.string(body.head.id) : nil,
      expect: body.head.expect,
      reason: body.head.reason.isPresent ? storage.string(body.head.reason) : nil)
    submission.at = entry.at
    submission.meta = entry.metaPairs
    let outcome = try execute(submission, in: category, at: place)
    let recorded = body.recorded
    let difference = outcome.map { recorded.difference(to: $0) } ?? recorded.differenceToRepetition
    guard let difference else { return }
    response.changed.append(
      .init(
        seq: entry.seq, line: line, stream: stream, command: "\(D.type(of: command))",
        difference: difference))
  }
}

extension ImportRun.Earlier {
  fileprivate func isOutcome(of entry: Entry) -> Bool {
    at == entry.at && stream == Text(entry.storage, entry.stream)
      && actor == Text(entry.storage, entry.actor)
  }
}

extension Entry {
  fileprivate var metaPairs: [(key: String, value: String)] {
    guard !meta.isEmpty, let map = try? JSONValue(storage, in: meta, profile: .anyOrder) else {
      return []
    }
    return (map.members ?? []).map { ($0.key, $0.value.string ?? "") }
  }
}
