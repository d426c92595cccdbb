// The commands that examine a history, as `cleanstore` explains them: in the words of orders.

extension CommandTable {
  static let history = HistoryCommands(of: "cleanstore", for: .orders, examples: .orders)
}

extension DomainExamples {
  fileprivate static var orders: DomainExamples {
    var examples = DomainExamples()
    examples.listing = .listed(by: "complete orders")
    examples.completed = CompleteArguments.Request.all.map(\.word)
    examples.commandTypes =
      OrderCommand.Kind.allCases.map { "\($0.type)" }
      + [
        CatalogueCommand.addShippingMethod(code: "", name: ""), .retireShippingMethod(code: ""),
      ].map { "\(Catalogue.type(of: $0))" }
    examples.values = [
      "command": "pay-order", "changed-field": "status or billing",
      "field": "items[0].sku or billing", "find": #"'status == "paid" and total > 100.00'"#,
      "watch": "status or 'total - paid'",
      "ignore": "total or items; personal stands for contact, addresses and card",
      "by": "month,actor or status", "where": #"'status == "paid"'"#,
    ]
    examples.passages = [
      .check: ", such as that the total is the sum of its parts",
      .expression: ", such as status, total - paid or len(items)",
      .stats: ", orders and money", .id: ", or by a create that names no order,",
      .bisect: " as `list --json` prints them", .extract: " and the catalogue",
      .whatIf: #"{"type":"cancel-order"}"#,
      .outcomes: " `cleanstore help formats` describes the lines.", .pseudonyms: pseudonyms,
      .formats: " `cleanstore help formats` lists them.", .folder: "shop",
      .archive: ", what-if and erase --customer",
      .report: "totals per currency, orders and money month by month, who refunded what, which "
        + "rules refused what, how orders went from status to status and how long that took",
      .exported: "Customers, reasons and actors",
      .withPersonal: "Include contact, addresses, and what is kept of cards.",
      .audit: "what was paid and refunded in each month, and what should be explained. A deleted "
        + "order's money is shown, too.",
    ]
    examples.fields =
      "Fields have the names that `cleanstore show --json` prints: status, billing.zip, "
      + "items[0].sku. The id isn't one: pass it as an operand."
    examples.conditions = [
      #"status == "shipped" and paid < total"#,
      #"changed(billing.zip) or rejected.code == "invalid""#,
      "sum(items, quantity * unitPrice) > 100.00",
      "at >= 2026-01-31 and not exists(carrier)",
    ]
    examples.lines = linesOfOrders
    return examples
  }

  private static let linesOfOrders = [
    "audit": [
      Example(
        "cleanstore audit --require-reason refund-order --finding 'large=total > 10000.00'",
        "Look for refunds without a reason, and large orders."),
      Example(
        "cleanstore audit --list refund-without-return --csv", "List all such refunds as a table."),
    ],
    "init": [Example("cleanstore init shop", "Create a store in the folder shop.")],
    "import": [
      Example(
        "cleanstore import --format cloudevents events.jsonl",
        "Import what `export cloudevents --with-personal` wrote.")
    ],
    "log": [
      Example("cleanstore log 1001", "The history of one order."),
      Example("cleanstore log -p 1001", "The same, with what each entry changed."),
      Example("cleanstore log -5 1001 1002", "The last five entries of two orders."),
      Example(
        "cleanstore log --rejected --since 2026-01-01 --until 2026-01-31",
        "Commands refused in January."),
      Example("cleanstore log 1001 --field billing", "Changes to the billing address."),
      Example("cleanstore log --follow", "New entries as they are written."),
      Example(
        "cleanstore log --json | jq -r 'select(.rejected).rejected.code'",
        "The codes of all refusals."),
    ],
    "blame": [
      Example("cleanstore blame 1001", "Who set each field."),
      Example(
        "cleanstore blame 1001 --field status --history",
        "Every status that the order has had."),
    ],
    "diff": [
      Example("cleanstore diff 1001@2 1001@5", "What three revisions changed."),
      Example("cleanstore diff 2026-01-31 end", "What has changed since the end of January."),
      Example("cleanstore diff -100 end --stat", "How much has changed, in numbers."),
      Example("cleanstore diff --with backup", "Compare with another store or file."),
    ],
    "find": [
      Example(
        #"cleanstore find 'status == "shipped" and paid < total'"#,
        "Orders that were shipped but not paid."),
      Example(
        "cleanstore find 'changed(billing.zip)' 1001",
        "When did the billing address of 1001 change?"),
      Example(
        "cleanstore find 'rejected.code == \"invalid\"' --count",
        "How often was a command invalid?"),
    ],
    "check": [
      Example("cleanstore check", "Check the built-in invariants."),
      Example(
        "cleanstore check --invariant 'small=total <= 10000.00'", "Check one of your own, too."),
      Example("cleanstore check --store bug.jsonl", "Check a history in a file."),
    ],
    "watch": [
      Example(
        "cleanstore watch status due --order 1001",
        "How the status of 1001, and what is due, changed."),
      Example("cleanstore watch 'len(items)' --changes", "Whenever a number of items changed."),
    ],
    "stats": [
      Example("cleanstore stats --by month,actor", "What each person did in each month."),
      Example("cleanstore stats --by code --where refused", "Which rules refuse most."),
      Example(
        #"cleanstore stats --by month,actor --where 'command.type == "refund-order"'"#,
        "Who refunded what in each month."),
      Example("cleanstore stats --json --at -100", "The statistics 100 entries ago."),
    ],
    "replay": [
      Example("cleanstore replay", "Is every outcome what the rules lead to?"),
      Example("cleanstore replay --keep-going --json", "All divergences, one object per line."),
      Example("cleanstore replay --store report.jsonl --only 1001", "One order from a file."),
      Example(
        "cleanstore replay --against ./old/cleanstore",
        "What would another build decide differently?"),

    ],
    "what-if": [
      Example("cleanstore what-if --skip 12", "What would be refused without this payment?"),
      Example(
        #"cleanstore what-if --replace '7={"type":"pay-order","amount":500}'"#,
        "What if less had been paid?"),
      Example(
        #"cleanstore what-if --insert '9={"type":"cancel-order"}' --output other.jsonl"#,
        "Save the alternative history to a file."),
    ],
    "minimize": [
      Example(
        "cleanstore minimize --diverges",
        "The few commands that a replay decides differently."),
      Example(
        "cleanstore minimize --when 'balance < 0' --output bug.jsonl --swift-test Overpaid",
        "A bug as a file and a test."),
      Example(
        "cleanstore minimize --run '! ./old/cleanstore replay --store {}'",
        "What did an older build decide differently?"),
    ],
    "step": [
      Example("cleanstore step", "Begin at the end."),
      Example("cleanstore step 1001 --at start", "One order, from its beginning."),
      Example(
        #"printf 'b\nwhy\n' | cleanstore step"#,
        "Why was the last entry but one accepted or refused?"),

    ],
    "bisect": [
      Example(
        #"cleanstore bisect --run "jq -se 'map(.balance) | add < 100000' > /dev/null""#,
        "When did the balances first add up to more than 1000.00?"),
      Example(
        "cleanstore bisect --run ./check.sh --good 1001@1",
        "Assume that all was good when 1001 was created."),

    ],
    "extract": [
      Example("cleanstore extract 1001 > bug.jsonl", "The history of one order."),
      Example("cleanstore extract 1001 1002 100..120", "Two orders, entries 101 to 120."),
      Example(
        "cleanstore extract 1001 --pseudonymize --key-file key --output bug.jsonl",
        "A history without personal data."),

    ],
  ]

  private static let pseudonyms =
    "--pseudonymize replaces every customer, name, phone number, email address, street, city, "
    + "postal code, last four digits of a card, actor, reason, reference, tracking number and "
    + "value of meta with a token. Under one key, equal texts get equal tokens, and different "
    + "texts different ones. A token has the form of what it replaces, valid or not, so that "
    + "`cleanstore replay` decides as before. Ids, times, states, countries, goods, money, "
    + "carriers, and brand and expiry month of cards are kept."
}
