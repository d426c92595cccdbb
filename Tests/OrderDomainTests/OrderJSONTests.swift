// An order as programs see it.

import EventSourcing
import EventSourcingTesting
import JSONLines
import OrderDomain
import Testing

@Suite struct OrderJSONTests: OrderSpecification {
  func json(_ order: Order?) throws -> String {
    var writer = JSONWriter()
    try #require(order).writeJSON(to: &writer, id: "1001")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an order has these keys in this order`() throws {
    let scenario = given(
      .amyOrdered, .amyPaidAll, .paid, .shipped(Shipping(carrier: "ACME", tracking: "T-1")))
    #expect(
      try json(scenario.state) == """
        {"id":"1001","rev":4,"status":"shipped","customer":"amy",\
        "contact":{"firstName":"Amy","lastName":"Apple","phone":"+1 (408) 555-0100",\
        "email":"amy@example.com"},\
        "billing":{"street1":"1 Infinite Loop","street2":"Suite 2","city":"Cupertino",\
        "state":"CA","zip":"95014","country":"US"},\
        "shipment":{"street1":"2 Orchard Way","city":"São Paulo","state":"SP",\
        "zip":"01310-100","country":"BR"},\
        "shippingMethod":"standard",\
        "payment":{"kind":"card","brand":"visa","last4":"4242","expires":"2027-11"},\
        "items":[{"sku":"A-1","name":"Apple","quantity":2,"unitPrice":1250},\
        {"sku":"B-2","quantity":1,"unitPrice":99}],\
        "currency":"USD","shippingFee":500,"tax":100,"discount":100,\
        "total":3099,"paid":3099,"refunded":0,"balance":0,\
        "placedAt":"2026-11-20T09:00:00.000000Z","updatedAt":"2026-11-20T09:00:00.000000Z",\
        "carrier":"ACME","tracking":"T-1","due":0}
        """)
  }

  @Test func `what is absent is left out`() throws {
    let text = try json(given(.created(.bob, total: 1000)).state)
    let tree = try JSONValue(parsing: text)
    #expect(tree["billing"]?["street2"] == nil)
    #expect(tree["billing"]?["country"] == .string("US"))
    #expect(tree["payment"] == .object([JSONValue.Member("kind", .string("invoice"))]))
    #expect(tree["tax"] == .integer(0))
    #expect(tree["carrier"] == nil)
    #expect(tree["balance"] == .integer(1000))
  }

  @Test func `an order whose personal data was erased has none`() throws {
    let fields = OrderFields.only { $0[.customer] = "amy" }
    let tree = try JSONValue(parsing: try json(given(.created(fields, total: 0)).state))
    #expect(tree["contact"] == nil)
    #expect(tree["billing"] == nil)
    #expect(tree["shipment"] == nil)
    #expect(tree["payment"] == nil)
  }
}
