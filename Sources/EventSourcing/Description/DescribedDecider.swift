// A domain that describes its information once. How its commands and events are written, read, imported, checked and
// explained follows from the description; the domain itself has its rules, and what its events change.

/// A decider whose commands, events and rules are tables.
///
///     enum Counter: DescribedDecider {
///       enum CommandType: String, CaseIterable { case add, reset }
///       enum EventType: String, CaseIterable { case added, wasReset = "reset" }
///       struct State: Sendable { var count = 0 }
///
///       static let (category, versions, initial) = ("counter", ["1"], State())
///       static let number = Member<Int>("number", 1...100)
///       static let description = Description<Counter>(
///         .command(.add, number, to: .added), .command(.reset, to: .wasReset))
///       static let rules: [Rule] = [
///         Rule("at-zero", "It has been added to.", on: [.reset], reading: ["count"]) { _, counter, _ in
///           counter.count > 0
///         }
///       ]
///       static func evolve(_ counter: inout State, with event: Event, in context: EntryContext) {
///         switch event.type {
///         case .added: counter.count &+= event[number]
///         case .wasReset: counter.count = 0
///         }
///       }
///       static let schema = FieldSchema(of: Counter.self, [.integer("count") { $0.count }])
///     }
public protocol DescribedDecider: InspectableDecider
where
  Command == Message<Self, CommandType>, Event == Message<Self, EventType>,
  Refusal == RuleRefusal<Self>
{
  /// A row of ``rules``.
  typealias Rule = DescribedRule<Self>

  /// The commands, in the imperative; their raw values are their types in the log: `pay-order`.
  associatedtype CommandType: MessageType where CommandType.RawValue == String
  /// The events, in the past tense; their raw values are their types in the log: `payment-received`.
  associatedtype EventType: MessageType where EventType.RawValue == String

  /// The members of commands and events. A `static let`.
  static var description: Description<Self> { get }
  /// The rules that refuse commands, in the order of evaluation: where several are broken, the first one's code is
  /// recorded. A `static let`.
  static var rules: [DescribedRule<Self>] { get }
  /// The events of a command that no rule refuses, in order; none if it changes nothing.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - state: The state of its stream.
  ///   - context: The circumstances.
  ///   - version: The version of the rules that decide: its place in `versions`.
  static func events(
    of command: Command, on state: State, in context: EntryContext, by version: Int
  ) -> [Event]
}

extension DescribedDecider {
  /// Default: the rules have one version, 1.
  public static var versions: [String] { ["1"] }
  /// The last one.
  public static var version: String { versions.last ?? "1" }
  /// Default: no command is refused.
  public static var rules: [DescribedRule<Self>] { [] }
  /// The events that the description has for it, with its members.
  public static func events(
    of command: Command, on state: State, in context: EntryContext, by version: Int
  ) -> [Event] { command.events }

  /// The commands with their members, in the order of their cases.
  package static var commands: [MessageDescription] { description.commands }

  /// The type that the description has.
  public static func type(of command: Command) -> StaticString {
    description.row(of: command.type).name
  }
  /// The type that the description has.
  public static func type(of event: Event) -> StaticString {
    description.row(of: event.type).name
  }

  /// Writes the members that aren't personal.
  public static func writeMembers(of command: Command, to writer: inout JSONWriter) {
    command.members.list.writeOwn(command.members, to: &writer)
  }
  /// Writes the members that aren't personal.
  public static func writeMembers(of event: Event, to writer: inout JSONWriter) {
    event.members.list.writeOwn(event.members, to: &writer)
  }
  /// Writes the personal members.
  public static func writePersonal(of command: Command, to writer: inout JSONWriter) -> Bool {
    command.members.list.writePersonal(command.members, to: &writer)
  }

  /// The shapes that the description has.
  public static var shapes: PayloadShapes { description.shapes }
  /// The shapes of import lines, which have personal members among the others.
  public static var importShapes: PayloadShapes { description.importShapes }

  /// The command of its row.
  public static func command(_ payload: Payload) throws(JSONError) -> Command {
    let row = description.commandRow(payload.type)
    return Message(type: row.type, members: try row.members.values(of: payload))
  }
  /// The event of its row.
  public static func event(_ payload: Payload) throws(JSONError) -> Event {
    let row = description.eventRow(payload.type)
    return Message(type: row.type, members: try row.members.values(of: payload))
  }
  /// The command of its row, personal members included.
  public static func importedCommand(_ payload: Payload) throws(JSONError) -> Command {
    let row = description.commandRow(payload.type)
    return Message(type: row.type, members: try row.members.values(ofImport: payload))
  }
}
