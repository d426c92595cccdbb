// libpq's file of services, as a text. It has sections of names and values. Only the section of one service is ever
// changed.

import Platform

/// The text of a service file.
package struct ServiceFile {
  private var lines: [Substring]

  package init(_ text: String) { lines = text.linesByFeeds }

  package var text: String { lines.joined(separator: "\n") }

  /// The parameters of a service; nil if there is no such service.
  package subscript(_ name: String) -> ServerParameters? {
    guard let section = section(name) else { return nil }
    var parameters = ServerParameters()
    for line in lines[section].dropFirst() {
      // The first one counts.
      guard let (name, value) = Self.member(line), parameters[name] == nil else { continue }
      parameters[name] = value
    }
    return parameters
  }

  /// Replaces a service, or adds it at the end.
  package mutating func set(_ name: String, to parameters: ServerParameters) {
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

  /// Removes a service: all sections of the name, of which libpq knows the first one.
  package mutating func remove(_ name: String) {
    while let section = section(name) {
      lines.replaceSubrange(section, with: comments(in: section))
    }
  }

  /// The parameters of all services but one.
  package func others(than name: String) -> [ServerParameters] {
    let names = Set(lines.compactMap(Self.header)).subtracting([name])
    return names.sorted().compactMap { self[$0] }
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

/// The variables and files in which libpq looks for what an address leaves out.
struct ServiceFiles {
  /// A variable that isn't empty.
  var variable: (String) -> String? = { name in
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The parameters of a service; nil if it isn't found.
  func service(_ name: String) -> ServerParameters? {
    let own = variable("PGSERVICEFILE") ?? variable("HOME").map { $0 + "/.pg_service.conf" }
    let shared = (variable("PGSYSCONFDIR") ?? "/etc/postgresql-common") + "/pg_service.conf"
    return [own, shared].lazy.compactMap { path in
      path.flatMap(Self.text).flatMap { ServiceFile($0)[name] }
    }.first
  }

  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return readWhole(descriptor, limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// The lines between line feeds. With a carriage return, a line feed is one character, which would stay.
  package var linesByFeeds: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
