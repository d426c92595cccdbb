// White space around what people type.

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: Substring {
    let start = Substring(drop { $0.isWhitespace })
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
