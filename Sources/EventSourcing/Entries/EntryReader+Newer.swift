// Parts of a line that only a newer version can have written. Whatever else in such a line isn't as this version writes
// it may be that version's, too, and is no damage.

extension EntryReader {
  /// The first such part of the line that was read last; nil if there is none, or if it isn't JSON. Elsewhere than in a
  /// store, an unknown key of the entry may be a misspelt one.
  ///
  /// - Parameter isChecked: Whether it matches its checksum: if not, only an unknown refusal counts.
  func newerPart(isChecked: Bool) -> JSONError? {
    do throws(JSONError) {
      var parts: [EntryMember: Range<Int>] = [:]
      var reader = lenientReader(of: lineStart..<json.end)
      var keys = ObjectKeys()
      try reader.beginObject()
      while let rank = try reader.nextKey(&keys, EntryMember.table) {
        let member = EntryMember(rawValue: rank)
        if member == nil, source.form == .store { return unsupported(reader.lastKey.quote) }
        let value = try reader.skipValue(checkingDuplicates: false)
        if let member { parts[member] = value }
      }
      return try newerPart(among: parts, isChecked: isChecked)
    } catch {
      return nil
    }
  }

  private func newerPart(among parts: [EntryMember: Range<Int>], isChecked: Bool) throws(JSONError)
    -> JSONError?
  {
    if isChecked, let format = parts[.format],
      let number = Int(json.storage.string(TextRange(format))),
      number > 1
    {
      return unsupported(format.lowerBound)
    }
    let vocabularies = decoder.vocabularies.isEmpty ? knownDomains : decoder.vocabularies
    guard let quoted = parts[.stream]?.dropFirst().dropLast() else { return nil }
    let stream = json.storage.slice(TextRange(quoted))
    guard let vocabulary = vocabularies.first(where: { $0.names.contain(stream) }) else {
      return nil
    }
    if isChecked, let command = parts[.command],
      let place = try unknownType(in: command, vocabulary.shapes.commands, vocabulary)
    {
      return unsupported(place)
    }
    if isChecked, let events = parts[.events] {
      var reader = lenientReader(of: events)
      var index = 0
      try reader.beginArray()
      while try reader.nextElement(&index) {
        _ = try reader.peek()
        let event = try reader.skipValue(checkingDuplicates: false)
        if let place = try unknownType(in: event, vocabulary.shapes.events, vocabulary) {
          return unsupported(place)
        }
      }
    }
    if let rejected = parts[.rejected], parts[.events] == nil {
      let refusal = try RecordedRefusalReader.read(lenientReader(of: rejected))
      if !vocabulary.hasRefusal(refusal.code, refusal.fields) { return unsupported(refusal.place) }
    }
    return nil
  }

  /// The place of the type of a command or an event, if that is unknown.
  private func unknownType(
    in payload: Range<Int>, _ types: PayloadTypes, _ vocabulary: Vocabulary
  ) throws(JSONError) -> Int? {
    var reader = lenientReader(of: payload)
    var keys = ObjectKeys()
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, Self.typeKey) {
      guard rank == 0 else {
        _ = try reader.skipValue(checkingDuplicates: false)
        continue
      }
      let text = try reader.text()
      let type = Text(json.storage, text)
      let isKnown =
        withExtendedLifetime(type) { types.names.rank(of: type.bytes) >= 0 }
        || vocabulary.upcasters.contains { Text($0.type) == type }
      return isKnown ? nil : text.quote
    }
    return nil
  }

  private static let typeKey = KeyTable("type")

  private func lenientReader(of part: Range<Int>) -> JSONReader {
    JSONReader(json.storage, in: part, profile: .rfc8259)
  }

  private func unsupported(_ place: Int) -> JSONError { JSONError(.unsupported, at: place) }
}
