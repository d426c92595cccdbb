// The rows of the commands about personal data: what there is of a person, and erasing it.

extension ToolCommand {
  static let disclose = ToolCommand(
    "disclose", summary: "Write what is stored about a customer, for the customer.",
    discussion: [
      "Writes two files into a new folder: index.html, a page for the customer, and data.json, which has the same in "
        + "full, as data: every order that was ever the customer's, also deleted ones and those whose creation was "
        + "refused, each with all its entries, who requested them, when and why, and the known copies of the store. "
        + "It is what articles 15 and 20 of the GDPR ask for.",
      "Orders with commands about another customer, too, are named and not included, because they have that "
        + "person's data: look at them with `cleanstore log ORDER`. With --json, the data is printed, too. Exits with "
        + "1 if there is no order.",
    ],
    examples: [
      Example(
        "cleanstore disclose --customer amy --output about-amy", "What there is about amy.")
    ],
    flags: [Flags.disclosedCustomer(\.customer), Flags.disclosure(\.path)],
    request: DisclosureFlags(), run: CommandRun.disclose)

  static let erase = ToolCommand(
    "erase", summary: "Erase the personal data of orders, for good.",
    discussion: [
      "Contact, addresses and what is kept of a card are taken out of every entry of the orders, and replaced by "
        + "their hash. Who requested it, when and why is recorded in the history of each order. Nothing else "
        + "changes: the log verifies and replays as before, and checkpoints and proofs of it stay valid. "
        + "An order can still be paid, shipped, refunded and so on, but no personal data can be added.",
      "First it shows what it would do, and asks; at a terminal, type yes. Without a terminal, it takes --yes. "
        + "If it is interrupted, the next command that writes to the store finishes it.",
      "It says what it doesn't reach: the words in reasons, references and other free texts, files in the "
        + "quarantine, every folder that the store was backed up or archived to (backing up or archiving there again "
        + "replaces what it has), segments that have other names (hard links), and drafts of new orders in the "
        + "current folder. It can't know where extracts, traces and other copies are, or what is left on the disk.",
    ],
    examples: [
      Example(
        "cleanstore erase 1001 --reason 'customer request' --dry-run", "See what would be erased."),
      Example(
        "cleanstore erase --customer bob --reason 'customer request'",
        "Erase what all of bob's orders have."),
      Example(
        "cleanstore erase --older-than 10y --status delivered,cancelled --reason retention --yes",
        "Erase what needn't be kept any longer."),
    ],
    operands: [Operands.erased(\.orders.ids)],
    flags: [
      Flags.customer(\.orders.customer), Flags.olderThan(\.orders.age),
      Flags.erasedStatus.separated(\.orders.statuses),
    ] + CommandTable.history.erasingFlags(\.erasing),
    request: OrderErasure(), run: CommandRun.erase)
}

extension Flags {
  fileprivate static let disclosedCustomer = Flag(
    "customer", .text(placeholder: "NAME", Operands.customers), help: "The customer.")
  fileprivate static let disclosure = Flag(
    "output", .text(placeholder: "DIR", .folder), help: "The new folder.")
  static let olderThan = Flag(
    "older-than", .text(placeholder: "AGE"),
    help:
      "Only orders that haven't changed for this long, such as 10y, 6m or 90d. Orders whose creation was "
      + "refused aren't among them.")
  static let erasedStatus = Flag(
    "status", .texts(placeholder: "STATUS", .commaSeparated(Order.Status.allCases.map(\.rawValue))),
    help: "Only orders with this status, or one of several as in delivered,cancelled.")
}

extension Operands {
  static let erased = Operand(
    "ORDER", .anyNumber, .listed(by: "complete orders"),
    help: "The orders; or select them by flags.")
}
