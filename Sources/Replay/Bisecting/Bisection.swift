// Binary search for the one change among many, where each look may be dear, and some may tell nothing.

/// Looks for the first bad one of places that are good up to some place and bad from there on.
public struct Bisection: Sendable {
  /// What a look at a place tells.
  public enum Judgement: Sendable, CaseIterable {
    /// It is good.
    case good
    /// It is bad.
    case bad
    /// That can't be told.
    case skipped
  }

  /// The last place that is known to be good.
  public private(set) var good: Int
  /// The first place that is known to be bad.
  public private(set) var bad: Int
  private var skipped: Set<Int> = []

  /// A search between a good place and a bad one behind it.
  public init(good: Int, bad: Int) {
    self.good = good
    self.bad = bad
  }

  /// How many places between the two may still be looked at.
  public var left: Int { max(0, bad - good - 1) - skipped.count }

  /// About how many looks are still to be taken.
  public var looksLeft: Int { left == 0 ? 0 : Int.bitWidth - left.leadingZeroBitCount }

  /// Where to look next: as near to the middle as can be told; nil at the end. O(n) in the number of
  /// skipped places.
  public var next: Int? {
    guard left > 0 else { return nil }
    let middle = good + (bad - good) / 2
    for distance in 0...(bad - good) {
      for place in [middle - distance, middle + distance]
      where good < place && place < bad && !skipped.contains(place) {
        return place
      }
    }
    return nil
  }

  /// Takes in what a look at a place between the two has told.
  public mutating func take(_ judgement: Judgement, at place: Int) {
    switch judgement {
    case .good: good = place
    case .bad: bad = place
    case .skipped: skipped.insert(place)
    }
    skipped = skipped.filter { good < $0 && $0 < bad }
  }

  /// The places of which one is the first bad one; the only one, unless some were skipped.
  public var candidates: ClosedRange<Int> { min(good + 1, bad)...bad }
}
