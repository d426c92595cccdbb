// Flags that read the same in every tool, each once: table, parser, help and commands refer to these.

package enum Flags {
  package static let json = Flag(
    "json", help: "Print JSON: one document, or one object per line for lists.")
  package static let csv = Flag(
    "csv",
    help: "Print comma-separated values for spreadsheets, with a row of headings (RFC 4180).")
  /// The dialect of tables that are printed.
  static let usualDialect = CSVDialect.spreadsheet
  package static let dialect = csvDialect(
    of: "With --csv: values", usually: usualDialect,
    requires: FlagRequirement(csv, for: "comma-separated values"))
  /// The flags of a command whose output is a table.
  package static func tables<Request>() -> [RequestFlag<Request>] { common(csv, dialect) }
  /// Tables aren't JSON.
  package static let exclusiveTables: [[any NamedFlag]] = [[csv, json]]

  /// Flags that what all requests have in common depends on.
  package static func common<Request>(_ flags: any NamedFlag...) -> [RequestFlag<Request>] {
    flags.map(RequestFlag.init(common:))
  }
  /// - Parameters:
  ///   - values: The values that are written, as the beginning of a sentence.
  ///   - usual: The dialect without the flag.
  ///   - requires: The flag without which nothing of that is written.
  static func csvDialect(
    of values: String, usually usual: CSVDialect, requires: FlagRequirement? = nil
  ) -> Flag<CSVDialect?> {
    Flag(
      "dialect", .choice(placeholder: "NAME", of: CSVDialect.self),
      requires: requires,
      help: "\(values) for a spreadsheet (with a BOM, and an apostrophe before texts "
        + "that would be formulas, but not before numbers) or for a database (all texts as they are). "
        + "Defaults to \(usual.rawValue).")
  }
  package static let color = Flag(
    "color", .choice(placeholder: "WHEN", of: ColorChoice.self),
    help: "Color the output: auto (on terminals), always or never.")
  package static let locale = Flag(
    "locale", .choice(placeholder: "NAME", among: LocaleRules.all.map(\.name)),
    help: "How dates and numbers are formatted for people. Defaults to the setting, or iso.")
  package static let timeZone = Flag(
    "time-zone", .text(placeholder: "ZONE", .listed(by: "complete \(Operands.timeZones)")),
    help: "The time zone of the output, and of times that you type without one: UTC, an offset "
      + "such as +05:30, or a place such as Europe/Berlin. Defaults to the setting, or UTC.")
  static let config = Flag(
    "config", .text(placeholder: "FILE", .file),
    help: "Read this settings file instead of your own.")
  static let noConfig = Flag("no-config", help: "Read no settings file, for scripts.")
  package static let jobs = Flag(
    "jobs", .integer(placeholder: "N", within: 1...64),
    help: "Read long histories with this many threads; by default one per processor.")
  static let noCache = Flag(
    "no-cache",
    help: "Neither read nor write the store's cache: a folder that is only read stays as it is.")
  package static let dryRun = Flag("dry-run", help: "Report the outcome, but record nothing.")
  package static let reason = Flag(
    "reason", .text(placeholder: "TEXT"), help: "The reason; recorded with the command.")
  package static let meta = Flag(
    "meta", .texts(placeholder: "KEY=VALUE"),
    help:
      "A pair of your own that is recorded with the command, such as a number by which other systems know it."
  )
  package static let yes = Flag(
    "yes", short: "y",
    help:
      "Ask nothing at a terminal: neither for confirmation nor for what is missing. With --json, "
      + "nothing is asked anyway.")
  static let reasonToErase = Flag(
    "reason", .text(placeholder: "TEXT"), help: "Why; recorded, and required unless with --dry-run."
  )
  static let wouldErase = Flag(
    "dry-run", help: "Change nothing; show what would be erased, and what wouldn't.")
  package static let purgeQuarantine = Flag(
    "purge-quarantine", help: "Also delete all that was taken out of the log into the quarantine.")
  static let withoutQuestion = Flag("yes", short: "y", help: "Don't ask.")
  package static let lockTimeout = Flag(
    "lock-timeout", .integer(placeholder: "SECONDS", within: 0...86_400),
    help: "How long to wait for another writer; "
      + "\(FileStore.Options().lockTimeoutMilliseconds / 1000) by default.")
  package static let acceptClock = Flag(
    "accept-clock",
    help: "Record although the clock is over a day before the last entry, because it was wrong "
      + "then; otherwise exit with 75.")
  package static let segmentSize = Flag(
    "segment-size", .integer(placeholder: "BYTES", within: 1...1 << 40),
    help: "Begin a new segment of the log before one grows beyond this; "
      + "\(FileStore.Options().segmentSize >> 20) MiB by default. "
      + "Entries that are written at once stay in one.")
  package static let importFormat = Flag(
    "format", .choice(placeholder: "FORMAT", of: ImportFormat.self),
    help:
      "\(ImportRequest().imported.format.rawValue) (the default), or cloudevents: recorded entries, as export writes them."
  )
  package static let resume = Flag(
    "resume", help: "Continue after the last line of this import that is in the log.")
  package static let rejects = Flag(
    "rejects", .text(placeholder: "FILE", .file),
    help: "Write the lines that were refused or not evaluated to this new file, for another try. "
      + "Without such lines, there is no file.")
  package static let durability = Flag(
    "durability", .choice(placeholder: "HOW", of: Durability.self),
    help: "sync: each command is on stable storage before the next; batch (the default): in groups "
      + "of up to 4096 entries or 1 MiB; none: like batch but without syncing, so that the last "
      + "commands may be lost in a crash or power failure.")
  package static let reverse = Flag("reverse", short: "r", help: "Reverse the order.")
  package static let follow = Flag(
    "follow", short: "f", help: "Continue with new entries as they are written, until interrupted.")

  static let patch = Flag(
    "patch", short: "p", help: "Show what each entry changed, field by field.")
  static let rejected = Flag("rejected", help: "Only commands that were refused.")
  static let accepted = Flag("accepted", help: "Only commands that were accepted.")
  static let byActor = Flag(
    "actor", .text(placeholder: "NAME", Operands.actors),
    help: "Only commands requested by this person.")
  static let entriesSince = Flag(
    "since", .text(placeholder: "TIME", Operands.times),
    help: "Only entries at or after this time; a day from its beginning, which a range that begins "
      + "with a day leaves out.")
  static let entriesUntil = Flag(
    "until", .text(placeholder: "TIME", Operands.times),
    help: "Only entries at or before this time.")
  static let maxCount = Flag(
    "max-count", short: "n", .integer(placeholder: "N", within: 0...Int.max), isCount: true,
    help: "Only the last of them, at most this many.")
  static let around = Flag(
    "around",
    help: "Read on after what is damaged, mark every such place, and exit with 65 if there is one.")
  static let aroundEntry = Flag(
    "around",
    help:
      "With @SEQ: look for the entry after what is damaged, too, mark every such place before it, "
      + "and exit with 65 if there is one. What the entry changed isn't shown then.")
  static let allDamage = Flag(
    "all", help: "Name every bad place, not only the first, and say of each what is certain.")
  static let history = Flag("history", help: "List all values that the fields have had.")
  static let with = Flag(
    "with", .text(placeholder: "OTHER"), help: "Compare with this store or file.")
  static let first = Flag("first", help: "Show only where it first begins to hold.")
  static let last = Flag("last", help: "Show only where it last begins to hold.")
  static let invariant = Flag(
    "invariant", .texts(placeholder: "NAME=CONDITION"),
    help: "Check this invariant, too.")
  static let invariants = Flag(
    "invariants", .texts(placeholder: "FILE"),
    help: "Check the invariants in this file, too: one NAME=CONDITION per line; lines that begin "
      + "with # are ignored.")

  static let skip = Flag(
    "skip", .texts(placeholder: "SEQ"), help: "Leave out this entry's command.")
  static let replace = Flag(
    "replace", .texts(placeholder: "SEQ=JSON"),
    help: "Execute this instead of the entry's command.")
  static let insert = Flag(
    "insert", .texts(placeholder: "SEQ=JSON"),
    help: "Execute this before the entry, or at the end if the number is one more than the last.")
  static let time = Flag(
    "time", .texts(placeholder: "SEQ=TIME"),
    help: "Execute the entry's command at this time.")
  static let ignoreExpect = Flag(
    "ignore-expect",
    help: "Decide commands whatever revision they expect, which differs after one is left out.")
  static let output = Flag(
    "output", .text(placeholder: "FILE"),
    help: "Write the alternative history to a new file of JSON lines.")
  static let untilPosition = Flag(
    "until", .text(placeholder: "POSITION", Operands.positions),
    help: "Only entries up to this position.")
  static let rules = Flag(
    "rules", .text(placeholder: "VERSION"),
    help: "Decide by this version of the rules, or by the latest one.")
  static let keepGoing = Flag(
    "keep-going", help: "Continue after the first divergence, and report all of them.")
  static let outcomes = Flag(
    "outcomes",
    help:
      "Decide everything from the beginning, each command on the outcomes of the ones before, and "
      + "print every outcome and every stream's final state as JSON lines.")
  static let judge = Flag(
    "run", .text(placeholder: "PROGRAM"), help: "The program that judges, as a shell command line.")
  static let good = Flag(
    "good", .text(placeholder: "POSITION", Operands.positions),
    help: "A position at which everything is good; start by default.")
  static let bad = Flag(
    "bad", .text(placeholder: "POSITION", Operands.positions),
    help: "A position at which something is bad; end by default.")
  static func pseudonyms<Request>(
    _ place: any WritableKeyPath<Request, PseudonymFlags> & Sendable
  ) -> [RequestFlag<Request>] {
    [
      pseudonymize { $0[keyPath: place].areUsed = $1 }, keyFile { $0[keyPath: place].keyFile = $1 },
    ]
  }
  static let pseudonymize = Flag(
    "pseudonymize", help: "Replace names and other personal texts with tokens.")
  static let keyFile = Flag(
    "key-file", .text(placeholder: "FILE", .file),
    help: "The file with the key for that, at least 16 bytes.")
  static let outputFile = Flag(
    "output", .text(placeholder: "FILE", .file),
    help: "Write to a new file instead of standard output.")
}

package enum Operands {
  /// The words among positions, and among times.
  package static let positions = Content.words(Position.words + timeWords)
  package static let times = Content.words(timeWords)
  private static let timeWords = TimeWord.allCases.map(\.rawValue)
  /// The actors who have requested commands.
  package static let actors = Content.listed(by: "complete \(actorsWord)")
  static let actorsWord = "actors"
  static let streamsWord = "streams"
  static let commandsWord = "commands"

  package static let file = Operand(
    "FILE", .required, .file,
    help: "The commands, one JSON object per line; - reads standard input.")
  static let directory = Operand(
    "DIR", .optional, .folder,
    help: "Where to create the store, instead of --store; must be empty or not exist.")
  static let entry = Operand(
    "SEQ", help: "The entry's number, or the revision that it made, as ID@REV.")
}
