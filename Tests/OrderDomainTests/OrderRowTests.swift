// An order is the same after it was kept in a snapshot and read again.

import EventSourcing
import JSONLines
import OrderDomain
import Testing

@Suite struct OrderRowTests {
  private static func kept<D: SnapshotDecider>(_ state: D.State, of domain: D.Type) -> D
    .State?
  {
    var bytes: [UInt8] = []
    let row = D.row(of: state, addingTo: &bytes)
    return bytes.withUnsafeBytes { D.state(row, $0) }
  }

  @Test func `no order is none`() {
    #expect(Self.kept(nil, of: Orders.self) == .some(nil))
  }

  @Test func `bytes that can't be those of the order make none`() throws {
    var order: Order?
    let context = EntryContext(stream: "order/1", at: .noon)
    for event in try Orders.decide(.create(.amy), on: nil, in: context) {
      Orders.evolve(&order, with: event, in: context)
    }
    #expect(order != nil && Self.kept(order, of: Orders.self) == order)
    var bytes: [UInt8] = []
    let row = Orders.row(of: order, addingTo: &bytes)
    let none: Order?? = bytes.dropLast(40).withUnsafeBytes { Orders.state(row, $0) }
    #expect(none == nil)
  }

  /// Snapshots don't notice that bits have moved: if this fails, give their format another number.
  @Test func `its bytes are what they were`() throws {
    var order: Order?
    let context = EntryContext(stream: "order/1", at: .noon)
    for event in try Orders.decide(.create(.amy), on: nil, in: context) {
      Orders.evolve(&order, with: event, in: context)
    }
    var bytes: [UInt8] = []
    let row = Orders.row(of: order, addingTo: &bytes)
    let words = withUnsafeBytes(of: row) { Array($0.bindMemory(to: UInt64.self)) }
    #expect(
      words == [
        4_294_967_297, 2_697_239_462_125, 0, 3_099, 0, 0, 1_795_176_000_000_000,
        1_795_176_000_000_000, 4_477_781,
      ])
  }

  @Test func `the catalogue, too`() {
    var methods = Catalogue.initial
    let context = EntryContext(stream: "catalog", at: .noon)
    Catalogue.evolve(
      &methods, with: .shippingMethodAdded(code: "drone", name: #"By "air", ü"#), in: context)
    Catalogue.evolve(&methods, with: .shippingMethodRetired(code: "one-day"), in: context)
    #expect(Self.kept(methods, of: Catalogue.self) == methods)
  }
}
