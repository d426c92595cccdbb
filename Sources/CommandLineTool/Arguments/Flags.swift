// The flags and operands of orders, each once: table, parser, help and commands refer to these.

import EventSourcing
import OrderDomain
import Terminal
import HistoryTool
import OrderScenes

extension Flags {
  static let store = CommandTable.history.store
  static let at = CommandTable.history.at
  static let from = CommandTable.history.from
  static let lockTimeout = Flag(
    "lock-timeout", .integer(placeholder: "SECONDS", within: 0...86_400),
    help: "How long to wait for another writer; 5 by default.")
  static let acceptClock = Flag(
    "accept-clock",
    help: "Record although the clock is over a day before the last entry, because it was wrong "
      + "then; otherwise exit with 75.")
  static let trace = Flag(
    "trace", .text(placeholder: "FILE", .file),
    help: "Append a line of JSON to this file for every attempt, whatever its outcome, without "
      + "personal data. Defaults to CLEANSTORE_TRACE. If it can't be written, is in a store, has "
      + "several hard links, or is a file that the command reads, there is a warning instead.")
  static let segmentSize = Flag(
    "segment-size", .integer(placeholder: "BYTES", within: 1...1 << 40),
    help: "Begin a new segment of the log before one grows beyond this; 64 MiB by default. "
      + "Entries that are written at once stay in one.")

  static let status = Flag(
    "status", .text(placeholder: "STATUS", .commaSeparated(Order.Status.allCases.map(\.rawValue))),
    repeats: true,
    help: "Only orders with this status, or one of several as in placed,paid: "
      + Order.Status.allCases.map(\.rawValue).joined(separator: ", ")
      + ". By default, all but deleted ones.")
  static let customer = Flag(
    "customer", .text(placeholder: "NAME", Operands.customers), help: "Only this customer's orders."
  )
  static let since = Flag(
    "since", .text(placeholder: "TIME", Operands.times),
    help: "Only orders placed at or after this time.")
  static let until = Flag(
    "until", .text(placeholder: "TIME", Operands.times),
    help: "Only orders placed at or before this time.")
  /// What `list` can leave out.
  static let orderFilters = [status, customer, since, until]
  static let sort = Flag(
    "sort",
    .choice(placeholder: "KEY", among: ListOrders.Sorting.allCases.map(\.rawValue)),
    help: "Sort by this key; placed by default. Ids that are numbers are sorted as numbers, total "
      + "by currency first, and ties by their first entries.")
  static let limit = Flag(
    "limit", short: "n", .integer(placeholder: "N", within: 0...Int.max), isCount: true,
    help: "List at most this many.")
  static let orders = Flag(
    "orders", .integer(placeholder: "N", within: 1...100_000_000),
    help: "How many orders, each with about four commands; 100 by default.")
  static let seed = Flag(
    "seed", .integer(placeholder: "N", within: 0...Int.max),
    help: "Another number makes other orders; 1 by default.")
  static let offset = Flag(
    "offset", .integer(placeholder: "N", within: 0...Int.max), help: "Skip this many first.")

  static let actor = Flag(
    "actor", .text(placeholder: "NAME", Operands.actors),
    help: "Who requests the command. Defaults to the setting (CLEANSTORE_ACTOR), or the name of "
      + "the user.")
  static let commandID = Flag(
    "id", .text(placeholder: "ID"),
    help: "An id for the command: repeated with the same id on the same order, or by a create that "
      + "names no order, it is executed only once.")
  static let expect = Flag(
    "expect", .integer(placeholder: "REVISION", within: 0...Int.max),
    help: "Only if the order is at this revision; otherwise exit with 75.")
  static let reason = Flag(
    "reason", .text(placeholder: "TEXT"), help: "The reason; recorded with the command.")
  static let method = Flag(
    "method", .text(placeholder: "TEXT"), help: "How it was paid, such as card or cash.")
  static let reference = Flag(
    "reference", .text(placeholder: "TEXT"), help: "The bank's reference for the payment.")
  static let carrier = Flag("carrier", .text(placeholder: "NAME"), help: "Who ships the order.")
  static let tracking = Flag(
    "tracking", .text(placeholder: "NUMBER"), help: "The carrier's tracking number.")
  static let changing = [
    actor, commandID, expect, reason, dryRun, lockTimeout, acceptClock, trace,
  ]
  static let yes = Flag(
    "yes", short: "y",
    help:
      "Ask nothing at a terminal: neither for confirmation nor for what is missing. With --json, "
      + "nothing is asked anyway.")
  static let changingOrder = changing + [yes]
  /// The flags of every command that creates something that has no revision yet.
  static let creating = [actor, commandID, reason]

  static let resume = Flag(
    "resume", help: "Continue after the last line of this import that is in the log.")
  static let rejects = Flag(
    "rejects", .text(placeholder: "FILE", .file),
    help: "Write the lines that were refused or not evaluated to this new file, for another try. "
      + "Without such lines, there is no file.")
  static let dryRun = Flag("dry-run", help: "Report the outcome, but record nothing.")
  static let wouldRecover = Flag(
    "dry-run",
    help: "Change nothing; show what would be kept and moved, and which orders have entries there.")
  static let durability = Flag(
    "durability", .choice(placeholder: "HOW", among: Durability.allCases.map(\.rawValue)),
    help: "sync: each command is on stable storage before the next; batch (the default): in groups "
      + "of up to 4096 entries or 1 MiB; none: like batch but without syncing, so that the last "
      + "commands may be lost in a crash or power failure.")
}

extension Setting {
  static let actor = Setting(
    "actor", Flags.actor,
    help: "Who requests commands. As one given with --actor, it is recorded and stays in the log.",
    values: "a name", standard: "the name of the user", fallback: { $0.user() })
}

extension Operands {
  static let customers = Content.listed(by: "complete customers")
  static let methods = Content.listed(by: "complete shipping-methods")
  static let order = CommandTable.history.stream
  /// The same, of which a shell offers those that would accept a command of this kind.
  static func order(accepting kind: OrderCommand.Kind) -> Operand {
    CommandTable.history.stream(.listed(by: "complete \(kind)"))
  }
  static let payment = amount(byDefault: "what is due")
  static let refund = amount(byDefault: "what the customer is owed")
  private static func amount(byDefault standard: String) -> Operand {
    Operand(
      "AMOUNT", .optional,
      help:
        "The amount in major units of the order's currency, such as 12.99 or 12,99; \(standard) "
        + "by default.")
  }
  static let action = Operand(
    "ACTION", .optional, .words(ShippingMethodAction.allCases.map(\.rawValue)),
    help: "What to do; list by default.")
  static let methodCode = Operand(
    "CODE", .optional, methods,
    help: "The method's code, to add or retire it.")
  static let methodName = Operand(
    "NAME", .optional, help: "The method's name, to add it.")
  static let file = Operand(
    "FILE", .required, .file,
    help: "The commands, one JSON object per line; - reads standard input.")
  static let demoDirectory = Operand(
    "DIR", .optional, .folder,
    help: "Create the demo's store in this folder and keep it; by default it is in memory.")
  static let cacheAction = Operand(
    "ACTION", .optional, .words(CacheAction.allCases.map(\.rawValue)),
    help: "What to do: status, rebuild, verify or clear; status by default.")
  static let backup = Operand(
    "DIR", .required, .folder,
    help: "Where the copy is: a folder that doesn't exist yet, is empty, or has a backup of this "
      + "store.")
  static let directory = Operand(
    "DIR", .optional, .folder,
    help: "Where to create the store, instead of --store; must be empty or not exist.")
}
