// What was paid and refunded in each month, and what was left to pay at its end.

import EventSourcing
import OrderDomain

struct MoneyByMonth {
  struct Month: Hashable, Comparable {
    let year: Int
    let month: Int

    init(of time: Timestamp) {
      let date = time.date
      (year, month) = (date.year, date.month)
    }

    static func < (one: Month, other: Month) -> Bool {
      (one.year, one.month) < (other.year, other.month)
    }

    /// `2026-01`
    var text: String { "\(padded(year, 4))-\(padded(month, 2))" }

    private func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
  }

  struct Row {
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

  /// By currency, then by month.
  private(set) var rows: [String: [Month: Row]] = [:]
  private var outstanding: [String: Int128] = [:]

  /// Takes in what an entry changed of an order.
  mutating func take(_ before: Order?, _ after: Order?, at time: Timestamp) {
    guard let after else { return }
    let (received, refunded) = (
      Int128(after.paid) - Int128(before?.paid ?? 0),
      Int128(after.refunded) - Int128(before?.refunded ?? 0)
    )
    let (old, new) = (Int128(max(0, before?.due ?? 0)), Int128(max(0, after.due)))
    if received == 0, refunded == 0, old == new { return }
    let (oldCurrency, currency) = (
      before?.fields[.currency] ?? "", after.fields[.currency] ?? ""
    )
    let month = Month(of: time)
    if before != nil, oldCurrency != currency {
      add(-old, to: oldCurrency, in: month)
      add(new, to: currency, in: month)
    } else {
      add(new - old, to: currency, in: month)
    }
    rows[currency, default: [:]][month, default: Row()].received += received
    rows[currency, default: [:]][month, default: Row()].refunded += refunded
  }

  private mutating func add(_ due: Int128, to currency: String, in month: Month) {
    let sum = outstanding[currency, default: 0] + due
    outstanding[currency] = sum
    rows[currency, default: [:]][month, default: Row()].outstanding = sum
  }

  func outcome(of orders: [Order?]) -> [Outcome] {
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
