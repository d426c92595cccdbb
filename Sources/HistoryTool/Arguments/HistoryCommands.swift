// The rows of the commands that examine a history, in a domain's words. What only one tool's help says of
// its own domain (examples, types of commands) comes with `DomainExamples`.

/// The examples of a tool's own domain in its help; all of them may be left out.
package struct DomainExamples: Sendable {
  /// Examples by the names of commands.
  package var lines: [String: [Example]] = [:]
  /// Values by the names of flags: `status or billing` for `field`.
  package var values: [String: String] = [:]
  package var passages: [Passage: String] = [:]
  /// The types of commands that there are.
  package var commandTypes: [String] = []
  /// The content that lists the streams that a shell can complete.
  package var listing = Content.anything
  /// The words that `complete` lists of them, by its operand.
  package var completed: [String] = []
  /// Conditions, one a line.
  package var conditions: [String] = []
  /// The place where the names of fields are found; they are listed if it is left out.
  package var fields: String?

  package init() {}

  /// The places in manuals where a domain may have its own words.
  package enum Passage: Sendable {
    case archive, audit, bisect, check, exported, expression, extract, folder, formats, id, outcomes
    case pseudonyms, report, stats, whatIf, withPersonal
  }
}

package struct HistoryCommands: Sendable {
  package let tool: String
  package let domains: HistoryDomains
  let examples: DomainExamples

  package init(
    of tool: String, for domains: HistoryDomains, examples: DomainExamples = DomainExamples()
  ) {
    self.tool = tool
    self.domains = domains
    self.examples = examples
  }

  package var words: DomainWords { domains.main.words }
  var id: String { words.example }

  /// The beginning of a sentence about the personal data of the domain: `Contacts, addresses and cards are`.
  var personalDataIs: String {
    domains.main.personalWords.map { "\($0.capitalizedFirst) are" } ?? "Personal data is"
  }

  /// A part of a help text for domains with amounts of money; empty for others.
  func ofMoney(_ text: String) -> String { domains.main.hasMoney ? text : "" }

  /// A variable of the environment that this tool reads: `CLEANSTORE_STORE`.
  package func variable(_ what: String) -> String { ToolName.variable(what, of: tool) }

  /// A sentence with a value as an example, if there is one for the flag.
  func sentence(_ text: String, suchAs flag: String) -> String {
    text + (examples.values[flag].map { ", such as \($0)" } ?? "") + "."
  }
}

extension HistoryCommands {
  /// The commands in groups, with a tool's own commands among them.
  ///
  /// - Parameters:
  ///   - shows: The command that shows a stream.
  ///   - completes: The command that lists what a shell can complete.
  package func groups(
    looking: [ToolCommand], shows: ToolCommand? = nil, managing: [ToolCommand],
    completes: ToolCommand? = nil
  ) -> [Group<ToolCommand>] {
    [
      Group(
        "Looking at \(words.plural) and history",
        looking + [shows ?? show(ShowStream.self), log, blame, explain, diff, stats]),
      Group("Conditions", [find, watch, check]),
      Group("Mistakes", [replay, whatIf, minimize, step, bisect, extract]),
      Group("Servers", [login, logout, whoAmI]),
      Group("Evidence", [audit, report, checkpoint, key, prove, verifyProof]),
      Group(
        "Managing the store",
        managing + [backup, copy] + (canArchive ? [archive, restore] : []) + [
          cache, verify, recover, grant, revoke,
        ]),
      Group("About the tool", [config, completions, completes ?? complete(), manual]),
    ]
  }
}

// Operands.
extension HistoryCommands {
  var noun: String { words.noun.uppercased() }

  package var stream: Operand<String> { stream(examples.listing) }

  package func stream(_ listing: Content) -> Operand<String> {
    Operand(noun, .required, listing, help: "The \(words.noun)'s id.")
  }
  var streamOrEntry: Operand<String> {
    Operand(
      noun, .required, examples.listing,
      help: "The \(words.noun)'s id, id@REV for a revision of it, or @SEQ for an entry.")
  }
  var anyStream: Operand<String?> {
    Operand(noun, .optional, examples.listing, help: "Only this \(words.noun)'s entries.")
  }
  var streamsAndRange: Operand<[String]> {
    Operand(
      "\(noun)|A..B", .anyNumber, examples.listing,
      help: "Only the entries of these \(words.plural); only those after position A and up to B.")
  }
  var positionsAndStreams: Operand<[String]> {
    Operand(
      "A|B|\(noun)", .anyNumber, examples.listing,
      help:
        "Two positions, as A B or A..B, with B the end by default; then the \(words.plural) to "
        + "compare, by default all. With --with, only \(words.plural).")
  }
}

// Flags that name the tool or its domain.
extension HistoryCommands {
  package var store: Flag<String?> {
    Flag(
      "store", .text(placeholder: "DIR", .file),
      help: "The store: a folder; for reading, also a .jsonl file or - for standard input. "
        + "Defaults to \(variable("STORE")), or ./store.")
  }
  var noPager: Flag<Bool> {
    Flag("no-pager", help: "Don't show long output in a pager, whatever the setting.")
  }
  package var at: Flag<String?> {
    Flag(
      "at", .text(placeholder: "POSITION", Operands.positions),
      help: "As of this position: an entry's number (4127), before the end (-3), "
        + "\(words.subject)'s revision (\(id)@5), a time (2026-01-31T12:00Z), the end of a day "
        + "(2026-01-31), start or end.")
  }
  package var from: Flag<String?> {
    Flag(
      "from", .text(placeholder: "POSITION", Operands.positions),
      help:
        "Only entries after this position: 4127, -3, \(id)@5, 2026-01-31T12:00Z, 2026-01-31, start "
        + "or end.")
  }
  var command: Flag<String?> {
    Flag(
      "command",
      .text(
        placeholder: "TYPE",
        examples.commandTypes.isEmpty ? .anything : .words(examples.commandTypes)),
      help: sentence("Only commands of this type", suchAs: "command"))
  }
  var changedField: Flag<String?> {
    Flag(
      "field", .text(placeholder: "PATH", .words(fieldWords)),
      help: sentence(
        "Only entries that changed this field or one inside it", suchAs: "changed-field"))
  }
  var field: Flag<String?> {
    Flag(
      "field", .text(placeholder: "PATH", .words(fieldWords)),
      help: sentence("Only this field and those inside it", suchAs: "field"))
  }
  /// The fields, and those that have some inside them: `billing`, `items`.
  private var fieldWords: [String] {
    var words: [String] = []
    for name in domains.main.fieldNames {
      let group = String(name.prefix { $0 != "." && $0 != "[" })
      if !words.contains(group) { words.append(group) }
      if group != name, !name.contains("[") { words.append(name) }
    }
    return words
  }

  var whereHolds: Flag<String?> {
    Flag(
      "where", .text(placeholder: "CONDITION"),
      help: sentence("Only entries after which this condition holds", suchAs: "where"))
  }
  var statistics: Flag<Bool> {
    let others = domains.all.filter { $0.isSingleStream }.map {
      ", and \($0.words.subject) as one more"
    }
    return Flag(
      "stat",
      help:
        "Only count the \(words.plural) and fields that differ\(others.joined()). With --json, fields "
        + "aren't counted.")
  }
}
