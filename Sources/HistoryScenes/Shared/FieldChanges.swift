// Changes of fields in words: amounts in major units with their currency, times in the zone of all others, texts as
// they are, absences as such.

package struct FieldChanges: Equatable, Sendable {
  package private(set) var differences: [FieldTree.Difference]
  /// The values that are at other places of lists than before, though they weren't changed; none unless requested.
  package private(set) var places: [FieldTree.Difference] = []
  let currencies: CurrencyPair
  let kinds: FieldKinds
  /// The erasures that may have set some of them before, or changed more of them.
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
  /// The field's path; of an element that was inserted or removed, its list's.
  package let field: String
  package let old: String?
  package let new: String?
  /// Whether it is an element of a list, in a line.
  package var isElement = false
}

extension FieldChanges {
  /// - Parameters:
  ///   - currencies: The currencies that are known; if nil, those that the fields name.
  ///   - hasPlaces: Whether what is at other places of lists is found, too.
  package init(
    _ before: FieldTree, _ after: FieldTree, of kinds: FieldKinds,
    in currencies: CurrencyPair? = nil, hasPlaces: Bool = false
  ) {
    let currencies = currencies ?? kinds.currencies(before, after)
    self.init(
      differences: before.differences(to: after, of: kinds, in: currencies),
      currencies: currencies, kinds: kinds)
    guard hasPlaces else { return }
    let changed = Set(differences.filter { $0.element == nil }.map { ExactString($0.path) })
    places = before.differencesByPlace(to: after, of: kinds).filter {
      !changed.contains(ExactString($0.path))
    }
  }

  mutating func keep(_ fields: FieldSelection) {
    self = without { !fields.contains($0) }
    isSelected = true
  }

  /// These changes without some of the fields.
  package func without(_ isLeftOut: (String) -> Bool) -> FieldChanges {
    var changes = self
    changes.differences.removeAll { isLeftOut($0.path) }
    changes.places.removeAll { isLeftOut($0.path) }
    return changes
  }

  /// The changes that people are shown.
  var shown: [FieldTree.Difference] {
    isSelected ? differences : differences.filter { !kinds.isReplaced($0.path) }
  }

  /// The number of lines that they take, with those for places.
  var lineCount: Int { groups.count + places.count }

  /// The changes as text, without those that every command makes: revision and time.
  package func lines(_ formatting: Formatting) -> [FieldChangeLine] {
    groups.map { group in
      guard let list = group[0].element.flatMap({ kinds.list(ofElement: $0) }),
        group.count > 1 || !list.summary.isEmpty
      else { return line(for: group[0], formatting) }
      return line(for: group, of: list, formatting)
    }
  }

  /// The values at other places of lists, field by field.
  func placeLines(_ formatting: Formatting) -> [FieldChangeLine] {
    places.map { line(for: $0, formatting) }
  }

  /// The changes that take a line, together with the others of an element that was inserted or removed.
  private var groups: [[FieldTree.Difference]] {
    var groups: [[FieldTree.Difference]] = []
    for difference in shown where !Self.isBookkeeping(difference.path) {
      if let last = groups.last?.last, let element = difference.element, last.element == element,
        (last.new == nil) == (difference.new == nil)
      {
        groups[groups.count - 1].append(difference)
      } else {
        groups.append([difference])
      }
    }
    return groups
  }

  /// An element that was inserted or removed.
  private func line(
    for parts: [FieldTree.Difference], of list: ListKind, _ formatting: Formatting
  ) -> FieldChangeLine {
    let isRemoved = parts[0].new == nil
    func text(_ part: FieldTree.Difference) -> String {
      let line = self.line(for: part, formatting)
      return (isRemoved ? line.old : line.new) ?? ""
    }
    var summary = ""
    for shown in list.summary {
      guard let part = parts.first(where: { $0.path.hasSuffix("." + shown.field) }) else {
        continue
      }
      summary += (summary.isEmpty ? "" : shown.separator) + text(part)
    }
    if list.summary.isEmpty {
      summary = parts.map { part in
        (part.path.split(separator: ".").last.map { "\($0) " } ?? "") + text(part)
      }.joined(separator: ", ")
    }
    return FieldChangeLine(
      field: list.name, old: isRemoved ? summary : nil, new: isRemoved ? nil : summary,
      isElement: true)
  }

  func line(for difference: FieldTree.Difference, _ formatting: Formatting) -> FieldChangeLine {
    let path = difference.path
    func text(_ value: JSONValue, _ currency: String) -> String {
      kinds.text(of: value, at: path, currency, formatting)
    }
    var (old, new) = (
      difference.old.map { text($0, currencies.old) },
      difference.new.map { text($0, currencies.new) }
    )
    // Within one second, only the exact times differ.
    if old == new, kinds.isTime(path) {
      (old, new) = (difference.old?.string, difference.new?.string)
    }
    if case .string(let before) = difference.old, case .string(let after) = difference.new,
      before == after, difference.old != difference.new
    {
      // Swift takes canonically equivalent texts for equal: they look the same.
      (old, new) = (before.spelledOut, after.spelledOut)
    }
    return FieldChangeLine(field: path, old: difference.isOldLost ? "erased" : old, new: new)
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
  ///   - currency: The currency of amounts; empty if it isn't known.
  package func text(
    of value: JSONValue, at path: String, _ currency: String, _ formatting: Formatting
  ) -> String {
    switch value {
    case .integer(let number) where isAmount(path):
      return formatting.money(number, currency: currency)
    case .string(let text):
      let time = isTime(path) ? Timestamp(text) : nil
      return time.map(formatting.labelledSecond) ?? text.unmistakable
    case .array: return "none"
    default: return FieldTree.Leaf(path: path, value: value).json
    }
  }
}
