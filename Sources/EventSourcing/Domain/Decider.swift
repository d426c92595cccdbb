// The definition of a domain whose history can be kept, replayed and examined. Nothing here reads
// a clock, draws a random number or touches a disk.

/// The rules of one kind of stream, as two pure functions (Chassaing, "Functional event sourcing
/// decider", 2021).
///
/// Both functions must be deterministic: same arguments, same result, on every machine and build.
/// Whatever else they need (time, ids, prices) is part of the command or of the context.
public protocol Decider: Sendable {
  /// A request, in the imperative: `payOrder`.
  associatedtype Command: Sendable
  /// A fact that followed from a command, in the past tense: `orderPaid`.
  associatedtype Event: Sendable
  /// The state of one stream after its events.
  associatedtype State: Sendable
  /// The reason why a command isn't accepted.
  associatedtype Refusal: Error, Equatable, Sendable

  /// The kind of stream, the part of its name before the slash: `order`. It follows the rule of ids.
  static var category: String { get }
  /// Whether the category is a single stream, without an id; otherwise each of its streams has one.
  static var isSingleStream: Bool { get }
  /// The version of the rules; recorded in the log as `engine`.
  static var version: String { get }
  /// The versions that there have been, the oldest first, up to `version`. A domain that changes its rules
  /// keeps the old ones, so that its histories can be replayed.
  static var versions: [String] { get }
  /// The state of a stream that has no events.
  static var initial: State { get }

  /// Decides a command by today's rules.
  ///
  /// - Returns: The events, in order; none if the command changes nothing.
  /// - Throws: The refusal, if the rules forbid it.
  static func decide(_ command: Command, on state: State, in context: EntryContext)
    throws(Refusal) -> [Event]

  /// Decides a command by one version of the rules, given by its place in `versions`.
  ///
  /// - Returns: The events, in order; none if the command changes nothing.
  /// - Throws: The refusal, if those rules forbid it.
  static func decide(
    _ command: Command, on state: State, in context: EntryContext, by version: Int
  ) throws(Refusal) -> [Event]

  /// Brings a state up to date with one event. Events are facts: this can't fail.
  static func evolve(_ state: inout State, with event: Event, in context: EntryContext)

  /// A sentence that says why an event can't have happened to a state, whatever the rules were; nil if it
  /// can.
  ///
  /// A payment for an order that was never created is such an event. A store that has one is
  /// corrupt; in the history of a single file it is evolved with, as all events are.
  static func objection(to event: Event, in state: State) -> String?
}

extension Decider {
  /// Each stream has an id.
  @inlinable public static var isSingleStream: Bool { false }
  /// Default: ``version`` is the only version.
  @inlinable public static var versions: [String] { [version] }
  /// Decides a command by any version as by today's: the rules have never changed.
  @inlinable public static func decide(
    _ command: Command, on state: State, in context: EntryContext, by version: Int
  ) throws(Refusal) -> [Event] { try decide(command, on: state, in: context) }
  /// Default: every event can have happened.
  @inlinable public static func objection(to event: Event, in state: State) -> String? { nil }
}
