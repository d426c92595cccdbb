// The settings of one run: for each, the value that takes precedence, and where it comes from.

package struct Settings {
  enum Origin: Equatable {
    case flag(String)
    case variable(String)
    case file(String, line: Int)
    case standard
  }

  struct Value {
    let text: String
    let origin: Origin
  }

  /// The file that was, or would be, read; nil if there is none to read.
  let file: SettingsFile?
  private let values: [String: Value]

  /// The settings of a command line. A flag takes precedence over the tool's variable, that over the file, and that over
  /// the variables that all programs share.
  ///
  /// - Parameter flags: The command's flags. The variable of a setting whose flag isn't one of them doesn't
  ///   count; nil where all do.
  /// - Throws: An error of the file, or of a variable that counts.
  package init(
    _ commands: HistoryCommands, _ invocation: Invocation, _ world: World,
    flags: [FlagRow]? = nil
  ) throws(Failure) {
    let file = try SettingsFile(for: commands.tool, commands.settings, invocation, world)
    // Programs read the same for every user; `config` shows what people get.
    let isForPrograms = invocation[Flags.json] && invocation.command != commands.config.name
    var values: [String: Value] = [:]
    for row in commands.settings {
      let counts = !(isForPrograms && row.isForPeople)
      let isTaken = flags?.contains { $0.name == row.flag.name } ?? true
      values[row.key] =
        if invocation.has(row.flag) {
          Value(
            text: invocation.texts(row.flag).first ?? row.flagMeans,
            origin: .flag(row.flag.spelling))
        } else if counts, isTaken, let own = try Self.own(row, commands.variable(of: row), world) {
          own
        } else if counts, let set = file?.assignments?[row.key], let file {
          Value(text: set.value, origin: .file(file.path, line: set.line))
        } else if let (text, variable) = row.shared(world.environment) {
          Value(text: text, origin: .variable(variable))
        } else {
          Value(text: row.fallback(world), origin: .standard)
        }
    }
    (self.file, self.values) = (file, values)
  }

  /// The value of the tool's own variable; one that is empty counts as unset.
  private static func own(_ row: Setting, _ variable: String, _ world: World) throws(Failure)
    -> Value?
  {
    guard let text = try world.variable(variable, or: row.flag, failingAs: .configuration),
      !text.isEmpty || row.mayBeEmpty
    else { return nil }
    guard row.accepts(text, world) else {
      throw Failure(
        .configuration, code: "bad-setting", row.refusal(of: text, for: variable),
        hint: "Correct the variable, or unset it.")
    }
    return Value(text: text, origin: .variable(variable))
  }

  subscript(row: Setting) -> Value {
    values[row.key] ?? Value(text: row.standard, origin: .standard)
  }

  package func text(_ row: Setting) -> String { self[row].text }

  /// The shell command line of the pager; nil if there is to be none.
  func pagerLine(_ commands: HistoryCommands) -> String? {
    let value = self[.pager(commands.noPager)]
    return PagerOutput.line(chosen: value.origin == .standard ? nil : value.text)
  }
}
