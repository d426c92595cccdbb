// The row of the command that erases personal data.

extension ToolCommand {
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
