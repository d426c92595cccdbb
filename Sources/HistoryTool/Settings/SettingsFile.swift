// The settings file: which one it is, and what its lines say. It is small, and made by hand.

/// The file that settings are read from.
struct SettingsFile: Sendable {
  /// The largest size: more than people write by hand.
  static let limit = 1 << 16

  /// The assignment of a line.
  struct Assignment: Sendable {
    let value: String
    let line: Int
  }

  let path: String
  /// The assignments by key; nil if there is no such file.
  let assignments: [String: Assignment]?

  /// Reads the file that was named, else the user's own; nil if none is to be read or has a place.
  init?(for tool: String, _ rows: [Setting], _ invocation: Invocation, _ world: World)
    throws(Failure)
  {
    if invocation[Flags.noConfig] { return nil }
    try invocation.checkNotEmpty(Flags.config, "a file")
    let named = invocation[Flags.config]
    guard let path = named ?? Self.usualPath(for: tool, world.environment) else { return nil }
    let bytes = try InputFile.settings(path)
    guard bytes != nil || named == nil else {
      throw Failure(
        .notFound, code: "no-such-file", "There is no file \(path).",
        hint: "Pass an existing file with --config, or omit it.")
    }
    self.path = path
    assignments = try bytes.map { (bytes) throws(Failure) in
      let start = Place(file: path, line: 1, byte: 0)
      var reader = SettingsReader(rows: rows, world: world, place: start)
      return try reader.read(bytes)
    }
  }

  /// The path by the XDG Base Directory Specification, in which a relative path counts as unset.
  private static func usualPath(for tool: String, _ environment: [String: String]) -> String? {
    let folders = [environment["XDG_CONFIG_HOME"], environment["HOME"].map { $0 + "/.config" }]
    return folders.compactMap { $0 }.first { $0.hasPrefix("/") }.map { "\($0)/\(tool)/config" }
  }
}

private struct SettingsReader {
  let rows: [Setting]
  let world: World
  /// The beginning of the line that is read.
  var place: Place
  var assignments: [String: SettingsFile.Assignment] = [:]

  mutating func read(_ bytes: [UInt8]) throws(Failure) -> [String: SettingsFile.Assignment] {
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw failure("not-utf8", "The line isn't UTF-8.")
      }
      try read(text.withoutComment.trimmed)
      place = Place(file: place.file, line: place.line + 1, byte: place.byte + line.count + 1)
    }
    return assignments
  }

  private mutating func read(_ line: Substring) throws(Failure) {
    if line.isEmpty { return }
    guard let sign = line.firstIndex(of: "=") else {
      throw failure("malformed-setting", "A line has the form KEY = VALUE.")
    }
    let key = String(line[..<sign].trimmed)
    let value = String(line[line.index(after: sign)...].trimmed)
    guard let row = rows.first(where: { $0.key == key }) else { throw unknown(key) }
    if let first = assignments[key] {
      throw failure("repeated-setting", "\(key) is already set in line \(first.line).")
    }
    guard row.accepts(value, world) else {
      throw failure("bad-setting", row.refusal(of: value, for: key))
    }
    assignments[key] = .init(value: value, line: place.line)
  }

  private func unknown(_ key: String) -> Failure {
    failure(
      "unknown-setting", "There is no setting '\(key)'.",
      hint: didYouMean(key, among: rows.map(\.key), called: "settings"))
  }

  private func failure(_ code: String, _ message: String, hint: String? = nil) -> Failure {
    Failure(
      .configuration, code: code, message,
      hint: hint ?? "`\(ToolName.current) help settings` describes the file.", at: place)
  }
}

extension Setting {
  func refusal(of value: String, for name: String) -> String {
    "\(name) takes \(values), not '\(value)'."
  }
}

extension StringProtocol {
  /// The line without its comment. As in a shell, a # within a word is part of it.
  fileprivate var withoutComment: Substring {
    let comment = indices.first { index in
      self[index] == "#" && (index == startIndex || " \t".contains(self[self.index(before: index)]))
    }
    return Substring(self[..<(comment ?? endIndex)])
  }
}
