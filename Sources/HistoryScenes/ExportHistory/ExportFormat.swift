// The formats that a history can be exported to, a row for each: parser, help and documentation follow from it.

package enum ExportFormat: String, CaseIterable, Sendable {
  case cloudevents
  case csv
  case gobd
  case sql
  case ocel
  case xes

  package func meaning(in domains: HistoryDomains) -> String {
    let main = ExportedStates(of: domains, form: .store, .leftOut).main
    return switch self {
    case .cloudevents:
      "CloudEvents 1.0.2: an event for each entry, refusals included, as JSON lines or, with --batch, as one array."
    case .csv:
      "A folder of tables for spreadsheets and databases: entries, events"
        + main.tables.dropLast().map { ", \($0.name)" }.joined()
        + " and \(main.tables.last?.name ?? "")."
    case .gobd:
      "The same folder with an index.xml that describes it, for German tax auditors (GoBD, data on media)."
    case .sql: "The same tables as a script that SQLite and PostgreSQL can load."
    case .ocel:
      "OCEL 2.0 as JSON, for process mining by objects: \(main.objects.summary)."
    case .xes:
      "XES (IEEE 1849), for process mining by cases: a trace for each \(domains.words.noun)."
    }
  }

  /// Whether it is several files in a folder.
  package var isFolder: Bool { self == .csv || self == .gobd }

  /// The formats of which that is so, as a part of a sentence.
  package static let inFolders =
    allCases.filter(\.isFolder).map(\.rawValue).joined(separator: " and ")

  /// Whether it is one document about the whole history, which nothing can be appended to.
  package var isWhole: Bool { self == .ocel || self == .xes }
}

/// The treatment of personal data in an export.
package enum ExportedPersonalData: Sendable {
  /// Personal data is left out.
  case leftOut
  case kept
  /// Texts are replaced under this key.
  case pseudonyms(key: [UInt8])
}
