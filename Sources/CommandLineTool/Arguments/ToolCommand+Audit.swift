// The row of the audit.

import HistoryScenes
import HistoryTool
import OrderDomain
import OrderScenes
import Terminal

extension ToolCommand {
  static let audit = ToolCommand(
    "audit", summary: "Examine the whole log on one page, for a person who has to sign for it.",
    discussion: [
      "Says what was read, whether every byte is good, whether the log is the one of the checkpoints "
        + "that are passed, whether every decision follows from the rules that made it, whether the "
        + "invariants hold, what was erased, what was paid and refunded in each month, and what "
        + "should be explained. A deleted order's money is shown, too.",
      "What should be explained is found by name; --without leaves one out:",
    ] + Orders.findings.map { "\($0.name): \($0.meaning)" } + [
      "--finding adds a condition of yours (`cleanstore help conditions`); each place where it begins to "
        + "hold is one. --list NAME lists all places of one finding, with time, order, person and amount. "
        + "Exits with 0 if there is nothing to explain, 1 if there is, and 65 if the log is "
        + "damaged, or isn't the one that was signed; then nothing else is examined."
    ],
    examples: [
      Example("cleanstore audit", "Examine the log."),
      Example(
        "cleanstore audit --checkpoint today --public-key log.vkey",
        "Also whether it is the one that was signed."),
      Example(
        "cleanstore audit --require-reason refund-order --finding 'large=total > 10000.00'",
        "Look for refunds without a reason, and large orders."),
      Example(
        "cleanstore audit --list refund-without-return --csv", "List all such refunds as a table."),
    ],
    flags: [
      Flags.finding(\.audited.findings), Flags.without(\.audited.without),
      Flags.requireReason(\.audited.reasoned), Flags.listFinding(\.listed),
    ] + Flags.tables() + Flags.evidence(\.evidence),
    exclusive: Flags.exclusiveEvidence + Flags.exclusiveTables, isPaged: true,
    request: AuditFlags(), run: CommandRun.audit)
}

extension Flags {
  static let finding = Flag(
    "finding", .texts(placeholder: "NAME=CONDITION"),
    help: "Also look for where this condition begins to hold.")
  static let without = Flag(
    "without", .choices(placeholder: "NAME", among: Orders.findings.map(\.name)),
    help: "Don't look for this.")
  static let listFinding = Flag(
    "list",
    .text(placeholder: "NAME", .words(Orders.findings.map(\.name))),
    help: "List all places of this finding, instead of the page.")
  static let requireReason = Flag(
    "require-reason",
    .choices(placeholder: "TYPE", among: OrderCommand.Kind.allCases.map { "\($0.type)" }),
    help: "Commands of this type should have a reason.")
}
