// The table of commands. Everything that is said about a command is said here.

import Terminal

extension CommandTable {
  /// The commands of `cleanstore`.
  static let cleanstore = CommandTable(
    name: "cleanstore",
    summary: "an order engine that keeps every command and what came of it in a log.",
    examples: [
      Example("cleanstore demo", "See what it does, in a store made for the occasion."),
      Example("cleanstore init", "Make a store in ./store."),
      Example("cleanstore import orders.jsonl", "Put recorded commands through the rules."),
      Example("cleanstore show 1001 --at 2026-01-31", "See an order as it was."),
    ],
    globalFlags: [Flags.store, Flags.json, Flags.color],
    commands: [
      demo, initialize, importing, pay, list, show, log, replay, whatIf, stats, verify, recover,
    ])

  static let demo = Command(
    "demo", summary: "Tell the story of two orders, step by step.",
    discussion: [
      "Creates, edits, pays and ships orders, has a command refused, looks at the past and verifies "
        + "the log. Times and ids are fixed, so it prints the same each time."
    ],
    examples: [Example("cleanstore demo shop", "Keep the store in the folder shop.")],
    operands: [Operands.demoDirectory])

  static let initialize = Command(
    "init", summary: "Make an empty store.",
    examples: [Example("cleanstore init shop", "Make a store in the folder shop.")],
    operands: [Operands.directory])

  static let importing = Command(
    "import", summary: "Put commands from a file through the rules and record what comes of them.",
    discussion: [
      #"A line is {"at","actor","order"|"stream","command"}. Times may not decrease, lie after "#
        + "the clock, or before the log's end. What the rules refuse is recorded, too. A line that "
        + "isn't as it must be stops the import; everything before it is kept.",
      "The import goes by its file's name: --resume finds the last line of it in the log.",
    ],
    examples: [
      Example("cleanstore import orders.jsonl", "Import a file."),
      Example("cleanstore import --resume orders.jsonl", "Go on where an import was stopped."),
      Example("gzip -cd orders.gz | cleanstore import -", "Import from a pipe."),
    ],
    operands: [Operands.file],
    flags: [
      Flags.resume, Flags.dryRun, Flags.durability, Flags.lockTimeout, Flags.segmentSize,
    ])

  static let pay = Command(
    "pay", summary: "Take note of a payment.",
    examples: [
      Example("cleanstore pay 1001 129.99 --method card", "129.99 was paid by card.")
    ],
    operands: [Operands.order, Operands.amount],
    flags: [Flags.method, Flags.reference] + Flags.changing + [Flags.lockTimeout])

  static let list = Command(
    "list", summary: "List the orders that aren't deleted.",
    examples: [
      Example("cleanstore list --status paid", "What is to be shipped."),
      Example("cleanstore list --at 2026-01-31", "The orders as they were at the end of that day."),
      Example("cleanstore list --sort total --reverse -n 10", "The ten largest."),
    ],
    flags: [
      Flags.status, Flags.customer, Flags.since, Flags.until, Flags.sort, Flags.reverse,
      Flags.limit, Flags.offset, Flags.at,
    ])

  static let show = Command(
    "show", summary: "Show an order, now or as it was.",
    examples: [
      Example("cleanstore show 1001", "The order as it is."),
      Example("cleanstore show 1001 --at 1001@2", "The order after its second revision."),
    ],
    operands: [Operands.order], flags: [Flags.at])

  static let log = Command(
    "log", summary: "Show who asked for what, and what came of it, the oldest first.",
    examples: [
      Example("cleanstore log 1001", "The history of one order."),
      Example("cleanstore log --json | jq -r 'select(.rejected).rejected.code'", "Refusal codes."),
    ],
    operands: [Operands.anyOrder], flags: [Flags.at])

  static let stats = Command(
    "stats", summary: "Count entries, orders and money.",
    examples: [Example("cleanstore stats --json --at -100", "The counts 100 entries ago.")],
    flags: [Flags.at])

  static let verify = Command(
    "verify", summary: "Read every byte of the log and say whether it is as it was written.",
    discussion: [
      "Checks UTF-8, JSON, the canonical form, numbering, revisions, times, checksums, and that the "
        + "events fold. Exit 65, with the place, at the first thing that is wrong.",
      "Entries cut off at the end of the log can't be missed by anybody who has only the log: keep "
        + "the last number elsewhere.",
    ],
    examples: [Example("cleanstore verify --json", "The answer for a program.")])

  static let recover = Command(
    "recover", summary: "Make a damaged store writable again, losing nothing.",
    discussion: [
      "Everything from the first bad line on is moved into the store's quarantine folder, with a "
        + "report beside it; the good entries before it stay as they are."
    ],
    flags: [Flags.lockTimeout])
}
