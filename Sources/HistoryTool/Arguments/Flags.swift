// Flags that read the same in every tool, each once: table, parser, help and commands refer to these.

import Conventions
import Terminal

package enum Flags {
  package static let json = Flag(
    "json", help: "Print JSON: one document, or one object per line for lists.")
  package static let color = Flag(
    "color", .choice(placeholder: "WHEN", among: ColorChoice.allCases.map(\.rawValue)),
    help: "Color the output: auto (on terminals), always or never.")
  package static let locale = Flag(
    "locale", .choice(placeholder: "NAME", among: LocaleRules.all.map(\.name)),
    help: "How dates, amounts and phone numbers are formatted for people; iso by default.")
  package static let timeZone = Flag(
    "time-zone", .text(placeholder: "ZONE"),
    help: "The time zone of the output: UTC by default, an offset such as +05:30, or a place such "
      + "as Europe/Berlin. Times that you type are always in UTC.")
  package static let jobs = Flag(
    "jobs", .integer(placeholder: "N", within: 1...64),
    help: "Read long histories with this many threads; by default one per processor.")
  package static let reverse = Flag("reverse", short: "r", help: "Reverse the order.")
  package static let follow = Flag(
    "follow", short: "f", help: "Continue with new entries as they are written, until interrupted.")

  static let patch = Flag(
    "patch", short: "p", help: "Show what each entry changed, field by field.")
  static let rejected = Flag("rejected", help: "Only commands that were refused.")
  static let accepted = Flag("accepted", help: "Only commands that were accepted.")
  static let byActor = Flag(
    "actor", .text(placeholder: "NAME"), help: "Only commands requested by this person.")
  static let entriesSince = Flag(
    "since", .text(placeholder: "TIME"), help: "Only entries at or after this time.")
  static let entriesUntil = Flag(
    "until", .text(placeholder: "TIME"), help: "Only entries at or before this time.")
  static let maxCount = Flag(
    "max-count", short: "n", .integer(placeholder: "N", within: 0...Int.max), isCount: true,
    help: "Only the last of them, at most this many.")
  static let history = Flag("history", help: "List all values that the fields have had.")
  static let with = Flag(
    "with", .text(placeholder: "OTHER"), help: "Compare with this store or file.")
  static let first = Flag("first", help: "Show only where it first begins to hold.")
  static let last = Flag("last", help: "Show only where it last begins to hold.")
  static let count = Flag(
    "count",
    help: "Show only how often it begins to hold, and for how many "
      + "orders.")
  static let invariant = Flag(
    "invariant", .text(placeholder: "NAME=CONDITION"), repeats: true,
    help: "Check this invariant, too.")
  static let invariants = Flag(
    "invariants", .text(placeholder: "FILE"), repeats: true,
    help: "Check the invariants in this file, too: one NAME=CONDITION per line; lines that begin "
      + "with # are ignored.")
}

package enum Operands {
  static let entry = Operand("SEQ", help: "The entry's number.")
}
