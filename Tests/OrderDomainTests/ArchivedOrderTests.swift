// An order is the same after it was archived as JSON and read again.

import EventSourcing
import Foundation
import JSONLines
import OrderDomain
import TestKit
import Testing

@Suite struct ArchivedOrderTests {
  private func archived<D: CodableDecider>(_ state: D.State, of domain: D.Type) throws -> (
    json: String, state: D.State?
  ) {
    var writer = JSONWriter()
    #expect(D.writeArchived(state, to: &writer))
    let storage = writer.storage()
    var reader = JSONReader(storage, in: 0..<storage.count, profile: .canonical)
    let read = try D.readArchived(&reader)
    #expect(reader.position == storage.count)
    return (storage.string(TextRange(0..<storage.count)), read)
  }

  @Test func `no order is none`() throws {
    let (json, order) = try archived(nil, of: Orders.self)
    #expect(json == "{}" && order == .some(nil))
  }

  /// Later versions must be able to read it: if this fails, give the base another version.
  @Test func `what is written is what it was`() throws {
    var order: Order?
    let context = EntryContext(stream: "order/1", at: .noon)
    for command in [OrderCommand.create(.amy), .pay(3099), .ship(Shipping(carrier: "A \"B\""))] {
      for event in try Orders.decide(command, on: order, in: context) {
        Orders.evolve(&order, with: event, in: context)
      }
    }
    #expect(
      try archived(order, of: Orders.self).json == #"""
        {"status":"shipped","rev":1,"total":3099,"paid":3099,"refunded":0,\#
        "placedAt":"2026-11-20T12:00:00.000000Z","updatedAt":"2026-11-20T12:00:00.000000Z",\#
        "fields":{"customer":"amy","shippingMethod":"standard","paymentKind":"card",\#
        "items":[{"sku":"A-1","name":"Apple","quantity":2,"unitPrice":1250},\#
        {"sku":"B-2","quantity":1,"unitPrice":99}],"currency":"USD","shippingFee":500,"tax":100,\#
        "discount":100},"personal":{"contact":{"firstName":"Amy","lastName":"Apple",\#
        "phone":"+1 (408) 555-0100","email":"amy@example.com"},\#
        "billing":{"street1":"1 Infinite Loop","street2":"Suite 2","city":"Cupertino",\#
        "state":"CA","zip":"95014","country":"US"},"shipment":{"street1":"2 Orchard Way",\#
        "city":"São Paulo","state":"SP","zip":"01310-100","country":"BR"},\#
        "payment":{"brand":"visa","last4":"4242","expires":"2027-11"}},\#
        "shipping":{"carrier":"A \"B\""}}
        """#)
  }

  @Test func `orders are the same after any commands`() throws {
    var count = 0
    try SmallWorldTests().explore(SmallWorldTests.World(), depth: 5) { world in
      count += 1
      let read = try? archived(world.order, of: Orders.self).state
      #expect(read == .some(world.order), "\(String(describing: world.order))")
    }
    #expect(count > 300)
  }

  /// The vectors have orders whose personal data was erased, at any moment.
  @Test func `orders are the same after each entry of the vectors`() throws {
    let folder = Repository.url("Fixtures/vectors")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jsonl") && !$0.hasPrefix("corrupt") }
    var (count, erased) = (0, 0)
    for name in names.sorted() {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let source = InMemoryHistory(.copy(of: bytes), name: name)
      guard var reader = try? EntryReader(source) else { continue }
      var states = StateProjection<Orders>(checksRevisions: false)
      while let entry = try? reader.next(into: &states) {
        let name = StreamName(Text(entry.storage, entry.stream))
        guard let order = name.flatMap({ states.state(of: $0) })?.state else { continue }
        let read = try archived(order, of: Orders.self).state
        #expect(read == .some(order), "\(name?.description ?? "") @\(entry.seq)")
        count += 1
        if OrderField.allCases.contains(where: order.mayHaveLost) || order[.erased] { erased += 1 }
      }
    }
    #expect(count > 100 && erased > 10, "\(count) \(erased)")
  }

  @Test func `what can't be an order is none`() throws {
    let context = EntryContext(stream: "order/1", at: .noon)
    var order: Order?
    for event in try Orders.decide(.create(.amy), on: nil, in: context) {
      Orders.evolve(&order, with: event, in: context)
    }
    let good = try archived(order, of: Orders.self).json
    for (old, new) in [
      (#""placed""#, #""lost""#), (#""rev":1"#, #""rev":-1"#), (#"{"customer""#, #"["customer""#),
      ("12:00:00", "12:61:00"), (#""personal":{"#, #""lost":["shoe"],"personal":{"#),
    ] {
      let storage = ByteStorage.copy(of: good.replacing(old, with: new))
      var reader = JSONReader(storage, in: 0..<storage.count, profile: .canonical)
      #expect(throws: JSONError.self, "\(old)") { try Orders.readArchived(&reader) }
    }
  }

  @Test func `the catalogue, too`() throws {
    var methods = Catalogue.initial
    let context = EntryContext(stream: "catalog", at: .noon)
    Catalogue.evolve(
      &methods, with: .shippingMethodAdded(code: "drone", name: #"By "air", ü"#), in: context)
    Catalogue.evolve(&methods, with: .shippingMethodRetired(code: "one-day"), in: context)
    #expect(try archived(methods, of: Catalogue.self).state == methods)
  }
}
