// The rows of the commands that decide a history again, debug it, and send it on.

import Terminal

extension HistoryCommands {
  package var stats: Command {
    Command(
      "stats", summary: "Count entries\(examples.values["stats"] ?? " and \(words.plural)").",
      examples: lines("stats"),
      flags: [at], isPaged: true)
  }

  package var replay: Command {
    Command(
      "replay",
      summary: "Decide every recorded command again and compare the outcomes.",
      discussion: [
        "Each command is evaluated by today's rules, on the state that results from the recorded "
          + "events, with the recorded time, actor and reason. The outcome must equal the recorded "
          + "one, event by event and field by field. Decisions that depend on erased personal data "
          + "are taken from the record.",
        "The kinds of divergence are accepted-now-rejected, rejected-now-accepted, "
          + "rejection-differs, event-missing, event-extra, event-type-differs, field-differs and "
          + "unreadable.",
        "The last line is a digest of all states. It is the same on every machine and in every "
          + "build that reads the history the same way.",
        "With --outcomes and --against, each command is decided on the outcomes of the ones before."
          + (examples.values["outcomes"] ?? ""),
        "Exits with 0 if everything is as recorded, 1 if something diverges, and 65 if an entry "
          + "can't be read.",
      ],
      examples: lines("replay"),
      flags: [
        only, from, Flags.untilPosition, Flags.keepGoing, ignore, Flags.outcomes,
        against,
      ],
      exclusive: [from, Flags.keepGoing, ignore].map {
        [Flags.outcomes, against, $0]
      }, isPaged: true)
  }

  package var whatIf: Command {
    Command(
      "what-if", summary: "Change commands in the past and show what differs.",
      discussion: [
        "Decides only the affected streams again, from the first change on, by today's rules, and "
          + "records nothing. Prints commands with a different outcome, as recorded (-) and as it "
          + "would be (+), then streams with a different final state"
          + (domains.main.totals.isEmpty ? "." : ", then the difference in money."),
        "JSON is a command as in an import, \(examples.values["what-if"] ?? words.exampleCommand), "
          + "with the entry's actor, stream and time, or a whole import line, "
          + "{\"at\",\"actor\",\"\(words.noun)\",\"command\"}, in which everything but the command "
          + "is optional. Times may not decrease.",
      ],
      examples: lines("what-if"),
      flags: [Flags.skip, Flags.replace, Flags.insert, Flags.time, Flags.output], isPaged: true)
  }

  package var step: Command {
    Command(
      "step", summary: "Step through the log at a prompt, forward and back.",
      discussion: [
        "Shows an entry and reads commands: next, back, goto, until, back-until, end, show, diff, "
          + "why, mark, marks, help and quit. They can be abbreviated, and an empty line repeats "
          + "the last one. `help` explains them.",
        "until and back-until stop at entries after which a condition holds for the entry's "
          + "\(words.noun); `\(tool) help conditions` describes conditions. If standard input is a "
          + "pipe, there is no prompt, and the exit code is 1 if a command failed.",
      ],
      examples: lines("step"),
      operands: [steppedStream], flags: [at])
  }

  package var bisect: Command {
    Command(
      "bisect", summary: "Find the first bad entry with a program.",
      discussion: [
        "The program reads all \(words.plural) as they were, including deleted ones, from standard "
          + "input, one JSON object per line\(examples.values["bisect"] ?? ""); "
          + "\(variable("POSITION")) has the entry's number. As with git bisect, exit code 0 means "
          + "good, 125 can't tell, any other code up to 127 bad, and higher codes abort the "
          + "search.",
        "The search assumes that everything is good up to some entry and bad after it. Both ends "
          + "are tested first; if both are good or both bad, there is nothing to search for. If a "
          + "condition can tell good from bad, `\(tool) find` is faster.",
        "Shows the first bad entry as `\(tool) show @SEQ` does. Exits with 1 if there is none.",
      ],
      examples: lines("bisect"),
      flags: [Flags.judge, Flags.good, Flags.bad])
  }

  package var extract: Command {
    Command(
      "extract", summary: "Copy \(words.plural) from the log to a file, for a bug report.",
      discussion: [
        "Lines are copied unchanged. With a range, the earlier accepted entries of the "
          + "\(words.plural) in it are included, so that its commands have the same outcomes. "
          + "Without \(words.plural), all \(words.plural) of the "
          + "range\(examples.values["extract"] ?? "") are copied.",
        examples.values["pseudonyms"]
          ?? "--pseudonymize replaces every text, and every actor, reason and value of meta, with "
          + "a token.",
        "Anyone who has the key can find out what a token stands for. Exits with 1 if there is "
          + "nothing to copy.",
      ],
      examples: lines("extract"),
      operands: [extractedStreams],
      flags: [Flags.pseudonymize, Flags.keyFile, Flags.outputFile], isPaged: true)
  }
}

// Flags and operands of these that name the tool or its domain.
extension HistoryCommands {
  package var only: Flag {
    Flag(
      "only", .text(placeholder: noun, examples.listing), repeats: true,
      help: "Only this \(words.noun).")
  }
  var ignore: Flag {
    Flag(
      "ignore", .text(placeholder: "FIELD"), repeats: true,
      help: sentence("Ignore differences in this field of events", suchAs: "ignore"))
  }
  var against: Flag {
    Flag(
      "against", .text(placeholder: "PROGRAM"),
      help:
        "Do the same with another build of \(tool), and print the differences between this build "
        + "(-) and that one (+).")
  }
  var steppedStream: Operand {
    Operand(
      noun, .optional, examples.listing,
      help: "Step through this \(words.noun)'s entries only.")
  }
  var extractedStreams: Operand {
    Operand(
      "\(noun)|A..B", .anyNumber, examples.listing,
      help: "The \(words.plural), by default all; only entries after position A and up to B.")
  }
}
