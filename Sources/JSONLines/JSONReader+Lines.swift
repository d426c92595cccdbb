// Skipping the rest of a line, for callers that need only its beginning.

extension JSONReader {
  /// Moves to after the next LF, or to the end if there is none. The bytes in between aren't looked
  /// at.
  @inlinable @inline(__always)
  public mutating func skipLine() {
    var offset = cursor
    // Two loads per step need one test; where there is a newline, the loop below finds it. May read
    // up to 31 bytes after the end, which are padding.
    while offset < end {
      let newline = SIMD16<Int8>(repeating: 0x0A)
      let newlines =
        (load(base + offset, as: SIMD16<Int8>.self) .== newline)
        .| (load(base + offset + 16, as: SIMD16<Int8>.self) .== newline)
      let halves = unsafeBitCast(newlines, to: SIMD2<UInt64>.self)
      if halves[0] | halves[1] != 0 { break }
      offset &+= 32
    }
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
