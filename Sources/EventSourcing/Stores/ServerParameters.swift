// The parameters of a connection, out of an address and into one. libpq's manual describes both ("Connection URIs").

/// The parameters of a connection to a server, by libpq's names for them: `host`, `dbname`, `user`.
package struct ServerParameters: Equatable, Sendable {
  /// The names and values, in order; each name once.
  public private(set) var all: [(name: String, value: String)] = []

  /// Parameters that say nothing.
  public init() {}

  /// Whether both have the same parameters in the same order.
  public static func == (one: ServerParameters, other: ServerParameters) -> Bool {
    one.all.elementsEqual(other.all) { $0 == $1 }
  }

  /// The value of a parameter; nil for an empty one, which libpq takes for none.
  public subscript(_ name: String) -> String? {
    get { all.first { $0.name == name }?.value }
    set {
      let newValue = newValue.flatMap { $0.isEmpty ? nil : $0 }
      let index = all.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): all[index].value = value
      case (let index?, nil): all.remove(at: index)
      case (nil, let value?): all.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// Whether any of the hosts is another machine.
  package var isElsewhere: Bool {
    let hosts = (self["hostaddr"] ?? self["host"] ?? "").split(separator: ",")
    return hosts.contains { host in
      let isNumber = host.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
      }
      return !host.hasPrefix("/") && !host.hasPrefix("@") && !(host.hasPrefix("127.") && isNumber)
        && !["localhost", "::1"].contains(host)
    }
  }

  /// Adds the parameters that aren't here yet.
  package mutating func add(_ others: ServerParameters) {
    for (name, value) in others.all where self[name] == nil { self[name] = value }
  }
}

extension ServerParameters {
  /// The beginning of an address of a server, as libpq knows it: in lower case; nil for other texts.
  package static func scheme(of address: String) -> String? {
    ["postgres://", "postgresql://"].first { address.prefix($0.count).lowercased() == $0 }
  }

  /// The parameters in an address; nil if it isn't one of a server, or can't be read.
  package init?(address: String) {
    guard let scheme = Self.scheme(of: address) else { return nil }
    var rest = address.dropFirst(scheme.count)
    var query = Substring()
    if let mark = rest.firstIndex(of: "?") {
      (rest, query) = (rest[..<mark], rest[mark...].dropFirst())
    }
    var authority = rest.prefix { $0 != "/" }
    let database = rest.dropFirst(authority.count + 1)
    if let at = authority.lastIndex(of: "@") {
      let user = authority[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      authority = authority[at...].dropFirst()
      guard set("user", user[0]), user.count == 1 || set("password", user[1]) else { return nil }
    }
    let (hosts, ports) = Self.hosts(authority)
    guard set("host", hosts[...]), set("port", ports[...]), set("dbname", database) else {
      return nil
    }
    for pair in query.split(separator: "&") {
      guard let sign = pair.firstIndex(of: "="),
        set(String(pair[..<sign]), pair[sign...].dropFirst())
      else { return nil }
    }
  }

  private mutating func set(_ name: String, _ encoded: Substring) -> Bool {
    guard let value = encoded.percentDecoded else { return false }
    if !value.isEmpty { self[name] = value }
    return true
  }

  /// The hosts of `one:1,two:2` and `[::1]:5432`, and their ports.
  private static func hosts(_ authority: Substring) -> (hosts: String, ports: String) {
    var (hosts, ports): ([Substring], [Substring]) = ([], [])
    for part in authority.split(separator: ",", omittingEmptySubsequences: false) {
      if part.hasPrefix("["), let end = part.firstIndex(of: "]") {
        hosts.append(part[..<end].dropFirst())
        ports.append(part[end...].dropFirst().drop { $0 == ":" })
      } else {
        let pieces = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        hosts.append(pieces.first ?? "")
        ports.append(pieces.count > 1 ? pieces[1] : "")
      }
    }
    let hasPorts = ports.contains { !$0.isEmpty }
    return (hosts.joined(separator: ","), hasPorts ? ports.joined(separator: ",") : "")
  }

  /// The address with these parameters.
  package var address: String {
    "postgres:///?" + all.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

extension StringProtocol {
  /// The text with its escapes replaced; nil if one is malformed.
  fileprivate var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = Substring(self).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        value != 0, rest.count >= 2
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  fileprivate var percentEncoded: String {
    utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
        return String(character)
      }
      return (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
