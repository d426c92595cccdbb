import Testing

/// The items of an order are the same wherever they are: what looks at the past tells which was inserted, removed or
/// changed, and who did that.
@Suite struct ItemIdentityTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
  }

  private static let (apple, pear, plum) = (
    #"{"sku":"APPLE","quantity":1,"unitPrice":100}"#,
    #"{"sku":"PEAR","quantity":2,"unitPrice":250}"#,
    #"{"sku":"PLUM","name":"A plum","quantity":3,"unitPrice":50}"#
  )

  /// Amy's order, then what Bob and others made of its items.
  private func record(_ steps: [(actor: String, items: [String])]) throws {
    let lines = steps.enumerated().map { index, step in
      let items = "[" + step.items.joined(separator: ",") + "]"
      let created = Commands.create().replacing(/"items":\[[^\]]*\]/, with: #""items":\#(items)"#)
      return Commands.line(
        index, "1001", index == 0 ? created : #"{"type":"update-order","items":\#(items)}"#,
        by: step.actor)
    }
    try workspace.expect(.done, "import", "-", input: lines.joined())
  }

  private func output(_ arguments: String...) throws -> String {
    try workspace.run(arguments + ["--color", "never"]).output
  }

  private func blame(_ field: String) throws -> [String] {
    let row = try output("blame", "1001", "--field", field).split(separator: "\n")[1]
    return row.split(separator: " ").map(String.init)
  }

  @Test func `the first item is removed`() throws {
    try record([("amy", [Self.apple, Self.pear]), ("bob", [Self.pear])])
    #expect(try blame("items[0].unitPrice").contains("amy"))
    #expect(try blame("items[0].sku")[1...2] == ["PEAR", "1"])
    #expect(try output("show", "@2").contains("- APPLE  1 × 1.00 USD\n"))
    for text in [try output("log", "-p", "1001", "1.."), try output("diff", "1", "2")] {
      #expect(text.contains("- APPLE  1 × 1.00 USD\n"), "\(text)")
      #expect(!text.contains("items[") && !text.contains("PEAR"), "\(text)")
    }
    #expect(
      try output("find", "changed(items[0].unitPrice) and seq > 1", "--count").contains("never"))
    #expect(try output("find", "old(items[0].sku) == items[0].sku and seq > 1").contains("1001@2"))
    let json = try output("log", "-p", "--json", "1..")
    #expect(
      json.contains(#"{"field":"items[0].sku","old":"APPLE"}"#)
        && !json.contains(#""PEAR"},{"field""#))
    let history = try output("blame", "1001", "--field", "items[0].quantity", "--history")
    #expect(history.split(separator: "\n").count == 2 && history.contains("items[1].quantity  2"))
  }

  @Test func `an item is inserted before the others`() throws {
    try record([("amy", [Self.apple]), ("bob", [Self.plum, Self.apple])])
    #expect(try blame("items[0].sku").contains("bob"))
    #expect(try blame("items[1].quantity").contains("amy"))
    let log = try output("log", "-p", "1001", "1..")
    #expect(log.contains("+ PLUM  A plum  3 × 0.50 USD\n") && !log.contains("APPLE"), "\(log)")
  }

  @Test func `items are moved, and one of them is changed`() throws {
    let more = Self.pear.replacing(#""quantity":2"#, with: #""quantity":5"#)
    try record([
      ("amy", [Self.apple, Self.pear, Self.plum]), ("bob", [Self.plum, Self.apple, Self.pear]),
      ("chris", [more, Self.plum, Self.apple]),
    ])
    let moved = try output("log", "-p", "1001", "1..2")
    #expect(!moved.contains("items") && !moved.contains("APPLE"), "\(moved)")
    let changed = try output("log", "-p", "1001", "2..")
    #expect(changed.contains("items[0].quantity  2 → 5") && !changed.contains("PLUM"), "\(changed)")
    #expect(try blame("items[0].quantity").contains("chris"))
    #expect(try blame("items[0].unitPrice").contains("amy"))
    #expect(try blame("items[1].name").contains("amy"))
    #expect(try output("find", "changed(items[0].quantity)").contains("1001@3"))
    #expect(try !output("find", "changed(items[0].quantity)").contains("1001@2"))
  }

  @Test func `of two items with one SKU, the other one stays who set it`() throws {
    let dear = Self.apple.replacing("100", with: "900")
    try record([("amy", [Self.apple]), ("bob", [Self.apple, dear]), ("chris", [dear])])
    #expect(try blame("items[0].unitPrice").contains("bob"))
    #expect(try output("log", "-p", "1001", "2..").contains("- APPLE  1 × 1.00 USD\n"))
  }

  @Test func `the report and the browser tell the same`() throws {
    try record([("amy", [Self.apple, Self.pear]), ("bob", [Self.pear])])
    try workspace.expect(.done, "report", "--output", "page.html", "1001")
    let page = try workspace.text("page.html")
    #expect(page.contains("<del>APPLE  1 × 1.00 USD</del>"))
    #expect(page.contains(#"<th scope="row">items[0].sku</th><td>PEAR</td>"#))
  }

  @Test func `events of another past are compared item by item`() throws {
    try record([("amy", [Self.apple, Self.pear, Self.plum]), ("bob", [Self.pear, Self.plum])])
    func whatIf(_ items: String...) throws -> String {
      let items = items.joined(separator: ",")
      let told = try output(
        "what-if", "--replace", #"2={"type":"update-order","items":[\#(items)]}"#)
      return String(told[..<(told.firstRange(of: "\n\n")?.lowerBound ?? told.endIndex)])
    }
    #expect(
      try whatIf(Self.plum) == """
        @2  order/1001  update-order
          - events[0].items[0].sku: "PEAR"
          - events[0].items[0].quantity: 2
          - events[0].items[0].unitPrice: 2.50 USD
          - events[0].total: 6.50 USD
          + events[0].total: 1.50 USD
        """)
    let fig = Self.apple.replacing("APPLE", with: "FIG")
    let inserted = try whatIf(fig, Self.pear, Self.plum)
    #expect(inserted.contains("\n  + events[0].items[0].sku: \"FIG\"\n"), "\(inserted)")
    #expect(!inserted.contains("PEAR") && !inserted.contains("sku: absent"), "\(inserted)")
    let more = Self.plum.replacing(#""quantity":3"#, with: #""quantity":4"#)
    let changed = try whatIf(more, Self.pear)
    #expect(changed.contains("  - events[0].items[0].quantity: 3\n"), "\(changed)")
    #expect(!changed.contains("PEAR") && !changed.contains("sku"), "\(changed)")
    let moved = try whatIf(Self.plum, Self.pear)
    #expect(moved.contains("  - events[0].items[0].sku: \"PEAR\"\n"), "\(moved)")
    #expect(moved.contains("  + events[0].items[0].sku: \"PLUM\"\n"), "\(moved)")
  }

  @Test(arguments: [
    ("[PLUM]", ["items[0].sku", "  + \"PEAR\"\n"], "  - "),
    ("[APPLE,PEAR,PLUM]", ["items[0].sku", "  - \"APPLE\"\n"], "  + "),
    ("[PLUM,PEAR]", ["items[0].sku", "  - \"PLUM\"\n", "  + \"PEAR\"\n"], nil),
  ])
  func `a recorded event is replayed item by item`(
    _ recorded: String, _ lines: [String], _ absent: String?
  ) throws {
    try record([("amy", [Self.apple, Self.pear, Self.plum]), ("bob", [Self.pear, Self.plum])])
    let items = recorded.replacing("APPLE", with: Self.apple).replacing("PEAR", with: Self.pear)
      .replacing("PLUM", with: Self.plum)
    let log = try workspace.log().replacing(/,"crc":"\w+"/, with: "").replacing(
      /(?<start>order-updated".*?"items":)\[[^\]]*\]/, with: { $0.output.start + items })
    try workspace.write(log, to: "history.jsonl")
    let told = try workspace.expect(.negative, "replay", "--store", "history.jsonl").output
    for line in lines { #expect(told.contains(line), "\(told)") }
    if let absent { #expect(!told.contains(absent), "\(told)") }
  }
}
