// The objects of an object-centric log, and how their attributes change.
//
// What is kept of an order is its last state and the text of its changes, so that memory grows with the changes of
// all orders.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// A type of objects.
package enum ObjectType: String, CaseIterable, Sendable {
  case order, item, customer, payment, shipment
  case shippingMethod = "shipping-method"

  func attributes(_ personal: PersonalParts) -> [ObjectAttribute] {
    switch self {
    case .order: ExportTables.processedOrder(hasPersonal: personal.areKept).map(\.attribute)
    case .item: ExportTables.processedItem.map(\.attribute)
    case .payment: ExportTables.processedPayment.map(\.attribute)
    case .customer: [ObjectAttribute(name: "name", type: .text)]
    case .shipment: ["carrier", "tracking"].map { ObjectAttribute(name: $0, type: .text) }
    case .shippingMethod:
      [
        ObjectAttribute(name: "name", type: .text),
        ObjectAttribute(name: "offered", type: .boolean),
      ]
    }
  }

  func id(_ name: String) -> String { "\(rawValue)/\(name)" }
}

/// An object with all values that its attributes have had.
struct LogObject: JSONObjectRepresentable {
  let id: String
  let type: ObjectType
  var relations: [Relation] = []
  /// The attributes as JSON, each with a comma in front.
  private var attributes: [UInt8] = []

  init(_ type: ObjectType, _ name: String) { (self.type, id) = (type, type.id(name)) }

  mutating func set(_ name: String, _ value: CellValue, at time: Timestamp) {
    var json = JSONWriter(capacity: 128)
    json.raw(",")
    json.object { object in
      object.member("name", name)
      object.member("time", time.description)
      object.member("value") { $0.cell(value) }
    }
    json.withBytes { attributes += $0 }
  }

  mutating func relate(to object: String, _ qualifier: String) {
    relations.append(Relation(object: object, qualifier: qualifier))
  }

  func writeMembers(to object: inout JSONWriter) {
    object.member("id", id)
    object.member("type", type.rawValue)
    object.member("attributes") { writer in
      writer.raw("[")
      attributes.withUnsafeBytes { writer.raw(UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
      writer.raw("]")
    }
    object.member("relationships", relations)
  }
}

struct LogObjects {
  /// An order with what belongs to it.
  private struct Group {
    var order: LogObject
    /// As it was after its last entry.
    var state: Order?
    var items: [LogObject] = []
    /// How many of them the order has now; the others were removed.
    var itemCount = 0
    var payments: [LogObject] = []
    var shipment: LogObject?
    /// The current one, which is the last that the order is related to.
    var customer: Relation?
  }

  private let personal: PersonalParts
  private let orderColumns: [Column<ExportedOrder>]
  /// Those that change without an event that says so of fields.
  private let statusColumns: [Column<ExportedOrder>]
  private let itemColumns = ExportTables.processedItem
  private let paymentColumns = ExportTables.processedPayment
  /// By the order's number.
  private var groups: [Group?] = []
  private var customers: [LogObject] = []
  private var customerNames: Set<Text> = []
  private var methods: [LogObject] = []

  init(_ personal: PersonalParts) {
    self.personal = personal
    orderColumns = ExportTables.processedOrder(hasPersonal: personal.areKept)
    let fields = Set(OrderField.allCases.map(\.path))
    statusColumns = orderColumns.filter { !fields.contains($0.name) }
  }

  /// Records what an entry changes.
  ///
  /// - Returns: What its events are related to.
  mutating func take(_ row: ExportedEntry, _ states: StoreProjection) -> [Relation] {
    guard let index = states.orderIndex(of: row.entry) else { return takeMethods(row, states) }
    while groups.count <= index { groups.append(nil) }
    let id = row.stream.orderID
    var group = groups[index] ?? Group(order: LogObject(.order, id))
    groups[index] = nil
    defer { groups[index] = group }
    var relations = [Relation(object: group.order.id, qualifier: "order")]
    guard let state = states.orders.states[index] else { return relations }
    if row.entry.isAccepted {
      let now = ExportedOrder(id: id, order: state, personal: personal)
      let changesFields = states.orders.body.events.contains { event in
        switch event {
        case .created, .updated, .personalErased: true
        default: false
        }
      }
      change(&group, to: now, at: row.entry.at, inFields: changesFields)
      relations += takeEvents(row, states, &group)
      group.state = state
    }
    if let customer = group.customer { relations.append(customer) }
    return relations
  }

  private mutating func change(
    _ group: inout Group, to now: ExportedOrder, at time: Timestamp, inFields changesFields: Bool
  ) {
    let before = group.state.map {
      ExportedOrder(id: now.id, order: $0, personal: personal)
    }
    for column in changesFields ? orderColumns : statusColumns {
      let value = column.value(now)
      if value != (before.map { column.value($0) } ?? .empty) {
        group.order.set(column.name, value, at: time)
      }
    }
    guard changesFields else { return }
    changeItems(&group, from: before?.items ?? [], to: now.items, at: time)
    relateCustomer(&group, personal.text(now.order.fields[.customer]), at: time)
  }

  private mutating func relateCustomer(
    _ group: inout Group, _ value: CellValue, at time: Timestamp
  ) {
    guard case .text(let name) = value else { return }
    if customerNames.insert(Text(name)).inserted {
      var customer = LogObject(.customer, name)
      customer.set("name", value, at: time)
      customers.append(customer)
    }
    let relation = Relation(object: ObjectType.customer.id(name), qualifier: "customer")
    guard group.customer != relation else { return }
    group.customer = relation
    group.order.relations.removeAll { $0 == relation }
    group.order.relations.append(relation)
  }

  /// An item that is removed stays, with a quantity of 0.
  private func changeItems(
    _ group: inout Group, from old: [ExportedItem], to new: [ExportedItem], at time: Timestamp
  ) {
    for (place, item) in new.enumerated() {
      if place == group.items.count {
        let object = LogObject(.item, "\(item.id)/\(item.place)")
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

  private func takeEvents(
    _ row: ExportedEntry, _ states: StoreProjection, _ group: inout Group
  ) -> [Relation] {
    var relations: [Relation] = []
    for payment in row.payments(states) {
      var object = LogObject(.payment, "\(row.entry.seq)/\(payment.place)")
      for column in paymentColumns where column.value(payment) != .empty {
        object.set(column.name, column.value(payment), at: row.entry.at)
      }
      group.order.relate(to: object.id, payment.kind)
      relations.append(Relation(object: object.id, qualifier: payment.kind, place: payment.place))
      group.payments.append(object)
    }
    for (place, event) in states.orders.body.events.enumerated() {
      switch event {
      case .created, .updated:
        relations += items(of: group, place + 1)
      case .shipped(let shipping):
        ship(&group, shipping, at: row.entry.at)
        relations += items(of: group, place + 1) + shipment(of: group, place + 1)
      case .delivered, .returned:
        relations += items(of: group, place + 1) + shipment(of: group, place + 1)
      default: break
      }
    }
    return relations
  }

  private func ship(_ group: inout Group, _ shipping: Shipping, at time: Timestamp) {
    let id = group.order.id.dropFirst(ObjectType.order.rawValue.utf8.count + 1)
    var object = group.shipment ?? LogObject(.shipment, String(id))
    if group.shipment == nil { group.order.relate(to: object.id, "shipment") }
    if let carrier = shipping.carrier { object.set("carrier", .text(String(carrier)), at: time) }
    let tracking = personal.text(shipping.tracking.map { String($0) })
    if tracking != .empty { object.set("tracking", tracking, at: time) }
    group.shipment = object
  }

  /// The items that the order has now.
  private func items(of group: Group, _ place: Int) -> [Relation] {
    group.items.prefix(group.itemCount).map {
      Relation(object: $0.id, qualifier: "item", place: place)
    }
  }

  private func shipment(of group: Group, _ place: Int) -> [Relation] {
    group.shipment.map { [Relation(object: $0.id, qualifier: "shipment", place: place)] } ?? []
  }

  private mutating func takeMethods(_ row: ExportedEntry, _ states: StoreProjection) -> [Relation] {
    // A refused one may name any.
    let command = try? JSONValue(row.entry.storage, in: row.entry.command, profile: .anyOrder)
    guard let code = command?["code"]?.string else { return [] }
    let id = ObjectType.shippingMethod.id(code)
    var place = methods.firstIndex { $0.id.utf8.elementsEqual(id.utf8) }
    if place == nil {
      place = methods.count
      methods.append(LogObject(.shippingMethod, code))
    }
    if let place, row.entry.isAccepted {
      for event in states.catalogue.body.events {
        if case .shippingMethodAdded(_, let name) = event {
          methods[place].set("name", .text(String(name)), at: row.entry.at)
        }
        let isOffered = if case .shippingMethodAdded = event { true } else { false }
        methods[place].set("offered", .boolean(isOffered), at: row.entry.at)
      }
    }
    return [Relation(object: id, qualifier: "shipping method")]
  }

  /// All of them: orders by their first entries, with what belongs to each, then the others.
  var all: some Sequence<LogObject> {
    groups.lazy.compactMap { $0 }
      .map { [$0.order] + $0.items + $0.payments + ($0.shipment.map { [$0] } ?? []) }.joined()
      .map { $0 } + customers + methods
  }
}
