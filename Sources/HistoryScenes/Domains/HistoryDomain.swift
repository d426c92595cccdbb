// Domains whose histories can be examined at a terminal: their words, besides the
// fields of its states.

/// A domain whose histories can be examined.
public protocol HistoryDomain: InspectableDecider {
  /// The words for its streams.
  static var words: DomainWords { get }
  /// The fields of commands and events that are amounts of money and that no state has.
  static var moneyOfCommands: [String] { get }
  /// The fields of a state whose sums are shown, by currency.
  static var totals: [SummedField] { get }
  /// The field by whose words streams are counted, and the word for those that count as deleted.
  static var grouping: (field: String, deleted: String)? { get }
  /// The texts of commands that entries can be grouped by: `method`.
  static var groupedMembers: [String] { get }
  /// The conditions that must hold for every stream after every entry, with their names.
  static var invariants: [(name: String, condition: String)] { get }
  /// Writes a state as it is listed: with the values that follow from it.
  ///
  /// - Returns: The result of `writeState`.
  static func writeListed(_ state: State, id: String, to writer: inout JSONWriter) -> Bool
  /// The states of streams in the order in which they are listed; they come in that of first entries.
  static func inOrder(_ states: [(id: String, state: State)]) -> [(id: String, state: State)]
  /// The fields of events, as a replay names them: `items[0].sku`; empty if any name is to be accepted.
  static var eventFields: [String] { get }
  /// The texts of commands, events and personal blocks that aren't personal, by their names without numbers:
  /// `items.sku`. All others are replaced by pseudonyms where these are wanted.
  static var impersonalTexts: Set<String> { get }
  /// A stream in a few words; empty if there is nothing to add to its name.
  static func summary(of fields: FieldTree, _ formatting: Formatting) -> String
  /// A part of a sentence that says what is wrong with a field of a refused command: `is missing`.
  static func wording(of field: InvalidField) -> String
  /// Whether the words of a personal text, named by its path in the personal block, are looked for elsewhere when it
  /// is erased. Those that too many have in common aren't.
  static func isSearched(_ path: String) -> Bool
  /// Whether such a text is of one person alone, so that another stream whose personal data has it may be theirs.
  static func isOfOnePerson(_ path: String) -> Bool
  /// The imports of a test that replays its histories: `import CleanStoreHistories`.
  static var testImports: [String] { get }

  // No domain writes these itself: they are requirements so that each domain has them compiled for its own types.

  /// The states of its streams for an engine.
  static func makeStates() -> (states: StreamStates<Self>, erased: AnyStreamStates)
  /// Executes a command.
  static func execute(
    _ submission: Submission<Command>, in states: StreamStates<Self>, of engine: Engine,
    _ durability: Durability
  ) throws(EngineError) -> Outcome<Self>
  /// The functions that every entry goes through.
  static var compiled: CompiledDomain<Self> { get }
}

extension HistoryDomain {
  /// The states of its streams for an engine.
  @inlinable public static func makeStates() -> (
    states: StreamStates<Self>, erased: AnyStreamStates
  ) {
    let states = StreamStates<Self>()
    return (states, states.erased)
  }
  /// Executes a command.
  @inlinable public static func execute(
    _ submission: Submission<Command>, in states: StreamStates<Self>, of engine: Engine,
    _ durability: Durability
  ) throws(EngineError) -> Outcome<Self> {
    try engine.execute(submission, in: states, durability: durability)
  }
  /// The functions, compiled for the domain's types.
  @inlinable public static var compiled: CompiledDomain<Self> { CompiledDomain() }

  /// Default: no member of a command is an amount of money.
  public static var moneyOfCommands: [String] { [] }
  /// Default: no field is added up.
  public static var totals: [SummedField] { [] }
  /// Default: streams aren't counted in groups.
  public static var grouping: (field: String, deleted: String)? { nil }
  /// Default: no member is grouped.
  public static var groupedMembers: [String] { [] }
  /// Default: the domain has no invariants.
  public static var invariants: [(name: String, condition: String)] { [] }
  /// Default: states are in the order in which they come.
  public static func inOrder(_ states: [(id: String, state: State)])
    -> [(id: String, state: State)]
  { states }
  /// Default: a state is listed as it is.
  public static func writeListed(_ state: State, id: String, to writer: inout JSONWriter) -> Bool {
    writeState(state, id: id, to: &writer)
  }
  /// Any.
  public static var eventFields: [String] { [] }
  /// Default: every text may be personal.
  public static var impersonalTexts: Set<String> { [] }
  /// Nothing.
  public static func summary(of fields: FieldTree, _ formatting: Formatting) -> String { "" }
  /// Its code, in words.
  public static func wording(of field: InvalidField) -> String {
    field.code == "blank" ? "is missing" : "is \(field.code.replacing("-", with: " "))"
  }
  /// Always.
  public static func isSearched(_ path: String) -> Bool { true }
  /// Never.
  public static func isOfOnePerson(_ path: String) -> Bool { false }
  /// The domain's module, with what it keeps to itself, and what this library has for tests.
  public static var testImports: [String] {
    ["import HistoryTool", "@testable import \(qualifiedName.module)"]
  }

  /// The domain's module, and its name in that.
  static var qualifiedName: (module: String, type: String) {
    let names = String(reflecting: self).split(separator: ".", maxSplits: 1).map(String.init)
    return (names[0], names.dropFirst().joined())
  }

  static func isDeleted(_ fields: FieldTree) -> Bool {
    grouping.map { fields[$0.field]?.string == $0.deleted } ?? false
  }

  package static var fieldNames: [String] {
    (schema.fields + schema.derived).map(\.name)
      + schema.lists.flatMap { list in list.fields.map { "\(list.name)[0].\($0.name)" } }
  }

  /// The fields that a state has once, and its lists.
  package static var listedNames: [String] { schema.fields.map(\.name) + listNames }
  package static var listNames: [String] { schema.lists.map(\.name) }
  /// Whether anything in it is an amount of money.
  package static var hasMoney: Bool { kinds.haveAmounts }

  /// Whether it has a command that records an erasure.
  package static var canErase: Bool { commandTypes.contains("\(ErasureRecord.commandType)") }
  /// Whether it is known to have data that may have to be erased.
  package static var hasPersonalData: Bool {
    let commands = (self as? any DescribedDecider.Type)?.commands ?? []
    return !personalFields.isEmpty || commands.contains { $0.members.contains(where: \.isPersonal) }
  }

  package static var kinds: FieldKinds { FieldKinds(of: schema, andAmounts: moneyOfCommands) }
}

/// A stream at some moment, for programs and, by its view model, for people.
package protocol StateDetails: JSONRepresentable, Sendable {
  /// The state as text for people.
  func viewModel(_ formatting: Formatting) -> AnyViewModel
}

/// The view model of a domain's own scene, which a view of that domain can draw.
package struct AnyViewModel: Equatable, Sendable {
  package let value: any Equatable & Sendable

  package init(_ value: any Equatable & Sendable) { self.value = value }

  package static func == (one: Self, other: Self) -> Bool { one.value.isEqual(to: other.value) }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}

/// A domain with a scene of its own for a stream.
package protocol DetailedDomain: HistoryDomain {
  /// A stream at a moment; nil if there is nothing to show.
  static func details(of state: State, id: String, at moment: String, _ erasures: Erasures)
    -> (any StateDetails)?
}

extension DetailedDomain {
  /// The view model of a state of unknown type.
  static func details(ofAny state: Any, id: String, at moment: String, _ erasures: Erasures)
    -> (any StateDetails)?
  {
    (state as? State).flatMap { details(of: $0, id: id, at: moment, erasures) }
  }
}
