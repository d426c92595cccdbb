// Orders field by field: how a state is written, and where conditions find its fields.

import EventSourcing
import JSONLines

extension OrderRulebook {
  /// Writes an order as a JSON object; nothing if it was never created.
  public static func writeState(_ state: Order?, id: String, to writer: inout JSONWriter) -> Bool {
    state?.writeJSON(to: &writer, id: id)
    return state != nil
  }

  /// The fields of an order.
  public static var schema: FieldSchema<Order?> { OrderSchema.all }
}

/// The fields of an order, in the order of its JSON.
private enum OrderSchema {
  typealias Field = FieldSchema<Order?>.Field
  typealias Element = FieldSchema<Order?>.List.Field

  static let all = FieldSchema<Order?>(
    fields: [integer("rev") { Int64($0.rev) }, status, text(.customer)]
      + contact + addresses + [text(.shippingMethod)] + payment + [text(.currency)] + amounts
      + rest,
    lists: [items])

  private static let status = Field("status", among: Order.Status.allCases.map(\.rawValue)) {
    $0.status.map(\.index)
  }

  private static let contact: [Field] = [.firstName, .lastName, .phone, .email].map { text($0) }

  private static let addresses: [Field] = [
    .billingStreet1, .billingStreet2, .billingCity, .billingState, .billingZip, .billingCountry,
    .shipmentStreet1, .shipmentStreet2, .shipmentCity, .shipmentState, .shipmentZip,
    .shipmentCountry,
  ].map { text($0) }

  private static let payment: [Field] =
    [text(.paymentKind, as: "payment.kind")] + [.brand, .last4, .expires].map { text($0) }

  private static let amounts: [Field] = [
    amount("shippingFee") { $0.values.shippingFee }, amount("tax") { $0.values.tax },
    amount("discount") { $0.values.discount }, integer("total") { $0.total },
    integer("paid") { $0.paid }, integer("refunded") { $0.refunded },
    integer("balance") { $0.balance },
  ]

  private static let rest: [Field] = [
    Field("placedAt", .time) { $0.value { .time($0.placedAt) } },
    Field("updatedAt", .time) { $0.value { .time($0.updatedAt) } },
    Field("carrier", .text) { $0.value { $0.carrier.map { .text($0) } ?? .absent } },
    Field("tracking", .text) { $0.value { $0.tracking.map { .text($0) } ?? .absent } },
  ]

  private static let items = FieldSchema<Order?>.List(
    "items", count: { $0.items?.count ?? 0 },
    fields: [
      Element("sku", .text) { order, index in order.value { $0.text(ofItem: index) { $0.sku } } },
      Element("name", .text) { order, index in order.value { $0.text(ofItem: index) { $0.name } } },
      Element("quantity", .integer) { order, index in
        order.value { $0.number(ofItem: index) { $0.quantity } }
      },
      Element("unitPrice", .integer) { order, index in
        order.value { $0.number(ofItem: index) { $0.unitPrice } }
      },
    ])

  private static func integer(
    _ name: String, _ read: @escaping @Sendable (Order) -> Int64
  ) -> Field {
    Field(name, .integer) { order in order.value { .integer(read($0)) } }
  }

  private static func amount(
    _ name: String, _ read: @escaping @Sendable (Order) -> Amount
  ) -> Field {
    Field(name, .integer) { order in
      order.value { order in read(order).value.map { .integer($0) } ?? .absent }
    }
  }

  private static func text(_ text: OrderText, as name: String? = nil) -> Field {
    Field(name ?? "\(text.name)", .text) { order in
      order.value { order in
        let range = order.values.texts.withRanges { $0[text] }
        return range.isPresent ? .text(Text(order.values.storage, range)) : .absent
      }
    }
  }
}

extension Order {
  /// A text of an item.
  fileprivate func text(ofItem index: Int, _ read: (RecordedItem) -> TextRange) -> FieldValue {
    guard let range = values.items.map({ read($0[index]) }), range.isPresent else { return .absent }
    return .text(Text(values.storage, range))
  }

  /// A number of an item.
  fileprivate func number(ofItem index: Int, _ read: (RecordedItem) -> Amount) -> FieldValue {
    values.items.flatMap { read($0[index]).value }.map { .integer($0) } ?? .absent
  }
}

extension Optional where Wrapped == Order {
  /// The status, read without counting a reference to the order.
  fileprivate var status: Order.Status? {
    guard let self else { return nil }
    return self.status
  }

  /// The items, if there are any.
  fileprivate var items: [RecordedItem]? {
    guard let self else { return nil }
    return self.values.items
  }

  /// A value of the order, read so; absent without one.
  @inline(__always)
  fileprivate func value(_ read: (Order) -> FieldValue) -> FieldValue {
    guard let self else { return .absent }
    return read(self)
  }
}

extension Order.Status {
  /// Its place among all statuses.
  fileprivate var index: Int {
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
}
