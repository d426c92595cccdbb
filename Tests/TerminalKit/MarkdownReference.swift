// The reference of the command line in Markdown, for the project's own pages.

import Terminal

extension CommandTable {
  /// All commands, flags and topics as a page of Markdown.
  ///
  /// - Parameter introduction: Markdown that stands below the title.
  package func markdownReference(introduction: String) -> String {
    var page = MarkdownPage()
    page.heading("The command line", level: 1)
    page.raw(introduction)
    page.lines([usage])
    page.heading("Commands", level: 2)
    page.raw(commands.map { "- [`\($0.name)`](#\($0.name)): \($0.summary.markdown)" })
    page.heading(globalGroup.title, level: 2)
    page.terms(globalGroup.members.map(\.term))
    for command in commands {
      page.write(command, usage: usage(of: command), headingLevel: 2)
    }
    for topic in topics { page.write(topic, headingLevel: 2) }
    return page.text
  }
}

private struct MarkdownPage: Page {
  private var blocks: [String] = []

  var text: String { blocks.joined(separator: "\n\n") + "\n" }

  mutating func raw(_ lines: [String]) { blocks.append(lines.joined(separator: "\n")) }

  mutating func raw(_ text: String) { blocks.append(text) }

  mutating func heading(_ title: String, level: Int) {
    raw(String(repeating: "#", count: level) + " " + title.markdown)
  }

  mutating func paragraph(_ text: String) { raw(text.markdown) }

  mutating func terms(_ terms: [Term]) {
    raw(terms.map { "- `\($0.name)`: \($0.explanation.markdown)" })
  }

  mutating func lines(_ lines: [String]) { raw(["```sh"] + lines + ["```"]) }
}

extension String {
  /// The text with nothing in it that means something in Markdown, but for code between backticks.
  fileprivate var markdown: String {
    let parts = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count % 2 == 1 else { return escapedForMarkdown }
    return parts.enumerated().map { $0 % 2 == 0 ? $1.escapedForMarkdown : "`" + $1 + "`" }.joined()
  }

  private var escapedForMarkdown: String {
    var result = ""
    for character in self {
      if #"\`*_<>[]|"#.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
