// The table of commands. Everything that is said about a command is said here.

import EventLog
import EventSourcing
import Orders
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
      Example("cleanstore pay 1001 129.99", "Take note of a payment."),
      Example("cleanstore show 1001 --at 2026-01-31", "See an order as it was."),
    ],
    globalFlags: [
      Flags.store, Flags.json, Flags.color, Flags.locale, Flags.timeZone, Flags.noPager,
      Flags.jobs,
    ],
    groups: [
      CommandGroup("To begin with", [demo, initialise]),
      CommandGroup(
        "Orders", [create, validate, edit, pay, ship, deliver, cancel, takeBack, refund, delete]),
      CommandGroup("What is and what was", [list, show, log, blame, explain, diff, stats]),
      CommandGroup("Conditions over the past", [find, watch, check]),
      CommandGroup("Mistakes", [replay, whatIf, minimize, step, bisect, extract]),
      CommandGroup("The store", [shippingMethods, importing, verify, recover]),
      CommandGroup("The tool", [completions, manual]),
    ], topics: Topic.all)

  static let demo = Command(
    "demo", summary: "Tell the story of two orders, step by step.",
    discussion: [
      "Creates, edits, pays and ships orders, has a command refused, looks at the past and verifies "
        + "the log. Times and ids are fixed, so it prints the same each time."
    ],
    examples: [Example("cleanstore demo shop", "Keep the store in the folder shop.")],
    operands: [Operands.demoDirectory])

  static let initialise = Command(
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
    ], isPaged: true)

  static let show = Command(
    "show", summary: "Show an order, now or as it was, or one entry of the log.",
    examples: [
      Example("cleanstore show 1001", "The order as it is."),
      Example("cleanstore show 1001@2", "The order after its second revision."),
      Example("cleanstore show 1001 --at 2026-01-31", "The order at the end of that day."),
      Example("cleanstore show @7", "Entry 7: what was asked, what came of it, what it changed."),
    ],
    operands: [Operands.orderOrEntry], flags: [Flags.at], isPaged: true)

  static let log = Command(
    "log", summary: "Show who asked for what, and what came of it, the oldest first.",
    examples: [
      Example("cleanstore log 1001", "The history of one order."),
      Example("cleanstore log -p 1001", "The same, with what each entry changed."),
      Example("cleanstore log -5 1001 1002", "The last five entries of two orders."),
      Example(
        "cleanstore log --rejected --since 2026-01-01 --until 2026-01-31",
        "What was refused in January."),
      Example("cleanstore log 1001 --field billing", "What changed the billing address."),
      Example("cleanstore log --follow", "New entries as they are written."),
      Example("cleanstore log --json | jq -r 'select(.rejected).rejected.code'", "Refusal codes."),
    ],
    operands: [Operands.orderAndRange],
    flags: [
      Flags.patch, Flags.rejected, Flags.accepted, Flags.byActor, Flags.command,
      Flags.entriesSince, Flags.entriesUntil, Flags.changedField, Flags.reverse, Flags.maxCount,
      Flags.follow, Flags.at,
    ],
    exclusive: [[Flags.rejected, Flags.accepted], [Flags.reverse, Flags.follow]], isPaged: true)

  static let blame = Command(
    "blame", summary: "Say for every field of an order who set it, when, and by which command.",
    examples: [
      Example("cleanstore blame 1001", "Who set what."),
      Example("cleanstore blame 1001 --field status --history", "All the statuses it had."),
    ],
    operands: [Operands.order], flags: [Flags.field, Flags.history, Flags.at], isPaged: true)

  static let explain = Command(
    "explain", summary: "Say rule by rule why a command was accepted or refused.",
    discussion: [
      "Asks today's rules about the recorded command, on the order as it was, and names the entries "
        + "that the facts came from."
    ],
    examples: [Example("cleanstore explain 8", "Why entry 8 came out as it did.")],
    operands: [Operands.entry], isPaged: true)

  static let diff = Command(
    "diff", summary: "Say what differs between two moments, or between two stores.",
    discussion: ["Exit 1 if anything differs."],
    examples: [
      Example("cleanstore diff 1001@2 1001@5", "What happened to an order in three revisions."),
      Example("cleanstore diff 2026-01-31 end", "What is different since the end of January."),
      Example("cleanstore diff -100 end --stat", "How much, in numbers."),
      Example("cleanstore diff --with backup", "What another store or file has otherwise."),
    ],
    operands: [Operands.positionsAndOrders], flags: [Flags.with, Flags.statistics, Flags.at],
    isPaged: true)

  static let stats = Command(
    "stats", summary: "Count entries, orders and money.",
    examples: [Example("cleanstore stats --json --at -100", "The counts 100 entries ago.")],
    flags: [Flags.at], isPaged: true)

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
    "recover", summary: "Make a damaged store writable again, destroying nothing.",
    discussion: [
      "Everything from the first bad line on is moved into the store's quarantine folder, with a "
        + "report beside it; the good entries before it stay as they are. Good lines behind it are "
        + "moved, too: their orders are gone from the log, and new ones may get their numbers. If "
        + "there is a copy of the damaged file, restore that instead."
    ],
    flags: [Flags.lockTimeout])
}
