// Makes the rows of the tables from a history. How rows are written, the tables themselves say.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// Where the rows of tables go.
protocol TablesOutput: AnyObject {
  /// Whether it continues tables that have the other orders already.
  var isContinuation: Bool { get }
  /// Whether amounts are in minor units, so that readers need to know how many decimals currencies have.
  var hasMinorUnits: Bool { get }
  /// Called once, before the first row of any table. Tables that others refer to come first.
  func begin(_ tables: [TableHead]) throws(Failure)
  /// Makes room for the rows of these orders as they are now.
  func remove(orders: [String])
  /// Writes a row.
  func write(_ cells: [CellValue], to table: String)
  func flushIfLong() throws(Failure)
  /// - Parameter end: The last entry of the tables.
  func finish(through end: HistoryCursor) throws(Failure)
}

struct TablesWriter: ExportWriter {
  private let personal: PersonalParts
  private let output: any TablesOutput
  private let orders: ExportTable<ExportedOrder>

  init(_ personal: PersonalParts, into output: any TablesOutput) throws(Failure) {
    (self.personal, self.output) = (personal, output)
    orders = ExportTables.orders(hasPersonal: personal.areKept)
    try output.begin(
      [
        ExportTables.entries.head, ExportTables.events.head, orders.head, ExportTables.items.head,
        ExportTables.payments.head,
      ] + (output.hasMinorUnits ? [ExportTables.currencies.head] : []))
  }

  private func write<Row>(_ rows: [Row], to table: ExportTable<Row>) {
    for row in rows { output.write(table.columns.map { $0.value(row) }, to: table.name) }
  }

  let needsStates = true

  /// The orders that have one of the entries, by their numbers, if others needn't be written.
  private var touched: Set<Int> = []
  /// Those that the orders had.
  private var currencies: Set<String> = []

  mutating func take(_ entry: Entry, by engine: String?, _ states: StoreProjection)
    throws(JSONError)
  {
    let row = try ExportedEntry(entry, by: engine, personal)
    write([row], to: ExportTables.entries)
    guard entry.isAccepted else { return }
    write(try events(of: row, states), to: ExportTables.events)
    guard let index = states.orderIndex(of: entry) else { return }
    if output.isContinuation { touched.insert(index) }
    write(row.payments(states), to: ExportTables.payments)
    if output.hasMinorUnits, let code = states.orders.states[index]?.fields[.currency] {
      currencies.insert(code)
    }
  }

  private func events(of row: ExportedEntry, _ states: StoreProjection) throws(JSONError)
    -> [ExportedEvent]
  {
    var entry = row.entry
    if personal.hasPseudonyms {
      var writer = JSONWriter()
      try personal.write(entry, to: &writer)
      let line = writer.storage()
      var reader = JSONReader(line, in: 0..<line.count, profile: .anyOrder)
      var decoder = EntryDecoder(form: .history)
      entry = try decoder.decode(&reader)
    }
    let types = states.eventTypes
    var events: [ExportedEvent] = []
    var reader = JSONReader(entry.storage, in: entry.events, profile: .anyOrder)
    try reader.beginArray()
    var index = 0
    while try reader.nextElement(&index) {
      let json = entry.storage.string(TextRange(try reader.skipValue(checkingDuplicates: false)))
      events.append(
        ExportedEvent(
          seq: entry.seq, place: index, stream: row.stream, type: types[index - 1], json: json))
    }
    return events
  }

  func flushIfLong() throws(Failure) { try output.flushIfLong() }

  func end(_ states: StoreProjection) throws(Failure) {
    let indexes =
      output.isContinuation ? touched.sorted() : Array(states.orders.states.indices)
    output.remove(orders: touched.sorted().map { states.orders.streams.name($0).orderID })
    for index in indexes {
      guard let order = states.orders.states[index] else { continue }
      let id = states.orders.streams.name(index).orderID
      let row = ExportedOrder(id: id, order: order, personal: personal)
      write([row], to: orders)
      write(row.items, to: ExportTables.items)
      try output.flushIfLong()
    }
    write(currencies.sorted(), to: ExportTables.currencies)
  }

  func finish(through end: HistoryCursor) throws(Failure) { try output.finish(through: end) }
}
