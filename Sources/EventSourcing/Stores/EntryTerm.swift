// The terms by which the entries of a long log can be found.

/// A property that some entries of a log have in common, and can be found by without reading the others.
@usableFromInline package enum EntryTerm: Hashable, Sendable {
  /// They are of this stream.
  case stream(StreamName)
  /// They were requested by this actor.
  case actor(String)
  /// Their commands have this id.
  case commandID(String)
  /// Their commands were refused.
  case refusal
  /// They name the version of the rules.
  case rulesVersion
}
