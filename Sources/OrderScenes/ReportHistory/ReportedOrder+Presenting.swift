// The list of a report's orders for people, and the time line of each.

import EventSourcing
import Formatting
import HistoryScenes
import OrderDomain

/// An order for people, step by step.
package struct OrderTimeLine: Equatable, Sendable {
  package struct Step: Equatable, Sendable {
    /// The entry's number: `@12`.
    package let entry: String
    package let revision: String
    package let time: String
    /// The day in the zone of the page, to find steps by: `2026-01-31`.
    package let day: String
    package let actor: String
    package let command: String
    package let reason: String
    package let outcome: String
    package let isRefused: Bool
    package let changes: [FieldChangeLine]
    /// The values at other places of lists than before, field by field.
    package let places: [FieldChangeLine]
  }

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  package let id: String
  /// The status and the total, in a few words.
  package let summary: String
  package let note: String?
  package let steps: [Step]
  /// The fields as they are at the end.
  package let fields: [Field]
  package let timeZone: String
}

extension ReportedOrder {
  static func list(_ response: ReportHistory.Response, _ formatting: Formatting) -> ReportTable {
    func money(_ row: ReportedOrder, _ amount: Int64) -> ReportValue {
      .money(amount, currency: row.item.order.fields[.currency] ?? "")
    }
    var columns: [ReportColumn<ReportedOrder>] = [
      .init("Order", "its id") { .order($0.item.id) },
      .init("Status", "how far it has come") { .text($0.item.order.status.rawValue) },
      .init("Placed", "when it was created") { .plain(.time($0.item.order.placedAt)) },
      .init("Changed", "when it was changed last") { .plain(.time($0.item.order.updatedAt)) },
      .init("Customer", "the customer's id") {
        $0.item.order.fields[.customer].map { .id($0) } ?? .empty
      },
    ]
    if response.request.includesPersonal {
      columns.append(
        .init("Name", "the name of its contact") { .text(formatting.name(of: $0.item.order)) })
    }
    columns += [
      .init("Total", "what it comes to") { money($0, $0.item.order.total) },
      .init("Paid", "what was paid") { money($0, $0.item.order.paid) },
      .init("Refunded", "what was paid back") { money($0, $0.item.order.refunded) },
      .init("Due", "what is still to be paid") { money($0, max(0, $0.item.order.due)) },
    ]
    return ReportTable(
      "Orders", columns, response.orders, orNone: "No orders are shown.", formatting,
      linking: Set(response.orders.map(\.item.id)))
  }
}

extension OrderTimeLine {
  init(_ order: ReportedOrder, _ formatting: Formatting) {
    id = order.item.id
    let total = formatting.money(of: order.item.order, order.item.order.total)
    summary = "\(order.item.order.status.rawValue), \(total)"
    note = order.item.lost.note
    steps = order.moments.map { Step($0, formatting) }
    fields = Self.fields(after: steps)
    timeZone = formatting.timeZone.name
  }

  /// The fields after the steps. Fields are where others of the same kind were first: items below items.
  private static func fields(after steps: [Step]) -> [Field] {
    var values: [String: String] = [:]
    var groups: [Substring: Int] = [:]
    var names: [(group: Int, name: String)] = []
    var seen: Set<String> = []
    for change in steps.flatMap({ $0.changes + $0.places }) {
      let group = change.field.prefix { $0 != "." && $0 != "[" }
      let place = groups[group] ?? groups.count
      groups[group] = place
      if change.isElement { continue }
      if seen.insert(change.field).inserted { names.append((place, change.field)) }
      values[change.field] = change.new
    }
    let sorted = names.enumerated().sorted {
      ($0.element.group, $0.offset) < ($1.element.group, $1.offset)
    }
    return sorted.map { Field(name: $0.element.name, value: values[$0.element.name] ?? "") }
  }
}

extension OrderTimeLine.Step {
  init(_ moment: ReportedOrder.Moment, _ formatting: Formatting) {
    self.init(
      entry: "@\(moment.seq)", revision: String(moment.rev), time: formatting.second(moment.at),
      day: formatting.timeZone.day(of: moment.at).name,
      actor: moment.actor, command: moment.command, reason: moment.reason ?? "",
      outcome: moment.refusal ?? moment.events.joined(separator: ", "),
      isRefused: moment.refusal != nil, changes: moment.changes?.lines(formatting) ?? [],
      places: moment.changes?.placeLines(formatting) ?? [])
  }
}
