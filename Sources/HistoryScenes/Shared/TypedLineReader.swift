// A line of commands as people and programs write it: when, who, on what, and the command in JSON, of any domain.
// Stricter than a log line: unknown keys are refused, so that nothing slips in that must not be written down.

/// A line of commands without its command.
struct TypedLine {
  let at: Timestamp
  let actor: String
  let meta: [(key: String, value: String)]
  /// The place of its domain.
  let domain: Int
  let target: Circumstances.Target
  /// The offset at which the line says what it is for.
  let targetPlace: Int
}

/// Reads lines of commands: `{"at","actor","order"|"stream",["meta",]"command"}`, with the main domain's noun.
struct TypedLineReader {
  /// The keys in lines of every domain; the main domain's noun is one, too.
  static let keys = KeyTable("at", "actor", "stream", "command", "meta")
  let domains: HistoryDomains
  private let noun: String
  private var clock = TimestampText()

  /// Whether a line may have a map of its caller's own.
  private let takesMeta: Bool

  init(of domains: HistoryDomains, takesMeta: Bool = false) {
    (self.domains, noun, self.takesMeta) = (domains, domains.words.noun, takesMeta)
  }

  /// - Parameter readCommand: Reads a command of the domain at a place.
  /// - Throws: `JSONError`: why the line can't be a command.
  mutating func read<Command>(
    _ storage: ByteStorage, in line: Range<Int>,
    _ readCommand: (_ domain: Int, inout JSONReader) throws(JSONError) -> Command
  ) throws(JSONError) -> (line: TypedLine, command: Command) {
    var reader = JSONReader(storage, in: line, profile: .anyOrder)
    var at: Timestamp?
    var actor: String?
    var meta: [(key: String, value: String)] = []
    var target: (domain: Int, target: Circumstances.Target)?
    var targetPlace = line.lowerBound
    var command: Command?
    var unread: Range<Int>?
    // There is one key besides, which is watched here.
    var keys = ObjectKeys(watchingUnknownKeys: false)
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.keys) {
      switch rank {
      case 0: at = try time(&reader)
      case 1: actor = reader.storage.string(try reader.text())
      case 4: meta = try self.meta(&reader)
      case 3:
        // The command's domain is known already unless the keys are in an unusual order.
        if let target {
          command = try readCommand(target.domain, &reader)
        } else {
          unread = try reader.skipValue(checkingDuplicates: false)
        }
      default:
        let isStream = rank == 2
        guard isStream || reader.storage.string(reader.lastKey) == noun else {
          throw JSONError(.unknownKey, at: reader.lastKey.quote)
        }
        guard target == nil else { throw JSONError(.duplicateKey, at: reader.position) }
        _ = try reader.peek()
        targetPlace = reader.position
        target = try isStream ? stream(&reader) : id(&reader)
      }
    }
    try reader.endOfDocument()
    if let target, let unread {
      var payload = JSONReader(storage, in: unread, profile: .anyOrder)
      command = try readCommand(target.domain, &payload)
    }
    guard let at, let actor, let command, let target else {
      throw JSONError(.missingKey, at: line.lowerBound)
    }
    return (
      TypedLine(
        at: at, actor: actor, meta: meta, domain: target.domain, target: target.target,
        targetPlace: targetPlace), command
    )
  }

  private mutating func time(_ reader: inout JSONReader) throws(JSONError) -> Timestamp {
    let range = try reader.text()
    if let time = clock.parse(reader.storage.slice(range)) { return time }
    guard let time = Timestamp(written: reader.storage.string(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return time
  }

  private func meta(_ reader: inout JSONReader) throws(JSONError) -> [(key: String, value: String)]
  {
    _ = try reader.peek()
    let place = reader.position
    guard takesMeta else { throw JSONError(.unknownKey, at: place) }
    let range = try reader.skipValue()
    guard let pairs = try JSONValue(reader.storage, in: range, profile: .anyOrder).pairs else {
      throw JSONError(.invalidValue, at: place)
    }
    return pairs
  }

  private func id(_ reader: inout JSONReader) throws(JSONError) -> (Int, Circumstances.Target) {
    let range = try reader.text()
    guard !domains.main.isSingleStream, StreamName.isValid(id: reader.storage.slice(range)) else {
      throw JSONError(.invalidValue, at: range.quote)
    }
    return (0, .id(reader.storage.string(range)))
  }

  private func stream(_ reader: inout JSONReader) throws(JSONError) -> (Int, Circumstances.Target) {
    let range = try reader.text()
    guard let name = StreamName(Text(reader.storage, range)),
      let domain = domains.all.firstIndex(where: { $0.category == name.category }),
      domains.all[domain].isSingleStream == (name.id == nil)
    else { throw JSONError(.invalidValue, at: range.quote) }
    return (domain, name.id.map { .id($0) } ?? .single)
  }
}

extension JSONValue {
  /// The members of an object of texts; nil for anything else.
  var pairs: [(key: String, value: String)]? {
    guard let members else { return nil }
    let pairs = members.compactMap { member in member.value.string.map { (member.key, $0) } }
    return pairs.count == members.count ? pairs : nil
  }
}
