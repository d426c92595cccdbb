// The flags and operands, each once: table, parser, help and commands refer to these.

import Conventions
import EventSourcing
import Orders
import Terminal
import HistoryScenes
import OrderScenes

enum Flags {
  static let store = Flag(
    "store", .text(placeholder: "DIR", .file),
    help: "The store: a directory; to read, also a .jsonl file or - for standard input. "
      + "Without it CLEANSTORE_STORE, else ./store.")
  static let json = Flag("json", help: "Print JSON: one document, or one object a line for lists.")
  static let color = Flag(
    "color", .choice(placeholder: "WHEN", among: ColorChoice.allCases.map(\.rawValue)),
    help: "Colour the output: auto (on terminals), always or never.")
  static let noPager = Flag(
    "no-pager",
    help: "Show long output at once, not by pages in CLEANSTORE_PAGER, else PAGER, else less.")
  static let locale = Flag(
    "locale", .choice(placeholder: "NAME", among: LocaleRules.all.map(\.name)),
    help: "How dates, amounts and phone numbers are written for people; iso if left out.")
  static let timeZone = Flag(
    "time-zone", .text(placeholder: "ZONE"),
    help: "Where clocks are read: UTC if left out, an offset as in +05:30, or a place as in "
      + "Europe/Berlin. Times that are typed are always in UTC.")
  static let jobs = Flag(
    "jobs", .integer(placeholder: "N", within: 1...64),
    help: "Read a long history with this many threads; one for each processor if left out.")
  static let lockTimeout = Flag(
    "lock-timeout", .integer(placeholder: "SECONDS", within: 0...86_400),
    help: "How long to wait for another writer; 5 if left out.")
  static let segmentSize = Flag(
    "segment-size", .integer(placeholder: "BYTES", within: 1...1 << 40),
    help: "Begin a new log segment when the last would grow beyond this; 64 MiB if left out.")

  static let at = Flag(
    "at", .text(placeholder: "POSITION"),
    help: "As of this moment: an entry's number (4127), before the end (-3), an order's revision "
      + "(1001@5), a time (2026-01-31T12:00Z), a day's end (2026-01-31), start or end.")

  static let status = Flag(
    "status", .text(placeholder: "STATUS", .words(Order.Status.allCases.map(\.rawValue))),
    repeats: true,
    help: "Only orders with this status: "
      + Order.Status.allCases.map(\.rawValue).joined(separator: ", ")
      + "; deleted ones are left out otherwise.")
  static let customer = Flag(
    "customer", .text(placeholder: "NAME"), help: "Only this customer's orders.")
  static let since = Flag(
    "since", .text(placeholder: "TIME"), help: "Only orders placed at or after this time.")
  static let until = Flag(
    "until", .text(placeholder: "TIME"), help: "Only orders placed at or before this time.")
  static let sort = Flag(
    "sort",
    .choice(placeholder: "KEY", among: ListOrders.Sorting.allCases.map(\.rawValue)),
    help: "Sort by this; placed if left out. Ties go by id.")
  static let reverse = Flag("reverse", short: "r", help: "Turn the order round.")
  static let limit = Flag(
    "limit", short: "n", .integer(placeholder: "N", within: 0...Int.max), isCount: true,
    help: "List at most so many.")
  static let offset = Flag(
    "offset", .integer(placeholder: "N", within: 0...Int.max), help: "Leave out so many first.")

  static let patch = Flag(
    "patch", short: "p", help: "Show what each entry changed, field by field.")
  static let rejected = Flag("rejected", help: "Only commands that were refused.")
  static let accepted = Flag("accepted", help: "Only commands that were accepted.")
  static let byActor = Flag(
    "actor", .text(placeholder: "NAME"), help: "Only what this person asked.")
  static let command = Flag(
    "command", .text(placeholder: "TYPE", .words(commandTypes)),
    help: "Only commands of this type, as in pay-order.")
  private static let commandTypes =
    OrderCommand.Kind.allCases.map { "\($0.type)" }
    + [
      CatalogueCommand.addShippingMethod(code: "", name: ""), .retireShippingMethod(code: ""),
    ].map { "\(Catalogue.type(of: $0))" }
  static let entriesSince = Flag(
    "since", .text(placeholder: "TIME"), help: "Only entries made at or after this time.")
  static let entriesUntil = Flag(
    "until", .text(placeholder: "TIME"), help: "Only entries made at or before this time.")
  static let changedField = Flag(
    "field", .text(placeholder: "PATH"),
    help: "Only entries that changed this field or one below it, as in status or billing.")
  static let maxCount = Flag(
    "max-count", short: "n", .integer(placeholder: "N", within: 0...Int.max), isCount: true,
    help: "Only the last so many of them.")
  static let follow = Flag(
    "follow", short: "f", help: "Go on with new entries as they are written, until interrupted.")
  static let field = Flag(
    "field", .text(placeholder: "PATH"),
    help: "Only this field and those below it, as in items[0].sku or billing.")
  static let history = Flag("history", help: "List all the values that the fields had.")
  static let with = Flag(
    "with", .text(placeholder: "OTHER"), help: "Compare with this store or file.")
  static let statistics = Flag("stat", help: "Only count: orders, and fields of each.")
  static let first = Flag("first", help: "Show only where it begins to hold first.")
  static let last = Flag("last", help: "Show only where it begins to hold last.")
  static let count = Flag("count", help: "Show only how often it begins to hold, and for how many.")
  static let order = Flag(
    "order", .text(placeholder: "ORDER", Operands.listedOrders), help: "Only this order.")
  static let changes = Flag(
    "changes", help: "Leave out entries that change none of the values of their order.")
  static let invariant = Flag(
    "invariant", .text(placeholder: "NAME=CONDITION"), repeats: true,
    help: "Check this, too.")
  static let invariants = Flag(
    "invariants", .text(placeholder: "FILE"), repeats: true,
    help: "Check these, too: one NAME=CONDITION a line; lines that begin with # say nothing.")

  static let actor = Flag(
    "actor", .text(placeholder: "NAME"),
    help: "Who asks. Without it CLEANSTORE_ACTOR, else the user's name.")
  static let commandID = Flag(
    "id", .text(placeholder: "ID"),
    help: "The command's own id: asked again with the same id, it is done once.")
  static let expect = Flag(
    "expect", .integer(placeholder: "REVISION", within: 0...Int.max),
    help: "Only if it is at this revision; else exit 75.")
  static let reason = Flag(
    "reason", .text(placeholder: "TEXT"), help: "Why; recorded with the command.")
  static let method = Flag(
    "method", .text(placeholder: "TEXT"), help: "How it was paid, as in card or cash.")
  static let reference = Flag(
    "reference", .text(placeholder: "TEXT"), help: "What the bank calls the payment.")
  static let carrier = Flag("carrier", .text(placeholder: "NAME"), help: "Who carries it.")
  static let tracking = Flag(
    "tracking", .text(placeholder: "NUMBER"), help: "The carrier's number for it.")
  /// The flags of every command that changes something.
  static let changing = [actor, commandID, expect, reason, dryRun, lockTimeout]
  /// The flags of every command that makes something of which there is no revision yet.
  static let creating = [actor, commandID, reason]

  static let only = Flag(
    "only", .text(placeholder: "ORDER", Operands.listedOrders), repeats: true,
    help: "Only this order.")
  static let from = Flag(
    "from", .text(placeholder: "POSITION"),
    help: "Only what comes after this position; written as for --at elsewhere: 4127, -3, 1001@5, "
      + "2026-01-31T12:00Z, 2026-01-31, start or end.")
  static let untilPosition = Flag(
    "until", .text(placeholder: "POSITION"), help: "Read no further than this position.")
  static let keepGoing = Flag(
    "keep-going", help: "Go on behind the first divergence, and report all of them.")
  static let ignore = Flag(
    "ignore", .text(placeholder: "FIELD"), repeats: true,
    help: "A field of events whose differences don't count, as in total or items; personal stands "
      + "for contact, addresses and card.")

  static let outcomes = Flag(
    "outcomes",
    help:
      "Decide everything from the beginning instead, each command on what came of those before, "
      + "and print every outcome and every stream's end as JSON lines.")
  static let against = Flag(
    "against", .text(placeholder: "PROGRAM"),
    help:
      "Do so with another build of cleanstore, too, and print what differs between this one (-) "
      + "and that one (+).")

  static let skip = Flag(
    "skip", .text(placeholder: "SEQ"), repeats: true, help: "Don't ask this entry's command.")
  static let replace = Flag(
    "replace", .text(placeholder: "SEQ=JSON"), repeats: true,
    help: "Ask this instead of the entry's command.")
  static let insert = Flag(
    "insert", .text(placeholder: "SEQ=JSON"), repeats: true,
    help: "Ask this before the entry, or at the end with the number behind the last.")
  static let time = Flag(
    "time", .text(placeholder: "SEQ=TIME"), repeats: true,
    help: "Ask the entry's command at this time.")
  static let output = Flag(
    "output", .text(placeholder: "FILE"),
    help: "Write the history as it would be into a new file of JSON lines.")

  static let when = Flag(
    "when", .text(placeholder: "CONDITION"),
    help: "It must hold for an order in the end, all commands decided again by today's rules.")
  static let ever = Flag("ever", help: "With --when: after any entry is enough.")
  static let diverges = Flag(
    "diverges", help: "A replay must stop at the same entry and for the same reason.")
  static let run = Flag(
    "run", .text(placeholder: "COMMAND"),
    help: "A line for the shell that must end with exit code 0: 125 says that it can't tell. {} is "
      + "the history's file, which is also its standard input.")
  static let maxRuns = Flag(
    "max-runs", .integer(placeholder: "N", within: 1...Int.max),
    help: "Try at most so many histories.")
  static let minimized = Flag(
    "output", .text(placeholder: "FILE"),
    help: "Write the history into this new file; to standard output if left out.")
  static let swiftTest = Flag(
    "swift-test", .text(placeholder: "NAME"),
    help: "Write a test for Swift Testing beside the history's file, as NAME.swift.")

  static let resume = Flag(
    "resume", help: "Go on behind the last line of this import that is in the log.")
  static let dryRun = Flag("dry-run", help: "Say what would come of it, but record nothing.")
  static let durability = Flag(
    "durability", .choice(placeholder: "HOW", among: Durability.allCases.map(\.rawValue)),
    help: "sync: each command is on stable storage before the next; batch (if left out): in groups "
      + "of up to 4096 entries or 1 MiB; none: the same without syncing, so what was recorded last "
      + "may be lost with the process or the power.")
}

enum Operands {
  static let listedOrders = Content.listed(by: "list")
  static let listedMethods = Content.listed(by: "shipping-methods")
  static let order = Operand("ORDER", .required, listedOrders, help: "The order's id.")
  static let orderOrEntry = Operand(
    "ORDER", .required, listedOrders,
    help: "The order's id, with @REV for a revision of it; or @SEQ for an entry.")
  static let orderAndRange = Operand(
    "ORDER|A..B", .anyNumber, listedOrders,
    help: "Only the entries of these orders; only those behind position A and up to B.")
  static let entry = Operand("SEQ", help: "The entry's number.")
  static let positionsAndOrders = Operand(
    "A|B|ORDER", .anyNumber, listedOrders,
    help: "Two positions, as A B or A..B, B being the end if left out; then the orders to compare, "
      + "all if left out. With --with, orders only.")
  static let amount = Operand(
    "AMOUNT", help: "How much, in major units of the order's currency, as in 12.99.")
  static let action = Operand(
    "ACTION", .optional, .words(ShippingMethodAction.allCases.map(\.rawValue)),
    help: "What to do with them; list if left out.")
  static let methodCode = Operand(
    "CODE", .optional, listedMethods,
    help: "What orders call the method, to add or retire it.")
  static let methodName = Operand(
    "NAME", .optional, help: "What people call the method, to add it.")
  static let anyOrder = Operand(
    "ORDER", .optional, listedOrders, help: "Only this order's entries.")
  static let condition = Operand(
    "CONDITION", help: "What to look for, as in 'status == \"paid\" and total > 10000'.")
  static let expressions = Operand(
    "EXPRESSION", .oneOrMore, help: "What to show, as in status or 'total - paid'.")
  static let file = Operand(
    "FILE", .required, .file,
    help: "The commands, one JSON object a line; - reads them from standard input.")
  static let demoDirectory = Operand(
    "DIR", .optional, .folder,
    help: "Make the demo's store in this folder and keep it; else in memory.")
  static let directory = Operand(
    "DIR", .optional, .folder,
    help: "Where to make the store, instead of --store; must be empty or not there.")
}
