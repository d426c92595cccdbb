// The tool `cleanstore`: its commands, in the order in which help lists them.

extension ToolDescription {
  static let versionLine: StaticString = "cleanstore 0.1.0\n"

  static let cleanstore = ToolDescription(
    CommandTable.history, versionLine: "\(versionLine)",
    summary: "an order engine that keeps every command and its outcome in a log.",
    examples: [
      Example("cleanstore demo", "See what it does, in a temporary store."),
      Example("cleanstore init", "Create a store in ./store."),
      Example("cleanstore import orders.jsonl", "Import commands from a file."),
      Example("cleanstore pay 1001 129.99", "Record a payment."),
      Example("cleanstore show 1001 --at 2026-01-31", "Show an order as it was on a day."),
    ],
    groups: [
      Group("Getting started", [.demo, CommandTable.history.initialise]),
      Group(
        "Orders",
        [
          .create, .validate, .edit, .pay, .ship, .deliver, .cancel, .takeBack, .refund, .delete,
        ]),
    ]
      + CommandTable.history.groups(
        looking: [CommandTable.history.browse(BrowsedOrders()), .list],
        shows: CommandTable.history.show(ShowOrder.self),
        managing: [
          .shippingMethods, .importing, CommandTable.history.export, .generate, .disclose, .erase,
        ], completes: .complete),
    topics: Topic.all)
}
