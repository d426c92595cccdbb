// The parts of erasing that know entries alone: what there is to erase, and having the store take it out of the log.

extension History {
  /// Finds the entries of streams that have personal data. Reads the whole log and no index: nothing may be missed.
  ///
  /// - Parameter body: Told of each, with the place of its stream.
  /// - Returns: The place of a stream that has no entries; nil if all have some.
  func eachPersonalEntry(
    of streams: [StreamName], _ body: (Entry, _ place: Int) -> Void
  ) throws(Failure) -> Int? {
    for stream in streams { try checkNothingIsArchived(of: stream) }
    let table = StreamTable(streams)
    var isThere = [Bool](repeating: false, count: streams.count)
    try Failure.of { () throws(LogError) in
      var reader = try EntryReader(source)
      while let entry = try reader.next() {
        guard let place = table.find(entry.storage.slice(entry.stream)) else { continue }
        isThere[place] = true
        if entry.hasPersonalData { body(entry, place) }
      }
    }
    return isThere.firstIndex(of: false)
  }

  /// Personal data that isn't in the log can't be taken out of it.
  ///
  /// - Parameter stream: The stream to erase data of; all streams if nil.
  package func checkNothingIsArchived(of stream: StreamName?) throws(Failure) {
    do throws(LogError) {
      if let stream { try source.requireWhole(stream) } else { try source.requireWhole() }
    } catch {
      let failure = Failure(error)
      throw Failure(
        error.code == .archived ? .negative : failure.kind, code: failure.code,
        failure.message + " Nothing was erased or recorded.", hint: failure.hint, at: failure.place)
    }
  }
}

extension EntryStore {
  /// Replaces the personal data whose erasure was just recorded.
  func finishRecordedErasures() throws(Failure) -> ErasureReport {
    // A login without the right has recorded nothing.
    try Failure.of { () throws(LogError) in
      try (self as? any VouchingStore)?.login?.requireEraser()
    }
    return try Failure.of(LogError.self, finishErasures()) { error in
      Failure(
        LogError(
          error.code, "The erasure is recorded, but not finished. \(error.message)",
          at: error.place, seq: error.seq,
          hint: "When this is corrected, the next command that writes to the store finishes it."))
    }
  }
}

extension Failure {
  /// - Throws: A usage error if a reason is missing, which an erasure that is recorded must have.
  package static func checkReasonToErase(_ reason: String) throws(Failure) {
    guard reason.allSatisfy(\.isWhitespace) else { return }
    throw Failure(
      .usage, code: "missing-reason", "An erasure needs a reason, which is recorded with it.",
      hint: "Pass --reason TEXT.")
  }
}
