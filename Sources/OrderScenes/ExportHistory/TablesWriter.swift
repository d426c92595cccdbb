// Makes the rows of the tables from a history. How rows are written, the tables themselves say.

import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// Where the rows of tables go.
protocol TablesOutput {
  /// Whether it continues tables that have the other orders already.
  var isContinuation: Bool { get }
  /// Makes room for the rows of these orders as they are now.
  mutating func remove(orders: [String])
  mutating func write<Row>(_ rows: [Row], of table: ExportTable<Row>)
  mutating func flushIfLong() throws(Failure)
  mutating func finish() throws(Failure)
}

struct TablesWriter<Output: TablesOutput>: ExportWriter {
  private let personal: PersonalParts
  private(set) var output: Output

  init(_ personal: PersonalParts, into output: Output) {
    (self.personal, self.output) = (personal, output)
  }

  let needsStates = true

  /// The orders that have one of the entries, by their numbers, if others needn't be written.
  private var touched: Set<Int> = []

  mutating func take(_ entry: Entry, _ states: StoreProjection) throws(JSONError) {
    let row = try ExportedEntry(entry, personal)
    output.write([row], of: ExportTables.entries)
    guard entry.isAccepted else { return }
    let exported = try events(of: row)
    output.write(exported, of: ExportTables.events)
    guard let index = states.orderIndex(of: entry) else { return }
    if output.isContinuation { touched.insert(index) }
    let payments = row.payments(states)
    if !payments.isEmpty { output.write(payments, of: ExportTables.payments) }
  }

  private func events(of row: ExportedEntry) throws(JSONError) -> [ExportedEvent] {
    var entry = row.entry
    if personal.hasPseudonyms {
      var writer = JSONWriter()
      try personal.write(entry, to: &writer)
      let line = writer.storage()
      var reader = JSONReader(line, in: 0..<line.count, profile: .anyOrder)
      var decoder = EntryDecoder(form: .history)
      entry = try decoder.decode(&reader)
    }
    let types = try entry.eventTypes()
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

  mutating func flushIfLong() throws(Failure) { try output.flushIfLong() }

  mutating func end(_ states: StoreProjection) throws(Failure) {
    let table = ExportTables.orders(hasPersonal: personal.areKept)
    // Even without rows, the tables are there.
    output.write([], of: table)
    output.write([], of: ExportTables.items)
    let indexes =
      output.isContinuation ? touched.sorted() : Array(states.orders.states.indices)
    output.remove(orders: touched.sorted().map { states.orders.streams.name($0).orderID })
    for index in indexes {
      guard let order = states.orders.states[index] else { continue }
      let id = states.orders.streams.name(index).orderID
      let row = ExportedOrder(id: id, order: order, personal: personal)
      output.write([row], of: table)
      output.write(row.items, of: ExportTables.items)
      try output.flushIfLong()
    }
  }

  mutating func finish() throws(Failure) { try output.finish() }
}
