// How commands, events and refusals of orders are written in the log, and read from it.

import EventSourcing
import JSONLines

extension OrderRulebook {
  /// The command's `type`: `pay-order`.
  public static func type(of command: OrderCommand) -> StaticString { command.kind.type }
  /// The event's `type`: `payment-received`.
  public static func type(of event: OrderEvent) -> StaticString { event.type }

  /// Writes the command's own members, each with a leading comma.
  public static func writeMembers(of command: OrderCommand, to writer: inout JSONWriter) {
    switch command {
    case .create(let fields): fields.writeMembers(to: &writer, nulls: false)
    case .update(let fields): fields.writeMembers(to: &writer, nulls: true)
    case .pay(let payment): payment.writeMembers(to: &writer)
    case .ship(let shipping): shipping.writeMembers(to: &writer)
    case .refund(let amount): writer.member(#","amount":"#, amount)
    case .deliver, .cancel, .return, .delete: break
    }
  }

  /// Writes the event's own members, each with a leading comma.
  public static func writeMembers(of event: OrderEvent, to writer: inout JSONWriter) {
    switch event {
    case .created(let fields, let total):
      fields.writeMembers(to: &writer, nulls: false)
      writer.member(#","total":"#, total)
    case .updated(let fields, let total):
      fields.writeMembers(to: &writer, nulls: true)
      if let total { writer.member(#","total":"#, total) }
    case .paymentReceived(let payment): payment.writeMembers(to: &writer)
    case .shipped(let shipping): shipping.writeMembers(to: &writer)
    case .refunded(let amount): writer.member(#","amount":"#, amount)
    case .paid, .delivered, .cancelled, .returned, .deleted: break
    }
  }

  /// Writes the members of the personal block, each with a leading comma.
  ///
  /// - Returns: Whether there were any.
  public static func writePersonal(of command: OrderCommand, to writer: inout JSONWriter) -> Bool {
    switch command {
    case .create(let fields): fields.writePersonal(to: &writer, nulls: false)
    case .update(let fields): fields.writePersonal(to: &writer, nulls: true)
    case .pay, .ship, .deliver, .cancel, .return, .refund, .delete: false
    }
  }

  /// Decodes a command; nil if its type is unknown.
  public static func decodeCommand(_ payload: inout Payload) throws(JSONError) -> OrderCommand? {
    guard let kind = OrderCommand.Kind(payload) else { return nil }
    switch kind {
    case .create: return .create(try OrderFields(ofCommand: &payload))
    case .update: return .update(try OrderFields(ofCommand: &payload))
    case .pay: return .pay(try Payment(&payload, Payment.commandShape))
    case .ship: return .ship(try Shipping(&payload, Shipping.commandShape))
    case .refund: return .refund(amount: try payload.amount(Payment.refundCommandShape))
    case .deliver: return .deliver
    case .cancel: return .cancel
    case .return: return .return
    case .delete: return .delete
    }
  }

  /// Decodes an event; nil if its type is unknown.
  public static func decodeEvent(_ payload: inout Payload) throws(JSONError) -> OrderEvent? {
    // The frequent ones first.
    if payload.isType("payment-received") {
      let payment = try Payment(&payload, Payment.eventShape)
      _ = try payload.require(payment.amount.value)
      return .paymentReceived(payment)
    }
    if payload.isType("order-paid") { return .paid }
    if payload.isType("order-created") {
      let (fields, total) = try payload.fieldsAndTotal()
      return .created(fields, total: try payload.require(total))
    }
    if payload.isType("order-shipped") {
      return .shipped(try Shipping(&payload, Shipping.eventShape))
    }
    if payload.isType("order-delivered") { return .delivered }
    if payload.isType("order-updated") {
      let (fields, total) = try payload.fieldsAndTotal()
      return .updated(fields, total: total)
    }
    if payload.isType("payment-refunded") {
      let amount = try payload.amount(Payment.refundEventShape)
      return .refunded(amount: try payload.require(amount.value))
    }
    if payload.isType("order-cancelled") { return .cancelled }
    if payload.isType("order-returned") { return .returned }
    if payload.isType("order-deleted") { return .deleted }
    return nil
  }

  /// The members of a personal block.
  public static var personalShape: ObjectShape { OrderField.personalShape }

  /// What brings entries of older versions into today's form.
  public static var upcasters: [Upcaster] { OrderUpcasters.all }
}

extension OrderCommand.Kind {
  /// The kind with a payload's type; nil if there is none.
  init?(_ payload: borrowing Payload) {
    for kind in Self.all where payload.isType(kind.type) {
      self = kind
      return
    }
    return nil
  }

  private static let all = allCases
}

extension OrderFields {
  fileprivate init(ofCommand payload: inout Payload) throws(JSONError) {
    let members = try payload.members(OrderField.commandShape)
    self.init(in: payload.storage, members: members, personal: payload.personal)
  }
}

extension Payload {
  /// The fields of an event, and its total if it has one.
  fileprivate mutating func fieldsAndTotal() throws(JSONError) -> (OrderFields, total: Int64?) {
    let all = try members(OrderField.eventShape)
    var (members, total) = (all, Int64?.none)
    if isCanonical, let found = storage.total(endingAt: all.bounds.upperBound) {
      total = found.value
      members = TextRange(all.offset..<found.start)
    } else {
      var values = OrderValues(in: storage)
      values.take(all, OrderField.eventShape)
      total = Amount(bits: values.slots[OrderField.totalSlot]).value
    }
    return (OrderFields(in: storage, members: members, personal: personal), total)
  }

  fileprivate mutating func amount(_ shape: ObjectShape) throws(JSONError) -> Amount {
    var amount = Amount.absent
    try read(shape, into: &amount)
    return amount
  }

  /// A number without which an event says nothing.
  fileprivate func require(_ value: Int64?) throws(JSONError) -> Int64 {
    guard let value else { throw JSONError(.missingKey, at: position - 1) }
    return value
  }
}

extension ByteStorage {
  /// The total that ends an event's members, as it does in nearly every line, and where it begins.
  fileprivate func total(endingAt end: Int) -> (value: Int64, start: Int)? {
    var start = end
    var value: Int64 = 0
    var power: Int64 = 1
    while start > 0, end - start < 16, case let digit = bytes[start - 1] &- 0x30, digit < 10 {
      value += Int64(digit) * power
      power *= 10
      start -= 1
    }
    let key: StaticString = #","total":"#
    start -= key.utf8CodeUnitCount
    guard power > 1, start >= 0, equals(TextRange(offset: start, count: key.utf8CodeUnitCount), key)
    else { return nil }
    return (value, start)
  }
}

/// What a payment or a shipping has in the log.
private struct MoneyAndTexts: BitwiseCopyable {
  var amount = Amount.absent
  var first = TextRange.absent
  var second = TextRange.absent
}

private struct TwoTexts: BitwiseCopyable {
  var first = TextRange.absent
  var second = TextRange.absent
}

extension Payment {
  fileprivate static let commandShape = ObjectShape.command(
    .integer("amount"), .text("method"), .text("reference"))
  fileprivate static let eventShape = ObjectShape.event(
    .integer("amount"), .text("method"), .text("reference"))
  fileprivate static let refundCommandShape = ObjectShape.command(.integer("amount"))
  fileprivate static let refundEventShape = ObjectShape.event(.integer("amount"))

  fileprivate init(_ payload: inout Payload, _ shape: ObjectShape) throws(JSONError) {
    var values = MoneyAndTexts()
    try payload.read(shape, into: &values)
    amount = values.amount
    texts = TextPair(payload.storage, values.first, values.second)
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member(#","amount":"#, amount)
    texts.writeMembers(#","method":"#, #","reference":"#, to: &writer)
  }
}

extension Shipping {
  fileprivate static let commandShape = ObjectShape.command(.text("carrier"), .text("tracking"))
  fileprivate static let eventShape = ObjectShape.event(.text("carrier"), .text("tracking"))

  fileprivate init(_ payload: inout Payload, _ shape: ObjectShape) throws(JSONError) {
    var values = TwoTexts()
    try payload.read(shape, into: &values)
    texts = TextPair(payload.storage, values.first, values.second)
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    texts.writeMembers(#","carrier":"#, #","tracking":"#, to: &writer)
  }
}

extension TextPair {
  /// Writes both, each behind its key; nothing of one that is missing.
  func writeMembers(
    _ first: StaticString, _ second: StaticString, to writer: inout JSONWriter
  ) {
    guard let storage else { return }
    writer.member(first, self.first, of: storage)
    writer.member(second, self.second, of: storage)
  }
}
