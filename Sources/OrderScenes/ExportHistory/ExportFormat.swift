// The formats that a history can be exported to, a row for each: parser, help and documentation follow from it.

package enum ExportFormat: String, CaseIterable, Sendable {
  case cloudevents
  case csv
  case sql

  package var meaning: String {
    switch self {
    case .cloudevents:
      "CloudEvents 1.0.2: an event for each entry, refusals included, as JSON lines or, with --batch, as one array."
    case .csv:
      "A folder of tables for spreadsheets and databases: entries, events, orders, items and payments."
    case .sql: "The same tables as a script that SQLite and PostgreSQL can load."
    }
  }

  /// Whether it is several files in a folder.
  package var isFolder: Bool { self == .csv }
}

/// What becomes of personal data.
package enum ExportedPersonalData: Sendable {
  /// Contact, addresses and cards are left out.
  case leftOut
  case kept
  /// Texts are replaced under this key.
  case pseudonyms(key: [UInt8])
}
