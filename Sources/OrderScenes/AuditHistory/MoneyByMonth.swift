// What was paid and refunded in each month, and what was left to pay at its end.

import Conventions
import EventSourcing
import OrderDomain

struct MoneyByMonth {
  struct Row: Equatable {
    var received: Int128 = 0
    var refunded: Int128 = 0
    /// What was left to pay at the month's end.
    var outstanding: Int128 = 0
  }

  /// What there is at the end, in one currency.
  struct Outcome {
    let currency: String
    let due: Int128
    /// What is to be refunded.
    let owed: Int128
    /// What was paid for orders that are deleted, and not refunded.
    let ofDeleted: Int128
  }

  /// By currency, then by month: `2026-01`.
  private(set) var rows: [String: [String: Row]] = [:]
  private var outstanding: [String: Int128] = [:]
  private let zone: TimeZoneRules
  private var day: TimeZoneRules.Day

  /// - Parameter zone: Where months begin.
  init(in zone: TimeZoneRules) {
    (self.zone, day) = (zone, zone.day(of: .earliest))
  }

  /// Takes in what an entry changed of an order.
  mutating func take(_ before: Order?, _ after: Order?, at time: Timestamp) {
    guard let after else { return }
    let (old, new) = (Int128(max(0, before?.due ?? 0)), Int128(max(0, after.due)))
    let (oldCurrency, currency) = (
      before?.fields[.currency] ?? "", after.fields[.currency] ?? ""
    )
    let isSame = oldCurrency == currency
    if !isSame { add(Row(outstanding: -old), to: oldCurrency, at: time) }
    let change = Row(
      received: Int128(after.paid) - Int128(before?.paid ?? 0),
      refunded: Int128(after.refunded) - Int128(before?.refunded ?? 0),
      outstanding: isSame ? new - old : new)
    add(change, to: currency, at: time)
  }

  private mutating func add(_ change: Row, to currency: String, at time: Timestamp) {
    guard change != Row() else { return }
    if time < day.first || day.last < time { day = zone.day(of: time) }
    let month = String(day.name.prefix("2026-01".utf8.count))
    let left = outstanding[currency, default: 0] + change.outstanding
    outstanding[currency] = left
    var row = rows[currency]?[month] ?? Row()
    row.received += change.received
    row.refunded += change.refunded
    row.outstanding = left
    rows[currency, default: [:]][month] = row
  }

  static func outcome(of orders: [Order?]) -> [Outcome] {
    var sums: [String: (due: Int128, owed: Int128, deleted: Int128)] = [:]
    for case let order? in orders {
      let currency = order.fields[.currency] ?? ""
      sums[currency, default: (0, 0, 0)].due += Int128(max(0, order.due))
      sums[currency, default: (0, 0, 0)].owed += Int128(order.owed)
      guard order.status == .deleted else { continue }
      sums[currency, default: (0, 0, 0)].deleted += Int128(order.paid) - Int128(order.refunded)
    }
    return sums.sorted { $0.key < $1.key }.map {
      Outcome(currency: $0, due: $1.due, owed: $1.owed, ofDeleted: $1.deleted)
    }
  }
}
