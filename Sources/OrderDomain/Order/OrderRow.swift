// An order as checkpoints have it.

import EventSourcing
import JSONLines

/// What of an order takes a fixed number of bytes, with what lists and sums need of the rest.
public struct OrderRow: BitwiseCopyable, Sendable {
  /// From low to high: whether there is an order, 1 bit; its status, 31; its revision.
  private var facts: UInt64 = 0
  /// What it may have lost, and its flags.
  private var marks: UInt64 = 0
  /// Where the members end, and the personal ones.
  private var ends: UInt64 = 0
  private var amounts: (total: Int64, paid: Int64, refunded: Int64) = (0, 0, 0)
  private var times: (placed: Int64, updated: Int64) = (0, 0)
  /// Its currency's first eight bytes, the first one lowest.
  public private(set) var currencyBytes: UInt64 = 0

  init(_ order: Order?) {
    guard let order else { return }
    let row = order.row
    facts = 1 | UInt64(row.status.index) << 1 | UInt64(UInt32(row.rev)) << 32
    marks = row.marks.rawValue
    ends = UInt64(row.membersEnd) | UInt64(row.personalEnd) << 32
    amounts = (row.total, row.paid, row.refunded)
    times = (row.placedAt.microseconds, row.updatedAt.microseconds)
    guard let currency = order.fields.text(.currency) else { return }
    for (place, byte) in currency.bytes.prefix(8).enumerated() {
      currencyBytes |= UInt64(byte) << UInt64(place * 8)
    }
  }

  private static let statuses = Order.Status.allCases

  /// How far the order has come; nil if there is none.
  public var status: Order.Status? {
    let index = Int(facts >> 1 & 0x7FFF_FFFF)
    guard facts & 1 == 1, index < Self.statuses.count else { return nil }
    return Self.statuses[index]
  }
  /// What it comes to, in minor units.
  public var total: Int64 { amounts.total }
  /// When it was created.
  public var placedAt: Timestamp { Timestamp(microseconds: times.placed) }
  /// When its last event happened.
  public var updatedAt: Timestamp { Timestamp(microseconds: times.updated) }

  /// nil if these bytes can't be those of an order with this row.
  fileprivate func order(with bytes: UnsafeRawBufferPointer) -> Order? {
    let known = Timestamp.earliest...Timestamp.latest
    guard let status, known.contains(placedAt), known.contains(updatedAt) else { return nil }
    let (membersEnd, personalEnd) = (UInt32(truncatingIfNeeded: ends), UInt32(ends >> 32))
    guard membersEnd <= personalEnd, Int(personalEnd) + 2 <= bytes.count else { return nil }
    var row = Order.Row(total: total, rev: Int(facts >> 32), at: placedAt)
    row.status = status
    row.marks = FieldSet(rawValue: marks)
    (row.membersEnd, row.personalEnd) = (membersEnd, personalEnd)
    (row.paid, row.refunded, row.updatedAt) = (amounts.paid, amounts.refunded, updatedAt)
    return Order(row: row, bytes: .copy(of: bytes))
  }
}

extension Orders: CheckpointableDecider {
  /// The row; the bytes are those that the order has in memory.
  public static func row(of state: Order?, addingTo bytes: inout [UInt8]) -> OrderRow {
    if let state { bytes.append(contentsOf: state.bytes.bytes) }
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
