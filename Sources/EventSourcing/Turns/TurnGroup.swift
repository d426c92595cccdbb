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
  /// Has commands of this thread that needn't be durable at once decided in groups, until `endGroups`. Changes nothing in a
  /// store with one writer, which has groups anyway.
  ///
  /// While a group is open, no other writer appends: what the thread does in between mustn't take long.
  package func beginGroups() {
    guard let turns else { return }
    gate.withLock { _ in turns.group.thread = turns.group.thread ?? .current }
  }

  /// Ends the last group. Whether all were stored, `commit` tells.
  package func endGroups() {
    guard let turns else { return }
    endGroup(of: turns)
    gate.withLock { _ in turns.group.thread = nil }
  }

  /// Opens a group if this thread makes them and none is open.
  ///
  /// - Returns: Whether a command of this thread is decided in a group.
  @usableFromInline func joinGroup(of turns: Turns, _ mode: ExecutionMode) throws(EngineError)
    -> Bool
  {
    guard case .record(let durability) = mode, durability != .sync else { return false }
    let group = gate.withLock { _ in turns.group }
    guard isThisThread(group) else { return false }
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
      case .stored: break
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
  func endGroup(of turns: Turns) {
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

  /// Ends a group, and throws if any was lost since the last time.
  func commitGroup(of turns: Turns) throws(EngineError) {
    endGroup(of: turns)
    let failure = gate.withLock { _ in
      isThisThread(turns.group) || turns.group.thread == nil ? turns.group.failure.take() : nil
    }
    if let failure { throw .log(failure) }
  }
}
