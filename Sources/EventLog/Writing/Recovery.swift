// The explicit way out of a damaged log: what can't be read is moved to the quarantine, with all
// that follows it. Everything is copied or renamed first; nothing is destroyed.

/// Reads a whole store and, if it is damaged, moves everything from the first bad line on into its
/// quarantine, so that the store can be written to again.
///
/// - Parameters:
///   - path: The store's folder.
///   - projection: Reads the entries, too: an entry that it can't read is damaged. Without one, only damage that
///     concerns every domain is found.
///   - lockTimeoutMilliseconds: The time to wait for another writer.
///   - plan: The plan that the user has agreed to, if there was a question.
/// - Throws: `locked`, also if the store has changed since that was planned; `newerVersion` if a line
///   isn't damaged but unknown; nothing is changed then; `corrupt` if the quarantine is, a segment is another store's, or
///   `store.json` is damaged and no segment says what it said; `noSuchStore`, `notAStore`, `inputOutput`, `diskFull`.
/// - Complexity: Reads every byte of the log.
package func recover(
  _ path: String, checking projection: (any Projection)? = nil,
  lockTimeoutMilliseconds: Int = 5_000, onlyAs plan: RecoveryPlan? = nil
) throws(LogError) -> RecoveryReport {
  try recover(
    LogDirectory(path), checking: projection, lockTimeoutMilliseconds,
    onlyAs: plan)
}

func recover(
  _ directory: LogDirectory, checking projection: (any Projection)? = nil,
  _ lockTimeoutMilliseconds: Int = 5_000, onlyAs plan: RecoveryPlan? = nil
) throws(LogError) -> RecoveryReport {
  try FoundDescription(in: directory).checkIsWritable()
  let lock = try StoreLock.acquire(in: directory, timeoutMilliseconds: lockTimeoutMilliseconds)
  // No other process can change it any more.
  let found = try FoundDamage(in: directory, projection)
  if let plan, !found.isSame(as: plan) {
    throw LogError(
      .locked, "Another process has changed the store since it was looked at. Nothing was moved.",
      hint: "Look at it again.")
  }
  var report = RecoveryReport(keptThrough: found.end.seq, damage: found.damage)
  report.archivedThrough = found.archivedThrough
  report.description = found.description
  if found.description != nil { report.files += try directory.writeAgain(found.reader.description) }
  if let damage = found.damage {
    report.streams = if let plan { plan.streams } else { try found.entries().streams }
    let recovery = try Recovery(found.reader.directory, end: found.end)
    try recovery.moveDamage(damage, of: found.reader.description.id, &report)
    // The rest of the last writer's note is kept: the next opening needs it.
    try lock.noteLost(after: found.end.seq)
  }
  return report
}

extension LogDirectory {
  /// Writes the store's description again.
  ///
  /// - Returns: The path of the one that can't be used, if there is one.
  fileprivate func writeAgain(_ description: StoreDescription) throws(LogError) -> [String] {
    let isThere = try item(at: self.description) != nil
    let isLink = try on(self.description, disk.isSymbolicLink)
    let moved =
      try isThere || isLink
      ? [Quarantine(in: self).move(self.description, as: "store.json.damaged")] : []
    try describe(description)
    return moved
  }
}

/// Takes a log apart after its last good line.
private struct Recovery {
  let directory: LogDirectory
  let end: LogCursor
  let quarantine: Quarantine

  init(_ directory: LogDirectory, end: LogCursor) throws(LogError) {
    self.directory = directory
    self.end = end
    quarantine = try Quarantine(in: directory)
  }

  func moveDamage(
    _ damage: LogError, of storeID: String, _ report: inout RecoveryReport
  ) throws(LogError) {
    try makeLogFolder()
    let part = try DamagedPart(after: end, in: directory)
    report.bytesMoved = part.bytes
    if !part.rest.isEmpty {
      let broken = try directory.openSegment(end.segment, for: .reading)
      report.files.append(try quarantine.keep(broken, part.rest, as: part.name + ".damaged"))
    }
    // The files are moved from the last to the first, so that a crash leaves a log with one damage.
    var moved: [String] = []
    for segment in part.segments.reversed() { moved.append(try quarantine.move(segment: segment)) }
    report.files += moved.reversed()
    report.files.append(try keepReport(report, damage, storeID, as: part.name + ".json"))
    if part.isInSegment { try cut() }
  }

  private func makeLogFolder() throws(LogError) {
    guard try directory.item(at: directory.log) == nil else { return }
    try directory.on(directory.log, directory.disk.makeFolder)
    try directory.syncFolder(directory.path)
  }

  /// The segment may be sealed, which the lock's holder may undo.
  private func cut() throws(LogError) {
    try directory.setWritable(true, end.segment)
    let file = try directory.openSegment(end.segment, for: .writing)
    try file.truncate(to: end.byte)
    try file.sync()
  }

  private func keepReport(
    _ report: RecoveryReport, _ damage: LogError, _ storeID: String, as name: String
  ) throws(LogError) -> String {
    var writer = JSONWriter()
    writer.object { document in
      document.member("store", storeID)
      document.member("keptThrough", report.keptThrough)
      if let place = damage.place {
        document.member("location") {
          $0.object {
            $0.member("file", place.file)
            $0.member("line", place.line)
            $0.member("byte", place.byte)
          }
        }
      }
      document.member("what", damage.message)
      document.member("bytesMoved", report.bytesMoved)
      document.member("files", report.files)
    }
    writer.raw("\n")
    return try quarantine.keep(writer.storage(), as: name)
  }
}
