// A reader's errors about lines that can't be read, or can't be where they are.

extension EntryReader {
  /// The error of an entry that was read last and can't be there.
  public func corrupt(_ message: String, seq: Int) -> LogError {
    LogError(.corrupt, message, at: place(), seq: seq, hint: LogError.hint(for: source.form))
  }

  /// The error of the entry that was read last if it can't follow those before it. What the log begins with may be at
  /// fault.
  func misplaced(_ message: String) -> LogError {
    guard let base = source.base,
      let stream = StreamName(Text(current.storage, current.stream)),
      isFirst(of: stream, after: base) || (try? base.has(stream)) == true
    else { return corrupt(message, seq: current.seq) }
    return base.contradicted(
      "\(message) So it follows from what \(base.path) says of \(stream).", at: place(),
      seq: current.seq)
  }

  /// Whether the entry that was read last is the first one of its stream that isn't archived.
  private func isFirst(of stream: StreamName, after base: ArchivedPrefix) -> Bool {
    guard var earlier = try? EnvelopeReader(source, from: base.start) else { return false }
    while let entry = try? earlier.next(), entry.seq < current.seq {
      if earlier.name(of: entry).elementsEqual(stream.text.bytes) { return false }
    }
    return true
  }

  /// The error of the entry that was read last if it should have another number.
  func wrongNumber(_ expected: String, seq: Int) -> LogError {
    corrupt("The entry's seq is \(entry.seq); it must be \(expected) here.", seq: seq)
  }

  /// The error of the entry that was read last if it was made before the one before it.
  var wrongTime: LogError {
    let message = "The entry's time is before that of the previous entry."
    guard let base = source.base, entry.seq == base.header.through + 1 else {
      return corrupt(message, seq: entry.seq)
    }
    return base.contradicted(
      "\(message) So it follows from what \(base.path) says of that.", at: place(),
      seq: entry.seq)
  }

  /// Whether the line that was read last matches its checksum; nil if it has none, and needs none.
  var matchesChecksum: Bool? {
    let rest = json.storage.bytes[lineStart..<json.end].prefix { $0 != 0x0A }
    let line = UnsafeRawBufferPointer(rebasing: rest)
    if EntryDecoder.hasTrueChecksum(line) { return true }
    return source.form == .store || EntryDecoder.hasWrongChecksum(line) ? false : nil
  }

  /// The error of something in the line that was read last, by its offset in the storage.
  public func unreadable(_ error: JSONError, seq: Int) -> LogError {
    // A line lacks bytes at its end.
    let rest = json.storage.bytes[lineStart..<max(lineStart, json.end)]
    let place = place(at: min(error.offset, rest.firstIndex(of: 0x0A) ?? error.offset))
    if error.code == .unsupported {
      let word =
        json.storage.word(at: error.offset).map { ": '\($0)' is unknown to this one" } ?? ""
      return LogError(
        .newerVersion, "The entry was written by a newer version\(word).", at: place, seq: seq,
        hint: .useNewerVersion)
    }
    let message =
      json.storage.encodingProblem(at: lineStart)
      ?? (isStream(error) ? "This isn't the name of a stream. \(StreamName.rule)" : nil)
      ?? (error.code == .missingKey && error.key == nil ? lacking(at: error.offset) : nil)
      ?? error.message
    return LogError(.corrupt, message, at: place, seq: seq, hint: LogError.hint(for: source.form))
  }

  /// The error of the entry that was read last if no domain here knows its stream.
  package var unknownStream: LogError {
    LogError(
      .newerVersion,
      "The log holds the stream \(current.storage.string(current.stream)), which this tool "
        + "doesn't know.", at: place(at: current.stream.quote), seq: current.seq,
      hint: "Use the tool that wrote it, or a later version of this one.")
  }

  /// Throws if the history has ended before this entry; `.max` is its end.
  package func require(reached seq: Int) throws(LogError) {
    if seq != .max, self.seq < seq { throw .noEntry(seq, end: self.seq) }
  }

  /// Whether what is wrong is the value of the line's stream.
  private func isStream(_ error: JSONError) -> Bool {
    error.code == .invalidValue && members[.stream]?.lowerBound == error.offset
  }

  /// A sentence that says which keys are missing in the object at an offset; nil if only the domain knows.
  private func lacking(at offset: Int) -> String? {
    let members = members
    guard let owner = members.first(where: { $0.value.contains(offset) }) else {
      var lacking = EntryMember.required.filter { members[$0] == nil }.map { "'\($0.key)'" }
      if members[.events] == nil && members[.rejected] == nil {
        lacking.append("'events' or 'rejected'")
      }
      if (members[.source] == nil) != (members[.line] == nil) {
        lacking.append(members[.line] == nil ? "'line'" : "'source'")
      }
      if lacking.isEmpty { lacking.append("'crc'") }
      return "The entry has no \(lacking.joined(separator: " and no "))."
    }
    let isWhole = owner.value.lowerBound == offset
    let required: [String] =
      switch owner.key {
      case .personal where isWhole: ["salt"]
      case .rejected: isWhole ? ["code"] : ["field", "code"]
      case .command where isWhole: ["type"]
      case .events where isElement(offset, of: owner.value): ["type"]
      default: []
      }
    var reader = JSONReader(json.storage, in: offset..<json.end, profile: .anyOrder)
    guard let range = try? reader.skipValue(checkingDuplicates: false),
      let object = try? JSONValue(json.storage, in: range, profile: .anyOrder)
    else { return nil }
    let lacking = required.filter { object[$0] == nil }.map { "'\($0)'" }
    return lacking.isEmpty ? nil : "There is no \(lacking.joined(separator: " and no ")) here."
  }

  /// Whether an element of an array begins at an offset.
  private func isElement(_ offset: Int, of array: Range<Int>) -> Bool {
    var reader = JSONReader(json.storage, in: array, profile: .anyOrder)
    var index = 0
    guard (try? reader.beginArray()) != nil else { return false }
    while (try? reader.nextElement(&index)) == true, (try? reader.peek()) != nil {
      if reader.position == offset { return true }
      guard (try? reader.skipValue(checkingDuplicates: false)) != nil else { return false }
    }
    return false
  }

  /// The members of the line that was read last, with the places of their values.
  private var members: [EntryMember: Range<Int>] {
    var members: [EntryMember: Range<Int>] = [:]
    var reader = JSONReader(json.storage, in: lineStart..<json.end, profile: .anyOrder)
    var keys = ObjectKeys()
    guard (try? reader.beginObject()) != nil else { return [:] }
    while let rank = try? reader.nextKey(&keys, EntryMember.table),
      let value = try? reader.skipValue(checkingDuplicates: false)
    {
      if let member = EntryMember(rawValue: rank) { members[member] = value }
    }
    return members
  }
}
