// From where to where a condition holds, stream by stream.

@frozen package struct HoldingSpans: Sendable {
  package enum Transition: Hashable, Sendable {
    case begins
    /// It no longer holds; it did since the entry with this number.
    case ends(since: Int)
    /// It holds for this entry: it uses what only an entry has.
    case holds
  }

  /// By the streams' numbers: the entry since which it holds; 0 where it doesn't.
  @usableFromInline var since: [Int] = []
  /// For how many streams it holds now.
  package private(set) var count = 0

  package init() {}

  /// Takes in whether it holds after an entry, and returns what that changes, if anything.
  @inlinable package mutating func take(_ holds: Bool, stream: Int, seq: Int) -> Transition? {
    if stream < since.count, (since[stream] != 0) == holds { return nil }
    return change(holds, stream: stream, seq: seq)
  }

  @usableFromInline mutating func change(_ holds: Bool, stream: Int, seq: Int) -> Transition? {
    while since.count <= stream { since.append(0) }
    let before = since[stream]
    guard (before != 0) != holds else { return nil }
    since[stream] = holds ? seq : 0
    count += holds ? 1 : -1
    return holds ? .begins : .ends(since: before)
  }
}
