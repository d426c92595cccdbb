// Settings, a row for each: the reader of the file, the variables, `config`, help and documentation follow
// from it.

package struct Setting: Sendable {
  /// A value, and the variable that it comes from.
  package typealias SharedValue = (text: String, variable: String)

  /// Its name in the file, and in its variable: `time-zone`, CLEANSTORE_TIME_ZONE.
  let key: String
  package let flag: FlagRow
  /// The value that the flag sets where it takes none.
  let flagMeans: String
  /// One sentence for the help.
  let help: String
  /// A phrase for the values: takes UTC or a place.
  let values: String
  /// The default, in words.
  let standard: String
  /// Whether it decides how texts for people are written and read. With --json, only the flag counts.
  let isForPeople: Bool
  /// Whether an empty value means something.
  let mayBeEmpty: Bool
  let accepts: @Sendable (String, World) -> Bool
  /// The default where it differs from `standard`, the word.
  let fallback: @Sendable (World) -> String
  /// The value of the variables that all programs share; the tool's own file takes precedence over them.
  let shared: @Sendable ([String: String]) -> SharedValue?

  package init(
    _ key: String, _ flag: any NamedFlag, flagMeans: String = "", help: String, values: String,
    standard: String, isForPeople: Bool = false, mayBeEmpty: Bool = false,
    accepts: @escaping @Sendable (String, World) -> Bool = { text, _ in !text.isEmpty },
    fallback: (@Sendable (World) -> String)? = nil,
    shared: @escaping @Sendable ([String: String]) -> SharedValue? = { _ in nil }
  ) {
    self.key = key
    self.flag = flag.row
    self.flagMeans = flagMeans
    self.help = help
    self.values = values
    self.standard = standard
    self.isForPeople = isForPeople
    self.mayBeEmpty = mayBeEmpty
    self.accepts = accepts
    self.fallback = fallback ?? { _ in standard }
    self.shared = shared
  }
}

extension Setting {
  static let locale = Setting(
    "locale", Flags.locale, help: "How dates and numbers are written for people.",
    values: alternatives(LocaleRules.all.map(\.name)), standard: LocaleRules.iso.name,
    isForPeople: true, accepts: { text, _ in LocaleRules(named: text) != nil })

  static let timeZone = Setting(
    "time-zone", Flags.timeZone,
    help: "The zone of the times that are shown, and of those that you type without one.",
    values: "UTC, an offset such as +05:30, or a place such as Europe/Berlin", standard: "UTC",
    isForPeople: true, accepts: { text, world in world.timeZone(named: text) != nil })

  package static let color = Setting(
    "color", Flags.color,
    help: "When the output is in color; auto leaves that to NO_COLOR, CLICOLOR_FORCE and the "
      + "terminal.",
    values: alternatives(ColorChoice.allCases.map(\.rawValue)),
    standard: ColorChoice.auto.rawValue,
    accepts: { text, _ in ColorChoice(rawValue: text) != nil },
    shared: { environment in
      ColorChoice.choice(in: environment).map { ($0.choice.rawValue, $0.variable) }
    })

  static func actor(_ flag: any NamedFlag) -> Setting {
    Setting(
      "actor", flag,
      help:
        "Who requests commands. As one given with --actor, it is recorded and stays in the log. For a store on a "
        + "server, it is the login, unless that has the role proxy.",
      values: "a name", standard: "the name of the user or of the login", fallback: { $0.user() })
  }

  static func pager(_ flag: any NamedFlag) -> Setting {
    Setting(
      "pager", flag, flagMeans: "cat",
      help: "The pager for long output on a terminal.",
      values: "a shell command line, or cat for no pager", standard: "less",
      mayBeEmpty: true, accepts: { _, _ in true },
      shared: { environment in environment["PAGER"].map { ($0, "PAGER") } })
  }
}

extension HistoryCommands {
  /// Everything that can be set, in the order in which it is listed.
  package var settings: [Setting] {
    [.locale, .timeZone, .color, .pager(noPager), .actor(actor)]
  }

  /// The variable of the environment that sets it: `CLEANSTORE_TIME_ZONE`.
  func variable(of setting: Setting) -> String {
    variable(String(setting.key.uppercased().map { $0 == "-" ? "_" : $0 }))
  }
}

// The help on a setting.
extension Setting {
  func term(_ variable: String) -> Term {
    Term(
      key,
      "\(help) Takes \(values); by default \(standard). Flag \(flag.spelling), variable \(variable)."
    )
  }

  func variableTerm(_ variable: String) -> Term {
    Term(
      variable,
      "The setting \(key), unless \(flag.spelling) is given."
        + (mayBeEmpty ? "" : " If it is empty, it counts as unset."))
  }
}
