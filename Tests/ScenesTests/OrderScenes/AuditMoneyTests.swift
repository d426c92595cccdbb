// The money of each month, compared with a fold of the log's lines that shares no code with it.

import EventSourcing
import Formatting
import JSONLines
import OrderDomain
import Synchronization
import TestKit
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct AuditMoneyTests {
  /// An order as its events tell.
  private struct Told {
    var (currency, status) = ("", "")
    var (total, paid, refunded): (Int64, Int64, Int64) = (0, 0, 0)
    var due: Int64 {
      ["order-cancelled", "order-returned", "order-deleted"].contains(status)
        ? 0 : max(0, total - paid + refunded)
    }

    mutating func take(_ event: JSONValue) {
      let type = event["type"]?.string ?? ""
      let amount = event["amount"]?.integer ?? 0
      currency = event["currency"]?.string ?? currency
      total = event["total"]?.integer ?? total
      if type == "payment-received" { paid += amount } else { refunded += amount }
      if type.hasPrefix("order-"), type != "order-updated" { status = type }
    }
  }

  /// The lines for each currency and month: received, refunded, and left to pay at its end; no month in which
  /// none of these changed.
  private func told(by source: some EntrySource, shiftedBy hours: Int64) throws -> [String] {
    var reader = try EntryReader(source)
    var orders: [String: Told] = [:]
    var changes: [String: [Int64]] = [:]
    var left: [String: [String: Int64]] = [:]
    while let line = try reader.next() {
      let entry = try JSONValue(parsing: String(decoding: line.bytes, as: UTF8.self))
      let stream = try #require(entry["stream"]?.string)
      let at = try #require(entry["at"]?.string.flatMap { Timestamp($0) })
      let local = Timestamp(microseconds: at.microseconds + hours * 3_600_000_000)
      let month = String(local.description.prefix(7))
      let before = orders[stream] ?? Told()
      var after = before
      for event in entry["events"]?.array ?? [] { after.take(event) }
      orders[stream] = after
      func change(_ currency: String, _ values: [Int64]) {
        guard values.contains(where: { $0 != 0 }) else { return }
        let key = currency + " " + month
        changes[key] = zip(changes[key] ?? [0, 0], values).map { $0 + $1 }
        left[month, default: [:]][currency] = orders.values.reduce(0) {
          $0 + ($1.currency == currency ? $1.due : 0)
        }
      }
      if before.currency != after.currency { change(before.currency, [0, 0, before.due]) }
      let old = before.currency == after.currency ? before.due : 0
      change(
        after.currency,
        [after.paid - before.paid, after.refunded - before.refunded, after.due - old])
    }
    return changes.keys.sorted().map { key in
      let (currency, month) = (String(key.prefix(3)), String(key.suffix(7)))
      let values = (changes[key] ?? []) + [left[month]?[currency] ?? 0]
      return "\(key) " + values.map { String($0) }.joined(separator: " ")
    }
  }

  /// Orders that are placed, change their currencies, are paid and refunded, over months.
  private func store(_ chance: inout Seeded) throws -> MemoryStore {
    let store = MemoryStore()
    let clock = Clock()
    let engine = try OrderEngine(store, clock: clock.read, salts: { Salt(1, 2) })
    for _ in 0..<60 {
      clock.advance(hours: chance.below(150))
      let order = String(1001 + chance.below(6))
      let amount = Amount(Int64(1 + chance.below(3)) * 500)
      var fields = OrderFields.amy
      fields[.currency] = chance.pick(["USD", "EUR", "JPY"])
      fields.items = [Item(sku: "DECK-52", quantity: 1, unitPrice: amount)]
      var change = OrderFields()
      change[.currency] = chance.pick(["USD", "EUR", "JPY"])
      let command: OrderCommand = chance.pick([
        .create(fields), .update(change), .update(change), .pay(Payment(amount: amount)),
        .refund(amount: amount), .cancel,
      ])
      _ = try engine.engine.execute(
        Submission(command, on: .id(order), by: "amy"), in: engine.orders)
    }
    return store
  }

  private final class Clock: Sendable {
    private let hours = Atomic<Int64>(0)

    @Sendable func read() -> Timestamp {
      let microseconds = hours.load(ordering: .relaxed) * 3_600_000_000
      return Timestamp(microseconds: Story.start.microseconds + microseconds)
    }

    func advance(hours: Int) { self.hours.add(Int64(hours), ordering: .relaxed) }
  }

  private func audit(_ source: any EntrySource, in zone: TimeZoneRules) throws
    -> AuditHistory.Response
  {
    let times = TypedTimes(now: nil, zone: zone)
    return try AuditHistory.respond(
      to: .init(), with: (History(source, of: .orders, times: times), nil, nil))
  }

  /// Rows of the document that programs get, as `told` writes them.
  private func rows(_ response: AuditHistory.Response) throws -> [String] {
    var writer = JSONWriter()
    response.writeJSON(to: &writer)
    let json = try JSONValue(writer.storage(), in: 0..<writer.count, profile: .anyOrder)
    return try #require(json["money"]?.members).flatMap { currency in
      (currency.value["months"]?.array ?? []).map { month in
        let amounts = ["received", "refunded", "due"].compactMap { month[$0]?.integer }
        return ([currency.key, month["month"]?.string ?? ""] + amounts.map { String($0) })
          .joined(separator: " ")
      }
    }
  }

  @Test(arguments: [("UTC", 0), ("+09:00", 9), ("-10:00", -10)] as [(String, Int64)])
  func `each month has what its entries say, in every currency and time zone`(
    _ zone: String, _ hours: Int64
  ) throws {
    var chance = Seeded.forTest()
    let zone = try #require(TimeZoneRules(offset: zone))
    for _ in 0..<Seeded.trials(4) {
      let store = try store(&chance)
      let response = try audit(store, in: zone)
      let expected = try told(by: store, shiftedBy: hours)
      #expect(try rows(response) == expected, "seed \(chance.seed)")
      let page = AuditHistory.viewModel(of: response, Formatting(timeZone: zone)).money.dropFirst()
      let shown = page.map { row in
        [row[0], row[1]]
          + row.dropFirst(2).map { Money.parse($0, currency: row[0]).map { String($0) } ?? $0 }
      }
      #expect(shown.map { $0.joined(separator: " ") } == expected, "seed \(chance.seed)")
    }
  }
}
