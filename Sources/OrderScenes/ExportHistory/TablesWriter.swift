// Makes the rows of the tables from a history. How rows are written, the tables themselves say.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// Where the rows of tables go.
protocol TablesOutput: AnyObject {
  /// Whether it continues tables that have the other orders already.
  var isContinuation: Bool { get }
  /// Called before the table's first row, even if it has none.
  func begin(_ table: TableHead) throws(Failure)
  /// Makes room for the rows of these orders as they are now.
  func remove(orders: [String])
  /// Writes a row.
  func write(_ cells: [CellValue], to table: String)
  func flushIfLong() throws(Failure)
  /// - Parameter seq: The last entry of the tables.
  func finish(through seq: Int) throws(Failure)
}

struct TablesWriter: ExportWriter {
  private let personal: PersonalParts
  private let output: any TablesOutput
  private let orders: ExportTable<ExportedOrder>

  init(_ personal: PersonalParts, after seq: Int, into output: any TablesOutput) throws(Failure) {
    (self.personal, self.output, last) = (personal, output, seq)
    orders = ExportTables.orders(hasPersonal: personal.areKept)
    // Tables that others refer to come first.
    let heads = [
      ExportTables.entries.head, ExportTables.events.head, orders.head, ExportTables.items.head,
      ExportTables.payments.head,
    ]
    for head in heads { try output.begin(head) }
  }

  private func write<Row>(_ rows: [Row], to table: ExportTable<Row>) {
    for row in rows { output.write(table.columns.map { $0.value(row) }, to: table.name) }
  }

  let needsStates = true

  /// The orders that have one of the entries, by their numbers, if others needn't be written.
  private var touched: Set<Int> = []
  /// The last entry, or the one that the export begins after.
  private var last: Int

  mutating func take(_ entry: Entry, by engine: String?, _ states: StoreProjection)
    throws(JSONError)
  {
    let row = try ExportedEntry(entry, by: engine, personal)
    write([row], to: ExportTables.entries)
    last = entry.seq
    guard entry.isAccepted else { return }
    write(try events(of: row, states), to: ExportTables.events)
    guard let index = states.orderIndex(of: entry) else { return }
    if output.isContinuation { touched.insert(index) }
    write(row.payments(states), to: ExportTables.payments)
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
  }

  func finish() throws(Failure) { try output.finish(through: last) }
}
