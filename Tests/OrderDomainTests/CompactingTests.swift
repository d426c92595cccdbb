// An order keeps its own few bytes, not the chunk of the log that its events were read from.

import EventSourcing
import JSONLines
import Testing

@testable import OrderDomain

@Suite struct CompactingTests {
  /// Fields in the middle of a large storage, as those of a log's entries are.
  static func scattered(_ fields: OrderFields) -> OrderFields {
    let chunk = ByteStorage.filled(capacity: 1 << 20) { (buffer: UnsafeMutableRawBufferPointer) in
      buffer.initializeMemory(as: UInt8.self, repeating: 0x3F)
      buffer[1000...].copyBytes(from: fields.storage.bytes)
      return buffer.count
    }
    func moved(_ range: TextRange) -> TextRange {
      range.isPresent ? TextRange(offset: range.offset + 1000, count: range.count) : range
    }
    return OrderFields(in: chunk, members: moved(fields.members), personal: moved(fields.personal))
  }

  @Test func `an order's texts lie in a storage no larger than they are`() throws {
    let context = EntryContext(stream: "order/1001", at: .noon)
    var order = Orders.initial
    let fields = Self.scattered(.amy)
    #expect(fields == .amy)
    Orders.evolve(&order, with: .created(fields, total: 3099), in: context)
    #expect(order?.fields == .amy)
    let size = try #require(order?.bytes.count)
    #expect(size == OrderFields.amy.storage.count + "US".count)

    let change = OrderFields.only { $0[.firstName] = "Annabel" }
    Orders.evolve(&order, with: .updated(Self.scattered(change), total: nil), in: context)
    #expect(order?.fields == OrderFields.amy.with { $0[.firstName] = "Annabel" })
    let countries = 2 * #","country":"US""#.count
    #expect(try #require(order?.bytes.count) <= size + countries + "Annabel".count)
  }

  /// Any spelling of the log: white space, escapes in keys, unknown members, null.
  @Test(arguments: [
    #","customer":"amy","shippingMethod":"two-day","items":[{"sku":"A","quantity":2}],"currency":"EUR""#,
    #", "customer" : "amy", "items" : [ {"sku":"A"} , {"sku":"B"} ] , "tax" : 7"#,
    #","\u0063urrency":"EUR","\u0074ax":7,"items":[]"#,
    #","other":{"currency":"USD"},"currency":"EUR","more":[1,{"tax":2}],"tax":7,"discount":-3"#,
    #","currency":null,"tax":null,"items":null,"customer":"a\"b,\u00e4ö""#,
    "",
  ])
  func `a field that is read alone has the value that it has among all`(_ members: String) {
    let storage = ByteStorage.copy(of: Array((members + "US").utf8))
    let fields = OrderFields(
      in: storage, members: TextRange(0..<members.utf8.count),
      personal: TextRange(members.utf8.count..<members.utf8.count), .kept)
    let values = fields.values
    for field in OrderField.recorded where field.isText {
      #expect(fields.text(field) == values.text(field), "\(field)")
    }
    for field in OrderField.recorded where field.isAmount {
      #expect(fields.amount(field) == values.amount(field), "\(field)")
    }
    let items = fields.itemValues.map { storage.string($0.sku) }
    #expect(items == values.items.map { storage.string($0.sku) })
  }

  @Test func `the carrier's data is copied, too`() throws {
    let chunk = Text(String(repeating: "x", count: 1 << 16))
    let carrier = Text(chunk.storage, TextRange(offset: 5, count: 4))
    var order = Orders.initial
    let context = EntryContext(stream: "order/1001", at: .noon)
    for event in [OrderEvent.amyOrdered, .shipped(Shipping(carrier: carrier))] {
      Orders.evolve(&order, with: event, in: context)
    }
    #expect(order?.carrier == "xxxx")
    #expect(order.map { $0.bytes.count < 1 << 10 } == true)
  }

  @Test func `copies of fields and orders don't change each other`() {
    let original = OrderFields.amy
    var copy = original
    copy[.customer] = "bob"
    #expect(original[.customer] == "amy")
    var order = Orders.initial
    let context = EntryContext(stream: "order/1001", at: .noon)
    Orders.evolve(&order, with: .amyOrdered, in: context)
    let before = order
    let change = OrderFields.only { $0[.firstName] = "Annabel" }
    Orders.evolve(&order, with: .updated(change, total: 5), in: context)
    #expect(before?.fields == .amy)
    #expect(order?.fields == OrderFields.amy.with { $0[.firstName] = "Annabel" })
    #expect(before?.total == 3099 && order?.total == 5)
    let changed = order
    Orders.evolve(&order, with: .deleted, in: context)
    #expect(changed?.status == .placed && order?.status == .deleted)
    #expect(changed?.fields == order?.fields)
  }
}
