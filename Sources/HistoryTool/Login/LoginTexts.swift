// libpq's files of services and of passwords, as texts. A service's file has sections of names and
// values. Only the section of one service is ever changed.

/// The text of a service file.
struct ServiceFile {
  private var lines: [Substring]

  init(_ text: String) { lines = text.linesByFeeds }

  var text: String { lines.joined(separator: "\n") }

  /// The parameters of a service; nil if there is no such service.
  subscript(_ name: String) -> ServerParameters? {
    guard let section = section(name) else { return nil }
    var parameters = ServerParameters()
    for line in lines[section].dropFirst() {
      guard let (name, value) = Self.member(line) else { continue }
      parameters[name] = value
    }
    return parameters
  }

  /// Replaces a service, or adds it at the end.
  mutating func set(_ name: String, to parameters: ServerParameters) {
    let members = ["[\(name)]"] + parameters.all.map { "\($0.name)=\($0.value)" }
    let new = members.map { Substring($0) }
    guard let section = section(name) else {
      if lines.last?.isEmpty == true { lines.removeLast() }
      if lines.last?.isEmpty == false { lines.append("") }
      lines += new + [""]
      return
    }
    lines.replaceSubrange(section, with: new + comments(in: section))
  }

  /// Removes a service.
  mutating func remove(_ name: String) {
    guard let section = section(name) else { return }
    lines.replaceSubrange(section, with: comments(in: section))
  }

  /// The lines of a service, from its header to its last member.
  private func section(_ name: String) -> Range<Int>? {
    guard let header = lines.firstIndex(where: { Self.header($0) == name }) else { return nil }
    let next = lines[(header + 1)...].firstIndex { Self.header($0) != nil } ?? lines.endIndex
    let last = lines[..<next].lastIndex { Self.member($0) != nil } ?? header
    return header..<max(header, last) + 1
  }

  private func comments(in section: Range<Int>) -> [Substring] {
    lines[section].dropFirst().filter { Self.member($0) == nil }
  }

  private static func header(_ line: Substring) -> String? {
    let line = line.trimmed
    return line.hasPrefix("[") && line.hasSuffix("]") ? String(line.dropFirst().dropLast()) : nil
  }

  private static func member(_ line: Substring) -> (name: String, value: String)? {
    let line = line.trimmed
    guard !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") else { return nil }
    return (String(line[..<sign]), String(line[sign...].dropFirst()))
  }
}

/// The text of libpq's file of passwords: `host:port:database:user:password` in each line, of which the first one that
/// fits counts.
struct PasswordFile {
  private var lines: [Substring]

  init(_ text: String) { lines = text.linesByFeeds }

  var text: String { lines.joined(separator: "\n") }

  /// Adds a password, in the place of the one for the same parameters, before all others.
  mutating func set(_ password: String, for parameters: ServerParameters) {
    remove(parameters)
    lines = Self.keys(of: parameters).map { Substring($0 + ":" + Self.escaped(password)) } + lines
  }

  /// Removes the password for these parameters.
  ///
  mutating func remove(_ parameters: ServerParameters) {
    let keys = Self.keys(of: parameters).map { $0 + ":" }
    lines.removeAll { line in keys.contains { line.hasPrefix($0) } }
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

extension String {
  /// The lines between line feeds. With a carriage return, a line feed is one character, which would stay.
  fileprivate var linesByFeeds: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
