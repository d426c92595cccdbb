// Turns what was typed into alterations of entries. What a command omits (time, actor, stream) is
// taken from the entry, so the history is read once for that.

struct TypedAlteration {
  enum Change {
    case skip
    case time(Timestamp)
    case insert(any HypotheticalCommand)
    case replace(any HypotheticalCommand)
  }
  let seq: Int
  /// The place of the domain that it concerns.
  let domain: Int
  let change: Change
}

struct AlterationReader {
  private enum Edit {
    case skip
    case replace(String)
    case insert(String)
    case time(Timestamp)
  }

  private var edits: [Int: [Edit]] = [:]
  private var found: [TypedAlteration] = []
  private let domains: HistoryDomains
  private var commands: HypotheticalCommandReader
  private var last = Timestamp.earliest

  init(_ request: WhatIf.Request, of domains: HistoryDomains, _ times: TypedTimes) throws(Failure) {
    self.domains = domains
    commands = HypotheticalCommandReader(of: domains)
    for text in request.skipped { try add(.skip, at: try Self.seq(text)) }
    for text in request.inserted {
      let (seq, json) = try Self.split(text, "--insert")
      try add(.insert(json), at: seq)
    }
    for text in request.replaced {
      let (seq, json) = try Self.split(text, "--replace")
      try add(.replace(json), at: seq)
    }
    for text in request.timed {
      let (seq, time) = try Self.split(text, "--time")
      guard let moments = times.read(time), !moments.isDay else {
        throw .badAlteration(
          "'\(time)' isn't a time.",
          "Times are written 2026-01-31T12:00; in another zone 2026-01-31T12:00Z or "
            + "2026-01-31T12:00+01:00.")
      }
      try add(.time(moments.first), at: seq)
    }
    guard !edits.isEmpty else {
      throw .badAlteration(
        "There is nothing to change.", "Use --skip, --replace, --insert or --time.")
    }
  }

  /// Adds an edit, unless it and another one of the same entry contradict each other.
  private mutating func add(_ edit: Edit, at seq: Int) throws(Failure) {
    for other in edits[seq] ?? [] {
      let clash: String? =
        switch (other, edit) {
        case (.skip, .replace): "both skipped and replaced"
        case (.skip, .time): "both skipped and moved"
        case (.replace, .replace): "replaced twice"
        case (.time, .time): "moved to two times"
        default: nil
        }
      guard let clash else { continue }
      throw .badAlteration("Entry \(seq) can't be \(clash).", "Pass only one of them.")
    }
    edits[seq, default: []].append(edit)
  }

  mutating func read(_ source: any EntrySource) throws(Failure) -> [TypedAlteration] {
    var left = Set(edits.keys)
    var reader = try Failure.of { () throws(LogError) in
      try source.requireWhole()
      return try EntryReader(source)
    }
    var end = HypotheticalCommandReader.Setting(after: nil)
    while let entry = try Failure.of(reader.next()) {
      let time = left.remove(entry.seq) == nil ? entry.at : try alter(entry)
      guard time >= last else { throw .badTime(entry.seq) }
      last = time
      if edits[entry.seq + 1] != nil { end = HypotheticalCommandReader.Setting(after: entry) }
    }
    if end.seq == reader.seq + 1, try insert(at: end) { left.remove(end.seq) }
    if let missing = left.min() { throw Failure(LogError.noEntry(missing, end: reader.seq)) }
    return found
  }

  /// - Returns: The time of the entry's command, or of its replacement.
  private mutating func alter(_ entry: Entry) throws(Failure) -> Timestamp {
    var time = entry.at
    for edit in edits[entry.seq] ?? [] {
      switch edit {
      case .skip: add(.skip, at: entry)
      case .time(let new):
        time = new
        add(.time(new), at: entry)
      case .insert(let json): try insert(json, at: HypotheticalCommandReader.Setting(entry))
      case .replace(let json): time = try replace(json, entry)
      }
    }
    return time
  }

  /// Inserts commands after the last entry, and returns whether those are all commands there.
  private mutating func insert(at end: HypotheticalCommandReader.Setting) throws(Failure) -> Bool {
    for edit in edits[end.seq] ?? [] {
      guard case .insert(let json) = edit else { return false }
      try insert(json, at: end)
    }
    return true
  }

  private mutating func insert(_ json: String, at setting: HypotheticalCommandReader.Setting)
    throws(Failure)
  {
    let (domain, command) = try commands.read(json, at: setting, flag: "--insert")
    found.append(TypedAlteration(seq: setting.seq, domain: domain, change: .insert(command)))
    guard command.at >= last else { throw .badTime(setting.seq) }
    last = command.at
  }

  private mutating func replace(_ json: String, _ entry: Entry) throws(Failure) -> Timestamp {
    let (domain, command) = try commands.read(json, at: .init(entry), flag: "--replace")
    guard let own = self.domain(of: entry), own == domain else {
      let others = [domain, self.domain(of: entry) ?? domain].sorted().map {
        domains.all[$0].words.subject
      }
      throw .badAlteration(
        "A command for \(others[0]) can't replace one for \(others[1]), or the reverse.",
        "Skip the one and insert the other.")
    }
    add(.replace(command), at: entry)
    return command.at
  }

  private mutating func add(_ change: TypedAlteration.Change, at entry: Entry) {
    guard let domain = domain(of: entry) else { return }
    found.append(TypedAlteration(seq: entry.seq, domain: domain, change: change))
  }

  private func domain(of entry: Entry) -> Int? {
    domains.all.firstIndex { StreamNames(of: $0).contain(entry.storage.slice(entry.stream)) }
  }

  private static func split(_ text: String, _ flag: String) throws(Failure) -> (Int, String) {
    guard let sign = text.firstIndex(of: "=") else {
      throw .badAlteration(
        "\(flag) needs SEQ=VALUE, with an entry's number and the new value.",
        "See `\(ToolName.current) help what-if`.")
    }
    return (try seq(String(text[..<sign])), String(text[text.index(after: sign)...]))
  }

  private static func seq(_ text: String) throws(Failure) -> Int {
    let digits = text.hasPrefix("@") ? String(text.dropFirst()) : text
    guard let seq = Int(digits), seq > 0, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else {
      throw .badAlteration(
        "'\(text)' isn't an entry's number.",
        "`\(ToolName.current) log` shows the entries' numbers.")
    }
    return seq
  }
}

extension Failure {
  static func badAlteration(_ message: String, _ hint: String) -> Failure {
    Failure(.usage, code: "bad-alteration", message, hint: hint)
  }

  fileprivate static func badTime(_ seq: Int) -> Failure {
    Failure(
      .usage, code: "bad-time", "Times would decrease at entry \(seq).",
      hint: "Use times between those of the previous entry and the next.")
  }
}
