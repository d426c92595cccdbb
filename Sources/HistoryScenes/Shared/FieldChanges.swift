// Changes of fields in words: amounts in major units, texts as they are, absences as such.

import Conventions
import EventSourcing
import JSONLines
import Replay

package struct FieldChanges: Equatable, Sendable {
  package private(set) var differences: [FieldTree.Difference]
  /// The currency of the amounts that were there; empty where there are none.
  let oldCurrency: String
  /// The currency of the new amounts; empty if there are none.
  package let currency: String
  /// Which of the fields are amounts.
  let money: MoneyFields
  /// What may have set some of them before, or changed more of them: entries whose personal data was erased.
  var erasures = Erasures()
}

/// A field that changed, as text.
package struct FieldChangeLine: Equatable, Sendable {
  package let field: String
  package let old: String?
  package let new: String?
}

extension FieldChanges {
  package init(_ before: FieldTree, _ after: FieldTree, money: MoneyFields) {
    self.init(
      differences: before.differences(to: after),
      oldCurrency: money.currency(of: before) ?? money.currency(of: after) ?? "",
      currency: money.currency(of: after) ?? money.currency(of: before) ?? "", money: money)
  }

  mutating func keep(_ fields: FieldSelection) {
    differences.removeAll { !fields.contains($0.path) }
  }

  /// The changes as text, without those that every command makes: revision and time.
  package func lines(_ formatting: Formatting) -> [FieldChangeLine] {
    differences.compactMap { difference in
      guard !Self.isBookkeeping(difference.path) else { return nil }
      return FieldChangeLine(
        field: difference.path,
        old: difference.old.map {
          money.text(of: $0, at: difference.path, oldCurrency, formatting)
        },
        new: difference.new.map {
          money.text(of: $0, at: difference.path, currency, formatting)
        })
    }
  }

  /// Whether a field changes with every accepted command, so that its change isn't worth showing.
  private static func isBookkeeping(_ path: String) -> Bool {
    path == "id" || path == "rev" || path == "updatedAt"
  }
}

extension FieldChanges: JSONRepresentable {
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

extension MoneyFields {
  /// The names and values of fields for people.
  func rows(of leaves: [FieldTree.Leaf], _ currency: String, _ formatting: Formatting)
    -> [[String]]
  {
    leaves.map { [$0.path, text(of: $0.value, at: $0.path, currency, formatting)] }
  }

  /// - Parameters:
  ///   - path: The field's full name, which distinguishes amounts from other numbers.
  ///   - currency: The currency of amounts.
  package func text(
    of value: JSONValue, at path: String, _ currency: String, _ formatting: Formatting
  ) -> String {
    switch value {
    case .integer(let number) where contains(path):
      return formatting.amount(number, currency: currency)
    case .string(let text): return text
    case .array: return "none"
    default: return FieldTree.Leaf(path: path, value: value).json
    }
  }
}
