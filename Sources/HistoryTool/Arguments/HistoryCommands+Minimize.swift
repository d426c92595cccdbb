// The row of the command that makes a history smaller.

extension HistoryCommands {
  var minimize: ToolCommand {
    ToolCommand(
      "minimize", summary: "Find the smallest history that still shows a bug.",
      discussion: [
        "Removes \(words.plural), then commands, then fields, makes numbers and texts smaller, and "
          + "simplifies times, as long as the rest still shows the bug. The input is never modified. "
          + "Requires one of --when, --diverges and --run.",
        "With --when, up to \(MinimizeHistory.mostStreams) \(words.plural) that show it are tried, and "
          + "the smallest history is kept.",
        "Entries are numbered from 1; meta.original-seq is an entry's original number. With --when, "
          + "everything is decided again, each command by the rules that recorded it. Otherwise "
          + "recorded outcomes are kept; a command is only simplified where its rules agree with its "
          + "record, and then has their outcome. With --diverges, expected revisions that were met are "
          + "left out, because revisions change.",
        "A file is read back and tested again before it gets its name, with --run by the program, too.",
        "If interrupted, writes the smallest history so far and exits with 130. Exits with 1 if the "
          + "whole history doesn't show the bug, or an empty one does, too.",
      ],
      examples: lines("minimize"),
      flags: [
        when(\.condition), Flags.ever(\.holdsEver), Flags.diverges(\.isForDivergence),
        Flags.probe(\.program), Flags.maxRuns(\.maximumRuns), Flags.minimized(\.output),
        Flags.swiftTest(\.test),
      ],
      exclusive: [
        [when, Flags.diverges, Flags.probe], [Flags.ever, Flags.diverges],
        [Flags.ever, Flags.probe], [Flags.swiftTest, Flags.probe],
      ], request: MinimizeFlags(), run: CommandRun.minimize)
  }

  var when: Flag<String?> {
    Flag(
      "when", .text(placeholder: "CONDITION"),
      help: "The condition must hold for \(words.subject) at the end, with all commands decided "
        + "again.")
  }
}

extension Flags {
  static let ever = Flag("ever", help: "With --when: holding after any entry is enough.")
  static let diverges = Flag(
    "diverges", help: "A replay must stop at the same entry for the same reason.")
  static let probe = Flag(
    "run", .text(placeholder: "COMMAND"),
    help: "A shell command line that must exit with 0; 125 means that it can't tell. {} is the "
      + "history's file, which is also the program's standard input.")
  static let maxRuns = Flag(
    "max-runs", .integer(placeholder: "N", within: 1...Int.max),
    help: "Try at most this many histories.")
  static let minimized = Flag(
    "output", .text(placeholder: "FILE"),
    help: "Write the history to this new file; by default to standard output.")
  static let swiftTest = Flag(
    "swift-test", .text(placeholder: "NAME"),
    help: "Write a test for Swift Testing next to the history's file, as NAME.swift.")
}
