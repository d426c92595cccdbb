import Platform
import TerminalKit
import Testing

@testable import Terminal

private func problems(
  of commands: [Command], globalFlags: [FlagRow] = []
) -> [String] {
  CommandTable(name: "tool", summary: "", globalFlags: globalFlags, commands: commands).problems
}

@Suite struct CommandTableTests {
  @Test func `the sample table is sound`() {
    #expect(sampleTable.problems == [])
  }

  @Test func `names are unique and valid`() {
    #expect(
      problems(of: [Command("a", summary: ""), Command("a", summary: "")]) == [
        "the command 'a' is defined twice"
      ])
    #expect(problems(of: [Command("help", summary: "")]) == ["the command 'help' is defined twice"])
    for name in ["-a", "", "a b", "a'b"] {
      #expect(
        problems(of: [Command(name, summary: "")]).first == "'\(name)' isn't a valid name for a "
          + "command")
    }
  }

  @Test(arguments: [
    ([Flag("a", help: "").row, Flag("a", help: "").row], "the flag '--a' is defined twice"),
    ([Flag("version", help: "").row], "the flag '--version' is defined twice"),
    ([Flag("ab", short: "h", help: "").row], "the flag '-h' is defined twice"),
    ([Flag("a=b", help: "").row], "'a=b' isn't a valid name for a flag"),
    ([Flag("", help: "").row], "'' isn't a valid name for a flag"),
    ([Flag("a", short: "3", help: "").row], "'-3' isn't a letter, and could be a number"),
    (
      [Flag("a", .choice(placeholder: "A", among: []), help: "").row],
      "the flag '--a' has no choices"
    ),
    (
      [Flag("a", .text(placeholder: "A"), isCount: true, help: "").row],
      "'--a' can't be written as a number"
    ),
    (
      [Flag("a", .text(placeholder: "A", .listed(by: "gone")), help: "").row],
      "the flag '--a' has what 'gone' lists, which isn't a command"
    ),
    (
      [Flag("a", .choice(placeholder: "A", among: ["b", "$(c)"]), help: "").row],
      "the flag '--a' has the choice '$(c)', which a shell would split"
    ),
  ]) func `every flag has one reading`(flags: [FlagRow], problem: String) {
    #expect(problems(of: [Command("go", summary: "", flags: flags)]) == ["go: \(problem)"])
    #expect(
      problems(of: [Command("go", summary: "")], globalFlags: flags)
        == ["go: \(problem)", "version: \(problem)", "help: \(problem)"])
  }

  @Test func `exclusive flags are flags of the command`() {
    let command = Command("go", summary: "", exclusive: [[.help, .json]])
    #expect(
      problems(of: [command]) == [
        "go: the flag '--json' is exclusive, but isn't a flag of the "
          + "command"
      ])
    #expect(problems(of: [command], globalFlags: [.json]) == [])
  }

  @Test func `every operand can be reached`() {
    #expect(
      problems(of: [Command("go", summary: "", operands: [.file, .place])]) == [
        "go: FILE takes everything, so nothing is left for PLACE"
      ])
    #expect(
      problems(of: [Command("go", summary: "", operands: [.place, .book])]) == [
        "go: PLACE is optional, but BOOK after it isn't"
      ])
    #expect(
      problems(of: [Command("go", summary: "", operands: [.book, .book])]) == [
        "go: the operand BOOK is defined twice"
      ])
  }

  @Test func `a topic has a name of its own`() {
    let topics = ["a", "b", "b", "help"].map { Topic($0, summary: "", []) }
    let table = CommandTable(
      name: "tool", summary: "", commands: [Command("a", summary: "")], topics: topics)
    #expect(
      table.problems
        == ["a", "b", "help"].map {
          "the topic '\($0)' has the name of another topic or of a "
            + "command"
        })
  }

  @Test func `the flags of groups are flags of the command`() throws {
    let command = Command(
      "go", summary: "", flags: [.at], groups: [FlagGroup("Output", [.json, .color])])
    #expect(command.flags.map(\.name) == ["at", "json", "color"])
    #expect(command.flagGroups.map(\.title) == ["Flags", "Output"])
    #expect(Command("go", summary: "").flagGroups.isEmpty)
  }

  @Test func `exit codes are those that scripts rely on`() {
    let codes: [Int32] = [0, 1, 64, 65, 66, 69, 70, 73, 74, 75, 76, 77, 78, 130]
    #expect(ExitCode.allCases.map(\.rawValue) == codes)
    #expect(
      Set(ExitCode.allCases.map { $0.meaning(of: "library", about: "book") }).count
        == ExitCode.allCases.count)
  }
}
