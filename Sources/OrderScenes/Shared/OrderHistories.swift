// Orders and the catalogue as the scenes that examine histories are given them, and those scenes wired for
// both.

import Conventions
import EventSourcing
import HistoryScenes
import Orders
import Replay

extension HistoryDomains {
  /// Orders, and the catalogue beside them.
  public static let orders = HistoryDomains(Orders.self, Catalogue.self)
}

extension Orders: HistoryDomain {
  /// An order, orders.
  public static var words: DomainWords { DomainWords("order", article: "an") }
  /// What a payment or a refund is of.
  public static var moneyOfCommands: [String] { ["amount"] }
  /// The invariants of the house.
  public static var invariants: [(name: String, condition: String)] { OrderInvariants.all }

  /// By its status.
  public static func isDeleted(_ fields: FieldTree) -> Bool {
    fields["status"]?.string == Order.Status.deleted.rawValue
  }

  /// Status and total: `paid, 129.99 USD`.
  public static func summary(of fields: FieldTree, _ formatting: Formatting) -> String {
    let total = formatting.money(
      fields["total"]?.integer ?? 0, currency: fields["currency"]?.string ?? "")
    return "\(fields["status"]?.string ?? ""), \(total)"
  }
}

extension Catalogue: HistoryDomain {
  /// The one catalogue.
  public static var words: DomainWords { DomainWords("catalogue", article: "the") }
}

extension Failure {
  /// The failure of an order that isn't there.
  static func noSuchOrder(_ id: String, at position: String?) -> Failure {
    HistoryDomains.orders.noSuchStream(id, at: position)
  }
}

/// The name of the stream of the order with this id, if one was typed.
func orderStream(_ id: String?) throws(Failure) -> StreamName? {
  try HistoryDomains.orders.stream(id)
}

/// What people call a stream: an order by its id.
func shownName(ofStream stream: String) -> String {
  HistoryDomains.orders.label(of: stream).text
}

extension Failure {
  package init(_ error: EngineError) {
    switch error {
    case .log(let error): self.init(error)
    case .revisionConflict(let expected, let actual):
      self.init(
        .tryAgain, code: error.code, error.message,
        hint: "Look at what has changed, then ask again with revision \(actual).",
        revisions: Revisions(expected: expected, actual: actual))
    case .commandIDReused:
      self.init(
        .negative, code: error.code, error.message,
        hint: "Give the command another id; the same one is for asking the same again.")
    case .malformedID:
      self.init(.usage, code: error.code, error.message, hint: "Check the order's id.")
    }
  }
}

// The scenes that examine a history, for one of orders.
extension Interactor where S.Context == History {
  package convenience init(
    _ source: any EntrySource, presenter: any PresentationLogic<S.Response>
  ) {
    self.init(History(source, of: .orders), presenter: presenter)
  }
}

extension CompareStates.Context {
  package init(source: any EntrySource, other: (any EntrySource)? = nil) {
    self.init(History(source, of: .orders), other: other)
  }
}
