// The row of the audit.

extension HistoryCommands {
  package var audit: ToolCommand {
    ToolCommand(
      "audit", summary: "Examine the whole log on one page, for a person who has to sign for it.",
      discussion: [
        "Says what was read, whether every byte is good, whether the log is the one of the checkpoints "
          + "that are passed, whether every decision follows from the rules that made it, whether the "
          + "invariants hold, what was erased, \(examples.passages[.audit] ?? "and what should be explained.")",
        "What should be explained is found by name; --without leaves one out:",
      ] + findings.map { "\($0.name): \($0.meaning)" } + [
        "--finding adds a condition of yours (`\(tool) help conditions`); each place where it begins to "
          + "hold is one. --list NAME lists all places of one finding, with time, \(words.noun) and person\(ofMoney(", and the amount")). "
          + "Exits with 0 if there is nothing to explain, 1 if there is, and 65 if the log is "
          + "damaged, or isn't the one that was signed; then nothing else is examined."
      ],
      examples: [
        Example("\(tool) audit", "Examine the log."),
        Example(
          "\(tool) audit --checkpoint today --public-key log.vkey",
          "Also whether it is the one that was signed."),
      ]
        + (examples.lines["audit"]
          ?? [
            Example(
              "\(tool) audit --list many-refusals --csv",
              "List the actors with many refused commands as a table.")
          ]),
      flags: [
        Flags.finding(\.audited.findings), without(\.audited.without),
        requireReason(\.audited.reasoned), listFinding(\.listed),
      ] + Flags.tables() + Flags.evidence(\.evidence),
      exclusive: Flags.exclusiveEvidence + Flags.exclusiveTables, isPaged: true,
      request: AuditFlags(), run: CommandRun.audit)
  }

  private var findings: [AuditFinding] { domains.main.auditFindings }

  var without: Flag<[String]> {
    Flag(
      "without", .choices(placeholder: "NAME", among: findings.map(\.name)),
      help: "Don't look for this.")
  }
  var listFinding: Flag<String?> {
    Flag(
      "list", .text(placeholder: "NAME", .words(findings.map(\.name))),
      help: "List all places of this finding, instead of the page.")
  }
  var requireReason: Flag<[String]> {
    let types = domains.main.commandTypes
    return Flag(
      "require-reason",
      types.isEmpty ? .texts(placeholder: "TYPE") : .choices(placeholder: "TYPE", among: types),
      help: "Commands of this type should have a reason.")
  }
}

extension Flags {
  static let finding = Flag(
    "finding", .texts(placeholder: "NAME=CONDITION"),
    help: "Also look for where this condition begins to hold.")
}
