// The manual page, for man(1). It uses only macros that both groff and mandoc support; everything
// that isn't plain ASCII is written as an escape, so that it needs no preprocessor.

extension CommandTable {
  /// The manual page of the tool and all its commands, in roff.
  ///
  /// - Parameter version: the tool's version, for the page's foot.
  package func manualPage(version: String) -> String {
    var page = ManualPage()
    page.title(name, version: version)
    page.heading("Name", level: 2)
    page.paragraph("\(name) - \(summary)")
    page.heading("Synopsis", level: 2)
    page.lines([usage])
    page.heading("Description", level: 2)
    page.paragraph("Each command is explained below, with its own flags.")
    page.write(examples, headingLevel: 2)
    page.write([globalGroup], headingLevel: 2)
    page.heading("Commands", level: 2)
    for command in commands {
      page.write(command, usage: usage(of: command), headingLevel: 3)
    }
    for topic in topics { page.write(topic, headingLevel: 2) }
    return page.text
  }
}

private struct ManualPage: Page {
  private(set) var text = ""
  /// Whether a heading was the last block: it begins a paragraph by itself.
  private var isBehindHeading = false

  mutating func title(_ name: String, version: String) {
    add(".TH \(argument(name.uppercased())) 1 \"\" \(argument("\(name) \(version)"))")
  }

  mutating func heading(_ title: String, level: Int) {
    switch level {
    case 2: add(".SH " + argument(title.uppercased()))
    case 3: add(".SS " + argument(title))
    default:
      separate()
      add(".I " + argument(title))
    }
    isBehindHeading = level < 4
  }

  mutating func paragraph(_ text: String) {
    separate()
    add(escaped(text))
  }

  mutating func terms(_ terms: [Term]) {
    for term in terms { add(".TP\n.B \(argument(term.name))\n\(escaped(term.explanation))") }
  }

  mutating func lines(_ lines: [String]) {
    separate()
    add(".nf\n.RS 4")
    for line in lines { add(escaped(line)) }
    add(".RE\n.fi")
  }

  private mutating func separate() {
    if !isBehindHeading { add(".PP") }
  }

  private mutating func add(_ lines: String) {
    text += lines + "\n"
    isBehindHeading = false
  }

  private func argument(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Text in which nothing means anything to roff. A line that began with a dot or a quote would be a
  /// macro; a plain dash is a hyphen in print, and can't be copied into a shell.
  private func escaped(_ text: String) -> String {
    var result = [".", "'"].contains(text.first) ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }
}
