// A caller that takes part in a turn. It decides on its own thread, or in its own task, when it is told to.

/// One caller of an engine, from when it asks for a turn until that has ended.
@usableFromInline final class TurnCaller: Sendable {
  /// The news for a caller.
  @usableFromInline enum Signal: Sendable {
    /// A turn has begun, the one with this number: decide now, whatever was decided in an earlier one.
    case decide(Int)
    /// The last decision is durable.
    case stored
    /// It isn't.
    case failed(LogError)
  }

  /// Whether it may have something to append.
  let records: Bool
  /// Whether it decides only once: no other writer may come first.
  let decidesOnce: Bool
  private let state = Locked(State())

  private struct State {
    var signal: Signal?
    var task: CheckedContinuation<Signal, Never>?
  }

  init(records: Bool, decidesOnce: Bool = false) {
    (self.records, self.decidesOnce) = (records, decidesOnce)
  }

  func send(_ signal: Signal) {
    let task = state.withLock { state in
      let task = state.task.take()
      if task == nil { state.signal = signal }
      return task
    }
    if let task { task.resume(returning: signal) } else { state.wakeAll() }
  }

  func wait() -> Signal {
    state.lock()
    defer { state.unlock() }
    while true {
      if let signal = state.content.value.signal.take() { return signal }
      state.wait()
    }
  }

  /// Suspends the task until there is a signal; keeps no thread.
  nonisolated(nonsending) func wait() async -> Signal {
    await withCheckedContinuation { task in
      let signal = state.withLock { state in
        let signal = state.signal.take()
        if signal == nil { state.task = task }
        return signal
      }
      if let signal { task.resume(returning: signal) }
    }
  }
}
