// The table of commands. It is the one description of every command.

import HistoryTool
import Terminal

extension CommandTable {
  static let cleanstore = CommandTable(
    name: "cleanstore",
    summary: "an order engine that keeps every command and its outcome in a log.",
    examples: [
      Example("cleanstore demo", "See what it does, in a temporary store."),
      Example("cleanstore init", "Create a store in ./store."),
      Example("cleanstore import orders.jsonl", "Import commands from a file."),
      Example("cleanstore pay 1001 129.99", "Record a payment."),
      Example("cleanstore show 1001 --at 2026-01-31", "Show an order as it was on a day."),
    ],
    globalFlags: history.globalFlags, exclusive: history.exclusiveGlobalFlags,
    groups: [
      CommandGroup("Getting started", [demo, history.initialise]),
      CommandGroup(
        "Orders", [create, validate, edit, pay, ship, deliver, cancel, takeBack, refund, delete]),
    ]
      + history.groups(
        looking: [browse, list], evidence: [audit, report],
        managing: [
          shippingMethods, importing, export, generate, erase, backup, archive, restore, cache,
        ],
        repairing: [recover]),
    topics: Topic.all)

  static let demo = Command(
    "demo", summary: "Tell the story of two orders, step by step.",
    discussion: [
      "Creates, edits, pays and ships orders, has a command refused, looks at the past and "
        + "verifies the log. Times and ids are fixed, so the output is always the same."
    ],
    examples: [Example("cleanstore demo shop", "Keep the store in the folder shop.")],
    operands: [Operands.demoDirectory])
}
