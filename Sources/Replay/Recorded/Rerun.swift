// Decides commands on states of its own making: nothing recorded is taken over but the commands and
// their circumstances.

public import EventSourcing
public import JSONLines

/// Streams that begin at nothing and come about by executing commands.
public struct Rerun<D: ExaminedDecider> {
  /// The streams, with their states and revisions.
  public private(set) var streams = StateProjection<D>(checksRevisions: false)
  /// The streams that have lost personal data.
  private var erased: Set<Int> = []

  /// No streams.
  public init() {}

  /// Decides a command as the engine would, and lets its events take effect.
  ///
  /// What personal data decides that was erased since is taken as it was recorded.
  public mutating func execute(_ command: RecordedCommand<D>) -> Verdict<D> {
    let index = streams.number(of: command.stream.bytes)
    if command.isErased { erased.insert(index) }
    let rev = streams.revisions[index]
    if let expected = command.expect, expected != rev { return .conflict(actual: rev) }
    let context = command.context(rev: rev + 1)
    var verdict = Verdict<D>(command.command, on: streams.states[index], in: context)
    if erased.contains(index), let recorded = command.recorded, verdict != recorded,
      verdict.isBarErasure(recorded, of: command.command)
    {
      verdict = recorded
    }
    if case .accepted(let events) = verdict {
      streams.evolve(index, with: events, in: context)
      streams.accept(index)
    }
    return verdict
  }

  /// Goes on with a stream from a state that it was given elsewhere.
  public mutating func begin(
    _ stream: Text, at state: D.State, rev: Int, lostPersonalData: Bool = false
  ) {
    let index = streams.number(of: stream.bytes)
    streams.states[index] = state
    streams.revisions[index] = rev
    if lostPersonalData { erased.insert(index) }
  }

  /// The revision of a stream; 0 if it has none.
  public func revision(of stream: Text) -> Int {
    streams.streams.find(stream.bytes).map { streams.revisions[$0] } ?? 0
  }

  /// The state of a stream; the initial one if nothing was asked of it.
  public func state(of stream: Text) -> D.State {
    streams.streams.find(stream.bytes).map { streams.states[$0] } ?? D.initial
  }
}
