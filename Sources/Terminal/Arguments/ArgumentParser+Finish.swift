// What can be judged only at the end of the command line: what is missing, and what doesn't go
// together.

extension ArgumentParser {
  func finish() throws(UsageError) -> Intent {
    if let help { return .help(about: command?.name, help) }
    if given.contains(where: { $0.flag.name == Flag.version.name }) { return .version }
    guard let command else { throw missingCommand() }
    if command.name == Command.helpName { return explained() }
    try checkExclusion(in: command)
    return .run(
      Invocation(
        command: command.name,
        flags: Dictionary(grouping: given, by: \.flag.name).mapValues { $0.map(\.value) },
        operands: try assignedOperands(of: command)))
  }

  /// `help SUBJECT`; the parser has looked whether there is such a subject.
  private func explained() -> Intent {
    .help(about: operands.first?.text, .long)
  }

  private func checkExclusion(in command: Command) throws(UsageError) {
    for group in command.exclusive {
      let names = group.map(\.name)
      let together = given.filter { names.contains($0.flag.name) }
      guard let first = together.first else { continue }
      if let second = together.first(where: { $0.flag.name != first.flag.name }) {
        throw exclusiveFlags(first.flag, second.flag, at: second.position)
      }
    }
  }

  private func assignedOperands(of command: Command) throws(UsageError) -> [String: [String]] {
    var rest = operands.map(\.text)[...]
    var assigned: [String: [String]] = [:]
    for operand in command.operands {
      if rest.isEmpty, operand.isRequired { throw missingOperand(operand, of: command) }
      let taken = operand.repeats ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      if !taken.isEmpty { assigned[operand.name] = Array(taken) }
    }
    return assigned
  }
}
