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

  /// The paths of the fields of a state whose values may be older ones, because the personal data of a later
  /// entry was erased.
  static func lostFields(of state: State) -> [String]

  /// The fields of states that come from personal blocks, so that an erased entry may have changed them.
  static var personalFields: [String] { get }

  /// The fields that conditions can use, named as in the written state.
  static var schema: FieldSchema<State> { get }

  /// What a command leads to where personal data was erased: its own, or that of its stream's earlier
  /// commands.
  ///
  /// - Parameters:
  ///   - command: What was requested, as far as it is left.
  ///   - state: What is left of the state.
  ///   - context: The circumstances.
  ///   - version: Whose rules decide: its place in `versions`.
  ///   - isErased: Whether the command's own data was erased.
  ///   - recorded: What it led to when everything was there. Whatever depends on what was erased is taken
  ///     from it, and nothing else.
  static func decide(
    _ command: Command, on state: State, in context: EntryContext, by version: Int, isErased: Bool,
    recorded: Result<[Event], Refusal>
  ) -> DecisionAfterErasure<Event, Refusal>

  /// Whether all that such a decision depends on is the same in two states, as far as it is left, so that what is
  /// recorded of one tells of the other. It depends on the fields with these names; on any if nil.
  static func decidesAlike(on one: State, _ other: State, reading names: [String]?) -> Bool
}

/// What a command leads to where personal data was erased, and how much of that is known.
public enum DecisionAfterErasure<Event, Refusal: Error> {
  /// Nothing that was erased decides it.
  case decided(Result<[Event], Refusal>)
  /// What was erased decides it or a part of it, which is taken from the record.
  ///
  /// - Parameter reading: The fields of the state that decide that part, too; nil if any may. Of a state where they
  ///   differ, the record tells nothing.
  case taken(Result<[Event], Refusal>, reading: [String]? = nil)
  /// What was erased decides it, and the record doesn't tell how: the command was refused for another
  /// reason, which doesn't hold here.
  case unknown
}

extension InspectableDecider {
  /// Writes the fields of the schema.
  public static func writeState(_ state: State, id: String, to writer: inout JSONWriter) -> Bool {
    schema.write(state, to: &writer)
  }

  /// What it leads to anyway: the domain has no personal data.
  public static func decide(
    _ command: Command, on state: State, in context: EntryContext, by version: Int, isErased: Bool,
    recorded: Result<[Event], Refusal>
  ) -> DecisionAfterErasure<Event, Refusal> {
    .decided(
      Result { () throws(Refusal) in try decide(command, on: state, in: context, by: version) })
  }

  /// It does: the domain has no personal data.
  public static func decidesAlike(on one: State, _ other: State, reading names: [String]?) -> Bool {
    true
  }

  /// None: the domain has no personal data.
  public static var personalFields: [String] { [] }

  /// None: the domain has no personal data.
  public static func lostFields(of state: State) -> [String] { [] }

  /// The fields of a state, in the order in which it is written, with those that follow from them; none if
  /// there is no state.
  public static func fields(of state: State, id: String) -> FieldTree {
    var writer = JSONWriter()
    guard writeState(state, id: id, to: &writer) else { return FieldTree() }
    var fields = FieldTree(writer)
    for field in schema.derived {
      let value = JSONValue.written(field.read(state).writeJSON)
      fields.insert(value, at: field.name, after: field.replaced)
    }
    fields.lost = Set(lostFields(of: state).map { ExactString($0) })
    return fields
  }
}
