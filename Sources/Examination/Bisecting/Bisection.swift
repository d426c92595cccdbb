// Binary search for one change among many places, where each test may be expensive, and some may be
// inconclusive.

/// Finds the first bad one of places that are good up to some place and bad after it.
package struct Bisection: Sendable {
  package enum Judgement: Sendable, CaseIterable {
    case good
    case bad
    case skipped
  }

  /// The last place that is known to be good.
  package private(set) var good: Int
  /// The first place that is known to be bad.
  package private(set) var bad: Int
  private var skipped: Set<Int> = []

  package init(good: Int, bad: Int) {
    self.good = good
    self.bad = bad
  }

  /// The number of places between the two that may still be tested.
  package var left: Int { max(0, bad - good - 1) - skipped.count }

  /// About how many tests are left.
  package var looksLeft: Int { left == 0 ? 0 : Int.bitWidth - left.leadingZeroBitCount }

  /// The place to test next: as near to the middle as possible; nil at the end. O(n) in the number
  /// of skipped places.
  package var next: Int? {
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

  package mutating func take(_ judgement: Judgement, at place: Int) {
    switch judgement {
    case .good: good = place
    case .bad: bad = place
    case .skipped: skipped.insert(place)
    }
    skipped = skipped.filter { good < $0 && $0 < bad }
  }

  /// The places of which one is the first bad one; only one, unless some were skipped.
  package var candidates: ClosedRange<Int> { min(good + 1, bad)...bad }
}
