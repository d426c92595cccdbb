// Lists the streams of the main domain with the fields of their states, as of a position.

import Conventions
import EventSourcing
import JSONLines

package enum ListStreams: RespondingScene {
  package struct Row: JSONRepresentable, Sendable {
    let id: String
    let rev: Int
    /// The state as it is listed.
    let state: JSONValue
    /// The fields of the state, in the order of the columns.
    let cells: [CellValue]
    let erasures: Erasures
    /// What it is: programs find its id under this key.
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

  package struct ViewModel: Equatable, Sendable {
    package let headings: [String]
    /// Whether each column has numbers.
    package let areNumbers: [Bool]
    package let rows: [[String]]
    package let summary: String
  }

  package static func respond(to position: String?, with history: History) throws(Failure)
    -> Response
  {
    let (states, end) = try history.fold(at: position)
    let main = history.domains.main
    return Response(
      words: main.words, fields: main.listedFields, rows: states.listed(), tornTail: end.tornTail)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let columns = response.columns
    // What no stream has would only take the others' room.
    let shown = columns.indices.filter { place in
      place < 2 || response.rows.contains { columns[place].value($0) != .empty }
    }
    return ViewModel(
      headings: shown.map {
        $0 == 0 ? response.words.noun.uppercased() : columns[$0].name.uppercased()
      },
      areNumbers: shown.map { [.integer, .amount].contains(columns[$0].type) },
      rows: response.rows.map { row in shown.map { formatting.text(of: columns[$0].value(row)) } },
      summary: response.rows.isEmpty
        ? "No \(response.words.plural)." : response.words.counted(response.rows.count) + ".")
  }
}

extension ListStreams.Response: TabularResponse {
  package var columns: [Column<ListStreams.Row>] {
    let noun = words.noun
    let own = fields.enumerated().map { place, field in
      Column<ListStreams.Row>(field.name, "a field of the \(noun)", ColumnType(field.type)) {
        $0.cells[place]
      }
    }
    let hasRevision = fields.contains { $0.name == "rev" }
    return [Column("id", "the \(noun)'s id") { .text($0.id) }]
      + (hasRevision
        ? [] : [Column("rev", "the \(noun)'s revision", .integer) { .integer(Int64($0.rev)) }])
      + own
  }
}

extension HistoryDomain {
  /// The columns of its states: fields, how many elements lists have, and what follows from the fields.
  fileprivate static var listedFields: [(name: String, type: FieldType)] {
    schema.fields.map { ($0.name, $0.type) } + schema.lists.map { ($0.name, .integer) }
      + schema.derived.map { ($0.name, $0.type) }
  }
}

extension FieldSchema {
  /// The values of a state's fields: those of the fields, how many elements its lists have, and what follows.
  func cells(of state: State) -> [CellValue] {
    let currency = currency(of: state) ?? ""
    func cell(_ field: Field) -> CellValue {
      CellValue(field.read(state), of: field.type, in: currency)
    }
    return fields.map(cell) + lists.map { .integer(Int64($0.count(state) ?? 0)) }
      + derived.map(cell)
  }
}

extension Formatting {
  /// The value of a cell for people.
  fileprivate func text(of cell: CellValue) -> String {
    switch cell {
    case .empty: ""
    case .text(let text): text.unmistakable
    case .integer(let number): String(number)
    case .amount(let amount, let currency): money(amount, currency: currency)
    case .time(let time): second(time)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    }
  }
}
