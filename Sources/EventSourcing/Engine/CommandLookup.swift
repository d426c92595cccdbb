// Looking an earlier command up by its id. That reads the log, and may have to wait for a sync, so it is
// done without the engine's lock; the id is reserved meanwhile.

/// The search for an earlier command with an id, made by one caller for all callers with the same
/// id.
@usableFromInline final class CommandLookup: Sendable {
  /// The result of a search.
  @usableFromInline enum Answer: Sendable {
    /// An `EarlierCommand` of the domain of the caller that searched.
    case found(any Sendable)
    /// No command has the id.
    case nothing
    case failed(EngineError)
  }

  let id: Text
  /// The stream that the command must be on; nil if it may be on any.
  let stream: Text?
  /// The entry to begin with.
  let candidate: Int
  /// The last entry that may have the id: it is reserved from then on.
  let through: Int
  private let state = Locked(State())

  private struct State {
    var answer: Answer?
    var tasks: [CheckedContinuation<Answer, Never>] = []
  }

  init(_ id: Text, on stream: Text?, from candidate: Int, through: Int) {
    self.id = id
    self.stream = stream
    self.candidate = candidate
    self.through = through
  }

  /// Tells all that wait.
  func finish(_ answer: Answer) {
    let tasks = state.withLock { state in
      state.answer = answer
      return state.tasks
    }
    state.wakeAll()
    for task in tasks { task.resume(returning: answer) }
  }

  func wait() -> Answer { state.wait { $0.answer } }

  /// Suspends the task until there is an answer; keeps no thread.
  nonisolated(nonsending) func wait() async -> Answer {
    await withCheckedContinuation { task in
      let answer = state.withLock { state in
        if state.answer == nil { state.tasks.append(task) }
        return state.answer
      }
      if let answer { task.resume(returning: answer) }
    }
  }
}

/// A command that was found in the log, with its outcome.
struct EarlierCommand<D: CodableDecider>: Sendable {
  /// nil if it is another domain's.
  let command: D.Command?
  let result: Outcome<D>.Result
  let stream: StreamName?
  let seq: Int
  let rev: Int
  let at: Timestamp
  let isErased: Bool

  init(_ entry: Entry, _ body: DomainBody<D>) {
    command = body.isOfDomain ? body.command : nil
    result = body.refusal.map { .refused($0) } ?? .accepted(body.events)
    stream = StreamName(Text(entry.storage, entry.stream))
    (seq, rev, at) = (entry.seq, entry.rev, entry.at)
    isErased = entry.isErased
  }

  /// Finds the first entry with the id; that is the candidate unless two ids have the same hash.
  static func find(_ lookup: CommandLookup, in source: any EntrySource) throws(LogError) -> Self? {
    var candidate = lookup.candidate
    if let base = source.base, candidate <= base.header.through {
      if let seq = try base.firstUse(of: lookup.id, on: lookup.stream) { throw base.used(by: seq) }
      candidate = base.header.through + 1
      if candidate > lookup.through { return nil }
    }
    var body = DomainBody<D>()
    var reader = try EntryReader(source, from: try source.cursor(before: candidate))
    while let entry = try reader.next(into: &body) {
      if entry.seq > lookup.through { return nil }
      guard entry.seq >= candidate, let head = try? entry.commandHead(), head.id.isPresent,
        Text(entry.storage, head.id) == lookup.id,
        lookup.stream == nil || lookup.stream == Text(entry.storage, entry.stream)
      else { continue }
      return Self(entry, body)
    }
    return nil
  }

  /// Whether a command is a repetition of this one. What was erased can't be compared: it is taken
  /// to be the same, which the outcome says.
  func isSame(as other: D.Command) -> Bool {
    guard let command else { return false }
    let parts: WrittenParts = isErased ? .allButPersonal : .all
    return Self.written(parts, of: command) == Self.written(parts, of: other)
  }

  /// The parts that two commands must have in common to be the same.
  enum WrittenParts { case all, allButPersonal }

  /// A command's bytes, which decide whether two of them are the same.
  static func written(_ parts: WrittenParts, of command: D.Command) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    writer.raw(D.type(of: command))
    D.writeMembers(of: command, to: &writer)
    if parts == .all { _ = D.writePersonal(of: command, to: &writer) }
    return writer.withBytes { Array($0) }
  }
}
