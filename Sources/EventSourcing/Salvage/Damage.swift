// Damage at a place in a history, and its kind: the kind says what is certain of it.

/// A place in a history that isn't as it should be.
package struct Damage: Hashable, Sendable {
  /// The kinds of damage; the raw values are stable.
  public enum Kind: String, Sendable, CaseIterable {
    /// The line doesn't match its checksum.
    case wrongChecksum = "wrong-checksum"
    /// The line matches its checksum, but isn't valid.
    case invalid
    /// The line isn't valid, and has no checksum.
    case unchecked
    /// Entries are missing before the place.
    case missingEntries = "missing-entries"
    /// The line is valid, but can't follow those before it.
    case outOfOrder = "out-of-order"
    /// The bytes aren't a line.
    case noLine = "no-line"
    /// A crash may have torn the last write.
    case tornTail = "torn-tail"
    /// A newer version wrote the line.
    case newerVersion = "newer-version"
  }

  /// The kind of damage.
  public let kind: Kind
  /// The place of the damage.
  public let place: Place
  /// The number of the entry that is or should be there, as far as can be told.
  public let seq: Int?
  /// A sentence that says what is wrong.
  public let what: String

  /// - Returns: nil if the error isn't about the contents of a history.
  package init?(_ error: LogError, _ kind: Kind) {
    guard let place = error.place, error.code == .corrupt || error.code == .newerVersion else {
      return nil
    }
    self.kind = error.code == .newerVersion ? .newerVersion : kind
    self.place = place
    seq = error.seq
    what = error.message
  }

  init(_ tail: TornTail, seq: Int) {
    (kind, place, self.seq) = (.tornTail, tail.place, seq)
    what = "The log ends with an incomplete entry (\(tail.count) bytes)."
  }
}
