// The rows of the commands that look at the past.

extension HistoryCommands {
  package var globalFlags: [any NamedFlag] {
    [
      store, Flags.json, Flags.color, Flags.locale, Flags.timeZone, noPager, Flags.config,
      Flags.noConfig, Flags.jobs, Flags.noCache,
    ]
  }
  var exclusiveGlobalFlags: [[any NamedFlag]] { [[Flags.config, Flags.noConfig]] }

  func lines(_ command: String) -> [Example] { examples.lines[command] ?? [] }

  /// - Parameter scene: The one that shows a stream.
  package func show<S: Scene & Interaction>(_ scene: S.Type) -> ToolCommand
  where S.Request == ShowStream.Request, S.Context == History, S.ViewModel: Drawable {
    ToolCommand(
      "show", summary: "Show \(words.subject), now or at a past moment, or an entry of the log.",
      examples: [
        Example("\(tool) show \(id)", "The \(words.noun) now."),
        Example("\(tool) show \(id)@2", "The \(words.noun) at revision 2."),
        Example("\(tool) show \(id) --at 2026-01-31", "The \(words.noun) at the end of that day."),
        Example("\(tool) show @7", "Entry 7: the command, its outcome, and what it changed."),
      ],
      operands: [streamOrEntry(\.operand)],
      flags: [at(\.at), Flags.aroundEntry(\.readsAround)], isPaged: true,
      synonyms: ["status", "view", "get"], request: ShowOperands(),
      run: { run in { (request) throws(Failure) in try run.show(request, scene) } })
  }

  var log: ToolCommand {
    ToolCommand(
      "log", summary: "Show commands and their outcomes, oldest first.",
      discussion: [
        "With --json, entries are printed as they are in the log, so that other commands can read them, with one "
          + "exception: an entry names the version of the rules where neither it nor the one printed before does."
      ],
      examples: lines("log"), operands: [streamsAndRange(\.shown.ids)],
      flags: logFlags,
      exclusive: [
        [Flags.rejected, Flags.accepted], [Flags.reverse, Flags.follow], [Flags.csv, Flags.patch],
      ] + Flags.exclusiveTables
        + Flags.notAround([
          Flags.patch, changedField, whereHolds, Flags.reverse, Flags.maxCount, Flags.follow,
          Flags.csv,
        ]), isPaged: true, synonyms: ["history"],
      request: LogRequest(), run: CommandRun.log)
  }

  private var logFlags: [RequestFlag<LogRequest>] {
    [
      Flags.patch(\.shown.showsChanges), Flags.rejected(\.shown.outcome, .rejected),
      Flags.accepted(\.shown.outcome, .accepted), Flags.byActor(\.shown.actor),
      command(\.shown.command), Flags.entriesSince(\.shown.since),
      Flags.entriesUntil(\.shown.until), changedField(\.shown.field),
      whereHolds(\.shown.condition), Flags.reverse(\.shown.isReversed),
      Flags.maxCount(\.shown.limit), Flags.follow(\.follows), at(\.shown.at),
      Flags.around(\.shown.readsAround), Flags.csv(\.shown.tellsAmounts),
      RequestFlag(common: Flags.dialect),
    ]
  }

  var blame: ToolCommand {
    ToolCommand(
      "blame",
      summary: "Show who last set each field of \(words.subject), when, and by which command.",
      examples: lines("blame"), operands: [stream(\.id)],
      flags: [field(\.field), Flags.history(\.showsHistory), at(\.at)] + Flags.tables(),
      exclusive: Flags.exclusiveTables, isPaged: true, request: BlameFields.Request(),
      run: CommandRun.examining(BlameFields.self))
  }

  var explain: ToolCommand {
    ToolCommand(
      "explain", summary: "Explain, rule by rule, why a command was accepted or refused.",
      discussion: [
        "Evaluates the recorded command by the version of the rules that recorded it, on the "
          + "\(words.noun) as it was, and names the entries that set the fields involved."
      ],
      examples: [Example("\(tool) explain 8", "Explain the outcome of entry 8.")],
      operands: [Operands.entry { $0.entry = .typed($1) }], flags: [Flags.rules(\.rules)],
      isPaged: true,
      request: ExplainDecision.Request(),
      run: CommandRun.examining(ExplainDecision.self))
  }

  var diff: ToolCommand {
    ToolCommand(
      "diff", summary: "Show the differences between two positions, or two stores.",
      discussion: ["Exits with 1 if there are differences."], examples: lines("diff"),
      operands: [positionsAndStreams(\.operands)],
      flags: [Flags.with(\.other), statistics(\.countsOnly), at(\.at)], isPaged: true,
      request: DifferenceOperands(), run: CommandRun.diff)
  }

  var verify: ToolCommand {
    ToolCommand(
      "verify", summary: "Read the whole log and check that it is intact.",
      discussion: [
        "Checks UTF-8, JSON, canonical form, sequence numbers, revisions, times and checksums, and "
          + "that the events can be folded. Exits with 65 at the first error, and prints its "
          + "place; with --all, it goes on after that and names every bad place. What only follows "
          + "from one that was named already isn't named.",
        "Entries that are missing at the end of the log are noticed if a writer opened or closed the "
          + "store after they were written. For anything later, and for changes that were made on "
          + "purpose, keep checkpoints elsewhere: with --checkpoint, the log must be the one that they "
          + "are of, continued. What was added after the last of them is counted as not proved.",
      ],
      examples: [
        Example("\(tool) verify --all", "Find everything that is damaged."),
        Example("\(tool) verify --json", "Print the result for a program."),
        Example(
          "\(tool) verify --checkpoint today --public-key log.vkey",
          "Verify that nothing was changed since a checkpoint was signed."),
      ],
      flags: Flags.evidence(\.evidence) + [Flags.allDamage(\.namesAll)],
      exclusive: Flags.exclusiveEvidence + [[Flags.allDamage, Flags.checkpoints]],
      request: VerifyRequest(), run: CommandRun.verify)
  }
}

extension Flags {
  fileprivate static func notAround(_ flags: [any NamedFlag]) -> [[any NamedFlag]] {
    flags.map { [around, $0] }
  }
}
