// The address of a store on a server, as libpq takes it.

/// The address of a database: `postgres://user@host/database`.
struct ServerAddress: Sendable {
  /// The form that libpq takes.
  let text: String

  /// The address in a path; nil if it is one of a folder or file.
  init?(_ path: String) {
    guard path.hasPrefix("postgres://") || path.hasPrefix("postgresql://") else { return nil }
    text = path
  }

  /// The address without the password, as it is shown.
  var shown: String {
    let parts = text.split(separator: "?", maxSplits: 1)
    let scheme = text.prefix { $0 != ":" } + "://"
    var rest = parts[0].dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    if let at = host.lastIndex(of: "@") {
      rest = host[..<at].prefix { $0 != ":" } + rest[at...]
    }
    let query = (parts.count > 1 ? parts[1] : "").split(separator: "&")
      .filter { !$0.lowercased().hasPrefix("password=") }
    return scheme + rest + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
