// The rows of the commands that look at the past.

import Terminal

extension HistoryCommands {
  package var globalFlags: [Flag] {
    [
      store, Flags.json, Flags.color, Flags.locale, Flags.timeZone, noPager, Flags.config,
      Flags.noConfig, Flags.jobs, Flags.noCache,
    ]
  }
  package var exclusiveGlobalFlags: [[Flag]] { [[Flags.config, Flags.noConfig]] }

  func lines(_ command: String) -> [Example] { examples.lines[command] ?? [] }

  package var show: Command {
    Command(
      "show", summary: "Show \(words.subject), now or at a past moment, or an entry of the log.",
      examples: [
        Example("\(tool) show \(id)", "The \(words.noun) now."),
        Example("\(tool) show \(id)@2", "The \(words.noun) at revision 2."),
        Example("\(tool) show \(id) --at 2026-01-31", "The \(words.noun) at the end of that day."),
        Example("\(tool) show @7", "Entry 7: the command, its outcome, and what it changed."),
      ],
      operands: [streamOrEntry], flags: [at, Flags.aroundEntry], isPaged: true,
      synonyms: ["status", "view", "get"])
  }

  package var log: Command {
    Command(
      "log", summary: "Show commands and their outcomes, oldest first.",
      discussion: [
        "With --json, entries are printed as they are in the log, so that other commands can read them, with one "
          + "exception: an entry names the version of the rules where neither it nor the one printed before does."
      ],
      examples: lines("log"), operands: [streamsAndRange],
      flags: [
        Flags.patch, Flags.rejected, Flags.accepted, Flags.byActor, command, Flags.entriesSince,
        Flags.entriesUntil, changedField, whereHolds, Flags.reverse, Flags.maxCount, Flags.follow,
        at, Flags.around,
      ] + Flags.tables,
      exclusive: [
        [Flags.rejected, Flags.accepted], [Flags.reverse, Flags.follow], [Flags.csv, Flags.patch],
      ] + Flags.exclusiveTables
        + [
          Flags.patch, changedField, whereHolds, Flags.reverse, Flags.maxCount, Flags.follow,
          Flags.csv,
        ].map { [Flags.around, $0] }, isPaged: true, synonyms: ["history"])
  }

  package var blame: Command {
    Command(
      "blame",
      summary: "Show who last set each field of \(words.subject), when, and by which command.",
      examples: lines("blame"), operands: [stream],
      flags: [field, Flags.history, at] + Flags.tables,
      exclusive: Flags.exclusiveTables, isPaged: true)
  }

  package var explain: Command {
    Command(
      "explain", summary: "Explain, rule by rule, why a command was accepted or refused.",
      discussion: [
        "Evaluates the recorded command by the version of the rules that recorded it, on the "
          + "\(words.noun) as it was, and names the entries that set the fields involved."
      ],
      examples: [Example("\(tool) explain 8", "Explain the outcome of entry 8.")],
      operands: [Operands.entry], flags: [Flags.rules], isPaged: true)
  }

  package var diff: Command {
    Command(
      "diff", summary: "Show the differences between two positions, or two stores.",
      discussion: ["Exits with 1 if there are differences."], examples: lines("diff"),
      operands: [positionsAndStreams], flags: [Flags.with, statistics, at], isPaged: true)
  }

  package var verify: Command {
    Command(
      "verify", summary: "Read the whole log and check that it is intact.",
      discussion: [
        "Checks UTF-8, JSON, canonical form, sequence numbers, revisions, times and checksums, and "
          + "that the events can be folded. Exits with 65 at the first error, and prints its "
          + "place; with --all, it goes on after that and names every bad place. What only follows "
          + "from one that was named already isn't named.",
        "Entries that are missing at the end of the log are noticed if a writer opened or closed the "
          + "store after they were written. For anything later, and for changes that somebody made on "
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
      flags: Flags.evidence + [Flags.allDamage],
      exclusive: Flags.exclusiveEvidence + [[Flags.allDamage, Flags.checkpoints]])
  }
}
