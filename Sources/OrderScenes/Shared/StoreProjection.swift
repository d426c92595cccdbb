// What the reading use cases know of a history: the orders, the catalogue, and how many commands
// were accepted and refused.

import HistoryScenes
import EventSourcing
import Orders

/// Folds the entries of all of the product's domains.
struct StoreProjection: DomainsReading {
  var domains: DomainsProjection<StateProjection<Orders>, StateProjection<Catalogue>>
  private(set) var accepted = 0
  private(set) var refused: [String: Int] = [:]

  /// - Parameter readsCommands: Whether commands are read, too, instead of only checked as JSON.
  init(form: LineForm, readsCommands: Bool = false) {
    let isStore = form == .store
    domains = DomainsProjection(
      orders: StateProjection(checksRevisions: isStore, readsCommands: readsCommands),
      catalogue: StateProjection(checksRevisions: isStore, readsCommands: readsCommands))
  }

  var orders: StateProjection<Orders> { domains.orders }
  var catalogue: StateProjection<Catalogue> { domains.catalogue }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try domains.read(entry)
    let refusal =
      switch domains.current {
      case .order: domains.orders.body.refusal?.code
      case .catalogue: domains.catalogue.body.refusal?.code
      }
    if let refusal { refused[refusal, default: 0] += 1 } else { accepted += 1 }
  }
}
