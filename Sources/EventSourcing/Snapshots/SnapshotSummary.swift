// A snapshot's facts about all streams of its domain, and about the log up to its end.

/// Facts about all entries up to some place, without their streams.
@usableFromInline package struct SnapshotSummary: Equatable, Sendable {
  /// The number of accepted commands of the domain.
  @usableFromInline package var accepted = 0
  /// The number of refused commands, by code.
  public var refused: [String: Int] = [:]
  /// The counts and sums of the domain's states.
  @usableFromInline package var tally = Tally()
  /// The times of the first and the last entry of the log, in microseconds since 1970.
  var first: Int64 = 0
  var last: Int64 = 0

  /// Makes the summary of no entries.
  init() {}

  var json: JSONValue {
    .object([
      .init("accepted", .integer(Int64(accepted))), .init("refused", refused.json),
      .init("tally", tally.json), .init("first", .string(String(first))),
      .init("last", .string(String(last))),
    ])
  }

  init(_ json: JSONValue) throws(CacheFault) {
    guard let accepted = json["accepted"]?.integer, let tally = json["tally"],
      let refused = json["refused"].flatMap({ [String: Int]($0) }),
      let first = json["first"]?.string.flatMap({ Int64($0) }),
      let last = json["last"]?.string.flatMap({ Int64($0) })
    else { throw CacheFault() }
    (self.accepted, self.refused) = (Int(accepted), refused)
    self.tally = try Tally(tally)
    (self.first, self.last) = (first, last)
  }
}

extension [String: Int] {
  /// Counts by word, as snapshots and bases have them.
  var json: JSONValue {
    .object(sorted { $0.key < $1.key }.map { .init($0.key, .integer(Int64($0.value))) })
  }

  init?(_ json: JSONValue) {
    guard let members = json.members else { return nil }
    self = [:]
    for member in members {
      guard let count = member.value.integer else { return nil }
      self[member.key] = Int(count)
    }
  }
}
