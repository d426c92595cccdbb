// The fields of a domain that are amounts of money or times, and the meaning of a change of an amount.

package struct FieldKinds: Hashable, Sendable {
  /// The fields' last names: `unitPrice` for `items[0].unitPrice`.
  private var amounts: Set<String> = []
  private var times: Set<String> = []
  private var currency: String?
  private var replaced: Set<String> = []
  private(set) var lists: [ListKind] = []

  package static let none = FieldKinds()

  private init() {}

  /// - Parameter amounts: The last names of amounts that no state has.
  package init<State>(of schema: FieldSchema<State>, andAmounts amounts: [String]) {
    let fields = (schema.fields + schema.derived).map { ($0.name, $0.type) }
    let elements = schema.lists.flatMap(\.fields).map { ($0.name, $0.type) }
    func names(of type: FieldType) -> [String] {
      (fields + elements).filter { $0.1 == type }.map { Self.lastName(of: $0.0) }
    }
    self.amounts = Set(names(of: .money) + amounts)
    times = Set(names(of: .time))
    currency = schema.currency
    replaced = Set(schema.derived.compactMap(\.replaced))
    lists = schema.lists.map { list in
      ListKind(
        name: list.name, identity: list.identity,
        summary: list.fields.compactMap { field in
          field.separator.map { ListKind.Part(separator: $0, field: field.name) }
        })
    }
  }

  /// The kinds of the fields of outcomes, `events[0].items[0].sku`.
  ///
  /// - Parameter events: The number of events that they have.
  package func ofOutcomes(events: Int) -> FieldKinds {
    var kinds = self
    kinds.lists = (0..<events).flatMap { event in
      lists.map { list in
        var list = list
        list.name = "events[\(event)].\(list.name)"
        return list
      }
    }
    return kinds
  }

  /// The list that an element is of, by its path; nil if there is no such list.
  package func list(ofElement path: String) -> ListKind? {
    lists.first { path.hasPrefix($0.name + "[") }
  }

  /// Whether any of them is an amount of money.
  package var haveAmounts: Bool { !amounts.isEmpty }
  /// Whether states name the currency of their amounts.
  package var haveCurrency: Bool { currency != nil }

  /// Whether people are shown another field instead.
  package func isReplaced(_ path: String) -> Bool { replaced.contains(path) }

  package func isAmount(_ path: String) -> Bool { amounts.contains(Self.lastName(of: path)) }

  package func isTime(_ path: String) -> Bool { times.contains(Self.lastName(of: path)) }

  /// The currency of a state's amounts; nil if it has none.
  package func currency(of fields: FieldTree) -> String? { currency.flatMap { fields[$0]?.string } }

  /// The currency that the events of an outcome name; nil if none does.
  package func currency(ofEventsIn outcome: JSONValue) -> String? {
    (outcome["events"]?.array ?? []).compactMap { currency(of: FieldTree($0)) }.last
  }

  /// The currencies of two states; where one has no amounts, that of the other.
  package func currencies(_ before: FieldTree, _ after: FieldTree) -> CurrencyPair {
    let (old, new) = (currency(of: before), currency(of: after))
    return CurrencyPair(old: old ?? new ?? "", new: new ?? old ?? "")
  }

  private static func lastName(of path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? path
  }
}

/// The currencies of the amounts on two sides; empty where they aren't known.
package struct CurrencyPair: Hashable, Sendable {
  package var old = ""
  package var new = ""

  package init(old: String = "", new: String = "") {
    self.old = old
    self.new = new
  }

  package var differ: Bool { old != new && !old.isEmpty && !new.isEmpty }
}

/// A list whose elements are the same wherever they are.
package struct ListKind: Hashable, Sendable {
  /// A field of an element in a line, after a text.
  package struct Part: Hashable, Sendable {
    package let separator: String
    package let field: String
  }

  package fileprivate(set) var name: String
  /// The field that tells an element from others; nil if none does.
  let identity: String?
  package let summary: [Part]
}

extension FieldTree {
  /// The differences to a later state, wherever the elements of lists are.
  package func differences(
    to other: FieldTree, of kinds: FieldKinds, in currencies: CurrencyPair
  ) -> [Difference] {
    AlignedFields(self, to: other, kinds.lists).differences(to: other, of: kinds, in: currencies)
  }
}
