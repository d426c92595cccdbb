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

  package func has(_ flag: Flag) -> Bool {
    flags[flag.name] != nil
  }

  package func text(_ flag: Flag) -> String? {
    texts(flag).first
  }

  /// The texts or choices given with a flag that repeats, in the order typed.
  package func texts(_ flag: Flag) -> [String] {
    (flags[flag.name] ?? []).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The flag and its values as they can be typed again; none if it wasn't given.
  package func words(of flag: Flag) -> [String] {
    (flags[flag.name] ?? []).flatMap { value in
      switch value {
      case .none: [flag.spelling]
      case .text(let text) where text.hasPrefix("-"): ["\(flag.spelling)=\(text)"]
      case .text(let text): [flag.spelling, text]
      case .integer(let number): [flag.spelling, String(number)]
      }
    }
  }

  package func integer(_ flag: Flag) -> Int? {
    guard case .integer(let number)? = flags[flag.name]?.first else { return nil }
    return number
  }

  /// The choice given with the flag, as a value of an enumeration whose raw values are the
  /// choices; `nil` if the flag wasn't given.
  package func choice<Choice: RawRepresentable<String>>(
    _ flag: Flag, as type: Choice.Type = Choice.self
  ) -> Choice? {
    text(flag).flatMap(Choice.init(rawValue:))
  }

  package func operand(_ operand: Operand) -> String? {
    operands[operand.name]?.first
  }

  package func operands(_ operand: Operand) -> [String] {
    operands[operand.name] ?? []
  }
}

enum FlagValue: Sendable, Equatable {
  case none
  case text(String)
  case integer(Int)
}
