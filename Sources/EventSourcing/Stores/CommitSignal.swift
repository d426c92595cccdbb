// Wakes followers of a log when more of it is durable.

/// The number of the last durable entry, and the callers that wait for the next one.
public final class CommitSignal: Sendable {
  private struct State {
    var seq: Int
    var isClosed = false
    var nextTicket: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let state: Locked<State>

  /// A signal at this entry.
  public init(seq: Int) { state = Locked(State(seq: seq)) }

  /// The last durable entry.
  public var seq: Int { state.withLock { $0.seq } }

  /// Whether there will be no more entries.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Says that everything up to this entry is durable.
  public func advance(to seq: Int) {
    let woken = state.withLock { state in
      state.seq = max(state.seq, seq)
      return Self.takeWaiting(&state)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Announces that there will be no more entries.
  public func close() {
    let woken = state.withLock { state in
      state.isClosed = true
      return Self.takeWaiting(&state)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until an entry after this one is durable.
  ///
  /// - Returns: Whether there is one: false if the store was closed or the task cancelled.
  public func wait(beyond seq: Int) async -> Bool {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    while !Task.isCancelled {
      if let done = state.withLock({ Self.isDone($0, beyond: seq) }) { return done }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let waits = state.withLock { state in
            guard Self.isDone(state, beyond: seq) == nil, !Task.isCancelled else { return false }
            state.waiting[ticket] = continuation
            return true
          }
          if !waits { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
      }
    }
    return false
  }

  private static func isDone(_ state: State, beyond seq: Int) -> Bool? {
    if state.seq > seq { return true }
    return state.isClosed ? false : nil
  }

  private static func takeWaiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    guard !state.waiting.isEmpty else { return [] }
    let woken = state.waiting.sorted { $0.key < $1.key }.map(\.value)
    state.waiting.removeAll()
    return woken
  }
}
