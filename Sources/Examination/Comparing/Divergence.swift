// A difference with all that is needed to understand it without the log at hand.

/// An entry at which a replay has a different outcome.
public struct Divergence: Equatable, Sendable {
  /// The number of the entry.
  public let seq: Int
  /// The time of the entry; nil if it can't be read.
  public let at: Timestamp?
  /// The stream's name; empty if the entry can't be read.
  public let stream: String
  /// The type of the command; empty if the entry can't be read.
  public let command: String
  /// The first difference.
  public let difference: Difference
  /// The currencies of amounts: of the stream as recorded, and as decided again.
  package let currencies: CurrencyPair
  /// The version of the rules that decided it, where it is known.
  public let recordedRulesVersion: String?
  /// The version of the rules that decided it again.
  public let replayedRulesVersion: String
  /// The number of commands that were compared, this one included.
  public var compared: Int

  package init(
    seq: Int, at: Timestamp?, stream: String, command: String, difference: Difference,
    in currencies: CurrencyPair = CurrencyPair(), recordedRulesVersion: String?,
    replayedRulesVersion: String,
    compared: Int
  ) {
    self.seq = seq
    self.at = at
    self.stream = stream
    self.command = command
    self.difference = difference
    self.currencies = currencies
    self.recordedRulesVersion = recordedRulesVersion
    self.replayedRulesVersion = replayedRulesVersion
    self.compared = compared
  }
}

/// The choice of the rules that decide recorded commands again.
@usableFromInline package enum ChosenRules: Sendable {
  /// The version that recorded each of them; the newest for entries that name none.
  case recorded
  /// This one, in domains that have it.
  case version(String)

  /// The place of the version among a domain's; nil if it has none of this name.
  ///
  /// - Parameter engine: The version that recorded the command, where it is known.
  @usableFromInline package func version<D: Decider>(of _: D.Type, recorded rulesVersion: String?)
    -> Int?
  {
    let versions = D.versions
    if case .version(let name) = self, let chosen = versions.firstIndex(of: name) { return chosen }
    return rulesVersion.map { versions.firstIndex(of: $0) } ?? versions.count - 1
  }
}

@usableFromInline package struct ReplayOptions: Sendable {
  package var rules = ChosenRules.recorded
  /// The streams to replay, by name; all of them if nil.
  package var streams: [String]?
  /// Commands up to and including this entry are taken as recorded.
  @usableFromInline package var from = 0
  /// Whether commands after the first divergence are compared, too.
  package var keepsGoing = false
  package var ignored = IgnoredFields()

  package init() {}
}
