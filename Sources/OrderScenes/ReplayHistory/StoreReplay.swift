// Replays orders and the catalogue in one fold, and counts what diverges.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

/// A replay of all of the product's domains.
struct StoreReplay: DomainsReading {
  var domains: DomainsProjection<ReplayProjection<Orders>, ReplayProjection<Catalogue>>
  private var counts: [Kind: Int] = [:]
  private let report: (Divergence) -> Void

  private struct Kind: Hashable {
    let kind: Difference.Kind
    let command: String
  }

  /// - Parameter report: Called with each divergence.
  init(_ options: ReplayOptions, form: LineForm, report: @escaping (Divergence) -> Void) {
    let isStore = form == .store
    domains = DomainsProjection(
      orders: ReplayProjection(options, checksRevisions: isStore),
      catalogue: ReplayProjection(options, checksRevisions: isStore))
    self.report = report
  }

  var isDone: Bool { domains.isDone }
  var compared: Int { domains.orders.compared + domains.catalogue.compared }
  var engine: String? { domains.orders.engine }
  var ends: [StreamEnd] { domains.orders.states.ends + domains.catalogue.states.ends }

  func hasSeen(_ order: String) -> Bool {
    StreamName(category: Orders.category, id: order)
      .flatMap { domains.orders.states.state(of: $0) } != nil
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if entry.engine.isPresent {
      domains.orders.engine = entry.storage.string(entry.engine)
      domains.catalogue.engine = domains.orders.engine
    }
    try domains.read(entry)
    let found =
      switch domains.current {
      case .order: domains.orders.divergence
      case .catalogue: domains.catalogue.divergence
      }
    guard var divergence = found else { return }
    divergence.compared = compared
    count(divergence)
    report(divergence)
  }

  mutating func count(_ divergence: Divergence) {
    let kind = Kind(kind: divergence.difference.kind, command: divergence.command)
    counts[kind, default: 0] += 1
  }

  /// How many diverged, by kind and type of command, sorted.
  var groups: [ReplayHistory.Group] {
    counts.map { .init(kind: $0.kind, command: $0.command, count: $1) }
      .sorted { ($0.kind.place, $0.command) < ($1.kind.place, $1.command) }
  }

  func summary(_ end: ReadingEnd, digest: String?) -> ReplayHistory.Summary {
    ReplayHistory.Summary(
      end: end, compared: compared, groups: groups, hasStopped: isDone, digest: digest)
  }
}

extension Difference.Kind {
  /// Its place among all kinds.
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
