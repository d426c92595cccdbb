// A state of no domain, with a field of every kind: what conditions are tested on.

import EventSourcing
import JSONLines

@testable import Examination

/// Something that is sent.
struct Parcel: Sendable {
  var status: Text? = "packed"
  var weight: Int64? = 1200
  var limit: Int64? = 2000
  var note: Text?
  var price: Int64? = 1250
  var currency: Text? = "USD"
  var sentAt: Timestamp?
  var isFragile: Bool? = true
  var parts: [(sku: Text, quantity: Int64?)] = [("A-1", 2), ("B-2", 3)]

  private static let statuses = ["packed", "sent", "lost"]

  static let schema = FieldSchema<Parcel>(
    fields: [
      .init("status", among: statuses) { parcel in
        parcel.status.flatMap { status in statuses.firstIndex { $0 == String(status) } }
      },
      .init("weight", .integer) { $0.weight.map { .integer($0) } ?? .absent },
      .init("box.limit", .integer) { $0.limit.map { .integer($0) } ?? .absent },
      .init("price", .money) { $0.price.map { .integer($0) } ?? .absent },
      .init("currency", .text) { $0.currency.map { .text($0) } ?? .absent },
      .init("note", .text) { $0.note.map { .text($0) } ?? .absent },
      .init("sentAt", .time) { $0.sentAt.map { .time($0) } ?? .absent },
      .init("fragile", .boolean) { $0.isFragile.map { .boolean($0) } ?? .absent },
    ],
    lists: [
      .init(
        "parts", count: { $0.parts.count },
        fields: [
          .init("sku", .text) { .text($0.parts[$1].sku) },
          .init("quantity", .integer) { parcel, index in
            parcel.parts[index].quantity.map { .integer($0) } ?? .absent
          },
          .init("value", .money) { _, index in .integer(Int64(index + 1) * 100) },
        ]),
      .init("gone", count: { _ in nil }, fields: [.init("size", .integer) { _, _ in .integer(1) }]),
    ], currency: "currency")

  /// Whether a condition on the state alone holds.
  func fulfils(_ text: String) throws -> Bool {
    let condition = try Condition(text, of: Parcel.schema)
    return condition.holds(self)
  }
}

extension Formula<Parcel> {
  /// Its value, or that of a part of it, at an entry after which a parcel is this one.
  func value(of term: Term? = nil, _ parcel: Parcel, before: Parcel?) -> FieldValue {
    [before ?? parcel, parcel].withUnsafeBytes { parcels in
      guard let start = parcels.baseAddress else { return .absent }
      return RowReader([self]).at(
        start + MemoryLayout<Parcel>.stride, before: before == nil ? nil : start,
        entry: EntryField.allCases.map { _ in .absent }
      ) { (term ?? self.term).value(at: $0).value }
    }
  }
}
