// One step through a history: an entry of one domain with what it asked, what came of it and what it
// changed. What the tools that look at the past have in common.

public import EventSourcing

/// An entry of a domain, read in full, with the state of its stream before and after it.
public struct Step<D: RecordedDecider> {
  /// The entry.
  public let entry: Entry
  /// The entry's circumstances.
  public let context: EntryContext
  /// What was asked.
  public let command: D.Command
  /// What happened; nothing if it was refused.
  public let events: [D.Event]
  /// Why it was refused, if it was.
  public let refusal: D.Refusal?
  /// The stream's number in order of first appearance.
  public let stream: Int
  /// The stream's state before the entry.
  public let before: D.State
  /// The stream's state behind it.
  public let after: D.State
}
