// Help as text, made from the table for a width. Printing it is the caller's.

extension CommandTable {
  /// The help for a command, or for the tool if none is named or the name is unknown.
  ///
  /// Short help is usage, operands and flags. Long help opens with examples and has everything.
  ///
  /// - Parameter width: the columns to wrap at; fewer than 40 are taken as 40.
  /// - Returns: lines, each ending with a line feed.
  public func help(
    for name: String? = nil, _ length: HelpLength, width: Int, palette: Palette
  ) -> String {
    var page = HelpPage(width: max(40, width), palette: palette)
    if let command = name.flatMap(command(named:)) {
      write(command, length, to: &page)
    } else {
      writeOverview(length, to: &page)
    }
    return page.lines.map { $0 + "\n" }.joined()
  }

  private func writeOverview(_ length: HelpLength, to page: inout HelpPage) {
    page.paragraph("\(name): \(summary)")
    if length == .long { page.examples(examples) }
    page.section("Usage")
    page.paragraph("\(name) COMMAND [OPERAND …] [FLAG …]", indent: 2)
    page.section("Commands")
    page.list(commands.map { ($0.name, $0.summary) })
    page.section("Flags of every command")
    page.list(globalFlags.map(\.helpRow))
    page.paragraph("", "See '\(name) help COMMAND' for a command's own flags.")
  }

  private func write(_ command: Command, _ length: HelpLength, to page: inout HelpPage) {
    page.paragraph("\(name) \(command.name): \(command.summary)")
    if length == .long { page.examples(command.examples) }
    page.section("Usage")
    page.paragraph(usage(of: command), indent: 2)
    if length == .long {
      for paragraph in command.discussion { page.paragraph("", paragraph) }
    }
    if !command.operands.isEmpty {
      page.section("Operands")
      page.list(command.operands.map { ($0.name, $0.help) })
    }
    if !command.flags.isEmpty {
      page.section("Flags")
      page.list(command.flags.map(\.helpRow))
    }
    if length == .long {
      page.section("Flags of every command")
      page.list(globalFlags.map(\.helpRow))
    } else {
      page.paragraph("", "See '\(name) help \(command.name)' for examples and more flags.")
    }
  }

  /// How the command is typed, in one line: `tool show ORDER [FLAG …]`.
  public func usage(of command: Command) -> String {
    let operands = command.operands.map { operand in
      switch operand.count {
      case .required: operand.name
      case .optional: "[\(operand.name)]"
      case .oneOrMore: "\(operand.name) …"
      case .anyNumber: "[\(operand.name) …]"
      }
    }
    return ([name, command.name] + operands + ["[FLAG …]"]).joined(separator: " ")
  }
}

extension Flag {
  /// `-n, --limit N` and its sentence; choices are named in it.
  fileprivate var helpRow: (term: String, explanation: String) {
    let letter = short.map { "-\($0), " } ?? "    "
    let term = letter + spelling + (placeholder.map { " " + $0 } ?? "")
    var explanation = help
    if case .choice(_, let choices) = value {
      explanation += " One of \(choices.joined(separator: ", "))."
    }
    if repeats { explanation += " May be repeated." }
    return (term, explanation)
  }
}
