import EventSourcing
import JSONLines
import OrderDomain
import Testing

/// Fields of objects, flat, and how two of them differ.
@Suite struct FieldTreeTests {
  static func tree(_ json: String) throws -> FieldTree { FieldTree(try JSONValue(parsing: json)) }

  @Test func `an object is a flat list of its fields`() throws {
    let tree = try Self.tree(#"{"a":1,"b":{"c":"x","d":[{"e":2},3]},"f":[],"g":{}}"#)
    #expect(tree.leaves.map(\.path) == ["a", "b.c", "b.d[0].e", "b.d[1]", "f", "g"])
    #expect(tree.leaves.map(\.json) == ["1", #""x""#, "2", "3", "[]", "{}"])
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1}"#, []),
    (#"{"a":1}"#, #"{"a":2}"#, ["a"]),
    (#"{"a":1,"b":1}"#, #"{"b":1}"#, ["a"]),
    (#"{"b":1}"#, #"{"a":1,"b":2}"#, ["a", "b"]),
    (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"d":4,"c":5}"#, ["d", "b", "c"]),
    (#"{}"#, #"{"a":1}"#, ["a"]),
    ("{\"a\":\"\u{e9}\"}", "{\"a\":\"e\u{301}\"}", ["a"]),
    ("{\"a\":[\"K\"]}", "{\"a\":[\"\u{212a}\"]}", ["a[0]"]),
    ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}", ["e\u{301}", "\u{e9}"]),
  ]) func `differences come in the order of the fields`(old: String, new: String, paths: [String])
    throws
  {
    let differences = try Self.tree(old).differences(to: Self.tree(new))
    #expect(differences.map(\.path) == paths)
  }

  @Test func `every field of an order is in its schema, in order`() throws {
    var fields = OrderFields()
    fields[.customer] = "amy"
    let order = try #require(Self.order(fields))
    let paths = Orders.fields(of: order, id: "1001").leaves.map(\.path)
      .filter { $0 != "id" && !$0.hasPrefix("items") }
    var names = Orders.schema.fields.map(\.name)
    for field in Orders.schema.derived {
      // It is shown after the one that it follows from.
      let place = try #require(names.firstIndex { $0 == field.replaced })
      names.insert(field.name, at: place + 1)
    }
    #expect(paths.count > 5)
    #expect(names.filter { paths.contains($0) } == paths)
    for path in paths {
      let field = try #require(Orders.schema.field(path), "\(path)")
      #expect(field.read(order) != .absent, "\(path)")
    }
  }

  static func order(_ fields: OrderFields) -> Order? {
    var state = Orders.initial
    let context = EntryContext(stream: "order/1001", at: Timestamp(microseconds: 0))
    Orders.evolve(&state, with: .created(fields, total: 0), in: context)
    return state
  }
}
