// A position in a request: one that was typed, or an entry whose number is known.

/// A position in a request.
package enum RequestedPosition: Hashable, Sendable {
  /// A position as it was typed: `4127`, `1001@5`, `2026-01-31`.
  case typed(String)
  /// After the entry with this number; 0 is the start.
  case entry(Int)

  /// - Parameter times: The context of typed times.
  func position(_ times: TypedTimes) throws(Failure) -> Position {
    switch self {
    case .typed(let text): try Position(typed: text, times)
    case .entry(0): .start
    case .entry(let seq): .seq(seq)
    }
  }
}

extension RequestedPosition: CustomStringConvertible {
  package var description: String {
    switch self {
    case .typed(let text): text
    case .entry(0): "start"
    case .entry(let seq): String(seq)
    }
  }
}

extension RequestedPosition: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .typed(text) }
}
