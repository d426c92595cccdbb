// The part of an order that takes a fixed number of bytes: one value in memory and in snapshots, with a table of its
// members in archives.

/// The part of an order besides its texts and items. It has integers only, without gaps between them, because
/// snapshots have its bytes as they are in memory.
public struct OrderRow: BitwiseCopyable, Equatable, Sendable {
  /// The place of its status among all, from 1; 0 if there is no order.
  private var stage: UInt32 = 0
  var revision: UInt32 = 0
  /// The offset after the personal members in the order's bytes; those that aren't personal are before them.
  var membersEnd: UInt32 = 0
  var personalEnd: UInt32 = 0
  /// The lost fields and the flags.
  var marks: FieldSet = []
  /// The total, in minor units.
  public internal(set) var total: Int64 = 0
  var paid: Int64 = 0
  var refunded: Int64 = 0
  /// The time when it was created.
  public internal(set) var placedAt = Timestamp(microseconds: 0)
  /// The time of its last event.
  public internal(set) var updatedAt = Timestamp(microseconds: 0)
  /// Its currency's first eight bytes, the first one lowest: what lists are sorted by. Only rows that are listed or kept
  /// have it.
  public private(set) var currencyBytes: UInt64 = 0

  /// The row where there is no order.
  init() {}

  init(total: Int64, rev: Int, at: Timestamp) {
    status = .placed
    (self.total, self.rev) = (total, rev)
    (placedAt, updatedAt) = (at, at)
  }

  /// The stage that the order has reached; nil if there is none.
  public internal(set) var status: Order.Status? {
    get { Order.Status(index: Int(stage) - 1) }
    set { stage = newValue.map { UInt32($0.index + 1) } ?? 0 }
  }

  var rev: Int {
    get { Int(revision) }
    set { revision = UInt32(clamping: newValue) }
  }

  /// The fields that an entry may have changed whose personal data was erased since: personal fields, and whether that
  /// entry was the first.
  var lost: FieldSet {
    get { marks.subtracting(OrderFlag.bits) }
    set { marks = newValue.union(marks.intersection(OrderFlag.bits)) }
  }

  /// Whether a fact is true of it.
  subscript(flag: OrderFlag) -> Bool {
    get { marks.intersects(flag.bit) }
    set { marks = newValue ? marks.union(flag.bit) : marks.subtracting(flag.bit) }
  }

  var refundable: Int64 { paid.minus(refunded) }
  var balance: Int64 { total.minus(paid).plus(refunded) }
  var isSettled: Bool { balance == 0 }
  var isShipped: Bool { status == .shipped || isDelivered }
  var isDelivered: Bool { status == .delivered || status == .returned }

  /// Whether they are equal except for where their bytes are.
  func hasSameFacts(as other: OrderRow) -> Bool {
    var copy = other
    (copy.membersEnd, copy.personalEnd) = (membersEnd, personalEnd)
    return self == copy
  }
}

extension OrderRow {
  /// The members in archives, in order: all but the offsets of its bytes.
  static let archived: [ArchivedMember] =
    [
      .status,
      .integer("rev", \.revision),
      .integer("total", \.total),
      .integer("paid", \.paid),
      .integer("refunded", \.refunded),
      .time("placedAt", \.placedAt),
      .time("updatedAt", \.updatedAt),
      .lost,
    ] + OrderFlag.allCases.map { .flag($0) }
}

extension Order.Status {
  /// Its place among all statuses, which are in the order of an order's life.
  package var index: Int {
    switch self {
    case .placed: 0
    case .paid: 1
    case .shipped: 2
    case .delivered: 3
    case .returned: 4
    case .cancelled: 5
    case .deleted: 6
    }
  }

  private static let all = allCases

  init?(index: Int) {
    guard Self.all.indices.contains(index) else { return nil }
    self = Self.all[index]
  }
}

extension OrderRow {
  /// The row as lists and snapshots have it.
  fileprivate init(_ order: Order) {
    self = order.row
    guard let currency = order.fields.text(.currency) else { return }
    for (place, byte) in currency.bytes.prefix(8).enumerated() {
      currencyBytes |= UInt64(byte) << UInt64(place * 8)
    }
  }

  /// nil if these bytes can't be those of an order with this row.
  fileprivate func order(with bytes: UnsafeRawBufferPointer) -> Order? {
    let known = Timestamp.earliest...Timestamp.latest
    guard status != nil, known.contains(placedAt), known.contains(updatedAt),
      membersEnd <= personalEnd, Int(personalEnd) + 2 <= bytes.count
    else { return nil }
    var row = self
    row.currencyBytes = 0
    return Order(row: row, bytes: .copy(of: bytes))
  }
}

extension Orders: SnapshotDecider {
  /// The row; the bytes are those that the order has in memory.
  public static func row(of state: Order?, addingTo bytes: inout [UInt8]) -> OrderRow {
    guard let state else { return OrderRow() }
    bytes.append(contentsOf: state.bytes.bytes)
    return OrderRow(state)
  }

  /// Its customer.
  public static func key(of state: Order?) -> Text? { state?.fields.text(.customer) }

  /// The order that has this row and these bytes.
  public static func state(_ row: OrderRow, _ bytes: UnsafeRawBufferPointer) -> Order?? {
    guard row.status != nil else { return bytes.isEmpty ? .some(nil) : nil }
    return row.order(with: bytes).map { .some($0) }
  }
}
