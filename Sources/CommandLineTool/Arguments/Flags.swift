// The flags and operands, each once: table, parser, help and commands refer to these.

import EventSourcing
import Terminal
import UseCases

enum Flags {
  static let store = Flag(
    "store", .text(placeholder: "DIR"),
    help: "The store: a directory; to read, also a .jsonl file or - for standard input. "
      + "Without it CLEANSTORE_STORE, else ./store.")
  static let json = Flag("json", help: "Print JSON: one document, or one object a line for lists.")
  static let color = Flag(
    "color", .choice(placeholder: "WHEN", among: ColorChoice.allCases.map(\.rawValue)),
    help: "Colour the output: auto (on terminals), always or never.")
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
    "status", .text(placeholder: "STATUS"), repeats: true,
    help: "Only orders with this status; deleted shows deleted ones.")
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
    "limit", short: "n", .integer(placeholder: "N", within: 0...Int.max),
    help: "List at most so many.")
  static let offset = Flag(
    "offset", .integer(placeholder: "N", within: 0...Int.max), help: "Leave out so many first.")

  static let actor = Flag(
    "actor", .text(placeholder: "NAME"),
    help: "Who asks. Without it CLEANSTORE_ACTOR, else the user's name.")
  static let commandID = Flag(
    "id", .text(placeholder: "ID"),
    help: "The command's own id: asked again with the same id, it is done once.")
  static let expect = Flag(
    "expect", .integer(placeholder: "REVISION", within: 0...Int.max),
    help: "Only if the order is at this revision; else exit 75.")
  static let reason = Flag(
    "reason", .text(placeholder: "TEXT"), help: "Why; recorded with the command.")
  static let method = Flag(
    "method", .text(placeholder: "TEXT"), help: "How it was paid, as in card or cash.")
  static let reference = Flag(
    "reference", .text(placeholder: "TEXT"), help: "What the bank calls the payment.")
  /// The flags of every command that changes something.
  static let changing = [actor, commandID, expect, reason, dryRun]

  static let only = Flag(
    "only", .text(placeholder: "ORDER"), repeats: true, help: "Only this order.")
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
    "insert", .text(placeholder: "SEQ=JSON"), repeats: true, help: "Ask this before the entry.")
  static let time = Flag(
    "time", .text(placeholder: "SEQ=TIME"), repeats: true,
    help: "Ask the entry's command at this time.")
  static let output = Flag(
    "output", .text(placeholder: "FILE"),
    help: "Write the history as it would be into a new file of JSON lines.")

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
  static let order = Operand("ORDER", help: "The order's id.")
  static let amount = Operand(
    "AMOUNT", help: "How much, in major units of the order's currency, as in 12.99.")
  static let anyOrder = Operand("ORDER", .optional, help: "Only this order's entries.")
  static let file = Operand(
    "FILE", help: "The commands, one JSON object a line; - reads them from standard input.")
  static let demoDirectory = Operand(
    "DIR", .optional, help: "Make the demo's store in this folder and keep it; else in memory.")
  static let directory = Operand(
    "DIR", .optional,
    help: "Where to make the store, instead of --store; must be empty or not there.")
}
