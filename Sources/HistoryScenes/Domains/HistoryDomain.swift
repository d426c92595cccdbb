// What a domain says so that its histories can be examined at a terminal: its words, beside the fields that
// it says its states have.

public import Conventions
public import EventSourcing
public import Replay

/// A domain whose histories people examine.
public protocol HistoryDomain: ExaminedDecider {
  /// What its streams are called.
  static var words: DomainWords { get }
  /// The fields of commands and events that are amounts of money and that no state has.
  static var moneyOfCommands: [String] { get }
  /// What must be true of every stream after every entry: conditions, with their names.
  static var invariants: [(name: String, condition: String)] { get }
  /// Whether a stream with these fields counts as deleted.
  static func isDeleted(_ fields: FieldTree) -> Bool
  /// A stream in a few words; empty if there is nothing to say but its name.
  static func summary(of fields: FieldTree, _ formatting: Formatting) -> String
  /// The rules with how each went; nil if the domain doesn't explain its decisions.
  static func explanation(of command: Command, on state: State, in context: EntryContext)
    -> [RuleCheck]?

  // What goes through every entry. No domain writes these itself: they are required so that each has
  // them compiled for its own types, which halves the time of a fold.

  /// Takes an entry into the states of the domain's streams.
  static func read(_ entry: Entry, into states: inout StateProjection<Self>) throws(EntryDefect)
  /// Takes an entry into the states that questions are asked of.
  static func read(_ entry: Entry, into states: inout AskingProjection<Self>) throws(EntryDefect)
  /// Whether a condition holds for the stream of the last entry.
  static func holds(
    _ condition: Condition<State>, _ number: Int, in states: borrowing AskingProjection<Self>
  ) -> Bool
}

extension HistoryDomain {
  /// Takes an entry into the states of the domain's streams.
  @inlinable public static func read(
    _ entry: Entry, into states: inout StateProjection<Self>
  ) throws(EntryDefect) { try states.read(entry) }
  /// Takes an entry into the states that questions are asked of.
  @inlinable public static func read(
    _ entry: Entry, into states: inout AskingProjection<Self>
  ) throws(EntryDefect) { try states.read(entry) }
  /// Whether a condition holds for the stream of the last entry.
  @inlinable public static func holds(
    _ condition: Condition<State>, _ number: Int, in states: borrowing AskingProjection<Self>
  ) -> Bool { states.holds(condition, number) }

  /// None.
  public static var moneyOfCommands: [String] { [] }
  /// None.
  public static var invariants: [(name: String, condition: String)] { [] }
  /// Never.
  public static func isDeleted(_ fields: FieldTree) -> Bool { false }
  /// Nothing.
  public static func summary(of fields: FieldTree, _ formatting: Formatting) -> String { "" }
  /// None.
  public static func explanation(of command: Command, on state: State, in context: EntryContext)
    -> [RuleCheck]?
  {
    nil
  }

  /// Which of its fields are amounts.
  package static var money: MoneyFields { MoneyFields(of: schema, and: moneyOfCommands) }
}

extension HistoryDomain where Self: ExplainedDecider {
  /// The checks of its rules.
  public static func explanation(of command: Command, on state: State, in context: EntryContext)
    -> [RuleCheck]?
  {
    checks(of: command, on: state, in: context)
  }
}
