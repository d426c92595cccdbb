// The part of a history that an export reads: the states of all streams, by domain, and the events of the last entry.

package struct ExportedStates: Projection {
  private var fold: DomainFold<any ExportPart>
  package let checksRevisions: Bool

  package init(of domains: HistoryDomains, form: LineForm, _ personal: PersonalParts) {
    checksRevisions = form == .store
    fold = DomainFold(
      domains, read: { (part, entry) throws(EntryDefect) in try part.read(entry) },
      begin: { (part, base) throws(LogError) in try part.restore(from: base) },
      part: { $0.exportPart(form, personal) })
  }

  package var vocabularies: [Vocabulary] { fold.vocabularies }
  package mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try fold.restore(from: base)
  }
  package mutating func read(_ entry: Entry) throws(EntryDefect) { try fold.read(entry) }

  /// The main domain's part.
  var main: any ExportPart { fold.parts[0] }
  /// The part of the entry that was read last, by its place.
  var current: any ExportPart { fold.currentPart }
  var place: Int { fold.current }
  var parts: [any ExportPart] { fold.parts }

  /// A domain's part; nil if the history has none of it.
  package func part<D: HistoryDomain>(of domain: D.Type) -> DomainPart<D>? {
    fold.parts.lazy.compactMap { $0 as? DomainPart<D> }.first
  }
}

/// The states of a domain's streams in an export, whichever domain that is.
protocol ExportPart: AnyObject {
  var category: String { get }
  /// The tables of streams, of their lists and of some events.
  var tables: [TableHead] { get }
  var hasMoney: Bool { get }
  /// The attributes of streams and of events for process mining.
  var streamAttributes: [ObjectAttribute] { get }
  var eventAttributes: [ObjectAttribute] { get }
  var objects: any ExportedObjects { get }
  var count: Int { get }

  func restore(from base: ArchivedPrefix) throws(LogError)
  func read(_ entry: Entry) throws(EntryDefect)
  /// The types of the events of the entry that was read last.
  var eventTypes: [String] { get }
  func events(of row: ExportedEntry) -> [ProcessEvent]
  /// The number of the entry's stream; nil if it is another domain's.
  func index(of entry: Entry) -> Int?
  func id(of index: Int) -> String
  func currency(of index: Int) -> String?
  func attributes(of index: Int) -> [CellValue]
  func writeFacts(of row: ExportedEntry, to output: any TablesOutput)
  /// Writes the rows of a stream and of its lists, if it has a state.
  func writeStream(_ index: Int, to output: any TablesOutput)
}

extension HistoryDomain {
  fileprivate static func exportPart(_ form: LineForm, _ personal: PersonalParts)
    -> any ExportPart
  {
    func own<E: ExportingDomain>(_: E.Type) -> any ExportPart {
      DomainPart(E.export(personal), form)
    }
    if let domain = self as? any ExportingDomain.Type { return own(domain) }
    return DomainPart(DomainExport<Self>(personal), form)
  }
}

package final class DomainPart<D: HistoryDomain>: ExportPart {
  package private(set) var states: StateProjection<D>
  private let export: DomainExport<D>
  private let minedColumns: [Column<ExportedStream<D>>]

  fileprivate init(_ export: DomainExport<D>, _ form: LineForm) {
    self.export = export
    minedColumns = export.minedColumns
    states = StateProjection(checksRevisions: form == .store, readsValues: true)
  }

  var category: String { D.category }
  var hasMoney: Bool { D.schema.currency != nil }
  var tables: [TableHead] {
    [export.streams.head] + export.lists.map(\.head) + export.facts.map(\.table.head)
  }
  var streamAttributes: [ObjectAttribute] { minedColumns.map(\.attribute) }
  var eventAttributes: [ObjectAttribute] { export.attributes.map(\.attribute) }
  var objects: any ExportedObjects {
    export.makeObjects?() ?? StreamObjects(D.words, streamAttributes)
  }
  var count: Int { states.states.count }

  func restore(from base: ArchivedPrefix) throws(LogError) { try states.restore(from: base) }
  func read(_ entry: Entry) throws(EntryDefect) { try states.read(entry) }

  var eventTypes: [String] { states.body.events.map { "\(D.type(of: $0))" } }

  /// The events of the entry that was read last, or its refusal.
  package func facts(of row: ExportedEntry) -> [ExportedFact<D>] {
    guard let index = index(of: row.entry) else { return [] }
    func fact(_ place: Int, _ type: String, _ event: D.Event?) -> ExportedFact<D> {
      ExportedFact(entry: row, place: place, type: type, event: event, state: states.states[index])
    }
    if row.refusal != nil { return [fact(1, row.type + "-rejected", nil)] }
    return states.body.events.enumerated().map { fact($0 + 1, "\(D.type(of: $1))", $1) }
  }

  func events(of row: ExportedEntry) -> [ProcessEvent] {
    facts(of: row).map { fact in
      ProcessEvent(
        entry: row, place: fact.place, type: fact.type,
        own: export.attributes.map { $0.value(fact) })
    }
  }

  package func index(of entry: Entry) -> Int? {
    states.streams.find(entry.storage.slice(entry.stream))
  }

  func id(of index: Int) -> String {
    String(states.streams.name(index).dropFirst(D.category.utf8.count + 1))
  }
  func currency(of index: Int) -> String? { D.schema.currency(of: states.states[index]) }

  package func stream(_ index: Int) -> ExportedStream<D> {
    ExportedStream(id: id(of: index), state: states.states[index])
  }

  func attributes(of index: Int) -> [CellValue] {
    let row = stream(index)
    return minedColumns.map { $0.value(row) }
  }

  func writeFacts(of row: ExportedEntry, to output: any TablesOutput) {
    guard !export.facts.isEmpty else { return }
    for fact in facts(of: row) {
      for (table, has) in export.facts where has(fact) {
        output.write(table.columns.map { $0.value(fact) }, to: table.name)
      }
    }
  }

  func writeStream(_ index: Int, to output: any TablesOutput) {
    let row = stream(index)
    guard D.exists(row.state) else { return }
    output.write(export.streams.columns.map { $0.value(row) }, to: export.streams.name)
    for (table, elements) in zip(export.lists, export.elements(of: row)) {
      for element in elements {
        output.write(table.columns.map { $0.value(element) }, to: table.name)
      }
    }
  }
}
