// Lists orders: folds, filters, sorts, cuts. How they are sorted is in Listing, how a list reads in
// ListOrders+Presenting.

package enum ListOrders: RespondingScene {
  package struct Request: Sendable {
    /// The position; the end if nil.
    package var at: RequestedPosition?
    /// Only orders with one of these statuses; without any, all but the deleted ones.
    package var statuses: [String] = []
    package var customer: String?
    /// Only orders placed at or after this time.
    package var since: String?
    /// Only orders placed at or before this time.
    package var until: String?
    package var sort = Sorting.placed
    package var isReversed = false
    package var limit: Int?
    package var offset = 0

    package init() {}

    /// The orders that were changed last, first: as many as are worth offering.
    static var latest: Request {
      var request = Request()
      (request.sort, request.isReversed) = (.updated, true)
      request.limit = 10_000
      return request
    }
  }

  /// The values that orders can be sorted by; ties go by their first entries.
  package enum Sorting: String, CaseIterable, Sendable {
    case placed, updated
    /// The total, by currency first.
    case total
    case customer
    /// The status, in the order of an order's life.
    case status
    case id
  }

  package struct Item: JSONRepresentable, Sendable {
    package let id: String
    package let order: Order
    var lost = Erasures()

    package func writeJSON(to writer: inout JSONWriter) {
      order.writeJSON(to: &writer, id: id) { $0.erased(lost) }
    }
  }

  package struct Response: HistoryResponse, Sendable {
    package let orders: [Item]
    package let count: Int
    package let tornTail: TornTail?
    /// The erasures that the orders may lack.
    var lost: Erasures { Erasures(orders.flatMap(\.lost.entries).sorted()) }
    var isAll: Bool { orders.count == count }
    package var documents: [Item] { orders }
  }
}

extension ListOrders {
  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let filter = try Filter(request, history.times)
    let ((items, count), end) = try history.askOrders(at: request.at) {
      (states) throws(CacheFault) in
      try list(&states, filter, request) { (names) throws(CacheFault) in
        // Entries that can't be read are reported where all are read.
        let entries = try? history.source.firstEntries(of: names.map { Text($0) })
        guard let entries else { throw CacheFault() }
        return entries.map { $0 ?? .max }
      }
    }
    return Response(orders: items, count: count, tornTail: end.tornTail)
  }

  private static func list(
    _ states: inout SnapshotStates<Orders>, _ filter: Filter,
    _ request: Request, _ firstEntries: (_ names: [String]) throws(CacheFault) -> [Int]
  ) throws(CacheFault) -> (items: [Item], count: Int) {
    let offset = max(0, request.offset)
    let (end, overflows) = offset.addingReportingOverflow(max(0, request.limit ?? .max))
    var listing = Listing(
      filter, request.sort, isReversed: request.isReversed,
      window: offset..<(overflows ? .max : end))
    try states.eachRow(of: filter.customer) { listing.add($0, $1) }
    let ids = try listing.finish(reading: &states, firstEntries)
    let items = try states.streams(ids).compactMap { Item($0) }
    return (items, listing.count)
  }

  struct Filter {
    /// Whether it accepts each status.
    private let statuses: [Bool]
    private let times: ClosedRange<Timestamp>
    /// The texts that orders must have in some of their fields.
    private let texts: [(field: OrderField, text: Text)]

    init(_ request: Request, _ times: TypedTimes) throws(Failure) {
      var statuses = Set(Order.Status.allCases)
      statuses.remove(.deleted)
      if !request.statuses.isEmpty {
        statuses = []
        for text in request.statuses { statuses.insert(try Self.status(text)) }
      }
      self.statuses = Order.Status.allCases.map { statuses.contains($0) }
      let texts: [(OrderField, String?)] = [
        (.customer, request.customer)
      ]
      self.texts = texts.compactMap { field, text in text.map { (field, Text($0)) } }
      self.times = try times.bounds(since: request.since, until: request.until)
    }

    /// Whether it may accept an order with this row.
    func accepts(_ row: OrderRow) -> Bool {
      guard let status = row.status else { return false }
      return statuses[status.index] && times.contains(row.placedAt)
    }

    /// Whether rows tell which orders it accepts.
    var isOfRows: Bool { texts.isEmpty }

    /// The only customer; nil for all.
    var customer: Text? { texts.first { $0.field == .customer }?.text }

    /// Whether it accepts an order that it may accept by its row.
    func accepts(_ order: Order) -> Bool {
      texts.allSatisfy { field, text in order.fields.text(field) == text }
    }

    private static func status(_ text: String) throws(Failure) -> Order.Status {
      guard let status = Order.Status(rawValue: text) else {
        let names = Order.Status.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(
          .usage, code: "bad-status", "'\(text)' isn't a status.",
          hint: "The statuses are: \(names).")
      }
      return status
    }
  }
}

extension ListOrders.Item {
  /// nil if it is no order: none was ever accepted under its id.
  init?(_ stream: ListedStream<Order?>) {
    guard let order = stream.state else { return nil }
    self.init(id: stream.name.orderID, order: order, lost: Erasures(stream.erasures))
  }
}

extension String {
  /// The id in a stream's name.
  var orderID: String { String(dropFirst(Orders.category.utf8.count + 1)) }
}
