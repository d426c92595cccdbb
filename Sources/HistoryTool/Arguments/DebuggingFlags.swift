// The flags of the commands that decide a history again and debug it.

import Terminal

extension Flags {
  static let skip = Flag(
    "skip", .text(placeholder: "SEQ"), repeats: true, help: "Leave out this entry's command.")
  static let replace = Flag(
    "replace", .text(placeholder: "SEQ=JSON"), repeats: true,
    help: "Execute this instead of the entry's command.")
  static let insert = Flag(
    "insert", .text(placeholder: "SEQ=JSON"), repeats: true,
    help: "Execute this before the entry, or at the end if the number is one more than the last.")
  static let time = Flag(
    "time", .text(placeholder: "SEQ=TIME"), repeats: true,
    help: "Execute the entry's command at this time.")
  static let output = Flag(
    "output", .text(placeholder: "FILE"),
    help: "Write the alternative history to a new file of JSON lines.")
  static let untilPosition = Flag(
    "until", .text(placeholder: "POSITION"), help: "Only entries up to this position.")
  static let keepGoing = Flag(
    "keep-going", help: "Continue after the first divergence, and report all of them.")
  static let outcomes = Flag(
    "outcomes",
    help:
      "Decide everything from the beginning, each command on the outcomes of the ones before, and "
      + "print every outcome and every stream's final state as JSON lines.")
  static let judge = Flag(
    "run", .text(placeholder: "PROGRAM"), help: "The program that judges, as a shell command line.")
  static let good = Flag(
    "good", .text(placeholder: "POSITION"),
    help: "A position at which everything is good; start by default.")
  static let bad = Flag(
    "bad", .text(placeholder: "POSITION"),
    help: "A position at which something is bad; end by default.")
  static let pseudonymize = Flag(
    "pseudonymize", help: "Replace names and other personal texts with tokens.")
  static let keyFile = Flag(
    "key-file", .text(placeholder: "FILE", .file),
    help: "The file with the key for that, at least 16 bytes.")
  static let outputFile = Flag(
    "output", .text(placeholder: "FILE", .file),
    help: "Write to a new file instead of standard output.")
}
