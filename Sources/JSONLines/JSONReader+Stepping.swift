// Stepping over values whose bytes something else vouches for: a checksum, or an earlier reading.

private import Instructions

/// The ranges of the arrays and objects among an object's members: the first three of them.
@usableFromInline package struct InnerContainers {
  /// The number of containers.
  public let count: Int
  /// The bytes of the first one; empty if there is none.
  public let first: Range<Int>
  /// The bytes of the second one; empty if there is none.
  public let second: Range<Int>
  /// The bytes of the third one; empty if there is none.
  public let third: Range<Int>

  fileprivate init(_ found: cleanstore_containers) {
    count = found.count
    first = Range(uncheckedBounds: (found.starts.0, found.ends.0))
    second = Range(uncheckedBounds: (found.starts.1, found.ends.1))
    third = Range(uncheckedBounds: (found.starts.2, found.ends.2))
  }
}

extension JSONReader {
  /// Steps over the array or object at the position without validating it: only strings and depth count.
  ///
  /// - Returns: Its range.
  /// - Throws: `unexpected-end` if it isn't closed before the end.
  public mutating func stepOver() throws(JSONError) -> Range<Int> {
    let start = cursor
    _ = try stepOver(depth: 0)
    return start..<cursor
  }

  /// Steps over the rest of an object without validating it, up to and including its closing brace.
  ///
  /// - Returns: The ranges of the arrays and objects among the rest of its members.
  /// - Throws: `unexpected-end` if it isn't closed before the end.
  package mutating func stepOverRest() throws(JSONError) -> InnerContainers {
    InnerContainers(try stepOver(depth: 1))
  }

  private mutating func stepOver(depth: Int) throws(JSONError) -> cleanstore_containers {
    var found = cleanstore_containers()
    let stop = source.endOfContainer(from: cursor, depth: depth, &found)
    guard stop > 0 else { throw JSONError(.unexpectedEnd, at: end) }
    cursor = stop
    return found
  }
}

extension JSONSource {
  /// The offset after the array or object at an offset, without validating it; 0 if it isn't closed before the end.
  func endOfContainer(at start: Int) -> Int {
    var found = cleanstore_containers()
    return endOfContainer(from: start, depth: 0, &found)
  }

  fileprivate func endOfContainer(
    from start: Int, depth: Int, _ found: inout cleanstore_containers
  ) -> Int {
    // The padding may be read as well.
    max(0, cleanstore_step_over(base, start, end, end &+ ByteStorage.padding, depth, &found))
  }
}
