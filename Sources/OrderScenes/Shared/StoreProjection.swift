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
  /// The ids of orders that differ from this one by one typing mistake, the latest first: what is worked on is
  /// mostly recent. At most three.
  ///
  /// - Returns: And how far the history was read.
  func ids(near id: String, at position: String?) throws(Failure)
    -> (ids: [String], end: ReadingEnd)
  {
    var names = StreamTable()
    for id in misspellings(of: id, with: StreamName.idCharacters).sorted() {
      guard let name = StreamName(category: Orders.category, id: id) else { continue }
      _ = names.insert(name.text.bytes)
    }
    let (found, end) = try askOrders(at: position) { (states) throws(CacheFault) in
      try states.streams(named: names)
    }
    let orders = found.compactMap { ListOrders.Item($0) }.filter { $0.order.status != .deleted }
      .sorted { ($0.order.placedAt, $0.id) > ($1.order.placedAt, $1.id) }
    return (suggestions(for: id, among: orders.map(\.id), withinMistakes: 1), end)
  }

  /// What the states of all orders say, from checkpoints. Damage may only be found while asking; then it asks
  /// again.
  func askOrders<Answer>(
    at position: String?, _ ask: (inout CheckpointedStates<Orders>) throws(CacheFault) -> Answer
  ) throws(Failure) -> (Answer, end: ReadingEnd) {
    var trusts = CheckpointTrust.allCases[...]
    while true {
      let trust = trusts.popFirst() ?? .none
      var (states, end) = try resumed(Orders.self, at: position, trust: trust)
      if let answer = try? ask(&states) { return (answer, end) }
    }
  }

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
