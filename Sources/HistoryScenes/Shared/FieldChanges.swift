// Changes of fields in words: amounts in major units, with their currency if it changed, times in the zone of all
// others, texts as they are, absences as such.

import Conventions
import EventSourcing
import JSONLines
import Replay

package struct FieldChanges: Equatable, Sendable {
  package private(set) var differences: [FieldTree.Difference]
  let currencies: CurrencyPair
  let kinds: FieldKinds
  /// What may have set some of them before, or changed more of them: entries whose personal data was erased.
  var erasures = Erasures()
  /// Whether these are the fields that were asked for.
  private var isSelected = false

  init(differences: [FieldTree.Difference], currencies: CurrencyPair, kinds: FieldKinds) {
    self.differences = differences
    self.currencies = currencies
    self.kinds = kinds
  }
}

/// A field that changed, as text.
package struct FieldChangeLine: Equatable, Sendable {
  package let field: String
  package let old: String?
  package let new: String?
}

extension FieldChanges {
  /// - Parameter currencies: Those that the fields name, if nil.
  package init(
    _ before: FieldTree, _ after: FieldTree, of kinds: FieldKinds,
    in currencies: CurrencyPair? = nil
  ) {
    let currencies = currencies ?? kinds.currencies(before, after)
    self.init(
      differences: before.differences(to: after, of: kinds, in: currencies),
      currencies: currencies, kinds: kinds)
  }

  mutating func keep(_ fields: FieldSelection) {
    differences.removeAll { !fields.contains($0.path) }
    isSelected = true
  }

  /// The same without some of the fields.
  package func without(_ isLeftOut: (String) -> Bool) -> FieldChanges {
    var changes = self
    changes.differences.removeAll { isLeftOut($0.path) }
    return changes
  }

  /// Those that people are shown.
  var shown: [FieldTree.Difference] {
    isSelected ? differences : differences.filter { !kinds.isReplaced($0.path) }
  }

  /// How many lines they take.
  package var lineCount: Int { shown.count { !Self.isBookkeeping($0.path) } }

  /// The changes as text, without those that every command makes: revision and time.
  package func lines(_ formatting: Formatting) -> [FieldChangeLine] {
    shown.compactMap { difference in
      guard !Self.isBookkeeping(difference.path) else { return nil }
      return line(for: difference, formatting)
    }
  }

  func line(for difference: FieldTree.Difference, _ formatting: Formatting) -> FieldChangeLine {
    let path = difference.path
    func text(_ value: JSONValue, _ currency: String) -> String {
      kinds.text(of: value, at: path, currency, formatting, naming: currencies.differ)
    }
    var (old, new) = (
      difference.old.map { text($0, currencies.old) },
      difference.new.map { text($0, currencies.new) }
    )
    // Within one second, only the exact times differ.
    if old == new, kinds.isTime(path) {
      (old, new) = (difference.old?.string, difference.new?.string)
    }
    return FieldChangeLine(
      field: path, old: difference.isOldLost ? "erased" : old, new: new)
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
        $0.member("erased", difference.isOldLost ? true : nil)
        $0.member("new", difference.new)
      }
    }
  }
}

extension FieldKinds {
  /// The names and values of fields for people.
  func rows(of leaves: [FieldTree.Leaf], _ currency: String, _ formatting: Formatting)
    -> [[String]]
  {
    leaves.map { [$0.path, text(of: $0.value, at: $0.path, currency, formatting)] }
  }

  /// - Parameters:
  ///   - path: The field's full name, which distinguishes amounts from other numbers.
  ///   - currency: The currency of amounts.
  ///   - isNamed: Whether it is written beside them.
  package func text(
    of value: JSONValue, at path: String, _ currency: String, _ formatting: Formatting,
    naming isNamed: Bool = false
  ) -> String {
    switch value {
    case .integer(let number) where isAmount(path):
      return isNamed
        ? formatting.money(number, currency: currency)
        : formatting.amount(number, currency: currency)
    case .string(let text):
      let time = isTime(path) ? Timestamp(text) : nil
      return time.map(formatting.labelledSecond) ?? text
    case .array: return "none"
    default: return FieldTree.Leaf(path: path, value: value).json
    }
  }
}
