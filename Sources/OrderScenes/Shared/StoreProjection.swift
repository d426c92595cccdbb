// What the scenes of orders read of a history: the orders and the catalogue as of a position.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

struct StoreProjection: Projection {
  private static let orderNames = StreamNames(of: Orders.self)
  private static let catalogueNames = StreamNames(of: Catalogue.self)
  private(set) var orders: StateProjection<Orders>
  private(set) var catalogue: StateProjection<Catalogue>

  init(form: LineForm) {
    orders = StateProjection(checksRevisions: form == .store)
    catalogue = StateProjection(checksRevisions: form == .store)
  }

  var upcasters: [Upcaster] { orders.upcasters + catalogue.upcasters }
  var checksRevisions: Bool { orders.checksRevisions && catalogue.checksRevisions }

  mutating func join(_ readAhead: ReadAhead) {
    orders.join(readAhead)
    catalogue.join(readAhead)
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    if Self.orderNames.contain(name) {
      try orders.read(entry)
    } else if Self.catalogueNames.contain(name) {
      try catalogue.read(entry)
    } else {
      throw .unknownStream
    }
  }

  /// The order with this id, if it was ever accepted.
  func order(_ id: String) -> Order? {
    StreamName(category: Orders.category, id: id).flatMap { orders.state(of: $0)?.state }
  }

  /// The ids of orders that differ from this one by one typing mistake, the latest first: what is
  /// worked on is mostly recent. At most three.
  func ids(near id: String) -> [String] {
    let orders = listed().reversed().filter { $0.order.status != .deleted }
    return suggestions(for: id, among: orders.map(\.id), withinMistakes: 1)
  }

  /// All orders that were ever accepted, in the order of their creation.
  func listed() -> [ListOrders.Item] {
    orders.states.indices.compactMap { index in
      guard let order = orders.states[index] else { return nil }
      return ListOrders.Item(id: orders.streams.name(index).orderID, order: order)
    }
  }

  /// The order's entries whose personal data was erased.
  func erasures(of id: String) -> Erasures {
    Erasures(StreamName(category: Orders.category, id: id).map { orders.erasures(of: $0) } ?? [])
  }
}

extension History {
  func foldOrders(at position: String?) throws(Failure) -> (
    store: StoreProjection, end: ReadingEnd
  ) {
    try source.foldOrders(through: try resolve(position))
  }
}

extension EntrySource {
  /// - Parameter seq: The last entry; `.max` for the end.
  func foldOrders(through seq: Int) throws(Failure) -> (store: StoreProjection, end: ReadingEnd) {
    try Failure.of { () throws(LogError) in
      var projection = StoreProjection(form: form)
      let end = try project(into: &projection, through: seq)
      return (projection, end)
    }
  }
}
