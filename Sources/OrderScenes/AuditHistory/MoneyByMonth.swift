// The amounts that were paid and refunded in each month, and those left to pay at its end.

struct MoneyByMonth {
  struct Row: Equatable {
    var received: Int128 = 0
    var refunded: Int128 = 0
    /// The amount that was left to pay at the month's end.
    var outstanding: Int128 = 0
  }

  /// The amounts at the end, in one currency.
  struct Outcome {
    var due: Int128 = 0
    /// The amount that is to be refunded.
    var owed: Int128 = 0
    /// The amount that was paid for orders that are deleted, and not refunded.
    var ofDeleted: Int128 = 0
  }

  /// The rows by currency, then by month: `2026-01`.
  private(set) var rows: [String: [String: Row]] = [:]
  private var outstanding: [String: Int128] = [:]
  private let zone: TimeZoneRules
  private var day: TimeZoneRules.Day

  /// - Parameter zone: The zone in which months begin.
  init(in zone: TimeZoneRules) {
    (self.zone, day) = (zone, zone.day(of: .earliest))
  }

  /// Takes in what an entry changed of an order.
  mutating func take(_ before: Order?, _ after: Order?, at time: Timestamp) {
    guard let after else { return }
    let (old, new) = (Int128(max(0, before?.due ?? 0)), Int128(max(0, after.due)))
    let (oldCurrency, currency) = (before?.fields[.currency] ?? "", after.fields[.currency] ?? "")
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

  /// The amounts at the end, by currency.
  static func outcome(of orders: [Order?]) -> [String: Outcome] {
    var sums: [String: Outcome] = [:]
    for case let order? in orders {
      let currency = order.fields[.currency] ?? ""
      var sum = sums[currency] ?? Outcome()
      sum.due += Int128(max(0, order.due))
      sum.owed += Int128(order.owed)
      if order.status == .deleted { sum.ofDeleted += Int128(order.paid) - Int128(order.refunded) }
      sums[currency] = sum
    }
    return sums
  }
}
