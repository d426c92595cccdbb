// What people call the streams of a domain, and which of its fields are amounts of money.

import EventSourcing

/// The words for one stream of a domain.
public struct DomainWords: Hashable, Sendable {
  /// One stream: `order`. Programs find it under this key.
  public let noun: String
  /// Several streams: `orders`.
  public let plural: String
  /// The article that goes with the noun: `an`; `the` for a domain that has one stream.
  public let article: String

  /// The words for one stream.
  ///
  /// - Parameters:
  ///   - noun: One stream.
  ///   - plural: Several; the noun with an s if left out.
  ///   - article: The article that goes with the noun.
  public init(_ noun: String, plural: String? = nil, article: String = "a") {
    self.noun = noun
    self.plural = plural ?? noun + "s"
    self.article = article
  }

  /// One stream with its article: `an order`.
  public var subject: String { "\(article) \(noun)" }

  /// How many: `1 order`, `2 orders`.
  package func counted(_ count: Int) -> String { count == 1 ? "1 \(noun)" : "\(count) \(plural)" }
}

/// Which fields of a domain are amounts of money, in minor units, and which field names their currency.
package struct MoneyFields: Hashable, Sendable {
  /// The fields' last names: `unitPrice` for `items[0].unitPrice`.
  private let names: Set<String>
  private let currency: String?

  /// The fields of a schema, and those of commands and events that the schema doesn't know.
  package init<State>(of schema: FieldSchema<State>, and others: [String]) {
    let fields =
      schema.fields.filter(\.isMoney).map(\.name)
      + schema.lists.flatMap(\.fields).filter(\.isMoney).map(\.name)
    self.init(names: Set(fields.map(Self.lastName) + others), currency: schema.currency)
  }

  private init(names: Set<String>, currency: String?) {
    self.names = names
    self.currency = currency
  }

  /// No amounts at all.
  static let none = MoneyFields(names: [], currency: nil)

  func contains(_ path: String) -> Bool { names.contains(Self.lastName(of: path)) }

  /// The currency of a state's amounts; nil if it has none.
  func currency(of fields: FieldTree) -> String? { currency.flatMap { fields[$0]?.string } }

  private static func lastName(of path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? path
  }
}
