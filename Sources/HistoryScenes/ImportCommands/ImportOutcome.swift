// The outcome of an imported command, as it is counted: without what only its domain knows, so that what counts it isn't
// compiled for domains that it doesn't know.

/// The outcome of an imported command.
@usableFromInline package struct ImportOutcome: Sendable {
  @usableFromInline enum Result: Sendable {
    case accepted, unchanged
    case refused(code: String, fields: [InvalidField])
  }

  @usableFromInline let result: Result
  @usableFromInline let seq: Int
  @usableFromInline let at: Timestamp
  @usableFromInline let isRepeated: Bool
  @usableFromInline let isErased: Bool

  /// The outcome, as far as an import counts it.
  @inlinable public init<D>(_ outcome: Outcome<D>) {
    (seq, at) = (outcome.seq, outcome.at)
    (isRepeated, isErased) = (outcome.isRepeated, outcome.isErased)
    switch outcome.result {
    case .accepted: result = .accepted
    case .unchanged: result = .unchanged
    case .refused(let refusal): result = .refused(code: refusal.code, fields: refusal.fields)
    }
  }
}
