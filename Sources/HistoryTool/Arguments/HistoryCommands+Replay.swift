// The rows of the commands that decide a history again.

extension HistoryCommands {
  var replay: ToolCommand {
    ToolCommand(
      "replay",
      summary: "Decide every recorded command again and compare the outcomes.",
      discussion: [
        "Each command is evaluated by the version of the rules that recorded it, on the state that "
          + "results from the recorded events, with the recorded time, actor and reason. The "
          + "outcome must equal the recorded one, event by event and field by field. An expected "
          + "revision and a repeated id are checked again, too. What can't be judged without "
          + "erased personal data is taken from the record.",
        "With --rules, another version decides, such as the latest one: what diverges then is what "
          + "that version would have decided differently.",
        "The kinds of divergence are accepted-now-rejected, rejected-now-accepted, "
          + "rejection-differs, event-missing, event-extra, event-type-differs, field-differs and "
          + "unreadable.",
        "The last line is a digest of all states. It is the same on every machine and in every "
          + "build that reads the history the same way.",
        "With --outcomes and --against, each command is decided on the outcomes of the ones before."
          + (examples.passages[.outcomes] ?? ""),
        "Commands that were decided by rules that this version doesn't have are not decided again, but "
          + "counted. Entries that name no version are decided by the newest.",
        "Exits with 0 if everything is as recorded, 1 if something diverges or wasn't decided again, and 65 "
          + "if an entry can't be read.",
      ],
      examples: lines("replay"),
      flags: [
        only(\.replayed.ids), from(\.replayed.from), Flags.untilPosition(\.replayed.until),
        Flags.rules(\.replayed.rules), Flags.keepGoing(\.replayed.keepsGoing),
        ignore(\.replayed.ignored), Flags.outcomes(\.printsOutcomes), against(\.otherBuild),
      ],
      exclusive: ([against] + notWithOutcomes).map { [Flags.outcomes, $0] }
        + notWithOutcomes.map { [against, $0] }, isPaged: true, request: ReplayFlags(),
      run: CommandRun.replay)
  }

  var whatIf: ToolCommand {
    ToolCommand(
      "what-if", summary: "Change commands in the past and show what differs.",
      discussion: [
        "Decides only the affected streams again, from the first change on, each command by the "
          + "version of the rules that recorded it, and records nothing. Prints commands with a different outcome, as recorded (-) and as it "
          + "would be (+), then streams with a different final state"
          + (domains.main.totals.isEmpty ? "." : ", then the difference in money."),
        "JSON is a command as in an import, \(examples.passages[.whatIf] ?? words.exampleCommand), "
          + "with the entry's actor, stream and time, or a whole import line, "
          + "{\"at\",\"actor\",\"\(words.noun)\",\"command\"}, in which everything but the command "
          + "is optional. Times may not decrease."
          + ofMoney(" As in all JSON, amounts are in minor units."),
        "Exits with 1 if something differs.",
      ],
      examples: lines("what-if"),
      flags: [
        Flags.skip(\.changed.skipped), Flags.replace(\.changed.replaced),
        Flags.insert(\.changed.inserted), Flags.time(\.changed.timed),
        Flags.ignoreExpect(\.changed.ignoresExpect), Flags.output(\.output),
      ],
      isPaged: true, request: WhatIfFlags(), run: CommandRun.whatIf)
  }
}

// Flags of these that name the tool or its domain.
extension HistoryCommands {
  private var notWithOutcomes: [any NamedFlag] { [from, Flags.rules, Flags.keepGoing, ignore] }

  package var only: Flag<[String]> {
    Flag("only", .texts(placeholder: noun, examples.listing), help: "Only this \(words.noun).")
  }
  var ignore: Flag<[String]> {
    Flag(
      "ignore", .texts(placeholder: "FIELD"),
      help: sentence("Ignore differences in this field of events", suchAs: "ignore"))
  }
  var against: Flag<String?> {
    Flag(
      "against", .text(placeholder: "PROGRAM"),
      help:
        "Do the same with another build of \(tool), and print the differences between this build "
        + "(-) and that one (+).")
  }
}
