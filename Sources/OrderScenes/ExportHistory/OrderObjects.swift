// The objects of orders in an object-centric log: orders with their items, payments and shipment; customers; shipping
// methods.
//
// Of each order, its last state and the text of its changes are kept, so that memory grows with the changes of
// all orders.

/// A type of objects.
private enum ObjectType: String, CaseIterable {
  case order, item, customer, payment, shipment
  case shippingMethod = "shipping-method"

  func attributes(_ export: DomainExport<Orders>) -> [ObjectAttribute] {
    switch self {
    case .order: export.minedColumns.map(\.attribute)
    case .item: export.minedElements.map(\.attribute)
    case .payment: Orders.minedPayments.map(\.attribute)
    case .customer: [ObjectAttribute("name")]
    case .shipment: [ObjectAttribute("carrier"), ObjectAttribute("tracking")]
    case .shippingMethod: [ObjectAttribute("name"), ObjectAttribute("offered", .boolean)]
    }
  }

  func object(_ name: String) -> LogObject { LogObject(rawValue, name) }
}

struct OrderObjects: ExportedObjects {
  /// An order with what belongs to it.
  private struct Group {
    var order: LogObject
    /// The order as it was after its last entry.
    var last: ExportedStream<Orders>?
    var items: [LogObject] = []
    /// The number of items that the order has now; the others were removed.
    var itemCount = 0
    var payments: [LogObject] = []
    var shipment: LogObject?
    /// The current one, which is the last that the order is related to.
    var customer: Relation?
  }

  private let export: DomainExport<Orders>
  private let orderColumns: [Column<ExportedStream<Orders>>]
  /// The attributes that change without an event that names them.
  private let statusColumns: [Column<ExportedStream<Orders>>]
  private let itemColumns: [Column<ExportedElement>]
  private let paymentColumns = Orders.minedPayments
  /// By the order's number.
  private var groups: [Group?] = []
  private var customers: [LogObject] = []
  private var customerNames: Set<Text> = []
  private var methods: [LogObject] = []

  init(_ export: DomainExport<Orders>) {
    self.export = export
    orderColumns = export.minedColumns
    itemColumns = export.minedElements
    let fields = Set(OrderField.allCases.map(\.path))
    statusColumns = orderColumns.filter { !fields.contains($0.name) }
  }

  let summary = "orders, items, customers, payments, shipments"
  var types: [(name: String, attributes: [ObjectAttribute])] {
    ObjectType.allCases.map { ($0.rawValue, $0.attributes(export)) }
  }

  mutating func take(_ row: ExportedEntry, _ states: ExportedStates) -> [Relation] {
    guard let orders = states.part(of: Orders.self), let index = orders.index(of: row.entry) else {
      return takeMethods(row, states)
    }
    while groups.count <= index { groups.append(nil) }
    let now = orders.stream(index)
    var group = groups[index] ?? Group(order: ObjectType.order.object(now.id))
    groups[index] = nil
    defer { groups[index] = group }
    var relations = [Relation(group.order.id, "order")]
    guard now.state != nil else { return relations }
    if row.entry.isAccepted {
      let facts = orders.facts(of: row)
      let changesFields = facts.contains { fact in
        switch fact.event {
        case .created, .updated, .personalErased: true
        default: false
        }
      }
      change(&group, to: now, at: row.entry.at, inFields: changesFields)
      relations += take(facts, &group)
      group.last = now
    }
    if let customer = group.customer { relations.append(customer) }
    return relations
  }

  private mutating func change(
    _ group: inout Group, to now: ExportedStream<Orders>, at time: Timestamp,
    inFields changesFields: Bool
  ) {
    let before = group.last
    for column in changesFields ? orderColumns : statusColumns {
      let value = column.value(now)
      if value != (before.map { column.value($0) } ?? .empty) {
        group.order.set(column.name, value, at: time)
      }
    }
    guard changesFields else { return }
    changeItems(&group, from: before.map(items) ?? [], to: items(of: now), at: time)
    relateCustomer(&group, export.personal.text(now.state?.fields[.customer]), at: time)
  }

  private func items(of order: ExportedStream<Orders>) -> [ExportedElement] {
    export.elements(of: order).first ?? []
  }

  private mutating func relateCustomer(
    _ group: inout Group, _ value: CellValue, at time: Timestamp
  ) {
    guard case .text(let name) = value else { return }
    if customerNames.insert(Text(name)).inserted {
      var customer = ObjectType.customer.object(name)
      customer.set("name", value, at: time)
      customers.append(customer)
    }
    let relation = Relation(ObjectType.customer.object(name).id, "customer")
    guard group.customer != relation else { return }
    group.customer = relation
    group.order.relations.removeAll { $0 == relation }
    group.order.relations.append(relation)
  }

  /// An item that is removed stays, with a quantity of 0.
  private func changeItems(
    _ group: inout Group, from old: [ExportedElement], to new: [ExportedElement],
    at time: Timestamp
  ) {
    for (place, item) in new.enumerated() {
      if place == group.items.count {
        let object = ObjectType.item.object("\(item.id)/\(item.place)")
        group.order.relate(to: object.id, "item")
        group.items.append(object)
      }
      for column in itemColumns {
        let before = place < old.count ? column.value(old[place]) : .empty
        let value = column.value(item)
        if value != before { group.items[place].set(column.name, value, at: time) }
      }
    }
    group.itemCount = new.count
    for place in new.count..<max(new.count, old.count) {
      group.items[place].set("quantity", .integer(0), at: time)
    }
  }

  private func take(_ facts: [ExportedFact<Orders>], _ group: inout Group) -> [Relation] {
    var relations: [Relation] = []
    for payment in facts where payment.isPayment {
      let entry = payment.entry.entry
      var object = ObjectType.payment.object("\(entry.seq)/\(payment.place)")
      for column in paymentColumns where column.value(payment) != .empty {
        object.set(column.name, column.value(payment), at: entry.at)
      }
      group.order.relate(to: object.id, payment.kind)
      relations.append(Relation(object.id, payment.kind, place: payment.place))
      group.payments.append(object)
    }
    for fact in facts {
      switch fact.event {
      case .created, .updated:
        relations += items(of: group, fact.place)
      case .shipped(let shipping):
        ship(&group, shipping, fact.entry)
        relations += items(of: group, fact.place) + shipment(of: group, fact.place)
      case .delivered, .returned:
        relations += items(of: group, fact.place) + shipment(of: group, fact.place)
      default: break
      }
    }
    return relations
  }

  private func ship(_ group: inout Group, _ shipping: Shipping, _ row: ExportedEntry) {
    let time = row.entry.at
    var object = group.shipment ?? ObjectType.shipment.object(row.streamID)
    if group.shipment == nil { group.order.relate(to: object.id, "shipment") }
    if let carrier = shipping.carrier { object.set("carrier", .text(String(carrier)), at: time) }
    let tracking = export.personal.text(shipping.tracking.map { String($0) })
    if tracking != .empty { object.set("tracking", tracking, at: time) }
    group.shipment = object
  }

  /// The items that the order has now.
  private func items(of group: Group, _ place: Int) -> [Relation] {
    group.items.prefix(group.itemCount).map {
      Relation($0.id, "item", place: place)
    }
  }

  private func shipment(of group: Group, _ place: Int) -> [Relation] {
    group.shipment.map { [Relation($0.id, "shipment", place: place)] } ?? []
  }

  private mutating func takeMethods(_ row: ExportedEntry, _ states: ExportedStates) -> [Relation] {
    // A refused one may name any.
    let command = try? JSONValue(row.entry.storage, in: row.entry.command, profile: .anyOrder)
    guard let code = command?["code"]?.string else { return [] }
    let new = ObjectType.shippingMethod.object(code)
    var place = methods.firstIndex { $0.id.utf8.elementsEqual(new.id.utf8) }
    if place == nil {
      place = methods.count
      methods.append(new)
    }
    if let place, row.entry.isAccepted {
      for event in states.part(of: Catalogue.self)?.states.body.events ?? [] {
        if case .shippingMethodAdded(_, let name) = event {
          methods[place].set("name", .text(String(name)), at: row.entry.at)
        }
        let isOffered = if case .shippingMethodAdded = event { true } else { false }
        methods[place].set("offered", .boolean(isOffered), at: row.entry.at)
      }
    }
    return [Relation(new.id, "shipping method")]
  }

  /// Orders by their first entries, with what belongs to each, then the others.
  func each(_ body: (LogObject) throws(Failure) -> Void) throws(Failure) {
    for case let group? in groups {
      try body(group.order)
      for object in group.items + group.payments { try body(object) }
      if let shipment = group.shipment { try body(shipment) }
    }
    for object in customers + methods { try body(object) }
  }
}

extension DomainExport<Orders> {
  /// The attributes of an item besides its order and place.
  package var minedElements: [Column<ExportedElement>] {
    lists.first.map { Array($0.columns.dropFirst($0.keyLength)) } ?? []
  }
}
