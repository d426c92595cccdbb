// An order keeps its own few bytes, not the chunk of the log that its events were read from.

import EventSourcing
import JSONLines
import Testing

@testable import Orders

@Suite struct CompactingTests {
  /// Texts that lie far apart in a large storage, as those of a log's entries do.
  static func scattered(_ fields: OrderFields) -> OrderFields {
    let chunk = ByteStorage.filled(capacity: 1 << 20) { (buffer: UnsafeMutableRawBufferPointer) in
      buffer.initializeMemory(as: UInt8.self, repeating: 0x3F)
      buffer[1000...].copyBytes(from: fields.values.storage.bytes)
      return buffer.count
    }
    func moved(_ range: TextRange) -> TextRange {
      range.isPresent ? TextRange(offset: range.offset + 1000, count: range.count) : range
    }
    var values = fields.values.copied()
    values.storage = chunk
    values.texts.withMutableRanges { ranges in
      for text in OrderText.all { ranges[text] = moved(ranges[text]) }
    }
    values.items = values.items?.map { item in
      var item = item
      item.sku = moved(item.sku)
      item.name = moved(item.name)
      return item
    }
    return OrderFields(values)
  }

  @Test func `an order's texts lie in a storage no larger than they are`() throws {
    let context = EntryContext(stream: "order/1001", at: .noon)
    var order = Orders.initial
    let fields = Self.scattered(.amy)
    #expect(fields == .amy)
    Orders.evolve(&order, with: .created(fields, total: 3099), in: context)
    #expect(order?.fields == .amy)
    let size = try #require(order?.values.storage.count)
    #expect(size <= OrderFields.amy.values.storage.count)

    let change = OrderFields.only { $0[\.contact.firstName] = "Annabel" }
    Orders.evolve(&order, with: .updated(Self.scattered(change), total: nil), in: context)
    #expect(order?.fields == OrderFields.amy.with { $0[\.contact.firstName] = "Annabel" })
    #expect(order?.values.storage.count == size + "Annabel".count - "Amy".count)
  }

  @Test func `what the carrier said is copied, too`() throws {
    let chunk = Text(String(repeating: "x", count: 1 << 16))
    let carrier = Text(chunk.storage, TextRange(offset: 5, count: 4))
    var order = Orders.initial
    let context = EntryContext(stream: "order/1001", at: .noon)
    for event in [OrderEvent.amyOrdered, .shipped(Shipping(carrier: carrier))] {
      Orders.evolve(&order, with: event, in: context)
    }
    #expect(order?.carrier == "xxxx")
    #expect(order?.carrier?.storage.count == 4)
  }

  @Test func `texts are stored in the order in which they are listed`() {
    #expect(MemoryLayout<OrderTexts>.size == OrderText.allCases.count * 8)
    var texts = OrderTexts()
    texts.payment.expires = TextRange(offset: 7, count: 9)
    texts.customer = TextRange(offset: 1, count: 2)
    texts.withRanges { ranges in
      #expect(ranges[.expires] == TextRange(offset: 7, count: 9))
      #expect(ranges[.customer] == TextRange(offset: 1, count: 2))
      #expect(ranges[.last4].isAbsent)
    }
  }

  @Test func `copies of fields and orders don't change each other`() {
    let original = OrderFields.amy
    var copy = original
    copy[\.customer] = "bob"
    #expect(original[\.customer] == "amy")
    var order = Orders.initial
    let context = EntryContext(stream: "order/1001", at: .noon)
    Orders.evolve(&order, with: .amyOrdered, in: context)
    let before = order
    let change = OrderFields.only { $0[\.contact.firstName] = "Annabel" }
    Orders.evolve(&order, with: .updated(change, total: 5), in: context)
    #expect(before?.fields == .amy)
    #expect(order?.fields == OrderFields.amy.with { $0[\.contact.firstName] = "Annabel" })
    #expect(before?.total == 3099 && order?.total == 5)
    let changed = order
    Orders.evolve(&order, with: .deleted, in: context)
    #expect(changed?.status == .placed && order?.status == .deleted)
    #expect(changed?.fields == order?.fields)
  }
}
