// The address of a store on a server, as libpq takes it.

import Platform

/// The address of a database: `postgres://user@host/database`.
struct ServerAddress: Sendable {
  /// The form that libpq takes.
  let text: String

  /// The address in a path; nil if it is one of a folder or file.
  init?(_ path: String) {
    guard path.hasPrefix("postgres://") || path.hasPrefix("postgresql://") else { return nil }
    text = path
  }

  /// The parameters that the address leaves to us: another machine must prove who it is, unless the address, a service
  /// or a variable says otherwise.
  var defaults: [(String, String)] {
    guard let parameters = ServerParameters(address: text), parameters.isElsewhere,
      parameters["sslmode"] == nil, parameters["service"] == nil, getenv("PGSSLMODE") == nil
    else { return [] }
    return [("sslmode", "verify-full")]
  }

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
    }
    return scheme + parts[0] + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
