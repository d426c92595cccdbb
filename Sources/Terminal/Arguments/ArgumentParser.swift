// Parses arguments by the table. Pure: it prints nothing, exits nothing, reads no environment.
// Abbreviated flags are not accepted: a flag added later would change what they mean.

extension CommandTable {
  /// The intent of the arguments (without the tool's own name).
  ///
  /// Global flags may be before or after the command. `--flag value` and `--flag=value`, `-n 5`,
  /// `-n5` and packs like `-nq` are read; `--` ends the flags; `-` is an operand. A negative number
  /// is a value or operand wherever one is expected, unless the command has a flag that counts. A
  /// request for help is granted whatever else is wrong, except the command's name; a topic's name may be
  /// in its place.
  ///
  /// - Throws: the first mistake from the left, then what is missing.
  /// - Complexity: O(n·f) for n arguments and f flags.
  package func parse(_ arguments: [String]) throws(UsageError) -> Intent {
    var parser = ArgumentParser(table: self, arguments: arguments)
    do throws(UsageError) {
      return try parser.parse()
    } catch {
      guard let length = parser.lengthOfHelpAskedForAnywhere else { throw error }
      guard error.code == .unknownCommand else {
        return .help(about: parser.command?.name, length)
      }
      guard let topic = topic(named: arguments[parser.position]) else { throw error }
      return .help(about: topic.name, length)
    }
  }
}

extension CommandTable {
  /// The flags among the arguments up to the first mistake, for what is said about the others.
  package func flags(in arguments: some Sequence<String>) -> Invocation {
    var parser = ArgumentParser(table: self, arguments: Array(arguments))
    _ = try? parser.parse()
    return Invocation(command: "", flags: parser.givenFlags, operands: [:])
  }
}

struct ArgumentParser {
  let table: CommandTable
  let arguments: [String]
  var position = 0
  var command: Command?
  var given: [(flag: FlagRow, value: FlagValue, position: Int)] = []
  var operands: [(text: String, position: Int)] = []
  var help: HelpLength?
  var flagsHaveEnded = false

  var flags: [FlagRow] { table.globalFlags + (command?.flags ?? []) }

  mutating func parse() throws(UsageError) -> Intent {
    while position < arguments.count {
      let argument = arguments[position]
      if !flagsHaveEnded, let flag = countFlag, isCount(argument) {
        try take(flag, attached: argument.dropFirst())
      } else if flagsHaveEnded || isOperand(argument) {
        try readOperand(argument)
      } else if argument == "--" {
        flagsHaveEnded = true
      } else if argument.hasPrefix("--") {
        try readLongFlag(argument.dropFirst(2))
      } else {
        try readShortFlags(argument.dropFirst())
      }
      position += 1
    }
    return try finish()
  }

  /// `-3` is an operand as long as the command takes one more.
  private func isOperand(_ argument: String) -> Bool {
    !argument.hasPrefix("-") || argument == "-" || looksNegative(argument) && takesMoreOperands
  }

  private var countFlag: FlagRow? { command?.flags.first { $0.isCount } }

  private var takesMoreOperands: Bool {
    guard let command else { return false }
    return operands.count < command.operands.count || command.operands.last?.repeats == true
  }

  private mutating func readOperand(_ argument: String) throws(UsageError) {
    if command == nil {
      guard let found = table.command(named: argument) else { throw unknownCommand(argument) }
      command = found
    } else if takesMoreOperands {
      try check(argument)
      operands.append((argument, position))
    } else {
      throw unexpectedOperand(argument)
    }
  }

  /// Checks the argument against the operand that is to take it, if that takes only certain words.
  private func check(_ argument: String) throws(UsageError) {
    guard let command, let last = command.operands.last else { return }
    let operand = operands.count < command.operands.count ? command.operands[operands.count] : last
    guard case .words(let words) = operand.content, !words.contains(argument) else { return }
    throw command.name == Command.helpName
      ? unknownCommand(argument, orTopicAmong: words)
      : invalidOperand(argument, among: words)
  }

  private mutating func readLongFlag(_ text: Substring) throws(UsageError) {
    let name = text.prefix { $0 != "=" }
    guard let flag = flags.first(where: { $0.name == name }) else {
      throw unknownFlag("--" + name, name: String(name))
    }
    let attached = name.endIndex == text.endIndex ? nil : text[name.endIndex...].dropFirst()
    if flag.value == .none, attached != nil { throw unexpectedValue(for: flag) }
    if flag.name == FlagRow.help.name {
      help = .long
    } else {
      try take(flag, attached: attached)
    }
  }

  private mutating func readShortFlags(_ letters: Substring) throws(UsageError) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let flag = flags.first(where: { $0.short == letter }) else {
        throw unknownFlag("-" + String(letter), name: String(letters))
      }
      if flag.name == FlagRow.help.name {
        help = help ?? .short
      } else if flag.value == .none {
        if rest.first == "=" { throw unexpectedValue(for: flag) }
        try take(flag, attached: nil)
      } else {
        let value = rest.first == "=" ? rest.dropFirst() : rest
        return try take(flag, attached: rest.isEmpty ? nil : value)
      }
    }
  }

  /// Takes a flag with its value: the attached one, else the next argument.
  private mutating func take(_ flag: FlagRow, attached: Substring?) throws(UsageError) {
    let flagPosition = position
    if !flag.repeats, flag.name != FlagRow.version.name,
      given.contains(where: { $0.flag.name == flag.name })
    {
      throw repeatedFlag(flag)
    }
    var value = FlagValue.none
    if flag.value != .none {
      let text = if let attached { String(attached) } else { try nextValue(of: flag) }
      value = try checked(text, for: flag)
    }
    given.append((flag, value, flagPosition))
  }

  private mutating func nextValue(of flag: FlagRow) throws(UsageError) -> String {
    let next = position + 1 < arguments.count ? arguments[position + 1] : nil
    guard let next, !next.hasPrefix("-") || next == "-" || looksNegative(next) else {
      throw missingValue(of: flag, next: next)
    }
    position += 1
    return next
  }

  private func checked(_ text: String, for flag: FlagRow) throws(UsageError) -> FlagValue {
    switch flag.value {
    case .none, .text:
      return .text(text)
    case .choice(_, let choices):
      guard choices.contains(text) else { throw invalidChoice(text, of: flag, among: choices) }
      return .text(text)
    case .integer(_, let limits):
      // A plus sign is refused: `Int` would read it, but it isn't typed on purpose.
      guard !text.hasPrefix("+"), let number = Int(text), limits.contains(number) else {
        throw invalidInteger(text, of: flag, within: limits)
      }
      return .integer(number)
    }
  }

  var lengthOfHelpAskedForAnywhere: HelpLength? {
    let candidates = arguments.prefix { $0 != "--" }
    if help == .long || candidates.contains(FlagRow.help.spelling) { return .long }
    return help ?? (candidates.contains("-h") ? .short : nil)
  }
}

/// Whether an argument is a dash and digits.
private func isCount(_ argument: String) -> Bool {
  argument.hasPrefix("-") && UInt(argument.dropFirst()) != nil && looksNegative(argument)
}

/// Whether an argument that begins with a dash reads as a number below zero, as in `-3`, `-.5` or
/// the range `-3..end`. No flag does: short flags are letters.
private func looksNegative(_ argument: String) -> Bool {
  let number = argument.dropFirst()
  let digit = (number.first == "." ? number.dropFirst() : number).first
  return argument.hasPrefix("-") && digit.map { $0.isASCII && $0.isNumber } ?? false
}

extension ArgumentParser {
  func finish() throws(UsageError) -> Intent {
    if let help { return .help(about: command?.name, help) }
    if given.contains(where: { $0.flag.name == FlagRow.version.name }) { return .version }
    guard let command else { throw missingCommand() }
    if command.name == Command.helpName { return explained() }
    if command.name == Command.version.name { return .version }
    try checkExclusion(in: command)
    try checkRequirements()
    return .run(
      Invocation(
        command: command.name,
        flags: givenFlags, operands: try assignedOperands(of: command)))
  }

  var givenFlags: [String: [FlagValue]] {
    Dictionary(grouping: given, by: \.flag.name).mapValues { $0.map(\.value) }
  }

  /// `help SUBJECT`; the parser has looked whether there is such a subject.
  private func explained() -> Intent {
    .help(about: operands.first?.text, .long)
  }

  private func checkExclusion(in command: Command) throws(UsageError) {
    for group in table.exclusive + command.exclusive {
      let names = group.map(\.name)
      let together = given.filter { names.contains($0.flag.name) }
      guard let first = together.first else { continue }
      if let second = together.first(where: { $0.flag.name != first.flag.name }) {
        throw exclusiveFlags(first.flag, second.flag, at: second.position)
      }
    }
  }

  private func checkRequirements() throws(UsageError) {
    for one in given {
      guard let required = one.flag.requires,
        !given.contains(where: { $0.flag.name == required.name })
      else { continue }
      throw missingFlag(required, for: one.flag, at: one.position)
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
