// The files of a store, for the scenes that recover, copy or archive it: a folder, as in EventLog.

struct StoreFolders: StoreFiles {
  let domains: HistoryDomains
  let path: String
  let lockTimeoutMilliseconds: Int

  private var verification: some Projection { domains.verification(of: .store) }
  private var deciders: [any CodableDecider.Type] { domains.all.map { $0 } }

  func recoverStore(onlyAs agreed: RecoveryPlan?) throws(LogError) -> RecoveryReport {
    try recover(
      path, checking: verification, lockTimeoutMilliseconds: lockTimeoutMilliseconds,
      onlyAs: agreed)
  }

  func planRecovery() throws(LogError) -> RecoveryPlan {
    try EventLog.planRecovery(of: path, checking: verification)
  }

  func backUpStore(to target: String) throws(LogError) -> BackupReport {
    try backUp(
      path, to: target, checking: verification, lockTimeoutMilliseconds: lockTimeoutMilliseconds)
  }

  func archiveEntries(before seq: Int, to target: String) throws(LogError) -> ArchiveReport {
    try archive(
      path, before: seq, to: target, of: deciders,
      lockTimeoutMilliseconds: lockTimeoutMilliseconds)
  }

  func restoreEntries(
    from folders: [String], isForced: Bool, judging judge: RestoreJudge?
  ) throws(LogError) -> RestoreReport {
    try restoreArchive(
      path, from: folders, of: deciders, isForced: isForced, judge: judge,
      lockTimeoutMilliseconds: lockTimeoutMilliseconds)
  }

  func remains() throws(LogError) -> StoreRemains {
    var remains = StoreRemains()
    let copies = try knownCopies(of: path)
    remains.archives = try StoreReader(path: path).base?.header.folders ?? []
    remains.unreadableCopies = copies.unreadable
    let others = copies.copies.filter { $0.kind == .archive }.map(\.path)
      .filter { [archives = remains.archives] in !archives.contains($0) }
    remains.restoredArchives = others.filter { !isUnfinishedArchive($0) }
    remains.unfinishedArchives = others.filter(isUnfinishedArchive)
    remains.backups = copies.copies.filter { $0.kind == .backup }.map(\.path)
    remains.quarantine = try quarantinedFiles(of: path)
    let stray = try strayFiles(of: path)
    (remains.strayFiles, remains.linkedFiles) = (stray.files, stray.linked)
    remains.linkedSegments = try EventLog.linkedSegments(of: path)
    return remains
  }

  func hasPersonalData(of streams: [StreamName], inCopy path: String) -> Bool? {
    EventLog.hasPersonalData(of: streams, inCopy: path) { (base) throws(LogError) in
      let base = base.narrowed(to: streams)
      // Data that was erased before it was archived is in no state.
      for domain in domains.all where try domain.hasPersonalData(in: base) { return true }
      return false
    }
  }

  func purgeQuarantine() throws(LogError) -> [String] {
    try EventLog.purgeQuarantine(of: path)
  }

  func manageCache(_ action: CacheAction) throws(LogError) -> ManageCache.Response {
    let cache = try StoreCache(path: path)
    let history = History(try StoreReader(path: path), of: domains)
    try domains.requireOwn(history.source)
    switch action {
    case .status: return try status(of: cache, history, areNew: false)
    case .rebuild:
      _ = try cache.clear()
      try cache.rebuildIndexes()
      try history.keepSnapshots()
      try cache.rebuildTree()
      return try status(of: cache, history, areNew: true)
    case .verify: return try verify(cache, history)
    case .clear:
      let removed = try cache.clear()
      return .cleared(files: removed.files, bytes: removed.bytes)
    }
  }

  private func status(of cache: StoreCache, _ history: History, areNew: Bool) throws(LogError)
    -> ManageCache.Response
  {
    let kinds = history.snapshotKinds
    return .parts(
      try cache.parts(with: kinds), hashes: cache.keptHashes(), areNew: areNew,
      areSnapshots: !kinds.isEmpty)
  }

  private func verify(_ cache: StoreCache, _ history: History) throws(LogError)
    -> ManageCache.Response
  {
    let indexes = try cache.verifyIndexes()
    if let difference = indexes.difference {
      return .checked(
        indexes.checked, .init(.index, of: difference.segment, about: difference.stream))
    }
    let parts = try cache.parts(with: history.snapshotKinds)
    if let damaged = parts.first(where: { $0.snapshot == .damaged }) {
      return .checked(indexes.checked + 1, .init(.snapshot, of: damaged.segment))
    }
    let states = try history.compareSnapshots()
    if let difference = states.difference {
      return .checked(
        indexes.checked + states.checked,
        .init(.snapshot, of: parts[difference.ordinal].segment, about: difference.stream))
    }
    let tree = try cache.verifyTree()
    return .checked(
      indexes.checked + states.checked + tree.checked,
      tree.difference.map { difference in
        .init(.tile, of: parts.last { $0.segment <= difference.seq }?.segment ?? 1)
      })
  }
}

extension HistoryDomain {
  /// Whether a state in a log's base has a value in a personal field.
  fileprivate static func hasPersonalData(in base: ArchivedPrefix) throws(LogError) -> Bool {
    // States whose fields don't tell which of them are personal may have any data.
    let personal = personalFields.map { FieldSelection($0) }
    let isShown = fieldNames.contains { name in personal.contains { $0.contains(name) } }
    if hasPersonalData, !isShown { throw base.archived() }
    var states = StateProjection<Self>(checksRevisions: false)
    try states.restore(from: base)
    return states.states.contains { state in
      fields(of: state, id: "").leaves.contains { leaf in
        leaf.value != .null && personal.contains { $0.contains(leaf.path) }
      }
    }
  }
}

extension CommandRun {
  /// The files of the store that the command line names.
  var files: any StoreFiles {
    get throws(Failure) {
      let path = try writablePath
      if let server = nameOfServer(at: path) {
        return ServerFiles(domains: commands.domains, name: server)
      }
      return StoreFolders(
        domains: commands.domains, path: path,
        lockTimeoutMilliseconds: storeOptions.lockTimeoutMilliseconds)
    }
  }
}
