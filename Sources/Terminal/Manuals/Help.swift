// Help as lines, made from the table for a width. Printing it is the caller's.

extension CommandTable {
  /// The help for a command or a topic, or for the tool if none is named or the name is unknown.
  ///
  /// Short help is usage, operands and flags. Long help opens with examples and has everything. The
  /// names alone, of the commands, are for the tool and fit on a screen.
  ///
  /// - Parameters:
  ///   - subject: the command or topic; nil for the tool.
  ///   - length: how much of it.
  ///   - width: the columns to wrap at; fewer than 40 are taken as 40.
  package func help(
    about subject: String? = nil, _ length: HelpLength, width: Int
  ) -> [StyledText] {
    var page = HelpPage(width: max(40, width))
    if let command = subject.flatMap(command(named:)) {
      write(command, length, to: &page)
    } else if let topic = subject.flatMap(topic(named:)) {
      page.title("\(name) \(topic.name): \(topic.summary)")
      page.writeBlocks(of: topic, headingLevel: 2)
    } else {
      writeOverview(length, to: &page)
    }
    return page.lines
  }

  private func writeOverview(_ length: HelpLength, to page: inout HelpPage) {
    page.paragraph("\(name): \(summary)")
    if length == .long { page.write(examples, headingLevel: 2) }
    page.heading("Usage", level: 2)
    page.usage(usage)
    if length == .names { return writeNames(to: &page) }
    let subjects =
      commandGroups.map { ($0.title, $0.members.map { Term($0.name, $0.summary) }) }
      + (topics.isEmpty ? [] : [("Topics", topics.map { Term($0.name, $0.summary) })])
    let longest = subjects.flatMap(\.1).map(\.name.displayWidth).max() ?? 0
    for (title, terms) in subjects {
      page.heading(title, level: 2)
      page.terms(terms, leastWidth: longest)
    }
    page.write([globalGroup], headingLevel: 2)
    let own =
      topics.isEmpty ? "a command's own flags" : "a command's own flags, or TOPIC for a topic"
    page.paragraph("See `\(name) help COMMAND` for \(own).")
  }

  private func writeNames(to page: inout HelpPage) {
    page.heading("Commands", level: 2)
    page.terms(commandGroups.map { Term($0.title, $0.members.map(\.name).joined(separator: ", ")) })
    page.paragraph("`\(name) help` explains all of them, `\(name) help COMMAND` one.")
  }

  private func write(_ command: Command, _ length: HelpLength, to page: inout HelpPage) {
    page.paragraph("\(name) \(command.name): \(command.summary)")
    if length == .long { page.write(command.examples, headingLevel: 2) }
    page.heading("Usage", level: 2)
    page.usage(usage(of: command))
    if length == .long {
      for paragraph in command.discussion { page.paragraph(paragraph) }
    }
    page.writeArguments(of: command, headingLevel: 2)
    if length == .short {
      return page.paragraph("See `\(name) help \(command.name)` for examples and more flags.")
    }
    page.writeExclusions(of: command)
    page.write([globalGroup], headingLevel: 2)
  }
}
