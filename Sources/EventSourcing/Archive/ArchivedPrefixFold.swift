// Folds the entries that are to be archived into the base that takes their place.

private import Integrity

/// Takes in the first entries of a log, all domains', and makes the base that takes their place.
package struct ArchivedPrefixFold: Projection {
  private var parts: [any PrefixPart]
  private var header = ArchivedPrefixHeader()
  private var leaves = TreeLeaves()
  private var imports: [ExactString: ArchivedPrefixHeader.Import] = [:]
  private var uses: [Use] = []

  /// A command id, with the first entry that has it on a stream.
  private struct Use: Comparable {
    let id: Text
    let stream: Text
    let seq: Int

    static func < (one: Use, other: Use) -> Bool {
      one.id == other.id
        ? one.stream == other.stream ? one.seq < other.seq : one.stream < other.stream
        : one.id < other.id
    }
  }

  /// A fold without entries.
  ///
  /// - Parameters:
  ///   - store: The store's id.
  ///   - domains: All domains whose streams the store has.
  public init(of store: String, _ domains: [any CodableDecider.Type]) {
    header.store = store
    parts = domains.map { $0.prefixPart }.sorted { $0.category < $1.category }
  }

  /// The vocabularies of all domains.
  public var vocabularies: [Vocabulary] { parts.flatMap(\.vocabularies) }
  /// Revisions must be without gaps.
  public var checksRevisions: Bool { true }

  /// Begins with an earlier base.
  public mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    // A forged base mustn't get right hashes.
    try base.verify()
    let before = base.header
    header.first = before.first
    (header.through, header.last, header.rulesVersion) = (
      before.through, before.last, before.rulesVersion
    )
    header.segments = before.segments
    for entry in before.imports { imports[ExactString(entry.source)] = entry }
    leaves.restore(from: base)
    for index in parts.indices { try parts[index].restore(from: base) }
    try base.eachCommandID { uses.append(Use(id: $0, stream: $1, seq: $2)) }
  }

  /// Takes in an entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    guard let index = parts.firstIndex(where: { $0.names.contain(name) }) else {
      throw .unknownStream
    }
    // The entry as it is in the log: one of an older version is read again in its current form.
    let _: Digest? = try leaves.read(entry)
    let head = try parts[index].read(entry)
    if header.through == 0 { header.first = entry.at }
    (header.through, header.last) = (entry.seq, entry.at)
    if entry.rulesVersion.isPresent {
      header.rulesVersion = entry.storage.string(entry.rulesVersion)
    }
    let stream = entry.storage.string(entry.stream)
    if entry.source.isPresent {
      let source = entry.storage.string(entry.source)
      imports[ExactString(source)] = ArchivedPrefixHeader.Import(
        source: source, line: entry.sourceLine, at: entry.at, stream: stream,
        actor: entry.storage.string(entry.actor))
    }
    if head.id.isPresent {
      // Copies: the line's storage is used for other lines.
      let id = Text(entry.storage.string(head.id))
      uses.append(Use(id: id, stream: Text(stream), seq: entry.seq))
    }
  }

  /// The base, without the segments that were archived now.
  ///
  /// - Returns: nil if the states of a domain can't be archived.
  package func base() -> (header: ArchivedPrefixHeader, lines: [UInt8])? {
    var header = header
    header.tree = leaves.builder.ends
    header.imports = imports.values.sorted { ExactString($0.source) < ExactString($1.source) }
    header.domains = parts.map(\.domain)
    var streams: [(name: Text, part: any PrefixPart, index: Int)] = []
    for part in parts {
      for index in 0..<part.streams.count {
        streams.append((Text(part.streams.name(index)), part, index))
      }
    }
    streams.sort { $0.name < $1.name }
    var lines: [UInt8] = []
    for (name, part, index) in streams {
      guard let line = part.line(of: name, index) else { return nil }
      lines += line
    }
    header.streamBytes = lines.count
    var previous: Use?
    for use in uses.sorted() {
      if let previous, previous.id == use.id, previous.stream == use.stream { continue }
      previous = use
      lines += Self.line(of: use)
    }
    header.idBytes = lines.count - header.streamBytes
    header.linesHash = Digest(of: lines).hex
    return (header, lines)
  }

  private static func line(of use: Use) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("id", use.id)
    writer.member("stream", use.stream)
    writer.member("seq", use.seq)
    return writer.withBytes { Array($0) }.checkedLine
  }
}

/// The entries of one domain.
private protocol PrefixPart {
  var category: String { get }
  var names: StreamNames { get }
  var vocabularies: [Vocabulary] { get }
  var streams: StreamTable { get }
  var domain: ArchivedPrefixHeader.Domain { get }
  mutating func restore(from base: ArchivedPrefix) throws(LogError)
  mutating func read(_ entry: Entry) throws(EntryDefect) -> CommandHead
  func line(of name: Text, _ index: Int) -> [UInt8]?
}

extension CodableDecider {
  fileprivate static var prefixPart: any PrefixPart { DomainPart<Self>() }
}

private struct DomainPart<D: CodableDecider>: PrefixPart {
  private var states = StateProjection<D>(checksRevisions: true)
  private var summary = ArchivedPrefixHeader.Domain(category: D.category)
  /// The streams' first entries, by their numbers.
  private var firsts: [Int] = []
  let names = StreamNames(of: D.self)

  var category: String { D.category }
  var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }
  var streams: StreamTable { states.streams }

  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try states.restore(from: base)
    firsts = [Int](repeating: 0, count: streams.count)
    try base.eachStream(of: names) { (stream, storage) throws(JSONError) in
      if let index = streams.find(storage.slice(stream.name)) { firsts[index] = stream.first }
    }
    if let domain = base.domain(D.category) { summary = domain }
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) -> CommandHead {
    try states.read(entry)
    if firsts.count < streams.count { firsts.append(entry.seq) }
    if let refusal = states.body.refusal {
      summary.refused[refusal.code, default: 0] += 1
    } else {
      summary.accepted += 1
    }
    return states.body.head
  }

  var domain: ArchivedPrefixHeader.Domain {
    var domain = summary
    var numbers: [ClosedRange<Int>] = []
    for index in 0..<streams.count {
      // Ids of new streams have no leading zeros.
      let id = streams.name(index).dropFirst(D.category.count + 1)
      if let number = Int(id), number > 0, String(number) == id { numbers.append(number...number) }
    }
    domain.numbers = numbers.merged()
    return domain
  }

  func line(of name: Text, _ index: Int) -> [UInt8]? {
    var writer = JSONWriter()
    writer.raw("{")
    writer.member("stream", name)
    writer.member("rev", states.revisions[index])
    writer.member("first", firsts[index])
    writer.raw(#","state":"#)
    guard D.writeArchived(states.states[index], to: &writer) else { return nil }
    let erasures = states.erasures(of: index)
    if !erasures.isEmpty { writer.member("erased", JSONValue.array(erasures.map(\.json))) }
    return writer.withBytes { Array($0) }.checkedLine
  }
}

extension ArchivedPrefix {
  /// The first stream whose state isn't read as it was written; nil if all are.
  package func firstMisread(of domains: [any CodableDecider.Type]) throws(LogError) -> String? {
    var parts: [any PrefixPart] = []
    for domain in domains {
      var part = domain.prefixPart
      try part.restore(from: self)
      parts.append(part)
    }
    var misread: String?
    try eachLine(in: streamLines) { (line) throws(JSONError) in
      let written = UnsafeRawBufferPointer(rebasing: line.storage.bytes[line.position..<line.end])
      let range = try Self.stream(&line).name
      let name = Text(line.storage, range)
      guard let part = parts.first(where: { $0.names.contain(name.bytes) }),
        let index = part.streams.find(name.bytes),
        part.line(of: name, index)?.dropLast().elementsEqual(written) == true
      else {
        misread = misread ?? String(name)
        return
      }
    }
    return misread
  }

  /// The first stream whose line differs from that of another base, which may have been written by another version, or
  /// words for people.
  package func firstDifference(
    from other: ArchivedPrefix, of domains: [any CodableDecider.Type]
  ) throws(LogError) -> String? {
    for domain in domains {
      if let stream = try domain.firstDifference(self, other) { return stream }
    }
    if let stream = try firstStream(ofNone: domains) { return stream }
    return try bytes(idLines) == other.bytes(other.idLines) ? nil : "the command ids"
  }

  /// The first stream that is of none of these domains.
  private func firstStream(ofNone domains: [any CodableDecider.Type]) throws(LogError) -> String? {
    let names = domains.map { StreamNames(of: $0) }
    var stranger: String?
    try eachStream { name, _ in
      if stranger == nil, !names.contains(where: { $0.contain(name) }) {
        stranger = String(decoding: name, as: UTF8.self)
      }
    }
    return stranger
  }
}

extension CodableDecider {
  fileprivate static func firstDifference(_ one: ArchivedPrefix, _ other: ArchivedPrefix)
    throws(LogError)
    -> String?
  {
    var (states, others) = (DomainPart<Self>(), DomainPart<Self>())
    try states.restore(from: one)
    try others.restore(from: other)
    for index in 0..<max(states.streams.count, others.streams.count) {
      let names = [states.streams, others.streams].map { index < $0.count ? $0.name(index) : nil }
      guard let name = names[0] ?? names[1] else { continue }
      guard names[0] == names[1],
        states.line(of: Text(name), index) == others.line(of: Text(name), index)
      else { return name }
    }
    return nil
  }
}
