// Changes of fields in words: amounts in major units, texts as they are, absences as such.

import Conventions
import EventSourcing
import JSONLines
import Orders
import Replay

/// Fields that changed, with what is needed to read them.
package struct FieldChanges: Sendable {
  package let differences: [FieldTree.Difference]
  /// The currency of the amounts that were there; empty where there are none.
  package let oldCurrency: String
  /// The currency of the amounts that are there now; empty where there are none.
  package let currency: String
}

/// A field that changed, as text.
package struct FieldChangeLine: Equatable, Sendable {
  package let field: String
  /// What was there; nil if nothing was.
  package let old: String?
  /// What is there now; nil if nothing is.
  package let new: String?
}

extension FieldChanges {
  /// The changes between two states of a stream.
  init(_ before: FieldTree, _ after: FieldTree) {
    self.init(
      differences: before.differences(to: after),
      oldCurrency: (before["currency"] ?? after["currency"])?.string ?? "",
      currency: (after["currency"] ?? before["currency"])?.string ?? "")
  }

  /// Only the changes of some fields.
  func only(_ fields: FieldSelection) -> FieldChanges {
    FieldChanges(
      differences: differences.filter { fields.contains($0.path) }, oldCurrency: oldCurrency,
      currency: currency)
  }

  /// The changes as text. What follows from every change, revision and time, is left out.
  func lines(_ formatting: Formatting) -> [FieldChangeLine] {
    differences.compactMap { difference in
      guard !FieldText.isBookkeeping(difference.path) else { return nil }
      return FieldChangeLine(
        field: difference.path,
        old: difference.old.map {
          FieldText.text(of: $0, at: difference.path, oldCurrency, formatting)
        },
        new: difference.new.map {
          FieldText.text(of: $0, at: difference.path, currency, formatting)
        })
    }
  }
}

extension FieldChanges: JSONRepresentable {
  /// Writes the changes as an array of `{"field","old"?,"new"?}`.
  package func writeJSON(to writer: inout JSONWriter) {
    writer.array(differences) { writer, difference in
      writer.object {
        $0.member("field", difference.path)
        $0.member("old", difference.old)
        $0.member("new", difference.new)
      }
    }
  }
}

/// The values of fields in words.
enum FieldText {
  private static let amounts: Set<String> = [
    "shippingFee", "tax", "discount", "total", "paid", "refunded", "balance", "unitPrice", "amount",
  ]

  /// Whether a field changes with every accepted command, so that saying so says nothing.
  static func isBookkeeping(_ path: String) -> Bool {
    path == "id" || path == "rev" || path == "updatedAt"
  }

  /// A value as people read it.
  ///
  /// - Parameters:
  ///   - path: The field's full name, which tells amounts from other numbers.
  ///   - currency: The currency of amounts.
  static func text(
    of value: JSONValue, at path: String, _ currency: String, _ formatting: Formatting
  ) -> String {
    let name = path.split(separator: ".").last.map(String.init) ?? path
    switch value {
    case .integer(let number) where amounts.contains(name):
      return formatting.amount(number, currency: currency)
    case .string(let text): return text
    case .array: return "none"
    default: return FieldTree.Leaf(path: path, value: value).json
    }
  }
}
