// Hands each entry to the domain that it is of: what all folds over both domains have in common.

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

  mutating func command(_ reader: inout JSONReader, of stream: TextRange) throws(JSONError) {
    let name = reader.storage.slice(stream)
    if StreamName.belongs(name, to: DomainNames.order.bytes) {
      current = .order
      try orders.command(&reader, of: stream)
    } else if StreamName.belongs(name, to: DomainNames.catalogue.bytes) {
      current = .catalogue
      try catalogue.command(&reader, of: stream)
    } else {
      throw JSONError(.unsupported, at: stream.offset)
    }
  }

  mutating func events(_ reader: inout JSONReader) throws(JSONError) {
    switch current {
    case .order: try orders.events(&reader)
    case .catalogue: try catalogue.events(&reader)
    }
  }

  mutating func rejected(_ reader: inout JSONReader) throws(JSONError) {
    switch current {
    case .order: try orders.rejected(&reader)
    case .catalogue: try catalogue.rejected(&reader)
    }
  }

  mutating func personal(_ reader: inout JSONReader) throws(JSONError) {
    switch current {
    case .order: try orders.personal(&reader)
    case .catalogue: try catalogue.personal(&reader)
    }
  }

  mutating func apply(_ entry: Entry) throws(EntryDefect) {
    switch current {
    case .order: try orders.apply(entry)
    case .catalogue: try catalogue.apply(entry)
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

  mutating func command(_ reader: inout JSONReader, of stream: TextRange) throws(JSONError) {
    try domains.command(&reader, of: stream)
  }

  mutating func events(_ reader: inout JSONReader) throws(JSONError) {
    try domains.events(&reader)
  }

  mutating func rejected(_ reader: inout JSONReader) throws(JSONError) {
    try domains.rejected(&reader)
  }

  mutating func personal(_ reader: inout JSONReader) throws(JSONError) {
    try domains.personal(&reader)
  }
}

/// Not in the projection, because generic types have no constants.
private enum DomainNames {
  static let order = Text(Orders.category)
  static let catalogue = Text(Catalogue.category)
}
