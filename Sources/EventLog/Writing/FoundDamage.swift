// The damage of a store, found by reading all of it: recovering it begins with that.

struct FoundDamage {
  let reader: StoreReader
  /// The place after the last good line.
  let end: LogCursor
  /// The damage of the log; nil if there is none.
  let damage: LogError?
  /// The damage of the store's description; nil if it is as it was written.
  let description: LostDescription?

  /// - Parameter projection: Reads the entries, too: an entry that it can't read is damaged.
  /// - Throws: An error that recovering can't repair.
  init(in directory: LogDirectory, _ projection: (any Projection)?) throws(LogError) {
    let found = try FoundDescription(in: directory)
    try found.checkIsWritable()
    reader = try StoreReader(directory, describedBy: found.description)
    description = found.damage.map {
      LostDescription(
        damage: $0, id: found.description.id, isArchive: found.description.isArchive)
    }
    // The log of an archive isn't changed.
    (end, damage) =
      try found.description.isArchive
      ? (reader.directory.start, nil) : findDamage(reader, projection)
  }

  /// The last entry that is archived, and wasn't read; 0 if none is.
  var archivedThrough: Int { reader.directory.start.seq }

  /// Whether it is what a plan is about.
  func isSame(as plan: RecoveryPlan) -> Bool {
    (end.seq, damage, description) == (plan.keptThrough, plan.damage, plan.description)
  }

  /// The readable entries after the damage.
  func entries() throws(LogError) -> MovedEntries { try MovedEntries(of: reader, after: end) }
}

/// The place after the last good line, and what is wrong there.
private func findDamage(_ reader: StoreReader, _ projection: (any Projection)?) throws(LogError)
  -> (end: LogCursor, damage: LogError?)
{
  try reader.base?.verify()
  var end = reader.directory.start
  do throws(LogError) {
    var entries = try EntryReader(reader, checksPayloads: true)
    if var projection {
      while try entries.next(into: &projection) != nil { end = entries.cursor }
    } else {
      while try entries.next() != nil { end = entries.cursor }
    }
    let damage = entries.tornTail.map {
      LogError(.corrupt, "A crash interrupted the last write.", at: $0.place, seq: end.seq + 1)
    }
    return (end, damage)
  } catch {
    guard error.code == .corrupt, error.canBeMoved(from: reader.directory) else { throw error }
    return (end, error)
  }
}

extension LogError {
  /// Whether a log is good once what is damaged is moved away. Nothing that could be moved makes up for a damaged base,
  /// and entries that a base contradicts may be the right ones.
  fileprivate func canBeMoved(from directory: LogDirectory) -> Bool {
    if case .restoreToCompare = remedy { return false }
    return remedy != .restoreOtherStores && place?.file != directory.baseFile
  }
}
