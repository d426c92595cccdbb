// Groups: many commands of one thread, decided in one turn and stored together. The turn keeps other writers out, as what
// was decided can't be decided again.

/// The group of an engine, guarded by its gate.
struct TurnGroup {
  /// The thread that makes groups; nil if there is none.
  fileprivate var thread: RunningThread?
  /// The caller whose turn is open; nil between turns.
  fileprivate var caller: TurnCaller?
  /// The error that has kept a group from being stored.
  fileprivate var failure: LogError?
}

extension Engine {
  /// Has commands of this thread that needn't be durable at once decided in groups, unless another thread makes them. Changes
  /// nothing in a store with one writer, which has groups anyway.
  ///
  /// While a group is open, no other writer appends, so `endGroup` must follow within a few seconds.
  ///
  /// - Parameter body: Executes commands, and ends with `commit`, which tells whether all groups were stored.
  package func inGroups<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    guard let turns else { return try body() }
    let isFirst = gate.withLock { _ in
      guard turns.group.thread == nil else { return false }
      turns.group.thread = .current
      return true
    }
    defer {
      if isFirst {
        endGroup()
        gate.withLock { _ in turns.group = TurnGroup() }
      }
    }
    return try body()
  }

  /// Has what this thread has decided in a group stored. The next command of a group, and `commit`, throw if it wasn't.
  package func endGroup() {
    if let turns { endGroup(of: turns) }
  }

  /// Opens a group if this thread makes them and none is open.
  ///
  /// - Returns: Whether a command of this thread is decided in a group.
  @usableFromInline func joinGroup(of turns: Turns, _ mode: ExecutionMode) throws(EngineError)
    -> Bool
  {
    let group = gate.withLock { _ in turns.group }
    guard isThisThread(group) else { return false }
    guard case .record(let durability) = mode else { return group.caller != nil }
    if durability == .sync {
      endGroup(of: turns)
      return false
    }
    if let failure = group.failure { throw .log(failure) }
    if group.caller != nil { return true }
    let caller = TurnCaller(records: true, decidesOnce: true)
    turns.enter(caller, self)
    while true {
      switch caller.wait() {
      case .decide(let number):
        if turns.begin(caller, in: number, self) {
          gate.withLock { _ in turns.group.caller = caller }
          return true
        }
        turns.enter(caller, self)
      case .stored: return false
      case .failed(let error): throw .log(error)
      }
    }
  }

  /// Whether this thread is in a turn: then it has seen what others have appended.
  func isInGroup(of turns: Turns) -> Bool {
    gate.withLock { _ in turns.group.caller != nil && isThisThread(turns.group) }
  }

  private func isThisThread(_ group: TurnGroup) -> Bool { group.thread == .current }

  /// Has what this thread has decided stored.
  private func endGroup(of turns: Turns) {
    let caller = gate.withLock { _ in
      isThisThread(turns.group) ? turns.group.caller.take() : nil
    }
    guard let caller else { return }
    turns.end(self)
    let failure: LogError? =
      switch caller.wait() {
      case .stored: nil
      case .failed(let error): error
      case .decide:
        LogError(
          .writerFailed, "The connection was lost: the last commands weren't recorded.",
          hint: "Execute them again.")
      }
    gate.withLock { _ in turns.group.failure = failure }
  }

  /// Ends a group, and throws if any of this thread's was lost.
  func commitGroup(of turns: Turns) throws(EngineError) {
    endGroup(of: turns)
    let group = gate.withLock { _ in turns.group }
    if isThisThread(group), let failure = group.failure { throw .log(failure) }
  }
}
