import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Exports for process mining: OCEL and XES.
@Suite struct ExportForMiningTests {
  private func log(_ store: any EntrySource) throws -> JSONValue {
    try JSONValue(parsing: exported(.ocel, store).text())
  }

  private func objects(_ log: JSONValue) -> [String: JSONValue] {
    (log["objects"]?.array ?? []).reduce(into: [:]) { $0[$1["id"]?.string ?? ""] = $1 }
  }

  private func relations(_ thing: JSONValue?) -> [String] {
    thing?["relationships"]?.array?.map {
      "\($0["qualifier"]?.string ?? "") \($0["objectId"]?.string ?? "")"
    } ?? []
  }

  /// The values of an attribute, one after another.
  private func values(_ name: String, of object: JSONValue?) -> [String] {
    (object?["attributes"]?.array ?? []).filter { $0["name"]?.string == name }
      .compactMap { $0["value"]?.string }
  }

  // MARK: - Objects

  @Test func `orders have what belongs to them, and what they were at any time`() throws {
    let objects = try objects(log(Story.told().store))
    #expect(
      objects.keys.sorted() == [
        "customer/amy", "customer/bob", "customer/chris", "item/1001/1", "item/1002/1",
        "item/1003/1", "order/1001", "order/1002", "order/1003", "payment/3/1", "payment/5/1",
        "shipment/1001",
      ])
    let amy = objects["order/1001"]
    #expect(values("status", of: amy) == ["placed", "paid", "shipped", "delivered"])
    #expect(values("total", of: amy) == ["2500"] && values("paid", of: amy) == ["0", "2500"])
    #expect(values("balance", of: amy) == ["2500", "0"])
    #expect(
      relations(amy) == [
        "item item/1001/1", "customer customer/amy", "payment payment/3/1",
        "shipment shipment/1001",
      ])
    #expect(values("carrier", of: objects["shipment/1001"]) == ["Snail & Co."])
    #expect(values("status", of: objects["order/1003"]) == ["placed", "deleted"])
  }

  @Test func `events name the objects that they concern`() throws {
    let events = try log(Story.told().store)["events"]?.array ?? []
    let expected: [String: [String]] = [
      "1.1": ["order order/1001", "item item/1001/1", "customer customer/amy"],
      "3.1": ["order order/1001", "payment payment/3/1", "customer customer/amy"],
      "3.2": ["order order/1001", "customer customer/amy"],
      "4.1": [
        "order order/1001", "item item/1001/1", "shipment shipment/1001", "customer customer/amy",
      ],
      "6.1": ["order order/1002", "customer customer/bob"],
    ]
    for (id, related) in expected {
      #expect(relations(events.first { $0["id"]?.string == id }) == related, "\(id)")
    }
    let refused = events.first { $0["id"]?.string == "6.1" }
    #expect(refused?["type"]?.string == "delete-order-rejected")
    #expect(values("code", of: refused) == ["order-has-payments"])
    #expect(values("reason", of: refused) == ["duplicate"])
  }

  @Test func `everything that is named is there, once, with its type declared`() throws {
    let story = try Story.told()
    // Of an order that never was, and of the catalogue.
    try story.asks("amy", "9", .cancel)
    _ = try story.engine.engine.execute(
      Submission(.addShippingMethod(code: "drone", name: "Drone"), on: .single, by: "admin"),
      in: story.engine.catalogue)
    let log = try log(story.store)
    let objects = log["objects"]?.array ?? []
    let ids = Set(objects.compactMap { $0["id"]?.string })
    #expect(ids.count == objects.count)
    #expect(ids.contains("order/9") && ids.contains("shipping-method/drone"))
    for (things, types) in [("events", "eventTypes"), ("objects", "objectTypes")] {
      var declared: [String: [String: String]] = [:]
      for type in log[types]?.array ?? [] {
        declared[type["name"]?.string ?? ""] = (type["attributes"]?.array ?? []).reduce(into: [:]) {
          $0[$1["name"]?.string ?? ""] = $1["type"]?.string
        }
      }
      for thing in log[things]?.array ?? [] {
        let attributes = try #require(declared[thing["type"]?.string ?? ""])
        for attribute in thing["attributes"]?.array ?? [] {
          let type = try #require(attributes[attribute["name"]?.string ?? ""])
          let value = try #require(attribute["value"]?.string)
          #expect(type != "integer" || Int64(value) != nil, "\(attribute)")
        }
        for relation in thing["relationships"]?.array ?? [] {
          #expect(ids.contains(relation["objectId"]?.string ?? ""))
        }
      }
    }
  }

  @Test func `items that are removed stay, with a quantity of 0`() throws {
    let story = try Story()
    var two = OrderFields.amy
    two.items = [
      Item(sku: "A", quantity: 1, unitPrice: 100), Item(sku: "B", quantity: 2, unitPrice: 5),
    ]
    try story.asks("amy", "1", .create(two))
    var one = OrderFields()
    one.items = [Item(sku: "C", quantity: 3, unitPrice: 100)]
    one[.customer] = "ann"
    try story.asks("amy", "1", .update(one))
    let objects = try objects(log(story.store))
    #expect(values("sku", of: objects["item/1/1"]) == ["A", "C"])
    #expect(values("unitPrice", of: objects["item/1/1"]) == ["100"])
    #expect(values("quantity", of: objects["item/1/2"]) == ["2", "0"])
    let events = try log(story.store)["events"]?.array
    #expect(relations(events?.last).filter { $0.hasPrefix("item") } == ["item item/1/1"])
    #expect(
      relations(objects["order/1"]).suffix(2) == ["customer customer/amy", "customer customer/ann"])
  }

  /// Texts are equal if their bytes are, like everywhere in the log.
  @Test func `customers whose names only look the same are two`() throws {
    let story = try Story()
    for (order, customer) in [("1", "Ren\u{E9}"), ("2", "Rene\u{301}")] {
      var fields = OrderFields.amy
      fields[.customer] = customer
      try story.asks(customer, order, .create(fields))
    }
    var change = OrderFields()
    change[.customer] = "Rene\u{301}"
    try story.asks("clerk", "1", .update(change))
    let log = try log(story.store)
    let customers = (log["objects"]?.array ?? []).filter { $0["type"]?.string == "customer" }
    #expect(customers.count == 2)
    let order = log["objects"]?.array?.first { $0["id"]?.string == "order/1" }
    #expect(values("customer", of: order).count == 2)
    #expect(relations(order).filter { $0.hasPrefix("customer") }.count == 2)
    let groups = try GroupedStatistics.respond(
      to: GroupedStatistics.Request(by: ["actor"]), with: History(story.store, of: .orders)
    ).groups
    #expect(groups.count == 3)
  }

  // MARK: - Streams of events

  @Test func `a trace has an order as it is, and what happened to it`() throws {
    let text = try exported(.xes, Story.told().store).text()
    let traces = text.split(separator: "<trace>").dropFirst()
    #expect(traces.count == 3)
    let amy = try #require(traces.first)
    for line in [
      #"<string key="concept:name" value="1001"/>"#, #"<string key="status" value="delivered"/>"#,
      #"<int key="total" value="2500"/>"#,
    ] {
      #expect(amy.contains(line))
    }
    let names = amy.split(separator: "<event>").dropFirst().map {
      String($0.firstMatch(of: /concept:name" value="([^"]*)"/)?.1 ?? "")
    }
    #expect(
      names == [
        "order-created", "payment-received", "order-paid", "order-shipped", "order-delivered",
      ])
    let bob = traces[traces.startIndex + 1]
    #expect(bob.contains(#"<string key="concept:name" value="delete-order-rejected"/>"#))
    #expect(bob.contains(#"<string key="lifecycle:transition" value="ate_abort"/>"#))
    #expect(bob.contains(#"<string key="org:resource" value="clerk"/>"#))
    #expect(bob.contains(#"<date key="time:timestamp" value="2026-01-05T09:06:00.000000Z"/>"#))
  }

  @Test(arguments: [
    ("<a> & \"b\" 'c'", "&lt;a&gt; &amp; &quot;b&quot; 'c'"), ("]]>", "]]&gt;"),
    ("a\tb\nc\rd", "a&#9;b&#10;c&#13;d"), ("\0\u{1}\u{1B}[0m\u{1F}", "␀␁␛[0m␟"),
    ("\u{7F}\u{85}\u{9B}", "&#127;&#133;&#155;"), ("\u{FFFE}\u{FFFF}\u{FFFD}", "���"),
    ("\u{202E}\u{1F468}\u{200D}", "\u{202E}\u{1F468}\u{200D}"), ("", ""),
  ])
  func `a text can't end the attribute that it is in`(_ text: String, _ written: String) {
    var writer = XMLWriter()
    writer.element("string", ["value": text])
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "<string value=\"\(written)\"/>\n")
  }

  @Test(arguments: [ExportFormat.ocel, .xes])
  func `one document about the whole history isn't continued`(_ format: ExportFormat) throws {
    let store = try Story.told().store
    #expect(throws: Failure.self) { try exported(format, store) { $0.from = "3" } }
    #expect(try exported(format, MemoryStore()).text().isEmpty == false)
  }
}
