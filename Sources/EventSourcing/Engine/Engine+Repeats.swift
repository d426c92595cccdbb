// Commands that come again under the same id. Rare, so the first one is read back from the log.

import JSONLines

extension Engine {
  /// The entry at which to look first for an earlier command with the same id; nil if there is none.
  ///
  /// - Parameter onAnyStream: A command for a new stream finds its id in the whole store, any other
  ///   on its own stream.
  @usableFromInline func earlierEntry(_ context: EntryContext, onAnyStream: Bool) -> Int? {
    guard let id = context.commandID else { return nil }
    return commandIDs.find(id, stream: onAnyStream ? nil : context.stream)
  }

  /// The outcome of the earlier command with the same id, if there was one.
  ///
  /// - Throws: `commandIDReused` if the earlier command was another one.
  @usableFromInline func repeated<D: RecordedDecider>(
    _ submission: Submission<D.Command>, in context: EntryContext, from candidate: Int, of _: D.Type
  ) throws(EngineError) -> Outcome<D>? {
    guard let id = context.commandID else { return nil }
    let stream = submission.target == .new ? nil : context.stream
    var body = DomainBody<D>(readsCommands: true)
    let entry: Entry?
    do throws(LogError) {
      // The first one may still wait for its sync; its outcome mustn't be told before.
      try store.commit(through: seq, .sync)
      entry = try first(from: candidate, withID: id, on: stream, &body)
    } catch {
      throw .log(error)
    }
    return try entry.map { (entry) throws(EngineError) in
      try Self.repeatedOutcome(of: entry, body, for: submission)
    }
  }

  /// The first entry with the id; that is the candidate itself unless two ids have the same hash.
  private func first<D: RecordedDecider>(
    from candidate: Int, withID id: Text, on stream: Text?, _ body: inout DomainBody<D>
  ) throws(LogError) -> Entry? {
    var reader = try EntryReader(store, from: try store.cursor(before: candidate))
    while let entry = try reader.next(into: &body) {
      guard entry.seq >= candidate, let head = try? entry.commandHead(), head.id.isPresent,
        Text(entry.storage, head.id) == id
      else { continue }
      if stream == nil || stream == Text(entry.storage, entry.stream) { return entry }
    }
    return nil
  }

  private static func repeatedOutcome<D: RecordedDecider>(
    of entry: Entry, _ body: DomainBody<D>, for submission: Submission<D.Command>
  ) throws(EngineError) -> Outcome<D> {
    // What was erased can't be compared any more: it is taken to be the same.
    let parts: WrittenParts = entry.isErased ? .allButPersonal : .all
    guard body.isMine, let earlier = body.command,
      written(parts, of: earlier, D.self) == written(parts, of: submission.command, D.self),
      let stream = StreamName(Text(entry.storage, entry.stream))
    else { throw .commandIDReused(seq: entry.seq) }
    let result: Outcome<D>.Result = body.refusal.map { .refused($0) } ?? .accepted(body.events)
    return Outcome(
      result, stream: stream, seq: entry.seq, rev: entry.rev, at: entry.at, isRepeated: true)
  }

  /// What two commands must have in common to be the same.
  private enum WrittenParts { case all, allButPersonal }

  /// A command's bytes, by which two of them are the same or not.
  private static func written<D: RecordedDecider>(
    _ parts: WrittenParts, of command: D.Command, _: D.Type
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    writer.raw(D.type(of: command))
    D.writeMembers(of: command, to: &writer)
    if parts == .all { _ = D.writePersonal(of: command, to: &writer) }
    return writer.withBytes { Array($0) }
  }
}
