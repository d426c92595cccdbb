// The rules that a table must follow, so that every argument has one reading.
// A tool's tests expect no problems; the parser itself doesn't check.

import Terminal

extension CommandTable {
  /// The mistakes in the table, a sentence each; a sound table has none.
  package var problems: [String] {
    var problems = repeated(commands.map(\.name)).map { "the command '\($0)' is defined twice" }
    problems += commands.filter { $0.name.hasPrefix("-") || !$0.name.isShellWord }
      .map { "'\($0.name)' isn't a valid name for a command" }
    problems += repeated(
      (commands.map(\.name) + topics.map(\.name)).filter(topics.map(\.name).contains)
    )
    .map { "the topic '\($0)' has the name of another topic or of a command" }
    problems += commands.flatMap(\.synonyms).filter { command(named: $0) != nil }
      .map { "'\($0)' is a command, and what another one is called elsewhere" }
    for command in commands {
      problems += (flagProblems(of: command) + operandProblems(of: command))
        .map { "\(command.name): \($0)" }
    }
    return problems
  }

  private func flagProblems(of command: Command) -> [String] {
    let flags = globalFlags + command.flags
    let names = Set(flags.map(\.name))
    var problems = repeated(flags.map(\.name)).map { "the flag '--\($0)' is defined twice" }
    problems += repeated(flags.compactMap { $0.short.map(String.init) })
      .map { "the flag '-\($0)' is defined twice" }
    for flag in flags {
      if flag.name.hasPrefix("-") || !flag.name.isShellWord {
        problems.append("'\(flag.name)' isn't a valid name for a flag")
      }
      if let short = flag.short, !(short.isASCII && short.isLetter) {
        problems.append("'-\(short)' isn't a letter, and could be a number")
      }
      if flag.isCount, !flag.value.isInteger || flags.count(where: \.isCount) > 1 {
        problems.append("'\(flag.spelling)' can't be written as a number")
      }
      problems += flag.content.problems(in: self).map { "the flag '\(flag.spelling)' has \($0)" }
    }
    problems += command.exclusive.joined().filter { !names.contains($0.name) }
      .map { "the flag '\($0.spelling)' is exclusive, but isn't a flag of the command" }
    return problems
  }

  private func operandProblems(of command: Command) -> [String] {
    var problems = repeated(command.operands.map(\.name)).map {
      "the operand \($0) is defined "
        + "twice"
    }
    for operand in command.operands {
      problems += operand.content.problems(in: self).map { "the operand \(operand.name) has \($0)" }
    }
    for (operand, next) in zip(command.operands, command.operands.dropFirst()) {
      if operand.repeats {
        problems.append("\(operand.name) takes everything, so nothing is left for \(next.name)")
      } else if !operand.isRequired, next.isRequired {
        problems.append("\(operand.name) is optional, but \(next.name) after it isn't")
      }
    }
    return problems
  }
}

extension FlagRow.Value {
  fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}

extension Content {
  /// Words are spliced into the scripts of three shells, so they may hold nothing that means
  /// something there.
  fileprivate func problems(in table: CommandTable) -> [String] {
    switch self {
    case .anything, .file, .folder: []
    case .words([]), .commaSeparated([]): ["no choices"]
    case .words(let words), .commaSeparated(let words):
      words.filter { !$0.isShellWord }.map { "the choice '\($0)', which a shell would split" }
    case .listed(let line):
      (try? table.parse(line.split(separator: " ").map(String.init))) == nil
        ? ["what '\(line)' lists, which isn't a command"] : []
    }
  }
}

extension String {
  /// Whether it is one word without quotes in every shell.
  fileprivate var isShellWord: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

/// The elements that stand more than once, each named once, in their order.
private func repeated(_ names: [String]) -> [String] {
  var counts: [String: Int] = [:]
  return names.filter { name in
    counts[name, default: 0] += 1
    return counts[name] == 2
  }
}
