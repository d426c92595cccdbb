// The order: what is known of it after its events. How events change it is in OrderEvent.

/// The stage that an order has reached.
public enum OrderStatus: String, BitwiseCopyable, CaseIterable, Sendable {
  /// Something is left to pay.
  case placed
  /// The order is paid in full.
  case paid
  /// Handed to the carrier.
  case shipped
  /// Handed to the customer.
  case delivered
  /// Handed back.
  case returned
  /// Called off before it was shipped.
  case cancelled
  /// Hidden from lists; its history stays.
  case deleted
}

/// The current state of an order. Copying is O(1).
public struct Order: Equatable, Sendable {
  /// The stage that an order has reached.
  public typealias Status = OrderStatus

  var row: OrderRow
  /// Its members as the log has them, first those that aren't personal, then those that are, then
  /// carrier and tracking; and the country of addresses without one.
  var bytes: ByteStorage

  /// The stage that it has reached.
  public var status: Status { row.status ?? .placed }
  /// The number of its entries, refused ones not counted.
  public var rev: Int { row.rev }
  /// The fields that were filled in; none is removed, and only those are missing that may be, or were erased.
  public var fields: OrderFields {
    let (membersEnd, personalEnd) = (Int(row.membersEnd), Int(row.personalEnd))
    return OrderFields(
      in: bytes, members: TextRange(0..<membersEnd),
      personal: TextRange(membersEnd..<personalEnd), .kept)
  }
  /// Items, shipping fee and tax less the discount, in minor units.
  public var total: Int64 { row.total }
  /// The sum of the payments, in minor units.
  public var paid: Int64 { row.paid }
  /// The sum of the refunds, in minor units.
  public var refunded: Int64 { row.refunded }
  /// The amount that was paid and not yet refunded, in minor units.
  public var refundable: Int64 { row.refundable }
  /// The total less the payments, and plus the refunds, in minor units.
  public var balance: Int64 { row.balance.held }
  /// The amount that is left to pay or, if negative, to refund, in minor units: the balance until the order is
  /// cancelled, returned or deleted, and nothing then.
  public var due: Int64 {
    switch status {
    case .placed, .paid, .shipped, .delivered: balance
    case .returned, .cancelled, .deleted: 0
    }
  }
  /// The amount that the customer is to get back, in minor units: the excess or, once the order is cancelled or
  /// returned, all that remains of the payments.
  public var owed: Int64 {
    switch status {
    case .placed, .paid, .shipped, .delivered: max(0, 0 &- due)
    case .cancelled, .returned: max(0, refundable)
    case .deleted: 0
    }
  }
  /// Whether nothing is left to pay.
  public var isSettled: Bool { row.isSettled }
  /// The time when it was created.
  public var placedAt: Timestamp { row.placedAt }
  /// The time of its last event.
  public var updatedAt: Timestamp { row.updatedAt }
  /// The carrier, if it is shipped and that was recorded.
  public var carrier: Text? { shipping.firstText }
  /// The carrier's number for it.
  public var tracking: Text? { shipping.secondText }

  /// Whether an entry may have changed a field whose personal data was erased since, so that its value
  /// isn't known.
  public func mayHaveLost(_ field: OrderField) -> Bool {
    row.lost.intersects(field == .paymentKind ? .card : FieldSet(field))
      || row[.erased] && field.isPersonal && fields.text(field) == nil
  }

  /// Whether a fact is true of it.
  public subscript(flag: OrderFlag) -> Bool { row[flag] }

  /// Whether it was shipped, delivered or returned.
  public var isShipped: Bool { row.isShipped }

  /// Whether it has reached the customer: delivered or returned.
  public var isDelivered: Bool { row.isDelivered }

  /// Whether two orders are equal in everything that is known of them. O(n).
  public static func == (one: Order, other: Order) -> Bool {
    guard one.row.hasSameFacts(as: other.row) else { return false }
    if one.bytes === other.bytes { return true }
    return one.shipping == other.shipping && one.values.differences(to: other.values).isEmpty
  }
}

extension Order {
  /// An order whose members are copied from somewhere.
  init(_ row: OrderRow, copying fields: OrderFields) {
    self.row = row
    bytes = .empty
    let (members, personal) = (fields.members, fields.personal)
    guard fields.isCompact else {
      join(bytes.bytes, bytes.bytes)
      put(fields.values)
      return
    }
    self.row.membersEnd = UInt32(members.count)
    self.row.personalEnd = UInt32(members.count &+ personal.count)
    withExtendedLifetime(fields) {
      join(fields.storage.slice(members), fields.storage.slice(personal))
    }
  }

  /// Puts changed fields onto its own: what they don't name stays.
  mutating func put(_ changes: borrowing OrderValues) {
    let (fields, named) = (fields, changes.named.replaced)
    let after = OrderValues(changes, onto: fields.values(of: named))
    var writer = JSONWriter(capacity: bytes.count + 256)
    if named.intersects(.plain) {
      for field in OrderField.plain { writer.field(field, of: after, nulls: false) }
    } else {
      writer.raw(bytes.slice(fields.members))
    }
    let tail = TextRange(Int(row.personalEnd)..<bytes.count)
    row.membersEnd = UInt32(writer.count)
    if named.intersects(.personal) {
      writer.personalGroups { field, writer in writer.field(field, of: after, nulls: false) }
    } else {
      writer.raw(bytes.slice(fields.personal))
    }
    row.personalEnd = UInt32(writer.count)
    writer.raw(bytes.slice(tail))
    bytes = writer.storage()
  }

  /// Replaces what is known of its shipping.
  mutating func put(_ shipping: Shipping) {
    if shipping.texts.storage == nil && notes.count == 0 { return }
    var writer = JSONWriter(capacity: 256)
    shipping.writeMembers(to: &writer)
    let members = bytes.slice(TextRange(0..<Int(row.personalEnd)))
    writer.withBytes { join(members, $0) }
  }

  /// Drops its personal members.
  mutating func dropPersonal() {
    let (members, notes) = (fields.members, notes)
    row.personalEnd = row.membersEnd
    join(bytes.slice(members), bytes.slice(notes))
  }

  /// Replaces the bytes by two parts, and the country of addresses without one.
  private mutating func join(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) {
    let country = row.lost.intersects(.creation) ? OrderFields.noCountry : OrderFields.country
    let joined = ByteStorage.filled(capacity: one.count &+ other.count &+ 2) { buffer in
      guard let target = buffer.baseAddress else { return 0 }
      if let source = one.baseAddress { target.copyMemory(from: source, byteCount: one.count) }
      if let source = other.baseAddress {
        (target + one.count).copyMemory(from: source, byteCount: other.count)
      }
      (target + buffer.count - 2).copyMemory(from: country.utf8Start, byteCount: 2)
      return buffer.count
    }
    bytes = joined
  }

  /// The fields, decoded: nothing is removed any more, fees that weren't given are 0, and the country of
  /// an address without one is `US`.
  var values: OrderValues {
    var values = fields.values
    values.lost = row.lost
    return values
  }

  /// The range of carrier and tracking in the bytes.
  private var notes: TextRange { TextRange(Int(row.personalEnd)..<bytes.count - 2) }

  /// The carrier and the tracking.
  var shipping: TextPair {
    notes.count > 0 ? TextPair(membersIn: bytes, notes) : TextPair()
  }
}

extension OrderFields {
  /// Whether the members can be copied as they are: each with a leading comma.
  fileprivate var isCompact: Bool {
    let first = members.count > 0 ? storage.bytes[members.offset] : 0x2C
    let second = personal.count > 0 ? storage.bytes[personal.offset] : 0x2C
    return first == 0x2C && second == 0x2C
  }
}
