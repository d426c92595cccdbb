// The part of a command that belongs to the envelope, and is the same in all domains.

/// The part of a command that belongs to the envelope.
@usableFromInline @frozen package struct CommandHead: BitwiseCopyable, Sendable {
  /// The command's type: `pay-order`.
  public var type = TextRange.absent
  /// The caller's id of it.
  @usableFromInline package var id = TextRange.absent
  @usableFromInline var expected = ObjectShape.absentInteger
  /// The reason of the request.
  @usableFromInline package var reason = TextRange.absent

  @inlinable init() {}

  /// The revision that the caller had seen.
  @inlinable public var expect: Int? {
    expected == ObjectShape.absentInteger ? nil : Int(expected)
  }
}
