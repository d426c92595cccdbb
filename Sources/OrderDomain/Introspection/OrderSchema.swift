// What an order shows, each thing once: conditions read single fields of it, programs get all of it as JSON.

import EventSourcing
import JSONLines

/// The fields of an order, in the order of its JSON.
enum OrderSchema {
  typealias Field = FieldSchema<Order?>.Field
  typealias Element = FieldSchema<Order?>.List.Field

  static let all = FieldSchema<Order?>(
    fields: opening + OrderField.shown.compactMap(field) + closing, derived: [due],
    lists: [items], currency: OrderField.currency.path, commandTypes: Orders.commandTypes,
    refusalCodes: OrderRefusal.codes)

  /// What precedes the fields that were filled in.
  fileprivate static let opening: [Field] = [
    integer("rev") { Int64($0.rev) },
    Field("status", among: Order.Status.allCases.map(\.rawValue)) { $0.status.map(\.index) },
  ]

  /// What follows them.
  fileprivate static let closing: [Field] = [
    money("total") { $0.total }, money("paid") { $0.paid },
    money("refunded") { $0.refunded }, money("balance") { $0.balance },
    Field("placedAt", .time) { $0.value { .time($0.placedAt) } },
    Field("updatedAt", .time) { $0.value { .time($0.updatedAt) } },
    Field("carrier", .text) { $0.value { $0.carrier.map { .text($0) } ?? .absent } },
    Field("tracking", .text) { $0.value { $0.tracking.map { .text($0) } ?? .absent } },
  ]

  /// What follows from status and balance, and is only shown: nobody owes the balance of a cancelled order.
  fileprivate static let due = Field("due", .money, insteadOf: "balance") { order in
    order.value { .integer($0.due) }
  }

  private static let items = FieldSchema<Order?>.List(
    "items", identity: "sku",
    count: { $0?.fields.itemValues.reduce(0) { count, _ in count + 1 } },
    fields: itemFields.map { separator, name, type, read in
      Element(name, type, after: separator) { order, index in
        order.value { order in
          let item = order.fields.itemValues.dropFirst(index).first { _ in true }
          return item.map { read($0, order.bytes) } ?? .absent
        }
      }
    },
    rows: { order, places in
      guard let order = copy order else { return nil }
      var values: [FieldValue] = []
      for item in order.fields.itemValues {
        for place in places { values.append(itemFields[place].read(item, order.bytes)) }
      }
      return values
    })

  private typealias ItemField = (
    separator: String, name: String, type: FieldType,
    read: @Sendable (ItemValues, ByteStorage) -> FieldValue
  )

  private static let itemFields: [ItemField] = [
    ("", "sku", .text, { .init($0.sku, in: $1) }),
    ("  ", "name", .text, { .init($0.name, in: $1) }),
    ("  ", "quantity", .integer, { item, _ in .init(item.quantity) }),
    (" × ", "unitPrice", .money, { item, _ in .init(item.unitPrice) }),
  ]

  private static func integer(
    _ name: String, _ type: FieldType = .integer, _ read: @escaping @Sendable (Order) -> Int64
  ) -> Field {
    Field(name, type) { order in order.value { .integer(read($0)) } }
  }

  private static func money(
    _ name: String, _ read: @escaping @Sendable (Order) -> Int64
  ) -> Field {
    integer(name, .money, read)
  }

  /// A field of the table; nil for the items, which are a list.
  private static func field(_ field: OrderField) -> Field? {
    if field.isAmount {
      return Field(field.path, .money) { order in
        order.value { .init($0.fields.amount(field)) }
      }
    }
    guard field.isText else { return nil }
    let isPersonal = field.isPersonal
    return Field(field.path, .text) { order in
      order.value { order in
        // What is left may be older.
        if isPersonal && order.mayHaveLost(field) { return .absent }
        return order.fields.text(field).map { .text($0) } ?? .absent
      }
    }
  }
}

extension Order {
  /// The keys of an order as JSON, in order; of a group its own.
  package static var keys: [String] {
    var keys = ["id"] + OrderSchema.opening.map(\.name)
    for field in OrderField.shown {
      let key = field.group.map { "\($0.key)" } ?? field.path
      if !keys.contains(key) { keys.append(key) }
    }
    return keys + OrderSchema.closing.map(\.name) + [OrderSchema.due.name]
  }

  /// Writes the order as a JSON object; amounts are in minor units, and what is absent is left out. O(n).
  ///
  /// - Parameters:
  ///   - writer: Gets the object.
  ///   - id: The part of its stream's name after the slash.
  ///   - more: Writes further members.
  public func writeJSON(
    to writer: inout JSONWriter, id: String, _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { writer in
      writeMembers(to: &writer, id: id)
      write([OrderSchema.due], to: &writer)
      more(&writer)
    }
  }

  /// Writes it without what is derived, as histories are compared.
  func writeFacts(to writer: inout JSONWriter, id: String) {
    writer.object { writeMembers(to: &$0, id: id) }
  }

  private func writeMembers(to writer: inout JSONWriter, id: String) {
    writer.member("id", id)
    write(OrderSchema.opening, to: &writer)
    values.writeShown(OrderField.shown, to: &writer)
    write(OrderSchema.closing, to: &writer)
  }

  private func write(_ fields: [OrderSchema.Field], to writer: inout JSONWriter) {
    for field in fields {
      let value = field.read(self)
      if value != .absent { writer.member(named: field.name, value) }
    }
  }
}

extension FieldValue {
  fileprivate init(_ range: TextRange, in storage: ByteStorage) {
    self = range.isPresent ? .text(Text(storage, range)) : .absent
  }

  fileprivate init(_ amount: Amount) { self = amount.value.map { .integer($0) } ?? .absent }
}

extension Optional where Wrapped == Order {
  /// The status, read without counting a reference to the order.
  fileprivate var status: Order.Status? {
    guard let self else { return nil }
    return self.status
  }

  /// A value of the order, read so; absent without one.
  @inline(__always)
  fileprivate func value(_ read: (Order) -> FieldValue) -> FieldValue {
    guard let self else { return .absent }
    return read(self)
  }
}
