// Makes the rows of the tables from a history. How rows are written, the tables themselves say.

/// The output of the rows of tables.
protocol TablesOutput: AnyObject {
  /// Whether it continues tables that have the other streams already.
  var isContinuation: Bool { get }
  /// Whether amounts are in minor units, so that readers need to know how many decimals currencies have.
  var hasMinorUnits: Bool { get }
  /// Called once, before the first row of any table. Tables that others refer to come first.
  func begin(_ tables: [TableHead]) throws(Failure)
  /// Makes room for the rows of these streams as they are now.
  func remove(streams: [String])
  /// Writes a row.
  func write(_ cells: [CellValue], to table: String)
  func flushIfLong() throws(Failure)
  /// - Parameter end: The last entry of the tables.
  func finish(through end: HistoryCursor) throws(Failure)
}

struct TablesWriter: ExportWriter {
  private let personal: PersonalParts
  private let output: any TablesOutput
  private let currencyTable: ExportTable<String>?

  init(
    _ personal: PersonalParts, _ states: ExportedStates, of words: DomainWords,
    into output: any TablesOutput
  ) throws(Failure) {
    (self.personal, self.output) = (personal, output)
    currencyTable =
      output.hasMinorUnits && states.main.hasMoney
      ? ExportTables.currencies(of: words.plural) : nil
    try output.begin(
      [ExportTables.entries.head, ExportTables.events.head] + states.main.tables
        + (currencyTable.map { [$0.head] } ?? []))
  }

  private func write<Row>(_ rows: [Row], to table: ExportTable<Row>) {
    for row in rows { output.write(table.columns.map { $0.value(row) }, to: table.name) }
  }

  let needsStates = true

  /// The streams that have one of the entries, by their numbers, if others needn't be written.
  private var changed: Set<Int> = []
  /// The currencies that the streams had.
  private var currencies: Set<String> = []

  mutating func take(_ entry: Entry, by rulesVersion: String?, _ states: ExportedStates)
    throws(JSONError)
  {
    let row = try ExportedEntry(entry, by: rulesVersion, personal)
    write([row], to: ExportTables.entries)
    guard entry.isAccepted else { return }
    write(try events(of: row, states), to: ExportTables.events)
    guard let index = states.main.index(of: entry) else { return }
    if output.isContinuation { changed.insert(index) }
    states.main.writeFacts(of: row, to: output)
    if currencyTable != nil, let code = states.main.currency(of: index) { currencies.insert(code) }
  }

  private func events(of row: ExportedEntry, _ states: ExportedStates) throws(JSONError)
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
    let types = states.current.eventTypes
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

  func end(_ states: ExportedStates) throws(Failure) {
    let indexes = output.isContinuation ? changed.sorted() : Array(0..<states.main.count)
    output.remove(streams: changed.sorted().map(states.main.id))
    for index in indexes {
      states.main.writeStream(index, to: output)
      try output.flushIfLong()
    }
    if let currencyTable { write(currencies.sorted(), to: currencyTable) }
  }

  func finish(through end: HistoryCursor) throws(Failure) { try output.finish(through: end) }
}
