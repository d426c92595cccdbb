// A difference with all that is needed to understand it without the log at hand.

import EventSourcing

/// An entry at which a replay has a different outcome.
public struct Divergence: Equatable, Sendable {
  /// The number of the entry.
  public let seq: Int
  /// When it was made; nil if it can't be read.
  public let at: Timestamp?
  /// The stream's name; empty if the entry can't be read.
  public let stream: String
  /// The type of the command; empty if the entry can't be read.
  public let command: String
  /// What differs first.
  public let difference: Difference
  /// The version of the rules that decided it, where it is known.
  public let recordedEngine: String?
  /// The version of today's rules.
  public let replayedEngine: String
  /// How many commands were compared, this one included.
  public var compared: Int

  package init(
    seq: Int, at: Timestamp?, stream: String, command: String, difference: Difference,
    recordedEngine: String?, replayedEngine: String, compared: Int
  ) {
    self.seq = seq
    self.at = at
    self.stream = stream
    self.command = command
    self.difference = difference
    self.recordedEngine = recordedEngine
    self.replayedEngine = replayedEngine
    self.compared = compared
  }
}

@usableFromInline package struct ReplayOptions: Sendable {
  /// The streams to replay, by name; all of them if nil.
  package var streams: [String]?
  /// Commands up to and including this entry are taken as recorded.
  @usableFromInline package var from = 0
  /// Whether commands after the first divergence are compared, too.
  package var keepsGoing = false
  package var ignored = IgnoredFields()

  package init() {}
}
