// The columns in Docs/Tables.md and Docs/Exporting.md are printed from their descriptions. To print them again
// after a change, run
//
//     CLEANSTORE_PRINT_DOCS=1 swift test --filter TablesPageTests

import HistoryTool
import OrderDomain
import TestKit
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct TablesPageTests {
  private static let heading = "\n## The columns\n"

  @Test func `the page of tables has the columns that are written`() throws {
    try check("Docs/Tables.md", Self.columns())
  }

  @Test func `the page of exports has the columns that are written`() throws {
    let source = try openSource(Files.repository + "/Fixtures/format-1")
    let orders = Orders.export(try PersonalParts(.kept, of: History(source, of: .orders)))
    let tables = [
      Self.table(ExportTables.entries), Self.table(ExportTables.events),
      Self.table(orders.streams), Self.table(try #require(orders.lists.first)),
      Self.table(Orders.payments), Self.table(ExportTables.currencies(of: "orders")),
    ]
    let mined = [
      Self.attributes("events", ProcessEvent.columns, orders.attributes),
      Self.attributes("orders", orders.minedColumns),
      Self.attributes("items", orders.minedElements),
      Self.attributes("payments", Orders.minedPayments),
    ]
    try check("Docs/Exporting.md", (tables + mined).joined())
  }

  private func check(_ name: String, _ columns: String) throws {
    let page = try Repository.text(name)
    let end = try #require(page.firstRange(of: Self.heading)).upperBound
    try Repository.expect(page[..<end] + columns, printedTo: name)
  }

  private static func table<Row>(_ table: ExportTable<Row>) -> String {
    let isOnlyInSQL = table.name == "currencies"
    let rows = table.columns.enumerated().map { place, column in
      let isKey = place < table.keyLength
      return "| \(isOnlyInSQL ? "–" : "`\(column.name)`") | `\(column.sqlName)` | \(column.type) | "
        + "\(column.meaning)\(isKey ? " (key)" : "") |\n"
    }
    return "\n### `\(table.name)`: \(table.meaning)\n\n| CSV | SQL | type | contents |\n"
      + "|---|---|---|---|\n\(rows.joined())"
  }

  /// The attributes of OCEL, most of which XES has, too.
  private static func attributes<Row, Own>(
    _ title: String, _ columns: [Column<Row>], _ own: [Column<Own>] = [Column<Never>]()
  ) -> String {
    let rows =
      (columns.map { ($0.name, $0.type, $0.meaning) } + own.map { ($0.name, $0.type, $0.meaning) })
      .map { "| `\($0)` | \($1.ocel) | \($2) |\n" }
    return "\n### OCEL and XES: \(title)\n\n| attribute | type | contents |\n|---|---|---|\n"
      + rows.joined()
  }

  private static func columns() throws -> String {
    let source = try openSource(Files.repository + "/Fixtures/format-1")
    let history = History(source, of: .orders)
    let list = try ListOrders.respond(to: .init(), with: history)
    let blame = try BlameFields.respond(to: .init(id: "1001"), with: history)
    let groups = try GroupedStatistics.respond(to: .init(by: ["month"]), with: history)
    return [
      table("list --csv", list.columns),
      table("log --csv", ShowLog.Response.columns(of: Orders.self)),
      table("blame --csv", blame.columns),
      table("stats --by month --csv", groups.columns),
      table(
        "audit --list NAME --csv",
        ListFinding.Response(domain: Orders.self, name: "", witnesses: []).columns),
    ].joined()
  }

  /// Columns of the same meaning are in one row.
  private static func table<Row>(_ command: String, _ columns: [Column<Row>]) -> String {
    var rows: [(names: [String], meaning: String)] = []
    for column in columns {
      if rows.last?.meaning == column.meaning {
        rows[rows.count - 1].names.append(column.name)
      } else {
        rows.append(([column.name], column.meaning))
      }
    }
    let lines = rows.map { row in
      "| \(row.names.map { "`\($0)`" }.joined(separator: " ")) | \(row.meaning) |\n"
    }
    return "\n### `\(command)`\n\n| column | contents |\n|---|---|\n\(lines.joined())"
  }
}
