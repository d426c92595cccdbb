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
    let exported = try events(of: entry)
    output.write(exported, of: ExportTables.events)
    guard let index = states.orderIndex(of: entry) else { return }
    if output.isContinuation { touched.insert(index) }
    let payments = row.payments(states)
    if !payments.isEmpty { output.write(payments, of: ExportTables.payments) }
  }

  private func events(of entry: Entry) throws(JSONError) -> [ExportedEvent] {
    var (storage, range) = (entry.storage, entry.events)
    if personal.hasPseudonyms {
      var writer = JSONWriter()
      try personal.write(entry, to: &writer)
      storage = writer.storage()
      range = 0..<storage.count
    }
    let tree = try JSONValue(storage, in: range, profile: .anyOrder)
    return rows(tree.array ?? tree["events"]?.array ?? [], of: entry)
  }

  private func rows(_ events: [JSONValue], of entry: Entry) -> [ExportedEvent] {
    let stream = entry.storage.string(entry.stream)
    return events.enumerated().map { place, event in
      ExportedEvent(seq: entry.seq, place: place + 1, stream: stream, event: event)
    }
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

/// A file of comma-separated values for each table.
struct CSVTables: TablesOutput {
  let isContinuation = false
  private var files: [String: (output: any ByteOutput, writer: CSVWriter)] = [:]
  private let open: ExportHistory.Output
  private var failure: Failure?

  init(_ open: @escaping ExportHistory.Output) throws(Failure) {
    self.open = open
    begin(ExportTables.entries)
    begin(ExportTables.events)
    begin(ExportTables.payments)
    if let failure { throw failure }
  }

  mutating func remove(orders: [String]) {}

  private mutating func begin<Row>(_ table: ExportTable<Row>) {
    guard files[table.name] == nil, failure == nil else { return }
    do throws(Failure) {
      var writer = CSVWriter()
      writer.row(table.columns.map { .text($0.name) })
      files[table.name] = (try open(table.name + ".csv"), writer)
    } catch {
      failure = error
    }
  }

  mutating func write<Row>(_ rows: [Row], of table: ExportTable<Row>) {
    begin(table)
    for row in rows { files[table.name]?.writer.row(table.columns.map { $0.value(row) }) }
  }

  mutating func flushIfLong() throws(Failure) {
    if let failure { throw failure }
    for (name, file) in files where file.writer.bytes.count > 65_536 { try flush(name) }
  }

  private mutating func flush(_ name: String) throws(Failure) {
    guard let file = files[name] else { return }
    try file.output.write(file.writer.bytes)
    files[name]?.writer.removeAll()
  }

  mutating func finish() throws(Failure) {
    if let failure { throw failure }
    for name in files.keys.sorted() {
      try flush(name)
      try files[name]?.output.flush()
    }
  }
}
