// The rows of the commands that list orders, and that change one order or the catalogue.

import HistoryTool
import Terminal

extension CommandTable {
  static let list = Command(
    "list", summary: "List orders.",
    discussion: [
      "Numbers that are missing between others belong to creates that were refused: `cleanstore log --rejected` "
        + "shows them."
    ],
    examples: [
      Example("cleanstore list --status paid", "Orders ready to be shipped."),
      Example("cleanstore list --at 2026-01-31", "The orders as they were at the end of that day."),
      Example(
        "cleanstore list --sort total --reverse -n 10",
        "The ten largest orders of the last currency."),
    ],
    flags: Flags.orderFilters
      + [Flags.sort, Flags.reverse, Flags.limit, Flags.offset, Flags.at] + Flags.tables,
    exclusive: Flags.exclusiveTables, isPaged: true, synonyms: ["ls", "orders", "status"])

  static let pay = Command(
    "pay", summary: "Record a payment.",
    discussion: [
      "Without an amount, all that is due is paid. An order is paid when its balance is zero. A "
        + "payment that exceeds the balance is refused."
    ],
    examples: [
      Example("cleanstore pay 1001 129.99 --method card", "Record a payment of 129.99 by card."),
      Example("cleanstore pay 1001", "Record that the rest was paid."),
      Example(
        "cleanstore pay 1001 50 --id bank-4711",
        "Safe to repeat: the payment is recorded "
          + "once."),
    ],
    operands: [Operands.order(accepting: .pay), Operands.payment],
    flags: [Flags.method, Flags.reference] + Flags.changingOrder)

  static let ship = Command(
    "ship", summary: "Ship an order.",
    discussion: ["Only an order that is paid in full can be shipped."],
    examples: [
      Example(
        "cleanstore ship 1001 --carrier 'Snail & Co.' --tracking S-1",
        "Ship it, with "
          + "carrier and tracking number.")
    ],
    operands: [Operands.order(accepting: .ship)],
    flags: [Flags.carrier, Flags.tracking] + Flags.changingOrder)

  static let deliver = Command(
    "deliver", summary: "Record that an order was delivered.",
    examples: [Example("cleanstore deliver 1001", "The order has arrived.")],
    operands: [Operands.order(accepting: .deliver)], flags: Flags.changingOrder)

  static let cancel = Command(
    "cancel", summary: "Cancel an order before it is shipped.",
    discussion: ["Payments stay recorded until they are refunded."],
    examples: [
      Example("cleanstore cancel 1001 --reason 'changed her mind'", "Cancel it, and say why.")
    ],
    operands: [Operands.order(accepting: .cancel)], flags: Flags.changingOrder,
    synonyms: ["undo", "revert"])

  static let takeBack = Command(
    "return", summary: "Record that an order was returned.",
    discussion: ["Only an order that was delivered can be returned."],
    examples: [Example("cleanstore return 1001 --reason 'too loud'", "The customer sent it back.")],
    operands: [Operands.order(accepting: .return)], flags: Flags.changingOrder)

  static let refund = Command(
    "refund", summary: "Refund a payment, or a part of it.",
    discussion: [
      "Without an amount, what the customer is owed is refunded: what was overpaid or, if the order is "
        + "cancelled or returned, all that remains of its payments. What is refunded beyond that is "
        + "due again."
    ],
    examples: [
      Example("cleanstore refund 1001 12.99", "Refund 12.99."),
      Example("cleanstore refund 1001", "Refund all payments of an order that was returned."),
    ],
    operands: [Operands.order(accepting: .refund), Operands.refund], flags: Flags.changingOrder,
    synonyms: ["undo", "revert"])

  static let delete = Command(
    "delete", summary: "Delete an order; its history stays.",
    discussion: [
      "This can't be undone: at a terminal, you are asked first, except with --json. An order that was shipped, or that has "
        + "payments that aren't refunded, can't be deleted."
    ],
    examples: [Example("cleanstore delete 1001 --reason duplicate", "Delete it, and say why.")],
    operands: [Operands.order(accepting: .delete)], flags: Flags.changingOrder,
    synonyms: ["remove", "rm"])

  static let shippingMethods = Command(
    "shipping-methods", summary: "List, add or retire shipping methods.",
    discussion: [
      "A retired method can't be chosen for new orders; orders that have it keep it, and its code "
        + "can't be reused. --at is for list, the other flags are for add and retire."
    ],
    examples: [
      Example("cleanstore shipping-methods", "List the methods on offer."),
      Example("cleanstore shipping-methods add drone 'Drone Delivery'", "Offer a new method."),
      Example("cleanstore shipping-methods retire two-day", "Stop offering a method."),
    ],
    operands: [Operands.action, Operands.methodCode, Operands.methodName],
    flags: [Flags.at] + Flags.changing)
}
