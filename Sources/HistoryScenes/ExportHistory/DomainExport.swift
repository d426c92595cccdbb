// The export of a domain's streams and events. Each kind of row is described once: tables, documents for process
// mining and the documentation follow from its columns.

/// A domain whose exports have more than what follows from its fields.
package protocol ExportingDomain: HistoryDomain {
  static func export(_ personal: PersonalParts) -> DomainExport<Self>
}

package struct ExportedStream<D: HistoryDomain> {
  package let id: String
  package let state: D.State
}

/// An element of a list in a state.
package struct ExportedElement {
  package let id: String
  /// Its place in the list, from 1.
  package let place: Int
  let cells: [CellValue]
  let currency: String
}

/// An event of an entry, or the refusal of its command.
package struct ExportedFact<D: HistoryDomain> {
  package let entry: ExportedEntry
  /// Its place in the entry, from 1.
  package let place: Int
  /// `order-paid`, or `pay-order-rejected`.
  let type: String
  /// nil if the command was refused.
  package let event: D.Event?
  /// The stream's state after the entry.
  package let state: D.State
}

package struct DomainExport<D: HistoryDomain> {
  package let personal: PersonalParts
  /// The streams as they are at the end.
  package let streams: ExportTable<ExportedStream<D>>
  /// The elements of their lists.
  package let lists: [ExportTable<ExportedElement>]
  private let schemas: [FieldSchema<D.State>.List]
  private let kept: Set<String>
  /// The columns of streams that change with every entry, or are the sum of others: process mining doesn't need them.
  package var unmined: Set = ["id", "rev"]
  /// The attributes of events for process mining, besides those of any event.
  package var attributes: [Column<ExportedFact<D>>] = []
  /// Tables of some events, with a row for each.
  package var facts: [(table: ExportTable<ExportedFact<D>>, has: (ExportedFact<D>) -> Bool)] = []
  /// Makes the objects of an object-centric log; nil if streams are all there are.
  package var makeObjects: (() -> any ExportedObjects)?

  /// The tables that follow from the fields.
  ///
  /// - Parameter meaning: A phrase that says what a field contains.
  package init(_ personal: PersonalParts, meaning: (String) -> String = { _ in "as entered" }) {
    let (words, schema, kept) = (D.words, D.schema, D.impersonalTexts)
    (self.personal, self.kept) = (personal, kept)
    let noun = words.noun
    let names = DomainTableNames(words)
    func isExported(_ field: String) -> Bool {
      personal.areKept || !D.personalFields.contains(field)
    }
    streams = ExportTable(
      names.streams,
      "the \(words.plural) as they are at the end"
        + (D.grouping == nil ? "" : ", deleted ones too"),
      of: .stream, keyLength: 1,
      columns: [Column("id", "the \(noun)'s id") { .text($0.id) }]
        + (schema.fields + schema.derived).filter { isExported($0.name) }.map { field in
          Column(field.name, meaning(field.name), ColumnType(field.type)) { row in
            personal.cell(
              field.read(row.state), of: field.type, isKept: kept.contains(field.name),
              in: field.type == .money ? schema.currency(of: row.state) : nil)
          }
        })
    schemas = schema.lists.filter { isExported($0.name) }
    lists = schemas.map { list in
      let hasMoney = list.fields.contains { $0.type == .money }
      let others = [names.key, "place"] + (hasMoney ? ["currency"] : [])
      return ExportTable(
        names.list(list.name), "the \(list.name) of the \(words.plural) as they are at the end",
        of: .stream, keyLength: 2, references: [names.reference],
        columns: [
          Column(names.key, "the \(noun)'s id") { .text($0.id) },
          Column("place", "its place in the \(noun), from 1", .integer) {
            .integer(Int64($0.place))
          },
        ]
          + list.fields.enumerated().compactMap { place, field in
            let path = "\(list.name).\(field.name)"
            guard isExported(path) else { return nil }
            let name = others.contains(field.name) ? "\(list.name)_\(field.name)" : field.name
            return Column(name, meaning(path), ColumnType(field.type)) { $0.cells[place] }
          }
          + (hasMoney
            ? [Column("currency", "the \(noun)'s currency") { .currency($0.currency) }] : []))
    }
  }

  /// The attributes of a stream for process mining.
  package var minedColumns: [Column<ExportedStream<D>>] {
    streams.columns.filter { !unmined.contains($0.name) }
  }

  /// The elements of a stream's exported lists, list by list.
  package func elements(of stream: ExportedStream<D>) -> [[ExportedElement]] {
    schemas.map { list in
      let hasMoney = list.fields.contains { $0.type == .money }
      let currency = hasMoney ? D.schema.currency(of: stream.state) : nil
      let areKept = list.fields.map { kept.contains("\(list.name).\($0.name)") }
      var elements: [ExportedElement] = []
      _ = list.visit(stream.state) { element in
        let cells = list.fields.indices.map {
          personal.cell(element($0), of: list.fields[$0].type, isKept: areKept[$0], in: currency)
        }
        elements.append(
          ExportedElement(
            id: stream.id, place: elements.count + 1, cells: cells, currency: currency ?? ""))
      }
      return elements
    }
  }
}

/// The names of the tables of a domain's streams: its own words, unless another table is called so.
package struct DomainTableNames {
  private static let others: Set = ["entries", "events", "currencies", "store", "loaded"]
  private let noun: String
  package let streams: String
  /// The column that names a stream in other tables.
  package var key: String { noun + "Id" }
  package var reference: TableReference { TableReference(key, to: streams, "id") }

  package init(_ words: DomainWords) {
    noun = words.noun
    streams = Self.others.contains(words.plural) ? "\(noun)_\(words.plural)" : words.plural
  }

  func list(_ name: String) -> String {
    Self.others.contains(name) || name == streams ? "\(noun)_\(name)" : name
  }
}

extension PersonalParts {
  /// The value of a field as it is exported.
  ///
  /// - Parameter isKept: Whether its texts are never personal.
  fileprivate func cell(
    _ value: FieldValue, of type: FieldType, isKept: Bool, in currency: String?
  ) -> CellValue {
    let cell = CellValue(value, of: type, in: currency ?? "")
    guard case .text(let text) = cell, type == .text, !isKept else { return cell }
    return self.text(text)
  }
}
