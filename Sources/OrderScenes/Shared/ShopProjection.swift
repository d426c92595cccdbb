// The part of a history that the scenes of orders read: the orders and the catalogue as of a position.

struct ShopProjection: Projection {
  private static let orderNames = StreamNames(of: Orders.self)
  private static let catalogueNames = StreamNames(of: Catalogue.self)
  private(set) var orders: StateProjection<Orders>
  private(set) var catalogue: StateProjection<Catalogue>

  init(form: LineForm) {
    orders = StateProjection(checksRevisions: form == .store, readsValues: true)
    catalogue = StateProjection(checksRevisions: form == .store, readsValues: true)
  }

  var vocabularies: [Vocabulary] { orders.vocabularies + catalogue.vocabularies }
  var checksRevisions: Bool { orders.checksRevisions && catalogue.checksRevisions }

  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try orders.restore(from: base)
    try catalogue.restore(from: base)
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

  /// The order of this stream, if one was ever accepted.
  func order(_ stream: StreamName) -> Order? { orders.state(of: stream)?.state ?? nil }

  /// The order's entries whose personal data was erased.
  func erasures(of stream: StreamName) -> Erasures { Erasures(orders.erasures(of: stream)) }
}

extension History {
  /// The ids of orders that differ from this one by one typing mistake, the latest first: what is worked on is
  /// mostly recent. At most three.
  ///
  /// - Returns: And how far the history was read.
  func ids(near id: String, at position: RequestedPosition?) throws(Failure)
    -> (ids: [String], end: ReadingEnd)
  {
    var names = StreamTable()
    for id in StreamName.idsNear(id).sorted() {
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

  /// An answer from the states of all orders, from snapshots. Damage may only be found while asking; then it asks
  /// again.
  func askOrders<Answer>(
    at position: RequestedPosition?,
    _ ask: (inout SnapshotStates<Orders>) throws(CacheFault) -> Answer
  ) throws(Failure) -> (Answer, end: ReadingEnd) {
    var trusts = SnapshotTrust.allCases[...]
    while true {
      guard let trust = trusts.popFirst() else {
        throw Failure(
          .tryAgain, code: "cache-keeps-changing",
          "What is kept beside the log kept changing while it was read.", hint: "Run it again.")
      }
      var (states, end) = try resumed(Orders.self, at: position, trust: trust)
      if let answer = try? ask(&states) { return (answer, end) }
    }
  }

  /// An order as of a position, and what it may lack.
  ///
  /// - Throws: `no-such-order`, with the ids that may have been meant.
  func order(_ id: String, at position: RequestedPosition?) throws(Failure)
    -> (order: Order, lost: Erasures, end: ReadingEnd)
  {
    if let stream = StreamName(category: Orders.category, id: id) {
      let (shop, end) = try fold(stream, at: position)
      if let order = shop.order(stream) { return (order, shop.erasures(of: stream), end) }
    }
    let (near, end) = try ids(near: id, at: position)
    throw HistoryDomains.orders.noSuchStream(id, at: position, near: near, through: end.seq)
  }

  /// The order or the catalogue of one stream as of a position, and perhaps others.
  func fold(_ stream: StreamName, at position: RequestedPosition?) throws(Failure)
    -> (shop: ShopProjection, end: ReadingEnd)
  {
    let seq = try resolve(position)
    return try Failure.of(source.fold(stream, through: seq))
  }
}

extension EntrySource {
  /// - Parameter seq: The last entry; `.max` for the end.
  func fold(_ stream: StreamName, through seq: Int) throws(LogError)
    -> (shop: ShopProjection, end: ReadingEnd)
  {
    var projection = ShopProjection(form: form)
    let part = try part(of: [.stream(stream)]) ?? self
    let end = try part.project(into: &projection, through: seq)
    return (projection, end)
  }
}
