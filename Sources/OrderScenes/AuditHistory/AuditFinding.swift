// What an audit looks for besides damage: places in a good log that need an explanation. One table, which the
// audit, its help and the documentation follow.

import Conventions
import EventSourcing
import HistoryScenes

package enum AuditFinding: String, CaseIterable, Sendable {
  case createdAndRefunded = "created-and-refunded"
  case editedAndPaid = "edited-and-paid"
  case refundWithoutReturn = "refund-without-return"
  case changedAfterPayment = "changed-after-payment"
  case manyRefusals = "many-refusals"
  case clockHeld = "clock-held"
  case importBetween = "import-between"
  case deletedAfterPayment = "deleted-after-payment"
  case numberGivenTwice = "number-given-twice"
  case numberSkipped = "number-skipped"
  case equalOrders = "equal-orders"
  case withoutReason = "without-reason"
  case erasedWithoutRecord = "erased-without-record"
  case pendingErasure = "pending-erasure"

  /// How many commands of one actor must have been refused, and one in how many of all that they requested.
  static let refusalLimits = (count: 10, oneIn: 5)

  /// How many hours after an open order an equal one must have been created: later, it is usually wanted.
  static let hoursOfEqualOrders: Int64 = 24

  /// What it is, as a sentence.
  package var meaning: String {
    switch self {
    case .createdAndRefunded: "The same actor created an order and refunded a payment of it."
    case .editedAndPaid: "The same actor edited an order and recorded a payment for it."
    case .refundWithoutReturn: "A payment was refunded before the order was returned or cancelled."
    case .changedAfterPayment: "An order's total was changed after a payment."
    case .manyRefusals:
      "At least \(Self.refusalLimits.count) commands of an actor were refused, and one in "
        + "\(Self.refusalLimits.oneIn) or more."
    case .clockHeld:
      "Entries that weren't imported have the time of the entry before: the clock was set back, and held."
    case .importBetween: "Entries were imported between others that weren't."
    case .deletedAfterPayment: "An order with payments was deleted."
    case .numberGivenTwice: "An order was to be created under a number that another one had."
    case .numberSkipped: "No entry has a number between those of other orders."
    case .equalOrders:
      "An order was created within \(Self.hoursOfEqualOrders) hours of an open one of the same customer, with the same "
        + "items, currency and total."
    case .withoutReason: "A command has no reason that should have one (--require-reason)."
    case .erasedWithoutRecord: "Personal data was erased, but no entry says who erased it, and why."
    case .pendingErasure: "Personal data is still there that an entry says was erased."
    }
  }
}

/// What was found of one kind.
package struct AuditResult: Equatable, Sendable {
  package struct Witness: Equatable, Sendable {
    /// The entry; nil if no entry shows it.
    package let seq: Int?
    /// The order's id, if it is about one.
    package let order: String?
    /// Who, if no entry says so.
    package let actor: String?
    /// What isn't in the entry.
    package let note: String?
    /// What the entry says.
    package fileprivate(set) var entry: Entry?

    /// The order that it is about, or that the entry is of.
    var about: String? { order ?? entry?.order }
    /// Who requested it.
    var who: String? { actor ?? entry?.actor }
  }

  /// What an entry says, as a person asks.
  package struct Entry: Equatable, Sendable {
    let at: Timestamp
    let actor: String
    var order: String?
    /// The command's amount, or else the order's total after it, in minor units.
    var amount: Int64?
    /// That of the amount; empty if it isn't known.
    var currency = ""
  }

  /// How many witnesses are named on the page.
  static let limit = 10

  package let name: String
  package let meaning: String
  package private(set) var witnesses: [Witness] = []

  init(_ finding: AuditFinding) { (name, meaning) = (finding.rawValue, finding.meaning) }

  init(name: String, meaning: String) { (self.name, self.meaning) = (name, meaning) }

  package var count: Int { witnesses.count }

  mutating func add(
    _ seq: Int?, order: String? = nil, actor: String? = nil, note: String? = nil
  ) {
    witnesses.append(Witness(seq: seq, order: order, actor: actor, note: note, entry: nil))
  }

  /// Adds what the entries say.
  mutating func describe(by entries: [Int: Entry]) {
    for index in witnesses.indices {
      witnesses[index].entry = witnesses[index].seq.flatMap { entries[$0] }
    }
  }
}
