// The rows of the commands that step through a history, search it, and send it on.

extension HistoryCommands {
  var step: ToolCommand {
    ToolCommand(
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
      operands: [steppedStream(\.id)], flags: [at(\.at)],
      request: StepThroughHistory.Request(), run: CommandRun.step)
  }

  var bisect: ToolCommand {
    ToolCommand(
      "bisect", summary: "Find the first bad entry with a program.",
      discussion: [
        "The program reads all \(words.plural) as they were, including deleted ones, from standard "
          + "input, one JSON object per line\(examples.passages[.bisect] ?? ""); "
          + "\(variable("POSITION")) has the entry's number. As with git bisect, exit code 0 means "
          + "good, 125 can't tell, and any other code up to 124 bad. Other codes abort the search: a shell "
          + "exits with 126 or 127 if it can't run the program.",
        "The search assumes that everything is good up to some entry and bad after it. Both ends "
          + "are tested first; if both are good or both bad, there is nothing to search for. If a "
          + "condition can tell good from bad, `\(tool) find` is faster.",
        "Shows the first bad entry as `\(tool) show @SEQ` does. Exits with 1 if there is none, with 66 "
          + "if the program can't be run, with 74 if it aborts the search, and with 130 if it was "
          + "interrupted.",
      ],
      examples: lines("bisect"),
      flags: [
        Flags.judge(\.program), Flags.good(\.search.good), Flags.bad(\.search.bad),
      ], request: BisectFlags(), run: CommandRun.bisect)
  }

  var extract: ToolCommand {
    ToolCommand(
      "extract", summary: "Copy \(words.plural) from the log to a file, for a bug report.",
      discussion: [
        "Lines are copied unchanged, but for the version of the rules where the copy has to name it. A "
          + "file is read back before it gets its name. With a range, the earlier accepted entries of the "
          + "\(words.plural) in it are included, so that its commands have the same outcomes. "
          + "Without \(words.plural), all \(words.plural) of the "
          + "range\(examples.passages[.extract] ?? "") are copied.",
        examples.passages[.pseudonyms]
          ?? "--pseudonymize replaces every text, and every actor, reason and value of meta, with "
          + "a token.",
        "With the key, a reader can find out what a token stands for. Exits with 1 if there is "
          + "nothing to copy.",
      ],
      examples: lines("extract"),
      operands: [extractedStreams(\.copied.ids)],
      flags: Flags.pseudonyms(\.pseudonyms) + [Flags.outputFile(\.copied.file)], isPaged: true,
      request: ExtractFlags(), run: CommandRun.extract)
  }
}

// Operands of these that name the domain.
extension HistoryCommands {
  var steppedStream: Operand<String?> {
    Operand(
      noun, .optional, examples.listing,
      help: "Step through this \(words.noun)'s entries only.")
  }
  var extractedStreams: Operand<[String]> {
    Operand(
      "\(noun)|A..B", .anyNumber, examples.listing,
      help: "The \(words.plural), by default all; only entries after position A and up to B.")
  }
}
