// The rows of the commands that decide a history once more.

import Terminal

extension CommandTable {
  static let replay = Command(
    "replay", summary: "Put every recorded command to today's rules and compare what comes of it.",
    discussion: [
      "Each command is decided on the state that the recorded events lead to, with the recorded time, "
        + "actor and reason. What comes of it must be what is recorded, event by event and field by "
        + "field. Where personal data was erased, what it decided is taken as it is recorded.",
      "Divergences are called accepted-now-rejected, rejected-now-accepted, rejection-differs, "
        + "event-missing, event-extra, event-type-differs, field-differs and unreadable.",
      "At the end stands a digest of all states, the same on every machine and in every build that "
        + "reads the history in the same way.",
      "Exit 0 if everything is as recorded, 1 if something diverges, 65 if an entry can't be read.",
    ],
    examples: [
      Example("cleanstore replay", "Does the store still come out as it was recorded?"),
      Example("cleanstore replay --keep-going --json", "All divergences, one object a line."),
      Example("cleanstore replay --store report.jsonl --only 1001", "One order out of a file."),
    ],
    flags: [Flags.only, Flags.from, Flags.untilPosition, Flags.keepGoing, Flags.ignore])
}
