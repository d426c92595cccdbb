// libpq's file of passwords, as a text.

/// The text of libpq's file of passwords: `host:port:database:user:password` in each line, of which the first one that
/// fits counts.
struct PasswordFile {
  private var lines: [Substring]

  init(_ text: String) { lines = text.linesByFeeds }

  var text: String { lines.joined(separator: "\n") }

  /// Adds a password, in the place of the one for the same parameters, before all others.
  mutating func set(_ password: String, for parameters: ServerParameters) {
    remove(parameters, keepingThoseOf: [])
    lines = Self.keys(of: parameters).map { Substring($0 + ":" + Self.escaped(password)) } + lines
  }

  /// Removes the password for these parameters, unless others need it, too.
  mutating func remove(_ parameters: ServerParameters, keepingThoseOf others: [ServerParameters]) {
    let needed = others.flatMap(Self.keys)
    let keys = Self.keys(of: parameters).filter { !needed.contains($0) }.map { $0 + ":" }
    lines.removeAll { line in keys.contains { line.hasPrefix($0) } }
  }

  /// Whether there is a password for just these parameters.
  func hasPassword(for parameters: ServerParameters) -> Bool {
    let keys = Self.keys(of: parameters).map { $0 + ":" }
    return lines.contains { line in keys.contains { line.hasPrefix($0) } }
  }

  /// The beginnings of lines, one for each host.
  private static func keys(of parameters: ServerParameters) -> [String] {
    let hosts = (parameters["host"] ?? parameters["hostaddr"] ?? "localhost").split(separator: ",")
    let ports = (parameters["port"] ?? "").split(
      separator: ",", omittingEmptySubsequences: false)
    let user = parameters["user"] ?? "*"
    return hosts.enumerated().map { index, host in
      // One port is that of all hosts.
      let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
      return [
        String(host), port.isEmpty ? "5432" : String(port), parameters["dbname"] ?? user, user,
      ].map(escaped)
        .joined(separator: ":")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { ":\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
