// What the reading use cases know of a history: the orders, the catalogue, and how many commands
// were accepted and refused.

import EventSourcing
import JSONLines
import Orders

/// Folds the entries of all of the product's domains.
struct StoreProjection: Projection {
  var orders: StateProjection<Orders>
  var catalogue: StateProjection<Catalogue>
  private(set) var accepted = 0
  private(set) var refused: [String: Int] = [:]
  private var current = Domain.order

  private enum Domain { case order, catalogue }
  private static let orderCategory = Text(Orders.category)
  private static let catalogueCategory = Text(Catalogue.category)

  /// - Parameter readsCommands: Whether commands are read, too, instead of only checked as JSON.
  init(form: LineForm, readsCommands: Bool = false) {
    let isStore = form == .store
    orders = StateProjection(checksRevisions: isStore, readsCommands: readsCommands)
    catalogue = StateProjection(checksRevisions: isStore, readsCommands: readsCommands)
  }

  var upcasters: [Upcaster] { Orders.upcasters + Catalogue.upcasters }

  mutating func command(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    if entry.isIn(category: Self.orderCategory.bytes) {
      current = .order
      try orders.command(&reader, of: entry)
    } else if entry.isIn(category: Self.catalogueCategory.bytes) {
      current = .catalogue
      try catalogue.command(&reader, of: entry)
    } else {
      throw JSONError(.unsupported, at: entry.stream.offset)
    }
  }

  mutating func events(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    switch current {
    case .order: try orders.events(&reader, of: entry)
    case .catalogue: try catalogue.events(&reader, of: entry)
    }
  }

  mutating func rejected(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    switch current {
    case .order: try orders.rejected(&reader, of: entry)
    case .catalogue: try catalogue.rejected(&reader, of: entry)
    }
  }

  mutating func personal(_ reader: inout JSONReader, of entry: Entry) throws(JSONError) {
    switch current {
    case .order: try orders.personal(&reader, of: entry)
    case .catalogue: try catalogue.personal(&reader, of: entry)
    }
  }

  mutating func apply(_ entry: Entry) throws(EntryDefect) {
    let refusal: String?
    switch current {
    case .order:
      try orders.apply(entry)
      refusal = orders.body.refusal?.code
    case .catalogue:
      try catalogue.apply(entry)
      refusal = catalogue.body.refusal?.code
    }
    if let refusal { refused[refusal, default: 0] += 1 } else { accepted += 1 }
  }
}
