// What the parser makes of the arguments. Flags and operands are asked for by their table rows,
// so that a mistyped name doesn't compile.

/// What somebody who typed a command line wants.
public enum Intent: Sendable, Equatable {
  /// Run a command.
  case run(Invocation)
  /// Explain a command or a topic, or the tool if none is named.
  case help(about: String?, HelpLength)
  /// Print the version.
  case version
}

/// How much help was asked for.
public enum HelpLength: Sendable, Equatable {
  /// `-h`: usage and flags.
  case short
  /// `--help` and `help`: examples and discussion too.
  case long
}

/// A command with its flags and operands, checked against the table.
public struct Invocation: Sendable, Equatable {
  /// The command's name.
  public let command: String
  let flags: [String: [FlagValue]]
  let operands: [String: [String]]

  /// Whether the flag was given.
  public func has(_ flag: Flag) -> Bool {
    flags[flag.name] != nil
  }

  /// The text or choice given with the flag; `nil` if the flag wasn't given.
  public func text(_ flag: Flag) -> String? {
    texts(flag).first
  }

  /// The texts or choices given with a flag that repeats, in the order typed.
  public func texts(_ flag: Flag) -> [String] {
    (flags[flag.name] ?? []).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The number given with the flag; `nil` if the flag wasn't given.
  public func integer(_ flag: Flag) -> Int? {
    guard case .integer(let number)? = flags[flag.name]?.first else { return nil }
    return number
  }

  /// The choice given with the flag, as a value of an enumeration whose raw values are the
  /// choices; `nil` if the flag wasn't given.
  public func choice<Choice: RawRepresentable<String>>(
    _ flag: Flag, as type: Choice.Type = Choice.self
  ) -> Choice? {
    text(flag).flatMap(Choice.init(rawValue:))
  }

  /// The operand, `nil` if it was left out; a required one never is.
  public func operand(_ operand: Operand) -> String? {
    operands[operand.name]?.first
  }

  /// All arguments of an operand that repeats, in the order typed.
  public func operands(_ operand: Operand) -> [String] {
    operands[operand.name] ?? []
  }
}

enum FlagValue: Sendable, Equatable {
  case none
  case text(String)
  case integer(Int)
}
