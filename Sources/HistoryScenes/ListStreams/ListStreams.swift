// Lists the streams of the main domain with the fields of their states, as of a position.

package enum ListStreams: RespondingScene {
  package struct Row: JSONRepresentable, Sendable {
    let id: String
    let rev: Int
    /// The state as it is listed.
    let state: JSONValue
    /// The fields of the state, in the order of the columns.
    let cells: [CellValue]
    let erasures: Erasures
    /// The kind of stream; programs find its id under this key.
    let noun: String

    package func writeJSON(to writer: inout JSONWriter) {
      writer.object {
        $0.member(named: noun, id)
        $0.member("rev", rev)
        $0.member("state", state)
        $0.erased(erasures)
      }
    }
  }

  package struct Response: HistoryResponse, Sendable {
    let words: DomainWords
    let fields: [(name: String, type: FieldType)]
    package let rows: [Row]
    package let tornTail: TornTail?

    package var documents: [Row] { rows }
    package var erasures: Erasures { Erasures(rows.flatMap(\.erasures.entries).sorted()) }
  }

  package static func respond(to position: RequestedPosition?, with history: History)
    throws(Failure)
    -> Response
  {
    let (states, end) = try history.fold(at: position)
    let main = history.domains.main
    return Response(
      words: main.words, fields: main.listedFields, rows: states.listed(), tornTail: end.tornTail)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> TableViewModel {
    // A column that is empty in all rows would only take room from the others.
    let shown = response.columns.enumerated().filter { place, column in
      place < 2 || response.rows.contains { column.value($0) != .empty }
    }
    return TableViewModel(
      shown.map(\.element), of: response.rows,
      summary: response.rows.isEmpty
        ? "No \(response.words.plural)." : response.words.counted(response.rows.count) + ".",
      formatting)
  }
}

extension ListStreams.Response: TabularResponse {
  package var columns: [Column<ListStreams.Row>] {
    let noun = words.noun
    let own = fields.enumerated().map { place, field in
      ListStreams.column(field.name, "a field of the \(noun)", ColumnType(field.type)) {
        $0.cells[place]
      }
    }
    let revision = ListStreams.column("rev", "the \(noun)'s revision", .integer) {
      .integer(Int64($0.rev))
    }
    let id = ListStreams.column("id", "the \(noun)'s id", .text, heading: noun) { .text($0.id) }
    let hasRevision = fields.contains { $0.name == "rev" }
    return (hasRevision ? [id] : [id, revision]) + own
  }
}

extension ListStreams {
  /// - Parameter heading: The column's heading for people; by default, its name.
  fileprivate static func column(
    _ name: String, _ meaning: String, _ type: ColumnType, heading: String? = nil,
    _ value: @escaping @Sendable (Row) -> CellValue
  ) -> Column<Row> {
    let trait: TableViewModel.Trait = type == .integer || type == .amount ? .number : .wraps
    let text: @Sendable (Row, Formatting) -> String = { row, _ in value(row).textForPeople }
    return Column(
      name, meaning, type, shown: .init((heading ?? name).uppercased(), trait),
      as: type == .text ? text : nil, value)
  }
}

extension HistoryDomain {
  /// The columns of its states: fields, how many elements lists have, and what follows from the fields.
  static var listedFields: [(name: String, type: FieldType)] {
    schema.fields.map { ($0.name, $0.type) } + schema.lists.map { ($0.name, .integer) }
      + schema.derived.map { ($0.name, $0.type) }
  }
}

extension FieldSchema {
  /// The values of a state's fields: those of the fields, how many elements its lists have, and what follows.
  func cells(of state: State) -> [CellValue] {
    (0..<fields.count + lists.count + derived.count).map { cell($0, of: state) }
  }

  /// The value at a place among ``cells(of:)``.
  func cell(_ place: Int, of state: State) -> CellValue {
    let inLists = place - fields.count
    if lists.indices.contains(inLists) {
      return .integer(Int64(lists[inLists].count(state) ?? 0))
    }
    let field = inLists < 0 ? fields[place] : derived[inLists - lists.count]
    return CellValue(field.read(state), of: field.type, in: currency(of: state) ?? "")
  }
}

extension CellValue {
  fileprivate var textForPeople: String {
    if case .text(let text) = self { text.unmistakable } else { "" }
  }
}
