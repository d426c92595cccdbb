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
      "--outcomes and --against let decisions build on one another. `cleanstore help formats` describes "
        + "the lines.",
      "Exit 0 if everything is as recorded, 1 if something diverges, 65 if an entry can't be read.",
    ],
    examples: [
      Example("cleanstore replay", "Does the store still come out as it was recorded?"),
      Example("cleanstore replay --keep-going --json", "All divergences, one object a line."),
      Example("cleanstore replay --store report.jsonl --only 1001", "One order out of a file."),
      Example("cleanstore replay --against ./old/cleanstore", "What do the new rules change?"),
    ],
    flags: [
      Flags.only, Flags.from, Flags.untilPosition, Flags.keepGoing, Flags.ignore, Flags.outcomes,
      Flags.against,
    ],
    exclusive: [Flags.from, Flags.keepGoing, Flags.ignore].map {
      [Flags.outcomes, Flags.against, $0]
    }, isPaged: true)

  static let whatIf = Command(
    "what-if", summary: "Ask something otherwise, decide again, and tell what differs.",
    discussion: [
      "Only the streams that are touched are decided again, from the first change on, by today's "
        + "rules; nothing is recorded. Commands that come out differently are printed with what came "
        + "of them (-) and what would (+), then the streams that end otherwise, then the money.",
      #"JSON is a command as in an import, {"type":"cancel-order"}, asked by the entry's actor on its "#
        + #"stream and at its time, or a whole import line, {"at","actor","order","command"}, of which "#
        + "any but the command may be left out. Times may not decrease.",
    ],
    examples: [
      Example("cleanstore what-if --skip 12", "What would be refused without this payment?"),
      Example(
        #"cleanstore what-if --replace '7={"type":"pay-order","amount":500}'"#,
        "What if less had been paid?"),
      Example(
        #"cleanstore what-if --insert '9={"type":"cancel-order"}' --output other.jsonl"#,
        "Keep the other history as a file."),
    ],
    flags: [Flags.skip, Flags.replace, Flags.insert, Flags.time, Flags.output], isPaged: true)

  static let minimize = Command(
    "minimize", summary: "Find the smallest history that still shows something.",
    discussion: [
      "Leaves out orders, then commands, then fields, makes numbers and texts smaller and brings times "
        + "together, for as long as what is left still shows it. What is read stays as it is. Give "
        + "one of --when, --diverges and --run.",
      "Entries are numbered from 1; meta.original-seq is the number that one had. With --when "
        + "everything is decided again by today's rules. Otherwise what is recorded stays recorded; "
        + "a command is changed only where today's rules agree with its record, and then has "
        + "today's outcome.",
      "Interrupted, it writes the smallest history so far and exits with 130. Exit 1 if not even the "
        + "whole history shows it.",
    ],
    examples: [
      Example("cleanstore minimize --diverges", "The few commands that the new rules take amiss."),
      Example(
        "cleanstore minimize --when 'balance < 0' --output bug.jsonl --swift-test Overpaid",
        "A bug as a file and a test."),
      Example(
        "cleanstore minimize --run '! ./old/cleanstore replay --store {}'",
        "What did an older build get wrong?"),
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
