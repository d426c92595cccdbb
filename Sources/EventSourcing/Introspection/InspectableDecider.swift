// Domains whose past can be examined field by field.

/// A decider whose states can be shown, compared and read by field.
public protocol InspectableDecider: CodableDecider where Event: Equatable {
  /// Writes a state as the JSON object that is shown to people and programs. Always the same bytes
  /// for the same state.
  ///
  /// - Parameters:
  ///   - state: The state to write.
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

  /// Decides a command where personal data was erased: its own, or that of its stream's earlier
  /// commands.
  ///
  /// - Parameters:
  ///   - command: The command, as far as it is left.
  ///   - state: The state, as far as it is left.
  ///   - context: The circumstances.
  ///   - version: The version of the rules that decide: its place in `versions`.
  ///   - isErased: Whether the command's own data was erased.
  ///   - recorded: The outcome when everything was there. Whatever depends on what was erased is taken
  ///     from it, and nothing else.
  static func decide(
    _ command: Command, on state: State, in context: EntryContext, by version: Int, isErased: Bool,
    recorded: Result<[Event], Refusal>
  ) -> DecisionAfterErasure<Event, Refusal>

  /// Whether all that such a decision depends on is the same in two states, as far as it is left, so that what is
  /// recorded of one tells of the other. It depends on the fields with these names; on any if nil.
  static func decidesAlike(on one: State, _ other: State, reading names: [String]?) -> Bool

  /// The rules in the order in which they are evaluated for a command, with the verdict of each; nil if the domain doesn't
  /// explain its decisions. The rules are those of a version, given by its place in `versions`.
  static func checks(
    of command: Command, on state: State, in context: EntryContext, by version: Int
  ) -> [RuleCheck]?

  /// Evaluates the checks where personal data was erased: see ``decide(_:on:in:by:isErased:recorded:)``.
  static func checks(
    of command: Command, on state: State, in context: EntryContext, by version: Int, isErased: Bool,
    recorded: Result<[Event], Refusal>
  ) -> [RuleCheck]?
}

/// The decision of a command where personal data was erased, and how much of it is known.
public enum DecisionAfterErasure<Event, Refusal: Error> {
  /// The decision doesn't depend on anything that was erased.
  case decided(Result<[Event], Refusal>)
  /// The decision or a part of it depends on something that was erased, and is taken from the record.
  ///
  /// - Parameter reading: The fields of the state that decide that part, too; nil if any may. Where a state differs
  ///   in one of them, the record tells nothing.
  case taken(Result<[Event], Refusal>, reading: [String]? = nil)
  /// The decision depends on something that was erased, and the record doesn't tell: the command was refused for
  /// another reason, which doesn't hold here.
  case unknown
}

extension InspectableDecider {
  /// Writes the fields of the schema.
  public static func writeState(_ state: State, id: String, to writer: inout JSONWriter) -> Bool {
    schema.write(state, to: &writer)
  }

  /// Decides the command as always: the domain has no personal data.
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

  /// Default: decisions aren't explained.
  public static func checks(
    of command: Command, on state: State, in context: EntryContext, by version: Int
  ) -> [RuleCheck]? { nil }

  /// The checks of a command as if nothing was erased: the domain has no personal data.
  public static func checks(
    of command: Command, on state: State, in context: EntryContext, by version: Int, isErased: Bool,
    recorded: Result<[Event], Refusal>
  ) -> [RuleCheck]? { checks(of: command, on: state, in: context, by: version) }

  /// The checks of today's rules.
  public static func checks(of command: Command, on state: State, in context: EntryContext)
    -> [RuleCheck]?
  { checks(of: command, on: state, in: context, by: versions.count - 1) }

  /// Default: no field is personal.
  public static var personalFields: [String] { [] }

  /// Default: no field is lost, as the domain has no personal data.
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
