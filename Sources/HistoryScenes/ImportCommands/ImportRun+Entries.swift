// The import of recorded entries: their commands are evaluated like any other, and then the outcome is compared with
// the recorded one.

/// The entry that was read last, with its domain's part.
typealias RecordedEntries = DomainFold<any ImportPart>

extension ImportRun {
  /// Reads recorded entries.
  var entries: RecordedEntries {
    var parts = parts[...]
    return RecordedEntries(
      engine.domains, read: { (part, entry) throws(EntryDefect) in try part.read(entry) },
      part: { _ in parts.removeFirst() })
  }
}

extension ImportCommands {
  /// A recorded entry whose command had another outcome now.
  package struct ChangedOutcome: Equatable, Sendable {
    package let seq: Int
    package let line: Int
    package let stream: String
    package let command: String
    package let difference: Difference
  }

  /// The entries of a stream that can't be repeated, because what they need isn't there.
  package struct MissingPart: Equatable, Sendable {
    package let stream: String
    /// The first of them.
    package let seq: Int
    package internal(set) var entries = 0
  }
}

extension ImportRun {
  /// Repeats the command of an entry, unless it was imported before, lacks personal data or erases it.
  mutating func execute(_ entry: Entry, _ read: RecordedEntries, at place: Place) throws(Failure) {
    line = place.line
    defer { response.lines += 1 }
    let stream = entry.storage.string(entry.stream)
    if entry.isErased || entry.isAccepted && read.currentPart.erases, missingParts[stream] == nil {
      missingParts[stream] = response.missing.count
      response.missing.append(.init(stream: stream, seq: entry.seq))
    }
    if let earlier = resumesBehind, line <= earlier.line {
      if line == earlier.line, !earlier.isOutcome(of: entry) { throw .anotherImport(at: place) }
      response.skipped += 1
    } else if let part = missingParts[stream] {
      count(\.missing[part].entries)
    } else {
      try read.currentPart.execute(entry, by: &self, at: place)
    }
  }
}

extension ImportRun.Earlier {
  fileprivate func isOutcome(of entry: Entry) -> Bool {
    at == entry.at && stream == Text(entry.storage, entry.stream)
      && actor == Text(entry.storage, entry.actor)
  }
}
