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
