// The boundary of the scenes that create, repair or copy a store. They don't depend on files: those are
// composed with them.

/// Changes to one store as a whole.
package protocol StoreFiles {
  /// The domains of its streams. An entry that they can't read is damaged.
  var domains: HistoryDomains { get }

  /// Takes what is damaged out of the log and keeps it elsewhere.
  ///
  /// - Parameter agreed: The only plan that is carried out; nil for any.
  /// - Throws: `locked`, also if it isn't any more what was agreed to, `noSuchStore`, `newerVersion` and all that
  ///   files can fail with.
  func recoverStore(onlyAs agreed: RecoveryPlan?) throws(LogError) -> RecoveryReport

  /// Finds out what that would do, and changes nothing.
  ///
  /// - Throws: `noSuchStore`, `newerVersion` and all that files can fail with.
  func planRecovery() throws(LogError) -> RecoveryPlan

  /// Copies what isn't in a backup yet, and reads the whole backup.
  ///
  /// - Throws: `cannotCreate`, `corrupt`, `locked`, `noSuchStore` and all that files can fail with.
  func backUpStore(to target: String) throws(LogError) -> BackupReport

  /// Moves segments of the log to another folder.
  ///
  /// - Parameter seq: The first entry that stays, or an earlier one does.
  /// - Throws: `cannotCreate`, `corrupt`, `locked`, `noSuchStore` and all that files can fail with.
  func archiveEntries(before seq: Int, to target: String) throws(LogError) -> ArchiveReport

  /// Brings them back.
  ///
  /// - Parameters:
  ///   - folders: Searched before those that they were archived to.
  ///   - isForced: Whether entries are restored that the base contradicts.
  ///   - judge: Judges them before they count.
  /// - Throws: `archived` if they aren't found, `corrupt`, `locked`, `noSuchStore` and all that files can fail with.
  func restoreEntries(
    from folders: [String], isForced: Bool, judging judge: RestoreJudge?
  ) throws(LogError) -> RestoreReport

  /// The parts of the store besides its log and derived files, and the places of its copies.
  func remains() throws(LogError) -> StoreRemains

  /// Whether a folder that got a copy of a store has personal data of some streams; nil if that can't be told.
  func hasPersonalData(of streams: [StreamName], inCopy path: String) -> Bool?

  /// Deletes what is in the quarantine.
  ///
  /// - Returns: The paths of what was deleted.
  func purgeQuarantine() throws(LogError) -> [String]

  /// Looks at what is kept beside the log, builds it again or removes it.
  ///
  /// - Throws: `corrupt` if the log is where it is read, `noSuchStore` and all that files can fail with.
  func manageCache(_ action: CacheAction) throws(LogError) -> ManageCache.Response
}

/// The places that may have copies of data that was in a store's log.
package struct StoreRemains: Equatable, Sendable {
  /// The files in its quarantine.
  package var quarantine: [String] = []
  /// The folders that its first entries are archived in.
  package var archives: [String] = []
  /// The folders that entries were archived to that were restored since.
  package var restoredArchives: [String] = []
  /// The folders that archiving to was begun, and not finished.
  package var unfinishedArchives: [String] = []
  /// The folders that it was backed up to.
  package var backups: [String] = []
  /// The places in the list of these folders that can't be read, so that some may not be known.
  package var unreadableCopies: [String] = []
  /// The folders that were searched, and have no erased data.
  package var cleanCopies: [String] = []
  /// The folders that can't be searched.
  package var unsearchedCopies: [String] = []
  /// Files in its folder that aren't a part of it.
  package var strayFiles: [String] = []
  /// The targets of symbolic links in its folder.
  package var linkedFiles: [String] = []
  /// Segments that have other names elsewhere, too.
  package var linkedSegments: [String] = []
  /// Forms of its streams that were kept outside of it.
  package var forms: [String] = []
  /// Drafts of new streams that were kept outside of it.
  package var drafts: [String] = []

  package init() {}

  /// Whether any folder ever got a copy, or may have got one.
  var hasCopies: Bool {
    !(archives + restoredArchives + unfinishedArchives + backups + unreadableCopies).isEmpty
  }

  /// Leaves only those copies among the restored and unfinished archives, and the backups, that have what is erased.
  ///
  /// - Parameter hasData: Whether a folder has it; nil if that can't be told.
  mutating func sortCopies(_ hasData: (String) -> Bool?) {
    for kind in [\Self.restoredArchives, \.unfinishedArchives, \.backups] {
      let folders = self[keyPath: kind]
      self[keyPath: kind] = []
      for folder in folders {
        switch hasData(folder) {
        case true?: self[keyPath: kind].append(folder)
        case false?: cleanCopies.append(folder)
        case nil: unsearchedCopies.append(folder)
        }
      }
    }
  }

  package func writeMembers(to object: inout JSONWriter) {
    writeCopies(to: &object)
    object.member("cleanCopies", cleanCopies.isEmpty ? nil : cleanCopies)
    object.member("unsearchedCopies", unsearchedCopies.isEmpty ? nil : unsearchedCopies)
    object.member("quarantine", quarantine)
    object.member("strayFiles", strayFiles.isEmpty ? nil : strayFiles)
    object.member("linkedFiles", linkedFiles.isEmpty ? nil : linkedFiles)
    object.member("linkedSegments", linkedSegments.isEmpty ? nil : linkedSegments)
    object.member("forms", forms)
    object.member("drafts", drafts.isEmpty ? nil : drafts)
  }

  /// A sentence for each folder that ever got a copy, or may have got one.
  var copySentences: [String] {
    archives.map { "Archived to \($0)." }
      + restoredArchives.map { "Archived to \($0), and restored." }
      + unfinishedArchives.map { "Archived to \($0), but not finished." }
      + backups.map { "Backed up to \($0)." }
      + unreadableCopies.map { "Perhaps elsewhere, too: \($0) can't be read." }
  }

  /// The folders that ever got a copy.
  func writeCopies(to object: inout JSONWriter) {
    object.member("archives", archives.isEmpty ? nil : archives)
    object.member("restoredArchives", restoredArchives.isEmpty ? nil : restoredArchives)
    object.member("unfinishedArchives", unfinishedArchives.isEmpty ? nil : unfinishedArchives)
    object.member("backups", backups)
    object.member("unreadableCopies", unreadableCopies.isEmpty ? nil : unreadableCopies)
  }
}
