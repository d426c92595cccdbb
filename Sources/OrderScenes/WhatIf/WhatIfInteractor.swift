// Lets a history go another way in memory. It has only a source, so what is recorded stays as it is.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

/// Alters the commands of a history, decides again what comes after, and tells what differs. Nothing of it
/// is recorded.
package enum WhatIf {
  /// What is altered, as it was typed.
  package struct Request: Sendable {
    /// Numbers of entries whose commands are left out.
    package var skipped: [String] = []
    /// Numbers of entries with the commands in their place: `7={"type":"cancel-order"}`.
    package var replaced: [String] = []
    /// Numbers of entries with the commands before them.
    package var inserted: [String] = []
    /// Numbers of entries with the times of their commands instead: `7=2026-01-31T12:00Z`.
    package var timed: [String] = []

    package init() {}
  }
}

package final class WhatIfInteractor: BusinessLogic {
  private let source: any EntrySource
  private let presenter: any PresentationLogic<HistoryDifferences.Response>
  private let output: (any HistoryLineOutput)?

  /// - Parameters:
  ///   - source: The history.
  ///   - presenter: Takes what differs.
  ///   - output: Takes the whole history as it would be, if it is wanted.
  package init(
    source: any EntrySource, presenter: any PresentationLogic<HistoryDifferences.Response>,
    output: (any HistoryLineOutput)? = nil
  ) {
    self.source = source
    self.presenter = presenter
    self.output = output
  }

  /// - Returns: Whether nothing differs.
  @discardableResult
  package func handle(_ request: WhatIf.Request) throws(Failure) -> Bool {
    var reader = try AlterationReader(request)
    var alternative = StoreAlternative(
      try reader.read(source), form: source.form, DifferenceCount(presenter), output)
    let end = try Failure.of { () throws(LogError) in
      try source.project(into: &alternative, level: .full)
    }
    return try alternative.finish(end)
  }
}

/// Folds all of the product's domains, as they are recorded and as they would be.
private struct StoreAlternative: DomainsReading {
  var domains: DomainsProjection<AlternativeProjection<Orders>, AlternativeProjection<Catalogue>>
  private var count: DifferenceCount
  private let output: (any HistoryLineOutput)?
  private var history = HistoryWriter()
  private var failure: Failure?
  private var insertedBefore = 0

  init(
    _ alterations: Alterations, form: LineForm, _ count: DifferenceCount,
    _ output: (any HistoryLineOutput)?
  ) {
    let isStore = form == .store
    domains = DomainsProjection(
      orders: AlternativeProjection(alterations.orders, checksRevisions: isStore),
      catalogue: AlternativeProjection(alterations.catalogue, checksRevisions: isStore))
    self.count = count
    self.output = output
  }

  var isDone: Bool { failure != nil }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if entry.engine.isPresent {
      domains.orders.engine = entry.storage.string(entry.engine)
      domains.catalogue.engine = domains.orders.engine
    }
    // An entry of an older version is read twice.
    if insertedBefore != entry.seq { insert(before: entry.seq) }
    insertedBefore = entry.seq
    try domains.read(entry)
    takeSteps()
    if !domains.orders.isTouched && !domains.catalogue.isTouched && output != nil {
      let line = String(decoding: entry.bytes, as: UTF8.self)
      write(history.copy(line, seq: entry.seq, engine: domains.orders.engine))
    }
  }

  private mutating func insert(before seq: Int) {
    domains.orders.insert(before: seq)
    domains.catalogue.insert(before: seq)
  }

  private mutating func takeSteps() {
    for step in domains.orders.steps { take(step) }
    for step in domains.catalogue.steps { take(step) }
  }

  private mutating func take<D>(_ step: AlternativeStep<D>) {
    // What isn't asked at all needn't be told: it was said on the command line.
    if let now = step.alternative {
      if now != step.recorded {
        count.add(
          HistoryDifferences.Command(
            seq: step.command.seq, stream: String(step.command.stream),
            command: "\(D.type(of: step.command.command))", was: step.recorded?.json,
            now: now.json))
      }
      if output != nil, let line = history.line(step.command, now, rev: step.rev) { write(line) }
    }
  }

  private mutating func write(_ line: String) {
    guard failure == nil else { return }
    do throws(Failure) { try output?.write(line) } catch { failure = error }
  }

  mutating func finish(_ end: ReadingEnd) throws(Failure) -> Bool {
    // What is asked behind the last entry.
    insert(before: end.seq + 1)
    takeSteps()
    if let failure { throw failure }
    for end in domains.orders.ends + domains.catalogue.ends {
      try count.add(end.name, was: end.recorded, now: end.alternative)
    }
    return count.finish(end.tornTail)
  }
}
