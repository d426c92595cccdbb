// The outcome of a command, and the errors of the engine.

/// The outcome of a command.
public struct Outcome<D: CodableDecider>: Sendable {
  /// The ways a command can go.
  public enum Result: Sendable {
    /// The rules accepted it; these are the events.
    case accepted([D.Event])
    /// The rules forbid it; that was recorded.
    case refused(D.Refusal)
    /// It changes nothing; nothing was recorded.
    case unchanged
  }

  /// The events or the refusal.
  public let result: Result
  /// The stream.
  public let stream: StreamName
  /// The number of its entry; 0 if nothing was recorded.
  public let seq: Int
  /// The stream's revision after it.
  public let rev: Int
  /// The time of the entry.
  public let at: Timestamp
  /// The stream's state after it, or as it would be after a preview; now, if the command is repeated.
  public let state: D.State
  /// Whether this is the outcome of an earlier command with the same id.
  public let isRepeated: Bool
  /// Whether the personal data of its entry was erased: a repeated command couldn't be compared with it.
  public let isErased: Bool

  /// An outcome.
  @inlinable public init(
    _ result: consuming Result, stream: consuming StreamName, seq: Int, rev: Int, at: Timestamp,
    state: consuming D.State, isRepeated: Bool = false, isErased: Bool = false
  ) {
    self.result = result
    self.stream = stream
    self.seq = seq
    self.rev = rev
    self.at = at
    self.state = state
    self.isRepeated = isRepeated
    self.isErased = isErased
  }
}

extension Outcome.Result {
  /// The stream's revision after the entry.
  @inlinable func rev(in context: EntryContext) -> Int {
    if case .accepted = self { context.rev } else { context.rev - 1 }
  }
}

/// The reason why a command wasn't even evaluated. Nothing was recorded.
public enum EngineError: Error, Hashable, Sendable {
  /// Another command had this id; the number is that of its entry.
  case commandIDReused(seq: Int)
  /// The stream is at another revision than the caller had seen.
  case revisionConflict(expected: Int, actual: Int)
  /// The stream's id is malformed.
  case malformedID
  /// The id of a new stream is a word for a moment, such as `now`.
  case reservedID(String)
  /// The log failed.
  case log(LogError)

  /// The kind of error, in kebab case.
  public var code: String {
    switch self {
    case .commandIDReused: "command-id-reused"
    case .revisionConflict: "revision-conflict"
    case .malformedID, .reservedID: "malformed-id"
    case .log(let error): error.code.rawValue
    }
  }

  /// A sentence that says what happened.
  public var message: String {
    switch self {
    case .commandIDReused(let seq): "Another command, entry \(seq), has this id."
    case .revisionConflict(let expected, let actual):
      actual == 0
        ? "Expected revision \(expected), but there is none yet."
        : "Expected revision \(expected), but the current one is \(actual)."
    case .malformedID: StreamName.idRule
    case .reservedID(let id): "'\(id)' stands for a time, and can't be the id of a new stream."
    case .log(let error): error.description
    }
  }

  /// The place in the log, if the log failed.
  public var place: Place? { if case .log(let error) = self { error.place } else { nil } }

  /// A sentence that says what to do next.
  public var hint: String? {
    switch self {
    case .commandIDReused: "Give each command its own id."
    case .revisionConflict: "Look at the current state, and decide again."
    case .malformedID, .reservedID: "Choose another id."
    case .log(let error): error.hint
    }
  }
}
