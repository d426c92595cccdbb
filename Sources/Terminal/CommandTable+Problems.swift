// What a table must keep to, so that every argument has one reading.
// A tool's tests expect no problems; the parser itself doesn't check.

extension CommandTable {
  /// What is wrong with the table, a sentence each; a sound table has none.
  public var problems: [String] {
    var problems = repeated(commands.map(\.name)).map { "the command '\($0)' stands twice" }
    problems += commands.filter { $0.name.hasPrefix("-") || $0.name.isEmpty }
      .map { "'\($0.name)' is no name for a command" }
    for command in commands {
      problems += (flagProblems(of: command) + operandProblems(of: command))
        .map { "\(command.name): \($0)" }
    }
    return problems
  }

  private func flagProblems(of command: Command) -> [String] {
    let flags = globalFlags + command.flags
    let names = Set(flags.map(\.name))
    var problems = repeated(flags.map(\.name)).map { "the flag '--\($0)' stands twice" }
    problems += repeated(flags.compactMap { $0.short.map(String.init) })
      .map { "the flag '-\($0)' stands twice" }
    for flag in flags {
      if flag.name.isEmpty || flag.name.hasPrefix("-") || flag.name.contains("=") {
        problems.append("'\(flag.name)' is no name for a flag")
      }
      if let short = flag.short, !(short.isASCII && short.isLetter) {
        problems.append("'-\(short)' is no letter, and could be a number")
      }
      if case .choice(_, among: []) = flag.value {
        problems.append("the flag '\(flag.spelling)' has no choices")
      }
    }
    problems += command.exclusive.joined().filter { !names.contains($0.name) }
      .map { "the flag '\($0.spelling)' is exclusive, but no flag of the command" }
    return problems
  }

  private func operandProblems(of command: Command) -> [String] {
    var problems = repeated(command.operands.map(\.name)).map { "the operand \($0) stands twice" }
    for (operand, next) in zip(command.operands, command.operands.dropFirst()) {
      if operand.repeats {
        problems.append("\(operand.name) takes all, so that \(next.name) gets nothing")
      } else if !operand.isRequired, next.isRequired {
        problems.append("\(operand.name) may be left out, but \(next.name) behind it may not")
      }
    }
    return problems
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
