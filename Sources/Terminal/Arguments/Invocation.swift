// The result of parsing the arguments. Flags and operands are looked up by their table rows, so
// that a mistyped name doesn't compile.

package enum Intent: Sendable, Equatable {
  case run(Invocation)
  case help(about: String?, HelpLength)
  case version
}

package enum HelpLength: Sendable, Equatable {
  /// Without a command: the names of all of them, on one screen.
  case names
  /// `-h`: usage and flags.
  case short
  /// `--help` and `help`: examples and discussion too.
  case long
}

package struct Invocation: Sendable, Equatable {
  package let command: String
  let flags: [String: [FlagValue]]
  let operands: [String: [String]]

  /// The value of a flag of the command.
  package subscript<Value>(flag: Flag<Value>) -> Value { flag.read(flags[flag.name] ?? []) }

  /// The value of an operand of the command.
  package subscript<Value>(operand: Operand<Value>) -> Value {
    operand.read(operands[operand.row.name] ?? [])
  }

  package func has(_ flag: FlagRow) -> Bool { flags[flag.name] != nil }

  package func has<Value>(_ flag: Flag<Value>) -> Bool { has(flag.row) }

  /// The texts given with a flag, in the order typed.
  package func texts(_ flag: FlagRow) -> [String] { (flags[flag.name] ?? []).compactMap(\.text) }

  package func texts(_ operand: OperandRow) -> [String] { operands[operand.name] ?? [] }

  /// The flag and its values as they can be typed again; none if it wasn't given.
  package func words(of flag: FlagRow) -> [String] {
    (flags[flag.name] ?? []).flatMap { value in
      switch value {
      case .none: [flag.spelling]
      case .text(let text) where text.hasPrefix("-"): ["\(flag.spelling)=\(text)"]
      case .text(let text): [flag.spelling, text]
      case .integer(let number): [flag.spelling, String(number)]
      }
    }
  }
}

enum FlagValue: Sendable, Equatable {
  case none
  case text(String)
  case integer(Int)

  var text: String? { if case .text(let text) = self { text } else { nil } }
}
