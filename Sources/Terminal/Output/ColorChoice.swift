// Whether output is in color: by a flag, the environment, or where it goes.

/// When to use color, as `--color` takes it.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// If the output is a terminal, and the environment has nothing against it.
  case auto
  case always
  case never

  /// Whether an output is in color.
  ///
  /// `always` and `never` decide alone. Else: no color if `NO_COLOR` is set to anything, color
  /// if `CLICOLOR_FORCE` is set to anything but 0, no color if the output is no terminal or
  /// `TERM` is `dumb`.
  package func isColored(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self == .auto ? Self.choice(in: environment)?.choice ?? .auto : self {
    case .always: true
    case .never: false
    case .auto: isTerminal && environment["TERM"] != "dumb"
    }
  }

  /// The choice by the variables that all programs share, and the variable that made it.
  package static func choice(
    in environment: [String: String]
  ) -> (choice: ColorChoice, variable: String)? {
    if environment["NO_COLOR", default: ""] != "" { return (.never, "NO_COLOR") }
    if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) {
      return (.always, "CLICOLOR_FORCE")
    }
    return nil
  }
}
