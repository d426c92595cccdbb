// The messages of the scene that shows values after every entry, and how they are shown.

package enum WatchFormulas: Scene {
  package struct Request: Sendable {
    /// The formulas as they were typed.
    package var formulas: [String]
    /// Only this stream; all if nil.
    package var id: String?
    /// The moment after which entries are shown; the start if nil.
    package var from: RequestedPosition?
    /// The moment up to which to look; the end if nil.
    package var at: RequestedPosition?
    /// Whether to skip entries that change none of the values.
    package var changesOnly = false

    package init(
      formulas: [String] = [], id: String? = nil, from: RequestedPosition? = nil,
      at: RequestedPosition? = nil
    ) {
      self.formulas = formulas
      self.id = id
      self.from = from
      self.at = at
    }
  }

  /// Columns come first, then rows one by one, then how many there were.
  package enum Response: Equatable, Sendable {
    case columns([Column])
    case row(Row)
    case end(count: Int, tornTail: TornTail?, Erasures)
  }

  package struct Column: Equatable, Sendable {
    package let text: String
    package let type: FieldType

    package var isNumber: Bool { type.isNumber }
  }

  package struct Row: Equatable, Sendable {
    package let mark: EntryMark
    package let stream: StreamLabel
    package let columns: [Column]
    package let values: [FormulaValue]
  }

  package enum ViewModel: Equatable, Sendable {
    case columns([Column], timeZone: String)
    case row(Line)
    case summary(String)
  }

  package struct Line: Equatable, Sendable {
    package let seq: String
    package let at: String
    /// The stream and its revision: `1001@3`.
    package let stream: String
    package let values: [String]
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response {
    case .columns(let columns): .columns(columns, timeZone: formatting.timeZone.name)
    case .row(let row):
      .row(
        Line(
          seq: String(row.mark.seq), at: formatting.secondInColumn(row.mark.at),
          stream: row.mark.shownRevision(of: row.stream),
          values: row.values.map { $0.shown(formatting) }))
    case .end(let count, _, _): .summary(entryCount(count) + ".")
    }
  }
}

extension WatchFormulas.Response: SceneResponse {
  package var documents: [WatchFormulas.Row] { if case .row(let row) = self { [row] } else { [] } }

  package var notes: [String] {
    guard case .end(_, let tail, let erasures) = self else { return [] }
    return [tail?.warning, erasures.note].compactMap { $0 }
  }
}

extension WatchFormulas.Row: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    mark.writeMembers(of: stream, to: &object)
    object.member("values") { $0.values(Array(zip(columns.map(\.text), values.map(\.value)))) }
  }
}
