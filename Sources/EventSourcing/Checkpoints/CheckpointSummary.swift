// What a checkpoint says of all streams of its domain, and of the log up to its end.

import JSONLines

/// What is known of all entries up to some place, without their streams.
public struct CheckpointSummary: Equatable, Sendable {
  /// How many commands of the domain were accepted.
  public var accepted = 0
  /// How many were refused, by code.
  public var refused: [String: Int] = [:]
  /// What the states of its streams come to.
  public var tally = Tally()
  /// When the first and the last entry of the log were made, in microseconds since 1970.
  var first: Int64 = 0
  var last: Int64 = 0

  /// Of no entries.
  init() {}

  var json: JSONValue {
    let refused = refused.sorted { $0.key < $1.key }
      .map { JSONValue.Member($0.key, .integer(Int64($0.value))) }
    return .object([
      .init("accepted", .integer(Int64(accepted))), .init("refused", .object(refused)),
      .init("tally", tally.json), .init("first", .string(String(first))),
      .init("last", .string(String(last))),
    ])
  }

  init(_ json: JSONValue) throws(CacheFault) {
    guard let accepted = json["accepted"]?.integer, let tally = json["tally"],
      case .object(let refused)? = json["refused"],
      let first = json["first"]?.string.flatMap({ Int64($0) }),
      let last = json["last"]?.string.flatMap({ Int64($0) })
    else { throw CacheFault() }
    self.accepted = Int(accepted)
    for member in refused {
      guard let count = member.value.integer else { throw CacheFault() }
      self.refused[member.key] = Int(count)
    }
    self.tally = try Tally(tally)
    (self.first, self.last) = (first, last)
  }
}
