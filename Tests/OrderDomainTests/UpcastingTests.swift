// Entries of older versions, read through the one decode path.

import EventSourcing
import JSONLines
import OrderDomain
import Testing

@Suite struct UpcastingTests {
  func order(named name: String) throws -> Order {
    let line = """
      {"seq":1,"at":"2026-01-02T03:04:05.000000Z","stream":"order/1001","rev":1,"actor":"amy",\
      "command":{"type":"create-order.0","customer":"amy","shippingMethod":"standard",\
      "paymentKind":"invoice","items":[{"sku":"A","quantity":1,"unitPrice":5}],"currency":"USD"},\
      "events":[{"type":"order-created.0","customer":"amy","shippingMethod":"standard",\
      "paymentKind":"invoice","items":[{"sku":"A","quantity":1,"unitPrice":5}],"currency":"USD",\
      "total":5}],\
      "personal":{"salt":"00000000000000000000000000000000",\
      "contact":{"name":"\(name)","phone":"55555","email":"a@b"}}}

      """
    var projection = StateProjection<Orders>(checksRevisions: true, readsValues: true)
    let source = InMemoryHistory(ByteStorage.copy(of: line), name: "old.jsonl")
    _ = try source.project(into: &projection)
    guard case .create(let asked)? = projection.body.command else {
      throw JSONError(.wrongType, at: 0)
    }
    let order = try #require(projection.states.first ?? nil)
    #expect(asked[.firstName] == order.fields[.firstName])
    return order
  }

  @Test(arguments: [
    ("Amy Apple", "Amy", "Apple"), ("Amy", "Amy", "-"), ("Amy van Apple", "Amy", "van Apple"),
    ("Amy ", "Amy", ""), ("", "", "-"),
  ]) func `one name becomes two at its first space`(name: String, first: String, last: String)
    throws
  {
    let order = try order(named: name)
    #expect(order.fields[.firstName] == first)
    #expect(order.fields[.lastName] == last)
    #expect(order.fields[.email] == "a@b")
    #expect(order.total == 5)
  }
}
