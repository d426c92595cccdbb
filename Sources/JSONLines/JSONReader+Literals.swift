// Members that stand where they nearly always stand, in canonical order and spelling. Whoever finds
// another order reads the object once more, key by key.

extension JSONReader {
  /// Consumes a text if it stands behind exactly these bytes, the last of which is its opening quote.
  ///
  /// - Returns: ``TextRange/absent`` if they aren't next, and nothing is consumed.
  @inlinable @inline(__always)
  public mutating func text(behind literal: StaticString) throws(JSONError) -> TextRange {
    guard expect(literal) else { return .absent }
    let text = try source.text(at: cursor &- 1)
    cursor = text.end
    return text.range
  }

  /// Consumes an integer if it stands behind exactly these bytes.
  ///
  /// - Returns: nil if they aren't next or something else stands behind them; nothing is consumed.
  @inlinable @inline(__always)
  public mutating func integer(behind literal: StaticString) -> Int64? {
    let start = cursor
    guard expect(literal) else { return nil }
    if let value = try? integer() { return value }
    cursor = start
    return nil
  }

  /// Whether the raw bytes of a text that was read are those of the literal, and not escaped.
  @inlinable @inline(__always)
  public func isText(_ range: TextRange, _ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    return range.count == count && !range.hasEscapes && range.isPresent
      && sameBytes(base + range.offset, literal.utf8Start, count: count)
  }
}
