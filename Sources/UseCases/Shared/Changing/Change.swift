// What came of a command, for presenters: the part of the response that all changing scenes share.

public import EventSourcing
public import Orders

/// What came of a command for an order.
public struct Change: Sendable {
  /// The ways it can go.
  public enum Result: Sendable {
    /// The rules allow it; these are the events.
    case accepted([OrderEvent])
    /// The rules forbid it, or the request couldn't be made into a command.
    case refused(OrderRefusal)
    /// It changes nothing; nothing was recorded.
    case unchanged
  }

  /// The order's id.
  public let id: String
  /// How it went.
  public let result: Result
  /// The number of its entry; 0 if nothing was recorded.
  public let seq: Int
  /// The order's revision behind it.
  public let rev: Int
  /// When.
  public let at: Timestamp
  /// Whether this is the outcome of an earlier command with the same id, given once more.
  public let isRepeated: Bool
  /// Whether it was only tried: nothing was recorded.
  public let isDryRun: Bool
  /// The order behind it, or as it would be; nil if there is none.
  public let order: Order?

  /// Whether the command may be taken as done: it was accepted, or there was nothing to do.
  public var isDone: Bool { if case .refused = result { false } else { true } }
}
