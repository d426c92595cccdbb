// The rows of the commands that decide a history again.

import HistoryTool
import Terminal

extension CommandTable {
  static let minimize = Command(
    "minimize", summary: "Find the smallest history that still shows a bug.",
    discussion: [
      "Removes orders, then commands, then fields, makes numbers and texts smaller, and simplifies "
        + "times, as long as the rest still shows the bug. The input is never modified. Requires "
        + "one of --when, --diverges and --run.",
      "Entries are numbered from 1; meta.original-seq is an entry's original number. With --when, "
        + "everything is decided again by today's rules. Otherwise recorded outcomes are kept; a "
        + "command is only simplified where today's rules agree with its record, and then has "
        + "today's outcome.",
      "If interrupted, writes the smallest history so far and exits with 130. Exits with 1 if the "
        + "whole history doesn't show the bug.",
    ],
    examples: [
      Example(
        "cleanstore minimize --diverges",
        "The few commands that today's rules decide "
          + "differently."),
      Example(
        "cleanstore minimize --when 'balance < 0' --output bug.jsonl --swift-test Overpaid",
        "A bug as a file and a test."),
      Example(
        "cleanstore minimize --run '! ./old/cleanstore replay --store {}'",
        "What did an older build decide differently?"),
    ],
    flags: [
      Flags.when, Flags.ever, Flags.diverges, Flags.run, Flags.maxRuns, Flags.minimized,
      Flags.swiftTest,
    ],
    exclusive: [
      [Flags.when, Flags.diverges, Flags.run], [Flags.ever, Flags.diverges],
      [Flags.ever, Flags.run], [Flags.swiftTest, Flags.run],
    ])
}
