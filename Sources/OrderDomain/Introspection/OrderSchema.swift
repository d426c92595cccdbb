// The members of an order, each once: conditions read single ones, programs get all of them as JSON.

/// The fields of an order, in the order of its JSON.
enum OrderSchema {
  typealias Field = FieldSchema<Order?>.Field

  static let all = {
    var all = FieldSchema<Order?>(
      fields: opening + OrderField.shown.compactMap(field) + closing, derived: [due],
      lists: [items], currency: OrderField.currency.path, commandTypes: Orders.commandTypes,
      refusalCodes: OrderRefusal.codes
    ) { $0.row != nil }
    all.haveSameDetails = { $0.order.pointee.hasSameMembers(as: $1.order.pointee) }
    return all
  }()

  /// The members before the fields that were filled in.
  fileprivate static let opening: [Field] = [
    Field("rev", .integer, number: { $0.row.map { Int64($0.rev) } }),
    Field("status", among: Order.Status.allCases.map(\.rawValue)) { $0.row?.status?.index },
  ]

  /// The members after them.
  fileprivate static let closing: [Field] =
    [
      Field("total", .money, number: { $0.row?.total }),
      Field("paid", .money, number: { $0.row?.paid }),
      Field("refunded", .money, number: { $0.row?.refunded }),
      Field("balance", .money, number: { $0.row?.balance.held }),
      Field("placedAt", .time, number: { $0.row?.placedAt.microseconds }),
      Field("updatedAt", .time, number: { $0.row?.updatedAt.microseconds }),
      Field("carrier", .text) { $0.value { $0.carrier.map { .text($0) } ?? .absent } },
      Field("tracking", .text) { $0.value { $0.tracking.map { .text($0) } ?? .absent } },
    ]
    + OrderFlag.members.map { flag in
      Field("\(flag.row.key)", .boolean) { $0.value { $0[flag] ? .boolean(true) : .absent } }
    }

  /// The amount that follows from status and balance, and is only shown: a cancelled order's balance isn't due.
  fileprivate static let due = Field("due", .money, insteadOf: "balance") { order in
    order.value { .integer($0.due) }
  }

  private static let items = {
    var items = FieldSchema<Order?>.List(
      "items", identity: "sku",
      fields: [
        ("sku", .text, ""), ("name", .text, "  "), ("quantity", .integer, "  "),
        ("unitPrice", .money, " × "),
      ]
    ) { order, visit in
      guard let order = copy order else { return false }
      for item in order.fields.itemValues {
        visit { place in
          switch place {
          case 0: FieldValue(item.sku, in: order.bytes)
          case 1: FieldValue(item.name, in: order.bytes)
          case 2: FieldValue(item.quantity)
          default: FieldValue(item.unitPrice)
          }
        }
      }
      return true
    }
    items.isDetail = true
    return items
  }()

  /// A field of the table; nil for the items, which are a list.
  private static func field(_ field: OrderField) -> Field? {
    guard field.isAmount || field.isText else { return nil }
    let (isAmount, isPersonal) = (field.isAmount, field.isPersonal)
    var made = Field(field.path, isAmount ? .money : .text) { order in
      order.value { order in
        if isAmount { return FieldValue(order.fields.amount(field)) }
        // A value that is left may be older.
        if isPersonal && order.mayHaveLost(field) { return .absent }
        return order.fields.text(field).map { .text($0) } ?? .absent
      }
    }
    made.isDetail = !isPersonal
    return made
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
  /// Its row, read without counting a reference to the order.
  @inline(__always) fileprivate var row: OrderRow? {
    guard let self else { return nil }
    return self.row
  }

  /// A value of the order, read so; absent without one.
  @inline(__always)
  fileprivate func value(_ read: (Order) -> FieldValue) -> FieldValue {
    guard let self else { return .absent }
    return read(self)
  }

  /// Whether all that was filled in and isn't personal is the same, byte by byte.
  fileprivate func hasSameMembers(as other: Order?) -> Bool {
    guard let one = self, let other else { return false }
    if one.bytes === other.bytes { return true }
    guard one.row.membersEnd == other.row.membersEnd else { return false }
    let members = TextRange(0..<Int(one.row.membersEnd))
    return withExtendedLifetime((one, other)) {
      one.bytes.slice(members).hasSameManyBytes(as: other.bytes.slice(members))
    }
  }
}

extension UnsafeRawPointer {
  fileprivate var order: UnsafePointer<Order?> { assumingMemoryBound(to: Order?.self) }
}
