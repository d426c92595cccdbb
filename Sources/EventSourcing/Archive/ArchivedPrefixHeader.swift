// The first line of a base, which takes the place of archived entries at the beginning of a log (LogFormat.md).

package import Integrity

/// Facts about all archived entries together.
@usableFromInline package struct ArchivedPrefixHeader: Equatable, Sendable {
  /// Facts about one domain's entries.
  package struct Domain: Equatable, Sendable {
    let category: String
    /// The number of accepted commands.
    var accepted = 0
    /// The number of refused commands, by code.
    var refused: [String: Int] = [:]
    /// The ids that are numbers, as ranges in order.
    var numbers: [ClosedRange<Int>] = []
  }

  /// The last entry of an import.
  public struct Import: Equatable, Sendable {
    /// The import's name.
    public let source: String
    /// The entry's line in it.
    public let line: Int
    /// The time when the segment was made.
    public let at: Timestamp
    /// Its stream.
    public let stream: String
    /// The person or program that requested the import.
    public let actor: String

    /// Whether both are of the same entry. Texts are compared byte by byte.
    public static func == (one: Import, other: Import) -> Bool {
      one.source.hasSameBytes(as: other.source) && one.line == other.line && one.at == other.at
        && one.stream.hasSameBytes(as: other.stream) && one.actor.hasSameBytes(as: other.actor)
    }
  }

  /// A segment that was archived.
  public struct Segment: Equatable, Sendable {
    /// The number of its first entry.
    public let first: Int
    /// The number of bytes.
    public let bytes: Int
    /// The SHA-256 of these, 64 hex digits.
    public let hash: String
    /// The folder of the store that has it.
    public let folder: String

    /// A segment in a folder.
    public init(first: Int, bytes: Int, hash: String, folder: String) {
      (self.first, self.bytes, self.hash, self.folder) = (first, bytes, hash, folder)
    }
  }

  static let format = "cleanstore-base"
  static let version: Int64 = 1

  /// The store's id.
  public internal(set) var store = ""
  /// The last archived entry.
  public internal(set) var through = 0
  /// The times of the log's first entry and of the last archived one.
  var first = Timestamp(microseconds: 0)
  package internal(set) var last = Timestamp(microseconds: 0)
  /// The version of the rules at the last archived entry.
  var rulesVersion: String?
  /// The domains, in the order of their categories.
  package internal(set) var domains: [Domain] = []
  /// The tree over the archived entries: what its full tiles leave over.
  package internal(set) var tree: [[Digest]] = []
  /// The imports, in the order of their names.
  public internal(set) var imports: [Import] = []
  /// The archived segments, from the log's first one.
  public var segments: [Segment] = []
  /// The number of bytes of the streams' lines, and of the lines of command ids after them.
  package internal(set) var streamBytes = 0
  var idBytes = 0
  /// The SHA-256 of these lines.
  var linesHash = ""

}

// Facts that follow from the header.
extension ArchivedPrefixHeader {
  /// The number of accepted commands.
  public var accepted: Int { domains.reduce(0) { $0 + $1.accepted } }

  /// The number of refused commands, by code.
  public var refused: [String: Int] {
    domains.reduce(into: [:]) { $0.merge($1.refused, uniquingKeysWith: +) }
  }

  /// The tree over the archived entries.
  package var builder: TreeBuilder? { TreeBuilder(size: through, ends: tree) }

  /// The folders that the archived segments are in.
  public var folders: [String] {
    segments.reduce(into: []) { if !$0.contains($1.folder) { $0.append($1.folder) } }
  }

  /// The difference to another header, apart from the lines after them and the segments: words for people.
  package func difference(from other: ArchivedPrefixHeader) -> String? {
    if tree != other.tree { return "the tree over the entries" }
    if (first, last, rulesVersion) != (other.first, other.last, other.rulesVersion) {
      return "the times"
    }
    if domains != other.domains { return "the counts" }
    return imports == other.imports ? nil : "the imports"
  }
}

extension ArchivedPrefixHeader {
  /// The header's line, with its LF.
  package func line() -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("format", Self.format)
    writer.member("version", Self.version)
    writer.member("store", store)
    writer.member("through", through)
    writer.member("first", first.description)
    writer.member("last", last.description)
    writer.member("engine", rulesVersion)
    writer.member("domains", domains)
    writer.member("tree", tree.map { level in level.map(\.hex) })
    writer.member("imports", imports)
    writer.member("segments", segments)
    writer.member("streams", streamBytes)
    writer.member("ids", idBytes)
    writer.member("lines", linesHash)
    return writer.withBytes { Array($0) }.checkedLine
  }

  /// Reads a header's line.
  ///
  /// - Throws: The byte that is wrong; `unsupported` if a newer version wrote the line.
  package init(_ storage: ByteStorage, in range: Range<Int>) throws(JSONError) {
    let json = try JSONValue(storage, in: range, profile: .canonical)
    let invalid = JSONError(.invalidValue, at: range.lowerBound)
    guard json["format"]?.string == Self.format, let version = json["version"]?.integer else {
      throw invalid
    }
    let newer = JSONError(.unsupported, at: range.lowerBound)
    if version > Self.version { throw newer }
    guard version == Self.version, let header = Self.read(json) else { throw invalid }
    self = header
    let written = ByteStorage.copy(of: line().dropLast())
    if storage.slice(TextRange(range)).elementsEqual(written.slice(TextRange(0..<written.count))) {
      return
    }
    // A line that is written differently was changed, unless a later version has added something.
    let known = try JSONValue(written, in: 0..<written.count, profile: .canonical)
    throw json.members?.contains { known[$0.key] == nil } == true ? newer : invalid
  }

  /// Whether its numbers can be those of a log.
  private var isPossible: Bool {
    // Every entry is of one domain, and was accepted or refused.
    let counts = domains.flatMap { [$0.accepted] + $0.refused.values }
    let sum = counts.reduce(Int128(0)) { $0 + Int128($1) }
    let categories = domains.map(\.category)
    let firsts = segments.map(\.first)
    return counts.allSatisfy { $0 >= 0 } && sum == Int128(through)
      && zip(categories, categories.dropFirst()).allSatisfy { $0 < $1 }
      && domains.allSatisfy { $0.isInOrder } && firsts.first == 1
      && zip(firsts, firsts.dropFirst()).allSatisfy { $0 < $1 } && firsts.last ?? 0 <= through
  }

  private static func read(_ json: JSONValue) -> ArchivedPrefixHeader? {
    var header = ArchivedPrefixHeader()
    guard let store = json["store"]?.string, let through = json["through"]?.integer,
      let first = json.time("first"), let last = json.time("last"), through > 0, first <= last,
      let streams = json["streams"]?.integer, let ids = json["ids"]?.integer, streams >= 0,
      ids >= 0, let lines = json["lines"]?.string,
      let domains = json.list("domains", { Domain($0) }),
      let imports = json.list("imports", { Import($0) }),
      let segments = json.list("segments", { Segment($0) }),
      let tree = json.list(
        "tree", { level in level.array?.all { $0.string.flatMap { Digest(hex: $0) } } }),
      TreeBuilder(size: Int(through), ends: tree) != nil
    else { return nil }
    (header.store, header.through, header.first, header.last) = (store, Int(through), first, last)
    (header.rulesVersion, header.domains, header.tree) = (json["engine"]?.string, domains, tree)
    (header.imports, header.segments) = (imports, segments)
    (header.streamBytes, header.idBytes, header.linesHash) = (Int(streams), Int(ids), lines)
    return header.isPossible ? header : nil
  }
}

extension JSONValue {
  fileprivate func time(_ key: String) -> Timestamp? { self[key]?.string.flatMap { Timestamp($0) } }

  /// nil if one of the elements isn't what it should be.
  fileprivate func list<Element>(_ key: String, _ element: (JSONValue) -> Element?) -> [Element]? {
    self[key]?.array?.all(element)
  }
}

extension [JSONValue] {
  fileprivate func all<Value>(_ value: (JSONValue) -> Value?) -> [Value]? {
    let found = compactMap(value)
    return found.count == count ? found : nil
  }
}

extension ArchivedPrefixHeader.Domain: JSONRepresentable {
  fileprivate var isInOrder: Bool {
    numbers.first?.lowerBound ?? 1 > 0
      && zip(numbers, numbers.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
  }

  package func writeJSON(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("category", category)
      object.member("accepted", accepted)
      object.member("refused", refused.json)
      object.member("numbers", numbers.map { [$0.lowerBound, $0.upperBound] })
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let category = json["category"]?.string, let accepted = json["accepted"]?.integer,
      let refused = json["refused"].flatMap({ [String: Int]($0) }),
      let numbers = json.list(
        "numbers",
        { range -> ClosedRange<Int>? in
          guard let ends = range.array, ends.count == 2, let low = ends[0].integer,
            let high = ends[1].integer, low <= high
          else { return nil }
          return Int(low)...Int(high)
        })
    else { return nil }
    self.init(
      category: category, accepted: Int(accepted), refused: refused, numbers: numbers)
  }
}

extension ArchivedPrefixHeader.Import: JSONRepresentable {
  /// Writes it as an object.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("source", source)
      $0.member("line", line)
      $0.member("at", at.description)
      $0.member("stream", stream)
      $0.member("actor", actor)
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let source = json["source"]?.string, let line = json["line"]?.integer,
      let at = json.time("at"), let stream = json["stream"]?.string,
      let actor = json["actor"]?.string
    else { return nil }
    self.init(source: source, line: Int(line), at: at, stream: stream, actor: actor)
  }
}

extension ArchivedPrefixHeader.Segment: JSONRepresentable {
  /// Writes it as an object.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("first", first)
      $0.member("bytes", bytes)
      $0.member("sha256", hash)
      $0.member("folder", folder)
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let first = json["first"]?.integer, let bytes = json["bytes"]?.integer, first > 0,
      bytes >= 0, let hash = json["sha256"]?.string, let folder = json["folder"]?.string
    else { return nil }
    self.init(first: Int(first), bytes: Int(bytes), hash: hash, folder: folder)
  }
}
