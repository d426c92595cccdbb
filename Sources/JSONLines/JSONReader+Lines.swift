// Stepping over the rest of a line, for those who need only its beginning.

extension JSONReader {
  /// Moves behind the next LF, or to the end if there is none. What lies between isn't looked at.
  @inlinable @inline(__always)
  public mutating func skipLine() {
    var offset = cursor
    while offset < end {
      let newlines = load(base + offset, as: SIMD16<Int8>.self) .== SIMD16<Int8>(repeating: 0x0A)
      let lane = firstLane(newlines)
      if lane < 16 {
        cursor = min(offset &+ lane &+ 1, end)
        return
      }
      offset &+= 16
    }
    cursor = end
  }
}
