// Mutants with another rule table: a row is missing, in another place, or asks something else.

import EventSourcing

@testable import OrderDomain

enum OverpaymentByOne: Mutant {
  static let defect = "A payment may exceed the balance by 1."
  static let rules = RuleTable.standard.replacing(
    "payment-exceeds-balance", of: .pay, by: .payment { $0 > $1 + 1 })
}

enum NoFullPayment: Mutant {
  static let defect = "A payment must be less than the balance."
  static let rules = RuleTable.standard.replacing(
    "payment-exceeds-balance", of: .pay, by: .payment { $0 >= $1 })
}

enum PaymentUnlimited: Mutant {
  static let defect = "A payment may be any amount."
  static let rules = RuleTable.standard.without("payment-exceeds-balance", of: .pay)
}

enum RefundUnlimited: Mutant {
  static let defect = "A refund may exceed the payments."
  static let rules = RuleTable.standard.without("refund-exceeds-payments", of: .refund)
}

enum NoFullRefund: Mutant {
  static let defect = "A full refund is refused."
  static let rules = RuleTable.standard.replacing(
    "refund-exceeds-payments", of: .refund,
    by: Rule(.refundExceedsPayments, "Less than what was paid is refunded.") {
      $0.amount >= $0.order?.refundable ?? .max
    })
}

enum DeletedWithPayments: Mutant {
  static let defect = "An order with payments may be deleted."
  static let rules = RuleTable.standard.without("order-has-payments", of: .delete)
}

enum ShippedUnpaid: Mutant {
  static let defect = "An order may be shipped unpaid."
  static let rules = RuleTable.standard.without("order-not-paid", of: .ship)
}

enum ShippedTwice: Mutant {
  static let defect = "An order may be shipped twice."
  static let rules = RuleTable.standard.without("order-already-shipped", of: .ship)
}

enum DeliveredTwice: Mutant {
  static let defect = "An order may be delivered twice."
  static let rules = RuleTable.standard.without("order-already-delivered", of: .deliver)
    .replacing(
      "order-not-shipped", of: .deliver,
      by: Rule(.notShipped, "It was shipped.") { !($0.order?.isShipped ?? false) })
}

enum DeliveredUnshipped: Mutant {
  static let defect = "An order that wasn't shipped may be delivered."
  static let rules = RuleTable.standard.without("order-not-shipped", of: .deliver)
}

enum DeliveredCodeLost: Mutant {
  static let defect =
    "The refusals of an order that is delivered and one that isn't shipped are mixed up."
  static let rules = RuleTable.standard.without("order-already-delivered", of: .deliver)
}

enum CancelledPaid: Mutant {
  static let defect = "A cancelled order may be paid."
  static let rules = RuleTable.standard.without("order-cancelled", of: .pay)
}

enum CancelledShipped: Mutant {
  static let defect = "A shipped order may be cancelled."
  static let rules = RuleTable.standard.without("order-already-shipped", of: .cancel)
}

enum ReturnedUndelivered: Mutant {
  static let defect = "An order that wasn't delivered may be returned."
  static let rules = RuleTable.standard.without("order-not-delivered", of: .return)
}

enum ShippedMoved: Mutant {
  static let defect = "The address of a shipped order may be changed."
  static let rules = RuleTable.standard.without("order-already-shipped", of: .update)
}

enum PaidChanged: Mutant {
  static let defect = "The currency of a paid order may be changed."
  static let rules = RuleTable.standard.without("order-has-payments", of: .update)
}

enum IDReused: Mutant {
  static let defect = "An order may replace one with the same id."
  static let rules = RuleTable.standard.without("order-exists", of: .create)
}

enum DeletedChanged: Mutant {
  static let defect = "A deleted order may be changed."
  static let rules = RuleTable.standard.without("order-deleted", of: .update)
}

enum UnknownPaid: Mutant {
  static let defect = "An order that doesn't exist may be paid."
  static let rules = RuleTable.standard.without("order-not-found", of: .pay)
}

enum ChecksSwapped: Mutant {
  static let defect = "The balance is checked before the payment's fields."
  static let rules = RuleTable.standard.swapping("invalid", "payment-exceeds-balance", of: .pay)
}

enum CodeChanged: Mutant {
  static let defect = "Shipping an unpaid order is refused for a wrong reason."
  static let rules = RuleTable.standard.replacing(
    "order-not-paid", of: .ship,
    by: Rule(.hasPayments, "It is paid.") { $0.order?.balance ?? 0 != 0 })
}

enum ZipUnchecked: Mutant {
  static let defect = "A postal code may be anything."
  static let rules = RuleTable.standard.replacing(
    "invalid", of: .create, by: .valid { !$0.field.hasSuffix(".zip") })
}

enum EmailUnchecked: Mutant {
  static let defect = "An email may be anything."
  static let rules = RuleTable.standard.replacing(
    "invalid", of: .create, by: .valid { $0.field != "contact.email" })
}

enum NothingOrdered: Mutant {
  static let defect = "A quantity may be 0."
  static let rules = RuleTable.standard.replacing(
    "invalid", of: .create, by: .valid { !$0.field.hasSuffix(".quantity") })
}

enum CardMonthEarly: Mutant {
  static let defect = "A card expires a month too early."

  static func decide(_ command: OrderCommand, on state: Order?, in context: EntryContext)
    throws(OrderRefusal) -> [OrderEvent]
  { try Orders.decide(command, on: state, in: context.moved(byDays: 30)) }
}

enum CardMonthLate: Mutant {
  static let defect = "A card expires a month too late."

  static func decide(_ command: OrderCommand, on state: Order?, in context: EntryContext)
    throws(OrderRefusal) -> [OrderEvent]
  { try Orders.decide(command, on: state, in: context.moved(byDays: -30)) }
}

extension EntryContext {
  fileprivate func moved(byDays days: Int64) -> EntryContext {
    EntryContext(
      stream: String(stream), rev: rev,
      at: Timestamp(microseconds: at.microseconds + days * 86_400_000_000), actor: String(actor))
  }
}

extension Rule {
  /// - Parameter isTooMuch: Says it of an amount and a balance.
  fileprivate static func payment(_ isTooMuch: @escaping @Sendable (Int64, Int64) -> Bool) -> Rule {
    Rule(.paymentExceedsBalance, "The payment isn't too much.") {
      guard let order = $0.order else { return false }
      return isTooMuch($0.amount, order.balance)
    }
  }

  /// Every field is right, but for those that do not matter.
  fileprivate static func valid(_ matters: @escaping @Sendable (InvalidField) -> Bool) -> Rule {
    Rule(code: "invalid", explanation: "Every field is right.") {
      let fields = $0.invalid.filter(matters)
      return fields.isEmpty ? nil : .invalid(fields)
    }
  }
}
