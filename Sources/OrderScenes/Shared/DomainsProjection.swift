// Hands each entry to the domain that it is of: what all folds over both domains have in common.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders

/// Folds orders and the catalogue, each into a projection of its own.
struct DomainsProjection<OrderPart: Projection, CataloguePart: Projection>: Projection {
  var orders: OrderPart
  var catalogue: CataloguePart
  /// Whose the entry is that was read last.
  private(set) var current = Domain.order

  enum Domain { case order, catalogue }

  init(orders: OrderPart, catalogue: CataloguePart) {
    self.orders = orders
    self.catalogue = catalogue
  }

  var upcasters: [Upcaster] { orders.upcasters + catalogue.upcasters }

  var isDone: Bool { orders.isDone || catalogue.isDone }

  mutating func join(_ readAhead: ReadAhead) {
    orders.join(readAhead)
    catalogue.join(readAhead)
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    if StreamName.belongs(name, to: DomainNames.order.bytes) {
      current = .order
      try orders.read(entry)
    } else if StreamName.belongs(name, to: DomainNames.catalogue.bytes) {
      current = .catalogue
      try catalogue.read(entry)
    } else {
      throw .unreadable(JSONError(.unsupported, at: entry.stream.offset))
    }
  }
}

/// A fold that leaves the reading of entries to a fold over both domains, and takes them in itself.
protocol DomainsReading: Projection {
  associatedtype OrderPart: Projection
  associatedtype CataloguePart: Projection
  /// What reads the entries.
  var domains: DomainsProjection<OrderPart, CataloguePart> { get set }
}

extension DomainsReading {
  var upcasters: [Upcaster] { domains.upcasters }
  mutating func join(_ readAhead: ReadAhead) { domains.join(readAhead) }
}

/// Not in the projection, because generic types have no constants.
private enum DomainNames {
  static let order = Text(Orders.category)
  static let catalogue = Text(Catalogue.category)
}
