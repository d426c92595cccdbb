// Puts changed fields onto those of an order.

import JSONLines

extension OrderFields {
  /// The fields of an order after a change.
  ///
  /// Contact and addresses are merged text by text; items and payment (its kind, and what is kept
  /// of the card) are replaced as a whole; `null` removes. What the change doesn't name is copied.
  ///
  /// - Parameters:
  ///   - changes: What changes.
  ///   - order: The order's fields; none if there is none.
  init(_ changes: borrowing OrderValues, onto order: OrderFields) {
    let named = changes.replaced
    let old = order.values(of: named)
    var writer = JSONWriter(capacity: order.storage.count + changes.storage.count + 64)
    if named.intersects(.plain) {
      for field in OrderField.plain { writer.merge(field, changes, old, isReplaced: false) }
    } else {
      writer.raw(order.storage.slice(order.members))
    }
    let end = writer.count
    var groups = Groups()
    for (index, group) in OrderField.personalGroups.enumerated() {
      if named.intersects(group.set) {
        writer.object(group.key) { (writer: inout JSONWriter) in
          for field in group.fields {
            if field.isCountry {
              order.mergeCountry(field, of: group.fields, changes, old, into: &writer)
            } else {
              writer.merge(field, changes, old, isReplaced: group.set == .card)
            }
          }
        }
      } else {
        if groups.isEmpty { groups = Groups(of: order) }
        guard groups[index].count > 0 else { continue }
        writer.raw(group.key)
        writer.raw(order.storage.slice(groups[index]))
      }
    }
    let personalEnd = writer.count
    if order.mayLackCountries {
      writer.raw(Self.noCountry)
    } else {
      writer.raw(Self.country)
    }
    self.init(
      in: writer.storage(), members: TextRange(0..<end), personal: TextRange(end..<personalEnd),
      .kept)
  }

  private static let unitedStates = Text("US")

  private func mergeCountry(
    _ country: OrderField, of address: [OrderField], _ changes: borrowing OrderValues,
    _ old: borrowing OrderValues, into writer: inout JSONWriter
  ) {
    if changes[country].isNull, mayLackCountries {
      // It is known from now on that the country is missing.
      if !address.allSatisfy({ changes[$0].isNull }) { writer.field(country, Self.unitedStates) }
      return
    }
    // The default country, which ends the bytes, goes when the rest of its address does.
    let isDefault = old[country].bounds.upperBound == old.storage.count
    if isDefault && changes[country].isAbsent { return }
    writer.merge(country, changes, old, isReplaced: false)
  }

  /// What the bytes of an order's fields end with: the country of addresses without one; or that they
  /// have none, because it may have been erased.
  static let country: StaticString = "US"
  static let noCountry: StaticString = "??"

  /// No fields: there is no order.
  static let noOrder = OrderFields(OrderValues(), onto: OrderFields())

  /// The ranges of the objects of a personal block.
  private struct Groups: BitwiseCopyable {
    private var ranges = (
      TextRange.absent, TextRange.absent, TextRange.absent, TextRange.absent
    )
    private(set) var isEmpty = true

    private static let shape = ObjectShape(OrderField.Group.allCases.map { .any($0.key) })

    init() {}

    init(of fields: OrderFields) {
      isEmpty = false
      guard fields.personal.count > 0 else { return }
      var json = JSONReader(fields.storage, in: fields.personal.bounds, profile: .anyOrder)
      try? json.readMembers(Self.shape, into: &ranges)
    }

    subscript(index: Int) -> TextRange {
      switch index {
      case 0: ranges.0
      case 1: ranges.1
      case 2: ranges.2
      default: ranges.3
      }
    }
  }

  /// The same without some fields.
  func without(_ removed: FieldSet) -> OrderFields {
    let values = OrderValues(values.slots.copied(), in: storage)
    for field in OrderField.shown where removed.contains(field) {
      values.slots[Int(field.rawValue)] = OrderValues.absent(field)
    }
    return OrderFields(values, nulls: true)
  }
}

extension JSONWriter {
  fileprivate mutating func field(_ field: OrderField, _ text: Text) {
    self.field(field, unsafeBitCast(text.range, to: UInt64.self), of: text.storage, nulls: false)
  }

  /// Writes a field as a change leaves it.
  fileprivate mutating func merge(
    _ field: OrderField, _ changes: borrowing OrderValues, _ order: borrowing OrderValues,
    isReplaced: Bool
  ) {
    let bits = changes.slots[Int(field.rawValue)]
    let isAmount = field.isAmount
    if bits != OrderValues.absent(isAmount: isAmount) {
      let isRemoved = isAmount && Amount(bits: bits).isNull
      self.field(
        field, isRemoved ? Amount(0).bits : bits, of: changes.storage, nulls: false)
      return
    }
    if isReplaced { return }
    self.field(field, order.slots[Int(field.rawValue)], of: order.storage, nulls: false)
  }
}

extension OrderField {
  fileprivate var isCountry: Bool { self == .billingCountry || self == .shipmentCountry }

  /// The address that it is the country of.
  var groupOfCountry: FieldSet? {
    switch self {
    case .billingCountry: .billing
    case .shipmentCountry: .shipment
    default: nil
    }
  }
}

extension OrderValues {
  /// Whether the way of payment is among the fields, so that all of it is replaced.
  var namesPayment: Bool {
    !self[.paymentKind].isAbsent || named.intersects(.card)
  }

  /// The fields that have these values once they are put onto those of an order.
  var replaced: FieldSet { namesPayment ? named.union(.card) : named }
}
