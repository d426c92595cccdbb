// The rows of the commands that make a store and record in it, and the flags of all commands that do.

extension HistoryCommands {
  static let importName = "import"

  package var initialise: ToolCommand {
    ToolCommand(
      "init", summary: "Create an empty store.",
      examples: examples.lines["init"]
        ?? [
          Example(
            "\(tool) init \(words.plural)", "Create a store in the folder \(words.plural).")
        ],
      operands: [Operands.directory(\.path)], flags: [Flags.plain(\.dialect, .plain)],
      request: InitialiseFlags(), run: CommandRun.initialise)
  }

  var recording: ToolCommand {
    ToolCommand(
      "do", summary: "Record a command for \(words.subject), and its outcome.",
      discussion: [
        (describedCommands.isEmpty
          ? "The command is one object, as in an import."
          : "The command is its type, with its members as flags, or one object, as in an import. At a terminal, "
            + "required members that are missing are asked for.")
          + " A command that the rules refuse is recorded, too, and the exit code is 1."
      ],
      examples: describedExamples + [
        Example("\(tool) do \(id) '\(words.exampleCommand)'", "Record a command in JSON.")
      ],
      operands: [stream(\.change.id), typedCommand(\.command)],
      flags: changing(\.change) + (describedCommands.isEmpty ? [] : Flags.common(Flags.yes)),
      groups: describedCommands.isEmpty
        ? [] : [Group("Members of the command", memberFlags.map { $0.requested })],
      quotesOperands: false, request: RecordRequest(), run: CommandRun.record)
  }

  /// - Parameters:
  ///   - discussion: The tool's own paragraphs of help.
  ///   - flags: The tool's own flags.
  package func importing(
    _ discussion: [String] = [], flags: [RequestFlag<ImportRequest>] = []
  ) -> ToolCommand {
    ToolCommand(
      Self.importName, summary: "Import commands from a file and record their outcomes.",
      discussion: [
        #"A line is {"at","actor","\#(words.noun)"|"stream","command"}, such as:"#,
        (#"{"at":"2026-01-31T12:00:00Z","actor":"amy","\#(words.noun)":"\#(id)","#
          + #""command":\#(words.exampleCommand)}"#).replacing(#",""#, with: #", ""#),
        "It may have meta, an object of texts of your own, which is recorded with the command. "
          + "Times may not decrease, be in the future, or be before the end of the log. Commands that the rules refuse are "
          + "recorded as refused. A malformed line stops the import; everything before it is kept."
          + (domains.all.contains { $0.canErase }
            ? " So does a command that erases personal data: `\(tool) erase` is for that." : ""),
        "If lines were refused, or not evaluated because their id was used or their \(words.noun) isn't at the "
          + "revision that they expect, the first ten are named, and the exit code is 1.",
        "An import is identified by the name of its file, stdin for standard input: --resume continues "
          + "after the line of its last entry in the log.",
      ] + discussion,
      examples: [
        Example("\(tool) import \(words.plural).jsonl", "Import a file."),
        Example("\(tool) import --resume \(words.plural).jsonl", "Continue an interrupted import."),
        Example(
          "\(tool) import --rejects rejects.jsonl \(words.plural).jsonl",
          "Import what can be, and keep the other lines."),
        Example("gzip -cd \(words.plural).gz | \(tool) import -", "Import from a pipe."),
      ] + (examples.lines[Self.importName] ?? []),
      operands: [Operands.file(\.file)],
      flags: flags + [
        Flags.resume(\.imported.resumes), Flags.rejects(\.imported.rejects),
        Flags.dryRun(\.imported.isDryRun), Flags.durability(\.imported.durability),
      ] + Flags.common(Flags.lockTimeout, trace, Flags.segmentSize),
      request: ImportRequest(), run: CommandRun.importCommands)
  }

  /// The command that erases, if a domain has personal data; it says so if that has no command to record it.
  var erasing: [ToolCommand] {
    let type = "\(ErasureRecord.commandType)"
    guard domains.all.contains(where: { $0.hasPersonalData || $0.canErase }) else { return [] }
    return [
      ToolCommand(
        "erase", summary: "Erase the personal data of \(words.subject), for good.",
        discussion: [
          "Personal data is taken out of every entry of the \(words.noun), and replaced by its hash. Who requested it, "
            + "when and why is recorded, as \(type). Nothing else changes: the log verifies and replays as before.",
          "First it shows what it would do, and asks; at a terminal, type yes. Without a terminal, it takes --yes. "
            + "If it is interrupted, the next command that writes to the store finishes it.",
          "It says what it doesn't reach: the same words in reasons and other texts, files in the quarantine, and "
            + "every folder that the store was backed up or archived to.",
        ],
        examples: [
          Example(
            "\(tool) erase \(id) --reason 'on request' --dry-run", "See what would be erased."),
          Example("\(tool) erase \(id) --reason 'on request'", "Erase it."),
        ],
        operands: [
          Operand(noun, .oneOrMore, examples.listing, help: "The \(words.plural).")(\.ids)
        ],
        flags: erasingFlags(\.self), request: ErasingFlags(),
        run: CommandRun.eraseStreams)
    ]
  }

  var list: ToolCommand {
    ToolCommand(
      "list", summary: "List the \(words.plural) with the fields of their states.",
      discussion: [
        "With --json, each has its state as `\(tool) show --json` prints it. With --csv, its fields are columns: "
          + "\(domains.main.listedNames.joined(separator: ", "))."
          + (domains.main.listNames.isEmpty ? "" : " Of lists there is the number of elements.")
      ],
      examples: [
        Example("\(tool) list", "All \(words.plural) now."),
        Example(
          "\(tool) list --at 2026-01-31", "The \(words.plural) as they were at the end of that day."
        ),
      ],
      flags: [at(\.self)] + Flags.tables(), exclusive: Flags.exclusiveTables, isPaged: true,
      synonyms: ["ls", "status"], request: nil, run: CommandRun.examining(ListStreams.self))
  }

  var typedCommand: Operand<String> {
    let json = "as JSON: \(words.exampleCommand)."
    return describedCommands.isEmpty
      ? Operand("COMMAND", help: "The command \(json)")
      : Operand(
        "COMMAND", .required, .listed(by: "complete \(Operands.commandsWord)"),
        help: "The type of the command, or the command \(json)")
  }
}

// The flags of commands that record something.
extension HistoryCommands {
  package func erasingFlags<Request>(
    _ place: any WritableKeyPath<Request, ErasingFlags> & Sendable
  ) -> [RequestFlag<Request>] {
    [
      Flags.reasonToErase { $0[keyPath: place].change.reason = $1 }, RequestFlag(common: actor),
      RequestFlag(common: Flags.meta),
      Flags.purgeQuarantine { $0[keyPath: place].purgesQuarantine = $1 },
      Flags.wouldErase { $0[keyPath: place].change.isDryRun = $1 },
      Flags.withoutQuestion { $0[keyPath: place].isAgreed = $1 },
    ] + Flags.common(Flags.lockTimeout, Flags.acceptClock, trace)
  }

  package var actor: Flag<String?> {
    Flag(
      "actor", .text(placeholder: "NAME", Operands.actors),
      help:
        "Who requests the command. Defaults to the setting (\(variable("ACTOR"))), or the name of "
        + "the user.")
  }
  package var commandID: Flag<String?> {
    Flag(
      "id", .text(placeholder: "ID"),
      help: "An id for the command: repeated with the same id on the same "
        + "\(words.noun)\(examples.passages[.id] ?? ",") it is executed only once.")
  }
  package var expect: Flag<Int?> {
    Flag(
      "expect", .integer(placeholder: "REVISION", within: 0...Int.max),
      help: "Only if the \(words.noun) is at this revision; otherwise exit with 75.")
  }
  package var trace: Flag<String?> {
    Flag(
      "trace", .text(placeholder: "FILE", .file),
      help: "Append a line of JSON to this file for every attempt, whatever its outcome, without "
        + "personal data. Defaults to \(variable("TRACE")). If it can't be written, is in a store, has "
        + "several hard links, or is a file that the command reads, there is a warning instead.")
  }
  package func changing<Request>(
    _ place: any WritableKeyPath<Request, ChangeRequest> & Sendable
  ) -> [RequestFlag<Request>] {
    [
      RequestFlag(common: actor), commandID { $0[keyPath: place].commandID = $1 },
      expect { $0[keyPath: place].expect = $1 }, Flags.reason { $0[keyPath: place].reason = $1 },
      RequestFlag(common: Flags.meta), Flags.dryRun { $0[keyPath: place].isDryRun = $1 },
    ] + Flags.common(Flags.lockTimeout, Flags.acceptClock, trace)
  }
}
