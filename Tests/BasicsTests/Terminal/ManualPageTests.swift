import Platform
import TerminalKit
import Testing

@testable import Terminal

/// Everything that roff and Markdown would take for their own.
private let nasty = #".TH 'x' \fB -- "y" `z` ^~ … é 👩 <b> *c* _d_ [e](f) |"#

private let table = CommandTable(
  name: "library", summary: "who has which book", examples: [Example("library list", nasty)],
  globalFlags: [.shelf, .json],
  commands: sampleTable.commands.filter { $0.name != "help" } + [
    Command(
      "scan", summary: nasty, discussion: [nasty], operands: [Operand("FILE", help: nasty).row],
      groups: [
        FlagGroup("Contact", [Flag("first-name", .text(placeholder: "NAME"), help: nasty).row]),
        FlagGroup("Payment", [Flag("paid", help: "All of it.").row]),
      ])
  ],
  topics: [
    Topic(
      "shelves", summary: nasty,
      [.heading(nasty), .paragraph(nasty), .terms([Term("A1", nasty)]), .lines([nasty, ".x"])])
  ])

@Suite struct ManualPageTests {
  static let page = table.manualPage(version: "1.2.3")

  @Test(
    .enabled(if: Program.isInstalled("groff")), arguments: [["-ww", "-man", "-Tutf8", "-P-cbou"]])
  func `groff has nothing to say against the page, and shows it as it is`(_ arguments: [String])
    throws
  {
    let output = try Program.run("groff", arguments + ["-rLL=1000n"], input: Self.page)
    #expect(!output.contains("warning") && !output.contains("error"))
    #expect(output.components(separatedBy: nasty).count > 6, "\(output)")
  }

  @Test(.enabled(if: Program.isInstalled("mandoc")))
  func `mandoc has nothing to say but that there is no date`()
    throws
  {
    let output = try Program.run("mandoc", ["-Tlint", "-Wwarning"], input: Self.page)
    let complaints = output.split(separator: "\n").filter { !$0.contains("missing date") }
    #expect(complaints.isEmpty, "\(complaints)")
  }

  @Test func `no line of a text begins a macro`() {
    for line in Self.page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(line.contains(/^\.(TH|SH|SS|PP|TP|B|I|nf|fi|RS|RE)( |$)/), "\(line)")
    }
    #expect(Self.page.utf8.allSatisfy { $0 < 0x7F })
  }

  @Test func `the page, the reference and help have every command, flag, operand and topic`() {
    let manual = Self.page.replacing("\\-", with: "-")
    let reference = table.markdownReference(introduction: "")
    let help = ([nil] + table.commands.map(\.name)).map {
      table.help(about: $0, .long, width: 200).printed(inColor: false)
    }.joined()
    for page in [manual, reference, help] {
      for command in table.commands {
        #expect(
          page.contains(
            table.usage(of: command).replacing("…", with: page == manual ? "\\[u2026]" : "…")))
        for flag in command.flags + table.globalFlags { #expect(page.contains(flag.term.name)) }
        for operand in command.operands { #expect(page.contains(operand.name)) }
      }
      #expect(page.lowercased().contains("shelves"))
    }
  }

  @Test func `groups have their headings everywhere, in their order`() throws {
    let help = table.help(about: "scan", .short, width: 80).printed(inColor: false)
    let reference = table.markdownReference(introduction: "")
    #expect(help.contains("Contact:\n  --first-name NAME"))
    #expect(help.contains("Payment:\n  --paid  All of it.\n"))
    #expect(reference.contains("### Contact\n\n- `--first-name NAME`: "))
    let contact = try #require(Self.page.range(of: ".I \"Contact\""))
    let payment = try #require(Self.page.range(of: ".I \"Payment\""))
    #expect(contact.upperBound < payment.lowerBound)
  }

  @Test func `Markdown shows texts as they are`() {
    let reference = table.markdownReference(introduction: "What it *is*.")
    #expect(reference.hasPrefix("# The command line\n\nWhat it *is*.\n"))
    #expect(reference.contains(#"\\fB -- "y" `z` ^~ … é 👩 \<b\> \*c\* \_d\_ \[e\](f) \|"#))
    #expect(!reference.contains("\n\n\n"))
    let odd = CommandTable(name: "tool", summary: "", commands: [Command("go", summary: "`<a>` `")])
    #expect(odd.markdownReference(introduction: "").contains(#"\`\<a\>\` \`"#))
  }

  @Test func `a topic is explained as a command is`() {
    #expect(
      table.help(about: "shelves", .long, width: 100).printed(inColor: false) == """
        library shelves: \(nasty)

        \(nasty):

        \(nasty)
          A1  \(nasty)

          \(nasty)
          .x

        """)
  }
}
