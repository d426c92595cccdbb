// The sentences of the usage errors, each with what to do next.

import Formatting

package struct UsageError: Error, Equatable, Sendable {
  package enum Code: String, CaseIterable, Sendable {
    case missingCommand = "missing-command"
    case unknownCommand = "unknown-command"
    case unknownFlag = "unknown-flag"
    case missingValue = "missing-value"
    case unexpectedValue = "unexpected-value"
    /// The value isn't a number within the limits, or isn't one of the choices.
    case invalidValue = "invalid-value"
    case repeatedFlag = "repeated-flag"
    case exclusiveFlags = "exclusive-flags"
    case missingFlag = "missing-flag"
    case missingOperand = "missing-operand"
    case unexpectedOperand = "unexpected-operand"
    case notUTF8 = "not-utf8"
  }

  package let code: Code
  package let message: String
  package let hint: String
  /// The place of the wrong argument, from 0; the number of arguments if one is missing at the end.
  package let position: Int
}

/// The words between single quotes, fit for a message: nothing invisible in it, and not endless.
func quoted(_ argument: String) -> String {
  "'" + visible(argument).truncated(to: 60) + "'"
}

extension ArgumentParser {
  func missingCommand() -> UsageError {
    failure(.missingCommand, "No command given.", hint: seeHelp, at: arguments.count)
  }

  func unknownCommand(_ word: String, orTopicAmong subjects: [String]? = nil) -> UsageError {
    let named = table.commands.filter { $0.synonyms.contains(word.lowercased()) }.map(\.name)
    let similar = suggestions(for: word, among: subjects ?? table.commands.map(\.name))
    let meant = (named + similar.filter { !named.contains($0) }).prefix(3)
    let missing = subjects == nil || table.topics.isEmpty ? "command" : "command or topic"
    return failure(
      .unknownCommand, "There is no \(missing) \(quoted(word)).",
      hint: didYouMean(Array(meant), quotes: true) ?? "See `\(table.name) help`.")
  }

  func invalidOperand(_ text: String, among words: [String]) -> UsageError {
    failure(
      .invalidValue,
      "'\(command?.name ?? "")' takes \(alternatives(words)), not \(quoted(text)).",
      hint: didYouMean(text, among: words, quotes: true) ?? seeHelp)
  }

  /// - Parameter name: what was typed after the dashes; for a pack of short flags, all of it.
  func unknownFlag(_ spelling: String, name: String) -> UsageError {
    let owner = command.map { "'\($0.name)' has" } ?? "There is"
    if command == nil, table.commands.contains(where: { $0.flags.contains { $0.name == name } }) {
      return failure(
        .unknownFlag, "\(quoted(spelling)) is no flag of every command.",
        hint: "Write it after the command that it is for.")
    }
    return failure(
      .unknownFlag, "\(owner) no flag \(quoted(spelling)).",
      hint: hintForUnknownFlag(named: name) ?? seeHelp)
  }

  private func hintForUnknownFlag(named name: String) -> String? {
    if let command, command.operands.contains(where: { $0.isCalled(name) }) {
      return "It is written without a flag: `\(table.usage(of: command))`."
    }
    let names = flags.map(\.name)
    // Of several groups of fields, each has one: --billing-zip.
    let longer = names.filter { $0.hasSuffix("-" + name) }.prefix(3)
    let meant =
      names.contains(name)
      ? [name] : longer.isEmpty ? suggestions(for: name, among: names) : Array(longer)
    return didYouMean(meant.map { "--" + $0 }, quotes: true)
  }

  /// The value may be personal, so it isn't quoted.
  func missingValue(of flag: FlagRow, next: String?) -> UsageError {
    let value = flag.placeholder ?? ""
    let hint =
      next == nil || next == "--"
      ? seeHelp
      : "If the value begins with a dash, write it after an equals sign: \(flag.spelling)=\(value)."
    return failure(.missingValue, "\(flag.spelling) needs a value \(value).", hint: hint)
  }

  func unexpectedValue(for flag: FlagRow) -> UsageError {
    failure(
      .unexpectedValue, "\(flag.spelling) takes no value.", hint: "Write only \(flag.spelling).")
  }

  func invalidChoice(_ text: String, of flag: FlagRow, among choices: [String]) -> UsageError {
    failure(
      .invalidValue,
      "\(flag.spelling) takes \(alternatives(choices)), not \(quoted(text)).",
      hint: didYouMean(text, among: choices, quotes: true) ?? seeHelp)
  }

  func invalidInteger(_ text: String, of flag: FlagRow, within limits: ClosedRange<Int>)
    -> UsageError
  {
    let bounds =
      switch (limits.lowerBound, limits.upperBound) {
      case (.min, .max) where !text.isTooLarge: "a whole number"
      case (let lower, .max) where !text.isTooLarge: "a whole number from \(lower) up"
      case (.min, let upper): "a whole number up to \(upper)"
      case (let lower, let upper): "a whole number from \(lower) to \(upper)"
      }
    return failure(
      .invalidValue, "\(flag.spelling) takes \(bounds), not \(quoted(text)).", hint: seeHelp)
  }

  func repeatedFlag(_ flag: FlagRow) -> UsageError {
    failure(
      .repeatedFlag, "\(flag.spelling) is given twice.", hint: "Use \(flag.spelling) only once.")
  }

  func exclusiveFlags(_ first: FlagRow, _ second: FlagRow, at place: Int) -> UsageError {
    failure(
      .exclusiveFlags, "\(first.spelling) and \(second.spelling) can't be used together.",
      hint: "Omit one of them.", at: place)
  }

  func missingFlag(_ required: FlagRequirement, for flag: FlagRow, at place: Int) -> UsageError {
    failure(
      .missingFlag, "\(flag.spelling) is only for \(required.purpose).",
      hint: "Pass --\(required.name), too, or omit \(flag.spelling).", at: place)
  }

  func missingOperand(_ operand: OperandRow, of command: Command) -> UsageError {
    failure(
      .missingOperand, "'\(command.name)' needs \(operand.name).", hint: seeHelp,
      at: arguments.count)
  }

  func unexpectedOperand(_ text: String) -> UsageError {
    let names = command?.operands.map(\.name) ?? []
    let taken = names.isEmpty ? "no operand" : "only " + names.joined(separator: " ")
    if command?.quotesOperands == false {
      return failure(
        .unexpectedOperand, "'\(command?.name ?? "")' takes \(taken); there is one word too many.",
        hint: "Quote a value that has spaces.")
    }
    return failure(
      .unexpectedOperand,
      "'\(command?.name ?? "")' takes \(taken); \(quoted(text)) is one too many.",
      hint: command?.insteadOfOperand ?? seeHelp)
  }

  private var seeHelp: String {
    "See `" + [table.name, "help", command?.name].compactMap(\.self).joined(separator: " ") + "`."
  }

  private func failure(
    _ code: UsageError.Code, _ message: String, hint: String, at place: Int? = nil
  ) -> UsageError {
    UsageError(code: code, message: message, hint: hint, position: place ?? position)
  }
}

extension String {
  /// Whether it is a whole number with more digits than can be read.
  fileprivate var isTooLarge: Bool {
    Int(self) == nil && !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
