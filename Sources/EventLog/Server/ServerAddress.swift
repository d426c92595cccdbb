// The address of a store on a server, as libpq takes it.

/// The address of a database: `postgres://user@host/database`.
struct ServerAddress: Sendable {
  /// The form that libpq takes.
  let text: String

  /// The address in a path; nil if it is one of a folder or file.
  init?(_ path: String) {
    guard let scheme = ServerParameters.scheme(of: path) else { return nil }
    text = scheme + path.dropFirst(scheme.count)
  }

  /// The parameters that the address leaves to us: another machine must prove who it is, unless the address, a service
  /// or a variable says otherwise.
  func defaults(in world: ServiceFiles = ServiceFiles()) -> [(String, String)] {
    guard var known = ServerParameters(address: text) else { return [] }
    // The order in which libpq looks for each.
    var mayBeElsewhere = false
    if let name = known["service"] ?? world.variable("PGSERVICE") {
      // libpq may find one in another file.
      if let service = world.service(name) { known.add(service) } else { mayBeElsewhere = true }
    }
    for (name, variable) in Self.variables where known[name] == nil {
      known[name] = world.variable(variable)
    }
    mayBeElsewhere = mayBeElsewhere || known.isElsewhere
    return mayBeElsewhere && known["sslmode"] == nil ? [("sslmode", "verify-full")] : []
  }

  private static let variables = [
    ("host", "PGHOST"), ("hostaddr", "PGHOSTADDR"), ("sslmode", "PGSSLMODE"),
  ]

  /// The parameters of an address that are shown.
  private static let shownParameters = [
    "host", "hostaddr", "port", "dbname", "user", "service", "sslmode", "sslrootcert",
    "connect_timeout", "target_session_attrs",
  ]

  /// The address without the password, as it is shown: rather too little of it than that.
  var shown: String {
    let scheme = text.prefix { $0 != ":" } + "://"
    var rest = text.dropFirst(scheme.count)
    if let at = rest.lastIndex(of: "@") { rest = rest[..<at].prefix { $0 != ":" } + rest[at...] }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").filter { parameter in
      Self.shownParameters.contains { parameter.hasPrefix($0 + "=") }
        // The name of a database may be a whole list of parameters.
        && !parameter.contains("%3D") && !parameter.contains("%3d")
    }
    return scheme + Self.withPorts(parts[0])
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Hosts with a port each, and nothing else after a colon.
  private static func withPorts(_ text: Substring) -> String {
    let hosts = text.prefix { $0 != "/" }
    let shown = hosts.split(separator: ",", omittingEmptySubsequences: false).map { host in
      let parts = host.split(separator: ":", omittingEmptySubsequences: false)
      return parts.count < 3 || host.contains("[") ? "\(host)" : "\(parts[0]):\(parts[1])"
    }
    return shown.joined(separator: ",") + String(text.dropFirst(hosts.count))
  }
}

/// A text in which addresses of servers are shown without their passwords.
package func withoutPasswords(_ text: String) -> String {
  guard text.contains("postgres") else { return text }
  let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
    guard let start = word.firstRange(of: "postgres")?.lowerBound,
      let address = ServerAddress(String(word.suffix(from: start)))
    else { return String(word) }
    return "\(word.prefix(upTo: start))\(address.shown)"
  }
  return words.joined(separator: " ")
}
