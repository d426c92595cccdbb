// The rows of the commands that change one order, or the catalogue.

import Terminal

extension CommandTable {
  static let pay = Command(
    "pay", summary: "Take note of a payment.",
    discussion: ["An order counts as paid when nothing is left to pay; more than that is refused."],
    examples: [
      Example("cleanstore pay 1001 129.99 --method card", "129.99 was paid by card."),
      Example("cleanstore pay 1001 50 --id bank-4711", "Safe to repeat: it is noted once."),
    ],
    operands: [Operands.order, Operands.amount],
    flags: [Flags.method, Flags.reference] + Flags.changing)

  static let ship = Command(
    "ship", summary: "Hand an order to the carrier.",
    discussion: ["Only what is paid in full is shipped."],
    examples: [
      Example("cleanstore ship 1001 --carrier 'Snail & Co.' --tracking S-1", "With all details.")
    ],
    operands: [Operands.order], flags: [Flags.carrier, Flags.tracking] + Flags.changing)

  static let deliver = Command(
    "deliver", summary: "Take note that an order has reached the customer.",
    examples: [Example("cleanstore deliver 1001", "It is there.")],
    operands: [Operands.order], flags: Flags.changing)

  static let cancel = Command(
    "cancel", summary: "Call an order off before it is shipped.",
    discussion: ["What was paid stays noted until it is refunded."],
    examples: [
      Example("cleanstore cancel 1001 --reason 'changed her mind'", "Call it off, and say why.")
    ],
    operands: [Operands.order], flags: Flags.changing)

  static let takeBack = Command(
    "return", summary: "Take an order back from the customer.",
    discussion: ["Only what was delivered can come back."],
    examples: [Example("cleanstore return 1001 --reason 'too loud'", "Take it back.")],
    operands: [Operands.order], flags: Flags.changing)

  static let refund = Command(
    "refund", summary: "Pay back what was paid, or a part of it.",
    discussion: ["An order that isn't shipped yet then has something left to pay again."],
    examples: [Example("cleanstore refund 1001 12.99", "12.99 was paid back.")],
    operands: [Operands.order, Operands.amount], flags: Flags.changing)

  static let delete = Command(
    "delete", summary: "Hide an order from lists; its history stays.",
    discussion: [
      "Nothing undoes it. An order that was shipped, or for which something is still paid, can't be "
        + "deleted."
    ],
    examples: [Example("cleanstore delete 1001 --reason duplicate", "Hide it, and say why.")],
    operands: [Operands.order], flags: Flags.changing)

  static let shippingMethods = Command(
    "shipping-methods", summary: "List the shipping methods, add or retire one.",
    discussion: [
      "A retired method can't be chosen any more; orders that have it keep it, and its code isn't "
        + "given again. --at goes with list, the other flags with add and retire."
    ],
    examples: [
      Example("cleanstore shipping-methods", "What can be chosen."),
      Example("cleanstore shipping-methods add drone 'Drone Delivery'", "Offer a new one."),
      Example("cleanstore shipping-methods retire two-day", "Offer it no more."),
    ],
    operands: [Operands.action, Operands.methodCode, Operands.methodName],
    flags: [Flags.at] + Flags.changing)
}
