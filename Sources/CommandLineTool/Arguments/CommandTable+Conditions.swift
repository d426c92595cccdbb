// The commands that evaluate conditions on the past.

import Terminal

extension CommandTable {
  static let find = Command(
    "find", summary: "Find where a condition begins or ceases to hold for an order.",
    discussion: [
      "The condition is asked of an order after each of its entries: its fields are named as in "
        + "`show --json`, and seq, at, actor, command.type and rejected.code are the entry's. A "
        + "condition that asks for the entry, for old(…) or changed(…) holds for single entries.",
      "`cleanstore help conditions` explains conditions. Exit 1 if it never holds.",
    ],
    examples: [
      Example(
        #"cleanstore find 'status == "shipped" and paid < total'"#, "Shipped, but not paid?"),
      Example("cleanstore find 'changed(billing.zip)' 1001", "When did 1001 move house?"),
      Example(
        "cleanstore find 'rejected.code == \"invalid\"' --count", "How often was it invalid?"),
    ],
    operands: [Operands.condition, Operands.anyOrder],
    flags: [Flags.first, Flags.last, Flags.count, Flags.from, Flags.at],
    exclusive: [[Flags.first, Flags.last, Flags.count]], isPaged: true)

  static let check = Command(
    "check", summary: "Check what must be true of every order after every entry.",
    discussion: [
      "The invariants of the house, such as that the total is the sum of its parts, and your own. "
        + "For each that is broken the first entry that shows it is named, with the values. Exit 1 "
        + "if any is.",
      "A store whose revisions or times are out of order can't be read at all; in a single file, "
        + "that is reported like everything else.",
    ],
    examples: [
      Example("cleanstore check", "Is everything as it must be?"),
      Example(
        "cleanstore check --invariant 'small=total <= 1000000'", "And is no order too large?"),
      Example("cleanstore check --store bug.jsonl", "What is wrong with this history?"),
    ],
    flags: [Flags.invariant, Flags.invariants, Flags.at], isPaged: true)

  static let watch = Command(
    "watch", summary: "Show values as they were after every entry.",
    discussion: [
      "A print statement put into the past: an expression is anything that can stand in a "
        + "condition, such as status, total - paid or len(items). Amounts are in minor units. "
        + "`cleanstore help conditions` explains them."
    ],
    examples: [
      Example("cleanstore watch status balance --order 1001", "How 1001 came to where it is."),
      Example("cleanstore watch 'len(items)' --changes", "Whose number of items ever changed?"),
    ],
    operands: [Operands.expressions],
    flags: [Flags.order, Flags.changes, Flags.from, Flags.at], isPaged: true)
}
