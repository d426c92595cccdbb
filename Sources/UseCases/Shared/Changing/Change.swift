// What came of a command, for presenters: the response that all changing scenes share.

public import EventSourcing
public import Orders

/// What came of a command for an order.
public typealias Change = DomainChange<Orders>

/// What came of a command for the catalogue.
public typealias CatalogueChange = DomainChange<Catalogue>

/// What came of a command of a domain.
public struct DomainChange<D: RecordedDecider>: Sendable {
  /// The ways it can go.
  public enum Result: Sendable {
    /// The rules allow it; these are the events.
    case accepted([D.Event])
    /// The rules forbid it, or the request couldn't be made into a command.
    case refused(D.Refusal)
    /// It changes nothing; nothing was recorded.
    case unchanged
  }

  /// The order's id; empty for the catalogue, of which there is one.
  public let id: String
  /// How it went.
  public let result: Result
  /// The number of its entry; 0 if nothing was recorded.
  public let seq: Int
  /// The revision behind it.
  public let rev: Int
  /// When.
  public let at: Timestamp
  /// Whether this is the outcome of an earlier command with the same id, given once more.
  public let isRepeated: Bool
  /// Whether it was only tried: nothing was recorded.
  public let isDryRun: Bool
  /// What is there behind it, or would be.
  public let state: D.State

  /// Whether the command may be taken as done: it was accepted, or there was nothing to do.
  public var isDone: Bool { if case .refused = result { false } else { true } }

  /// What happened; nothing if it was refused or changes nothing.
  public var events: [D.Event] { if case .accepted(let events) = result { events } else { [] } }
}

extension DomainChange<Orders> {
  /// The order behind it, or as it would be; nil if there is none.
  public var order: Order? { state }
}

extension DomainChange {
  /// What came of a command that was put to the engine.
  init(_ outcome: Outcome<D>, isDryRun: Bool) {
    switch outcome.result {
    case .accepted(let events): result = .accepted(events)
    case .refused(let refusal): result = .refused(refusal)
    case .unchanged: result = .unchanged
    }
    id = outcome.stream.id ?? ""
    seq = outcome.seq
    rev = outcome.rev
    at = outcome.at
    isRepeated = outcome.isRepeated
    self.isDryRun = isDryRun
    state = outcome.state
  }

  /// The same command, refused before it was put to the rules, which leaves this state.
  func refused(_ refusal: D.Refusal, leaving state: D.State, at rev: Int) -> Self {
    Self(
      id: id, result: .refused(refusal), seq: 0, rev: rev, at: self.at, isRepeated: false,
      isDryRun: isDryRun, state: state)
  }
}
