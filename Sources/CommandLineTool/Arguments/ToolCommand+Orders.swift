// The rows of the commands that list orders, and that change one order or the catalogue.

extension ToolCommand {
  static let list = ToolCommand(
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
    flags: [
      Flags.status.separated(\.statuses), Flags.customer(\.customer), Flags.since(\.since),
      Flags.until(\.until), Flags.sort(\.sort), Flags.reverse(\.isReversed), Flags.limit(\.limit),
      Flags.offset(\.offset), Flags.at(\.at),
    ] + Flags.tables(),
    exclusive: Flags.exclusiveTables, isPaged: true, synonyms: ["ls", "orders", "status"],
    request: ListOrders.Request(),
    run: CommandRun.examining(ListOrders.self))

  static let pay = ToolCommand(
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
        "Safe to repeat: the payment is recorded once."),
    ],
    operands: [Operands.order(accepting: .pay)(\.change.id), Operands.payment(\.amount)],
    flags: [Flags.method(\.method), Flags.reference(\.reference)] + Flags.changingOrder(\.change),
    request: PayOrder.Request(),
    run: CommandRun.changing(PayOrder.self))

  static let ship = ToolCommand(
    "ship", summary: "Ship an order.",
    discussion: ["Only an order that is paid in full can be shipped."],
    examples: [
      Example(
        "cleanstore ship 1001 --carrier 'Snail & Co.' --tracking S-1",
        "Ship it, with carrier and tracking number.")
    ],
    operands: [Operands.order(accepting: .ship)(\.change.id)],
    flags: [Flags.carrier(\.carrier), Flags.tracking(\.tracking)] + Flags.changingOrder(\.change),
    request: ShipOrder.Request(),
    run: CommandRun.changing(ShipOrder.self))

  static let deliver = ToolCommand(
    "deliver", summary: "Record that an order was delivered.",
    examples: [Example("cleanstore deliver 1001", "The order has arrived.")],
    operands: [Operands.order(accepting: .deliver)(\.id)], flags: Flags.changingOrder(\.self),
    request: ChangeRequest(),
    run: CommandRun.changing(DeliverOrder.self))

  static let cancel = ToolCommand(
    "cancel", summary: "Cancel an order before it is shipped.",
    discussion: ["Payments stay recorded until they are refunded."],
    examples: [
      Example("cleanstore cancel 1001 --reason 'changed her mind'", "Cancel it, and say why.")
    ],
    operands: [Operands.order(accepting: .cancel)(\.id)], flags: Flags.changingOrder(\.self),
    synonyms: ["undo", "revert"],
    request: ChangeRequest(),
    run: CommandRun.changing(CancelOrder.self))

  static let takeBack = ToolCommand(
    "return", summary: "Record that an order was returned.",
    discussion: ["Only an order that was delivered can be returned."],
    examples: [Example("cleanstore return 1001 --reason 'too loud'", "The customer sent it back.")],
    operands: [Operands.order(accepting: .return)(\.id)], flags: Flags.changingOrder(\.self),
    request: ChangeRequest(),
    run: CommandRun.changing(ReturnOrder.self))

  static let refund = ToolCommand(
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
    operands: [Operands.order(accepting: .refund)(\.change.id), Operands.refund(\.amount)],
    flags: Flags.changingOrder(\.change), synonyms: ["undo", "revert"],
    request: RefundOrder.Request(),
    run: CommandRun.changing(RefundOrder.self))

  static let delete = ToolCommand(
    "delete", summary: "Delete an order; its history stays.",
    discussion: [
      "This can't be undone: at a terminal, you are asked first, except with --json. An order that was shipped, or that has "
        + "payments that aren't refunded, can't be deleted."
    ],
    examples: [Example("cleanstore delete 1001 --reason duplicate", "Delete it, and say why.")],
    operands: [Operands.order(accepting: .delete)(\.id)], flags: Flags.changingOrder(\.self),
    synonyms: ["remove", "rm"],
    request: ChangeRequest(),
    run: CommandRun.changing(DeleteOrder.self, asking: DeleteOrder.confirmation))

  static let shippingMethods = ToolCommand(
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
    operands: [
      Operands.action(\.action), Operands.methodCode(\.code), Operands.methodName(\.name),
    ],
    flags: [Flags.at(\.at)] + CommandTable.history.changing(\.change),
    request: ShippingMethodRequest(), run: CommandRun.shippingMethods)
}
