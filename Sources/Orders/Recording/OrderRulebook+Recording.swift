// How commands, events and refusals of orders stand in the log.

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
    case .create(let fields): fields.values.writeMembers(to: &writer, nulls: false)
    case .update(let fields): fields.values.writeMembers(to: &writer, nulls: true)
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
      fields.values.writeMembers(to: &writer, nulls: false)
      writer.member(#","total":"#, total)
    case .updated(let fields, let total):
      fields.values.writeMembers(to: &writer, nulls: true)
      if let total { writer.member(#","total":"#, total) }
    case .paymentReceived(let payment): payment.writeMembers(to: &writer)
    case .shipped(let shipping): shipping.writeMembers(to: &writer)
    case .refunded(let amount): writer.member(#","amount":"#, amount)
    case .paid, .delivered, .cancelled, .returned, .deleted: break
    }
  }

  /// Writes the event's own members, by copying those of its command where the two share them.
  public static func writeMembers(
    of event: OrderEvent, after command: OrderCommand, _ members: Range<Int>,
    to writer: inout JSONWriter
  ) {
    switch event {
    case .created(let fields, let total):
      guard case .create(let asked) = command, asked.isIdentical(to: fields) else { break }
      writer.again(members)
      writer.member(#","total":"#, total)
      return
    case .paymentReceived(let payment):
      guard case .pay(let asked) = command, asked.isIdentical(to: payment) else { break }
      return writer.again(members)
    case .shipped(let shipping):
      guard case .ship(let asked) = command, asked.texts.isIdentical(to: shipping.texts) else {
        break
      }
      return writer.again(members)
    case .updated, .paid, .delivered, .cancelled, .returned, .refunded, .deleted: break
    }
    writeMembers(of: event, to: &writer)
  }

  /// Writes the members of the personal block, each with a leading comma.
  ///
  /// - Returns: Whether there were any.
  public static func writePersonal(of command: OrderCommand, to writer: inout JSONWriter) -> Bool {
    switch command {
    case .create(let fields): fields.values.writePersonal(to: &writer, nulls: false)
    case .update(let fields): fields.values.writePersonal(to: &writer, nulls: true)
    case .pay, .ship, .deliver, .cancel, .return, .refund, .delete: false
    }
  }

  /// Reads a command of this type, without what is personal; nil if the type is unknown.
  public static func readCommand(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> OrderCommand?
  {
    guard let kind = OrderCommand.Kind(type, in: payload.json) else { return nil }
    switch kind {
    case .create:
      var fields = OrderFields()
      try fields.values.readCommand(&payload)
      return .create(fields)
    case .update:
      var fields = OrderFields()
      try fields.values.readCommand(&payload)
      return .update(fields)
    default: return try OrderCommand(kind, withoutFields: &payload)
    }
  }

  /// Reads an event of this type, without what is personal; nil if the type is unknown.
  public static func readEvent(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> OrderEvent?
  {
    if payload.json.isText(type, "order-created") {
      var fields = OrderFields()
      let total = try fields.values.readEvent(&payload)
      return .created(fields, total: try payload.require(total))
    }
    if payload.json.isText(type, "payment-received") {
      let payment = try Payment(from: &payload, keys: Payment.eventKeys)
      _ = try payload.require(payment.amount.value)
      return .paymentReceived(payment)
    }
    if payload.json.isText(type, "order-shipped") {
      return .shipped(try Shipping(from: &payload, keys: Shipping.eventKeys))
    }
    if payload.json.isText(type, "order-updated") {
      var fields = OrderFields()
      let total = try fields.values.readEvent(&payload)
      return .updated(fields, total: total)
    }
    if payload.json.isText(type, "payment-refunded") {
      let amount = try payload.amount(keys: Payment.refundEventKeys)
      return .refunded(amount: try payload.require(amount.value))
    }
    guard let event = OrderEvent(type, in: payload.json) else { return nil }
    if !payload.json.expect("}") { while try payload.nextKey(.none) != nil {} }
    return event
  }

  /// Reads the personal block.
  public static func readPersonal(from payload: inout PayloadReader) throws(JSONError)
    -> OrderPersonal
  {
    try OrderPersonal(&payload)
  }

  /// Gives a command that was read its personal data.
  public static func attach(_ personal: OrderPersonal, to command: inout OrderCommand) {
    switch command {
    case .create(var fields):
      command = .delete  // Lets go of the fields, so that they aren't copied.
      fields.values.takePersonal(from: personal)
      command = .create(fields)
    case .update(var fields):
      command = .delete
      fields.values.takePersonal(from: personal)
      command = .update(fields)
    case .pay, .ship, .deliver, .cancel, .return, .refund, .delete: break
    }
  }

  /// Gives an event that was read its personal data.
  public static func attach(_ personal: OrderPersonal, to event: inout OrderEvent) {
    switch event.takeFields() {
    case (var fields?, let total, isNew: true):
      fields.values.takePersonal(from: personal)
      event = .created(fields, total: total ?? 0)
    case (var fields?, let total, isNew: false):
      fields.values.takePersonal(from: personal)
      event = .updated(fields, total: total)
    case (nil, _, _): break
    }
  }

  /// Gives a command, if it was read, and its events their personal data.
  public static func attach(
    _ personal: OrderPersonal, to command: inout OrderCommand?, _ events: inout [OrderEvent]
  ) {
    guard command.sharesFields(with: events), var fields = command.takeFields() else {
      return attachToEach(personal, &command, &events)
    }
    let (_, total, isNew) = events[0].takeFields()
    fields.values.takePersonal(from: personal)
    command = isNew ? .create(fields) : .update(fields)
    events[0] = isNew ? .created(fields, total: total ?? 0) : .updated(fields, total: total)
  }

  private static func attachToEach(
    _ personal: OrderPersonal, _ command: inout OrderCommand?, _ events: inout [OrderEvent]
  ) {
    if var read = command {
      command = nil
      attach(personal, to: &read)
      command = read
    }
    for index in events.indices { attach(personal, to: &events[index]) }
  }

  /// What brings entries of older versions into today's form.
  public static var upcasters: [Upcaster] { OrderUpcasters.all }
}

extension OrderCommand.Kind {
  /// The kind with this type; nil if there is none.
  init?(_ type: TextRange, in json: JSONReader) {
    // The usual ones first, as literals, because those are compared fastest.
    if json.isText(type, "create-order") {
      self = .create
    } else if json.isText(type, "pay-order") {
      self = .pay
    } else if json.isText(type, "ship-order") {
      self = .ship
    } else if json.isText(type, "deliver-order") {
      self = .deliver
    } else if let kind = Self.all.first(where: { json.storage.equals(type, $0.type) }) {
      self = kind
    } else {
      return nil
    }
  }

  private static let all = allCases
}

extension OrderCommand {
  /// Reads a command of a kind that has no fields of an order.
  init(_ kind: Kind, withoutFields payload: inout PayloadReader) throws(JSONError) {
    switch kind {
    case .pay: self = .pay(try Payment(from: &payload, keys: Payment.commandKeys))
    case .ship: self = .ship(try Shipping(from: &payload, keys: Shipping.commandKeys))
    case .refund: self = .refund(amount: try payload.amount(keys: Payment.refundCommandKeys))
    case .create, .update, .deliver, .cancel, .return, .delete:
      while try payload.nextKey(Self.noKeys) != nil {}
      self =
        kind == .deliver
        ? .deliver : kind == .cancel ? .cancel : kind == .return ? .return : .delete
    }
  }

  private static let noKeys = PayloadKeys.command()
}

extension OrderCommand? {
  /// Whether the command has the very same fields as the first event.
  @inline(never)
  fileprivate func sharesFields(with events: [OrderEvent]) -> Bool {
    switch self {
    case .create(let fields):
      if case .created(let created, _)? = events.first { return fields.isIdentical(to: created) }
    case .update(let fields):
      if case .updated(let updated, _)? = events.first { return fields.isIdentical(to: updated) }
    default: break
    }
    return false
  }

  /// Hands out the fields, if there are any: see the same of events.
  @inline(never)
  fileprivate mutating func takeFields() -> OrderFields? {
    switch self {
    case .create(let fields), .update(let fields):
      self = nil
      return fields
    default: return nil
    }
  }
}

extension OrderEvent {
  /// Hands out the fields, if there are any, so that they have one holder and changing them copies
  /// nothing. Not inlined, because then the event would hold on to them for too long.
  @inline(never)
  fileprivate mutating func takeFields() -> (OrderFields?, total: Int64?, isNew: Bool) {
    switch self {
    case .created(let fields, let total):
      self = .paid
      return (fields, total, true)
    case .updated(let fields, let total):
      self = .paid
      return (fields, total, false)
    default: return (nil, nil, false)
    }
  }

  /// The event with this type, of those that have no members; nil if there is none.
  fileprivate init?(_ type: TextRange, in json: JSONReader) {
    if json.isText(type, "order-paid") {
      self = .paid
    } else if json.isText(type, "order-delivered") {
      self = .delivered
    } else if json.isText(type, "order-cancelled") {
      self = .cancelled
    } else if json.isText(type, "order-returned") {
      self = .returned
    } else if json.isText(type, "order-deleted") {
      self = .deleted
    } else {
      return nil
    }
  }
}

extension Payment {
  /// Whether the two are copies of one, neither changed since.
  fileprivate func isIdentical(to other: Payment) -> Bool {
    amount == other.amount && texts.isIdentical(to: other.texts)
  }

  fileprivate static let commandKeys = PayloadKeys.command("amount", "method", "reference")
  fileprivate static let eventKeys = PayloadKeys.event("amount", "method", "reference")
  fileprivate static let refundCommandKeys = PayloadKeys.command("amount")
  fileprivate static let refundEventKeys = PayloadKeys.event("amount")

  fileprivate init(from payload: inout PayloadReader, keys: PayloadKeys) throws(JSONError) {
    var (amount, method, reference) = (Amount.absent, TextRange.absent, TextRange.absent)
    while let rank = try payload.nextKey(keys) {
      switch rank {
      case 0: amount = try payload.json.amount()
      case 1: method = try payload.json.textOrNull()
      default: reference = try payload.json.textOrNull()
      }
    }
    self.amount = amount
    texts = TextPair(payload.storage, method, reference)
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member(#","amount":"#, amount)
    guard let storage = texts.storage else { return }
    writer.member(#","method":"#, texts.first, of: storage)
    writer.member(#","reference":"#, texts.second, of: storage)
  }
}

extension Shipping {
  fileprivate static let commandKeys = PayloadKeys.command("carrier", "tracking")
  fileprivate static let eventKeys = PayloadKeys.event("carrier", "tracking")

  fileprivate init(from payload: inout PayloadReader, keys: PayloadKeys) throws(JSONError) {
    var (carrier, tracking) = (TextRange.absent, TextRange.absent)
    while let rank = try payload.nextKey(keys) {
      if rank == 0 {
        carrier = try payload.json.textOrNull()
      } else {
        tracking = try payload.json.textOrNull()
      }
    }
    texts = TextPair(payload.storage, carrier, tracking)
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    guard let storage = texts.storage else { return }
    writer.member(#","carrier":"#, texts.first, of: storage)
    writer.member(#","tracking":"#, texts.second, of: storage)
  }
}

extension PayloadReader {
  fileprivate mutating func amount(keys: PayloadKeys) throws(JSONError) -> Amount {
    var amount = Amount.absent
    while try nextKey(keys) != nil { amount = try json.amount() }
    return amount
  }

  /// A number without which an event says nothing.
  fileprivate func require(_ value: Int64?) throws(JSONError) -> Int64 {
    guard let value else { throw JSONError(.missingKey, at: json.position - 1) }
    return value
  }
}
