// What a domain must define beyond its rules so that its past can be examined field by field.

public import JSONLines

/// A decider whose states can be shown, compared and read by field.
public protocol InspectableDecider: CodableDecider where Event: Equatable {
  /// Writes a state as the JSON object that is shown to people and programs. Always the same bytes
  /// for the same state.
  ///
  /// - Parameters:
  ///   - state: What is written.
  ///   - id: The part of the stream's name after the slash; empty for a single stream.
  ///   - writer: Gets the object.
  /// - Returns: Whether there was anything to write: a stream without events may have no state.
  static func writeState(_ state: State, id: String, to writer: inout JSONWriter) -> Bool

  /// The fields that conditions can use, named as in the written state.
  static var schema: FieldSchema<State> { get }

  /// What is left of a refusal without what personal data may be to blame for; nil if nothing is.
  ///
  /// Where personal data was erased, a command can't be judged by it again.
  static func withoutPersonal(_ refusal: Refusal, of command: Command) -> Refusal?
  /// What is left of an event without its personal data and what follows from it; nil if nothing is.
  static func withoutPersonal(_ event: Event) -> Event?
}

extension InspectableDecider {
  /// All of it: the domain has no personal data.
  public static func withoutPersonal(_ refusal: Refusal, of command: Command) -> Refusal? {
    refusal
  }
  /// All of it: the domain has no personal data.
  public static func withoutPersonal(_ event: Event) -> Event? { event }

  /// The fields of a state, in the order in which it is written; none if there is no state.
  public static func fields(of state: State, id: String) -> FieldTree {
    var writer = JSONWriter()
    guard writeState(state, id: id, to: &writer) else { return FieldTree() }
    return FieldTree(writer)
  }
}
