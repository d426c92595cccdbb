// The table of commands. It is the one description of every command.

import EventLog
import EventSourcing
import HistoryTool
import Orders
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
    globalFlags: history.globalFlags,
    groups: [
      CommandGroup("Getting started", [demo, initialise]),
      CommandGroup(
        "Orders", [create, validate, edit, pay, ship, deliver, cancel, takeBack, refund, delete]),
      CommandGroup(
        "Looking at orders and history",
        [list, show, history.log, history.blame, history.explain, history.diff, history.stats]),
      CommandGroup("Conditions", [history.find, history.watch, history.check]),
      CommandGroup(
        "Mistakes",
        [
          history.replay, history.whatIf, history.minimize, history.step, history.bisect,
          history.extract,
        ]),
      CommandGroup("Managing the store", [shippingMethods, importing, history.verify, recover]),
      CommandGroup("About the tool", [completions, manual]),
    ], topics: Topic.all)

  static let demo = Command(
    "demo", summary: "Tell the story of two orders, step by step.",
    discussion: [
      "Creates, edits, pays and ships orders, has a command refused, looks at the past and "
        + "verifies the log. Times and ids are fixed, so the output is always the same."
    ],
    examples: [Example("cleanstore demo shop", "Keep the store in the folder shop.")],
    operands: [Operands.demoDirectory])

  static let initialise = Command(
    "init", summary: "Create an empty store.",
    examples: [Example("cleanstore init shop", "Create a store in the folder shop.")],
    operands: [Operands.directory])

  static let importing = Command(
    "import", summary: "Import commands from a file and record their outcomes.",
    discussion: [
      #"A line is {"at","actor","order"|"stream","command"}. Times may not decrease, be in the "#
        + "future, or be before the end of the log. Commands that the rules refuse are recorded as "
        + "refused. A malformed line stops the import; everything before it is kept.",
      "An import is identified by the name of its file: --resume finds the last line of that file "
        + "in the log.",
    ],
    examples: [
      Example("cleanstore import orders.jsonl", "Import a file."),
      Example("cleanstore import --resume orders.jsonl", "Continue an interrupted import."),
      Example("gzip -cd orders.gz | cleanstore import -", "Import from a pipe."),
    ],
    operands: [Operands.file],
    flags: [
      Flags.resume, Flags.dryRun, Flags.durability, Flags.lockTimeout, Flags.segmentSize,
    ])

  static let list = Command(
    "list", summary: "List orders.",
    examples: [
      Example("cleanstore list --status paid", "Orders ready to be shipped."),
      Example("cleanstore list --at 2026-01-31", "The orders as they were at the end of that day."),
      Example("cleanstore list --sort total --reverse -n 10", "The ten largest orders."),
    ],
    flags: Flags.orderFilters
      + [Flags.sort, Flags.reverse, Flags.limit, Flags.offset, Flags.at], isPaged: true)

  static let show = Command(
    "show", summary: "Show an order, now or at a past moment, or an entry of the log.",
    examples: [
      Example("cleanstore show 1001", "The order now."),
      Example("cleanstore show 1001@2", "The order at revision 2."),
      Example("cleanstore show 1001 --at 2026-01-31", "The order at the end of that day."),
      Example("cleanstore show @7", "Entry 7: the command, its outcome, and what it changed."),
    ],
    operands: [Operands.orderOrEntry], flags: [Flags.at], isPaged: true)

  static let recover = Command(
    "recover", summary: "Make a damaged store writable again, without destroying anything.",
    discussion: [
      "Moves everything from the first bad line on to the store's quarantine folder, with a "
        + "report; the good entries before it stay. Good lines after it are moved, too: their "
        + "orders disappear from the log, and new orders may get their numbers. If you have a copy "
        + "of the damaged file, restore it instead."
    ],
    flags: [Flags.lockTimeout])
}
