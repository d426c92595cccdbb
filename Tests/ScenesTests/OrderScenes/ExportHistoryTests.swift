import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ExportHistoryTests {
  @Test func `each entry is one CloudEvent, refusals included`() throws {
    let events = try exported(.cloudevents, Story.told().store).lines()
    #expect(events.map { $0["id"]?.string } == (1...9).map(String.init))
    #expect(events[5]["type"]?.string == "cleanstore.delete-order.rejected")
    #expect(events[5]["subject"]?.string == "order/1002")
    #expect(events[5]["time"]?.string == "2026-01-05T09:06:00.000000Z")
    let sequences = events.compactMap { $0["sequence"]?.string }
    #expect(sequences.sorted() == sequences && Set(sequences).count == 9)
    for event in events {
      #expect(event["specversion"]?.string == "1.0")
      #expect(event["source"]?.string?.hasPrefix("urn:") == true)
      // Names of attributes: lower-case letters and digits.
      #expect(event.members?.allSatisfy { $0.key.allSatisfy { ("a"..."z").contains($0) } } == true)
    }
  }

  @Test func `its data is the entry, whose leaf hash still holds without personal data`() throws {
    let store = try Story.told().store
    let events = try exported(.cloudevents, store).text().split(separator: "\n")
    var reader = try EntryReader(store)
    for event in events {
      let entry = try #require(try reader.next())
      let start = try #require(event.firstRange(of: "\"data\":")).upperBound
      #expect(Array(event[start...].dropLast().utf8) == entry.leaf)
    }
  }

  @Test func `personal data is there only if it was asked for`() throws {
    let store = try Story.told().store
    for format in ExportFormat.allCases {
      let plain = try exported(format, store)
      let full = try exported(format, store) { $0.personal = .kept }
      let hidden = try exported(format, store) {
        $0.personal = .pseudonyms(key: Array(repeating: 7, count: 16))
      }
      let texts = [plain, full, hidden].map { $0.names.map($0.text).joined() }
      #expect(!texts[0].contains("Apple") && !texts[0].contains("Infinite"))
      #expect(texts[1].contains("Apple") && texts[1].contains("Infinite"))
      for word in ["Apple", "Infinite", "amy", "clerk", "duplicate"] {
        #expect(!texts[2].contains(word), "\(format)")
      }
      // Data that isn't personal stays.
      #expect(texts[2].contains("Snail") && (format == .xes || texts[2].contains("DECK-52")))
    }
  }

  @Test func `a batch is one array`() throws {
    let store = try Story.told().store
    let batch = try JSONValue(parsing: exported(.cloudevents, store) { $0.isBatch = true }.text())
    #expect(batch.array == (try exported(.cloudevents, store).lines()))
    let empty = try exported(.cloudevents, MemoryStore()) { $0.isBatch = true }
    #expect(try JSONValue(parsing: empty.text()).array == [])
  }

  /// The rest of the history continues an export, whatever position it ends at.
  @Test(arguments: 0...9)
  func `an export can be continued`(_ seq: Int) throws {
    let store = try Story.told().store
    let position = seq == 0 ? "start" : String(seq)
    for (format, name) in [
      (ExportFormat.cloudevents, ""), (.csv, "entries.csv"), (.csv, "events.csv"),
      (.csv, "payments.csv"),
    ] {
      let whole = try exported(format, store).text(name)
      let head = try exported(format, store) { $0.at = .entry(seq) }.text(name)
      let tail = try exported(format, store) { $0.from = position }.text(name)
      let heading = format == .csv ? whole.prefix { $0 != "\r\n" }.count + 1 : 0
      #expect(head + tail.dropFirst(heading) == whole, "\(format) \(name)")
    }
  }

  @Test func `tables add up to the statistics`() throws {
    let store = try Story.told().store
    let tables = try exported(.csv, store)
    let statistics = try StoreStatistics.respond(to: nil, with: History(store, of: .orders))
    #expect(tables.rows("entries.csv").count - 1 == statistics.end.entries)
    let payments = tables.rows("payments.csv")
    let amounts = payments.dropFirst().map { "\($0[3]) \($0[4]) \($0[5])" }
    #expect(amounts == ["payment 25.00 USD", "payment 5.00 USD"])
    let orders = tables.rows("orders.csv")
    let status = try #require(orders[0].firstIndex(of: "status"))
    #expect(orders.dropFirst().map { $0[status] } == ["delivered", "placed", "deleted"])
    #expect(tables.rows("items.csv").dropFirst().map { $0[0] } == ["1001", "1002", "1003"])
  }

  @Test func `the description for tax auditors has each column of each table`() throws {
    let files = try exported(.gobd, Story.told().store)
    let index = files.text("index.xml")
    let tables = index.matches(of: #/<URL>(.*)</URL>(?s:(.*?))</Table>/#)
    #expect(
      tables.map { String($0.output.1) }.sorted() == files.names.filter { $0.hasSuffix(".csv") })
    let plain = try exported(.csv, Story.told().store)
    for table in tables {
      let name = String(table.output.1)
      #expect(files.text(name) == plain.text(name))
      let columns = table.output.2.matches(
        of: #/<Variable(?:PrimaryKey|Column)>\s*<Name>(.*)</Name>/#)
      #expect(columns.map { String($0.output.1) } == files.rows(name)[0])
    }
  }

  @Test func `a script has no text that ends its literal`() throws {
    let story = try Story()
    var fields = OrderFields.amy
    fields[.customer] = "'; DROP TABLE orders; --\0\\"
    try story.asks("o'hara", "1001", .create(fields), because: "\n.quit\n")
    let script = try exported(.sql, story.store).text()
    #expect(
      script.contains("'''; DROP TABLE orders; --\u{2400}\\'") && script.contains("'o''hara'"))
    #expect(!script.contains("\0"))
    #expect(script.hasPrefix("BEGIN;\n") && script.hasSuffix("COMMIT;\n"))
    #expect(script.split(separator: "'").count % 2 == 1)
  }

  /// The catalogue and orders decide by turns, and each may be refused.
  @Test func `events are those of the log, whichever part of the shop they are about`() throws {
    let story = try Story()
    try story.asks("bob", "1001", .deliver)
    try story.adds("drone")
    try story.asks("amy", "1001", .create(.amy))
    try story.asks("amy", "1001", .pay(Payment(amount: 2500, method: "card")))
    try story.adds("drone")
    try story.asks("clerk", "1001", .ship(Shipping(carrier: "Snail & Co.", tracking: nil)))
    let expected = [
      "deliver-order-rejected", "shipping-method-added", "order-created", "payment-received",
      "order-paid", "add-shipping-method-rejected", "order-shipped",
    ]
    let events = try exported(.csv, story.store).rows("events.csv").dropFirst().map { $0[3] }
    #expect(events == expected.filter { !$0.hasSuffix("rejected") })
    let log = try JSONValue(parsing: exported(.ocel, story.store).text())
    #expect(log["events"]?.array?.map { $0["type"]?.string } == expected)
    let xes = try exported(.xes, story.store).text()
    for name in expected { #expect(xes.contains("\"concept:name\" value=\"\(name)\"")) }
  }

  @Test(arguments: [ExportFormat.cloudevents, .csv, .sql])
  func `nothing follows the end, and what is beyond it is an error`(_ format: ExportFormat) throws {
    let store = try Story.told().store
    for position in ["end", "9"] {
      let files = try exported(format, store) { $0.from = position }
      // The tables of orders are always as they are at the end.
      let name = format == .csv ? "events.csv" : ""
      #expect(!files.text(name).contains("delivered"))
    }
    let error = #expect(throws: Failure.self) { try exported(format, store) { $0.from = "10" } }
    #expect(error?.code == "position-beyond-end")
  }

  @Test func `where numbers are missing, an export goes through the last one that it has`() throws {
    let lines = try exported(.cloudevents, Story.told().store).text().split(separator: "\n")
    let entries = try [0, 1, 8].map { place in
      let line = lines[place]
      return try line[#require(line.firstRange(of: "\"data\":")).upperBound...].dropLast()
    }
    let source = history(entries.joined(separator: "\n") + "\n")
    let request = { (from: String?, at: RequestedPosition?) in
      var request = ExportHistory.Request(.cloudevents)
      (request.from, request.at) = (from, at)
      return try ExportHistory.respond(
        to: request, with: (History(source, of: .orders), ExportedFiles().open, { false }))
    }
    let first = try request(nil, "5")
    #expect(first.through == 2 && first.entries == 2)
    #expect(try request(String(first.through), nil).entries == 1)
  }

  @Test func `the same log gives the same bytes`() throws {
    for format in ExportFormat.allCases {
      let (one, other) = (
        try exported(format, Story.told().store), try exported(format, Story.told().store)
      )
      #expect(one.names == other.names)
      for name in one.names { #expect(one.text(name) == other.text(name)) }
    }
  }

  /// Formats that say their types first keep to them.
  @Test func `values are of the types that columns have`() throws {
    let spy = SpyTables()
    let store = try Story.told().store
    let history = History(store, of: .orders)
    let personal = try PersonalParts(.kept, of: history)
    var states = ExportedStates(of: .orders, form: .store, personal)
    var tables = try TablesWriter(personal, states, of: Orders.words, into: spy)
    var reader = try EntryReader(store)
    while let entry = try reader.next(into: &states) {
      try tables.take(entry, by: reader.rulesVersion, states)
    }
    try tables.end(states)
    #expect(spy.problems == [] && spy.rows > 25)
  }
}

private final class SpyTables: TablesOutput {
  private var heads: [String: TableHead] = [:]
  private(set) var problems: [String] = []
  private(set) var rows = 0
  let isContinuation = false

  let hasMinorUnits = true

  func begin(_ tables: [TableHead]) {
    for table in tables { heads[table.name] = table }
  }

  func write(_ cells: [CellValue], to table: String) {
    rows += 1
    let columns = heads[table]?.columns ?? []
    if cells.count != columns.count { problems.append("\(table) has \(cells.count) cells") }
    for (cell, column) in zip(cells, columns) where !cell.isOf(column.type) {
      problems.append("\(table).\(column.name)")
    }
  }

  func remove(streams: [String]) {}
  func flushIfLong() {}
  func finish(through end: HistoryCursor) {}
}

extension CellValue {
  fileprivate func isOf(_ type: ColumnType) -> Bool {
    switch (self, type) {
    case (.empty, _), (.text, .text), (.integer, .integer), (.amount, .amount), (.time, .time),
      (.boolean, .boolean):
      true
    default: false
    }
  }
}
