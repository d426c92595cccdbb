import Examination
import Testing

@Suite struct BisectionTests {
  /// Searches, and returns the search with the places that were looked at.
  private func search(
    count: Int, firstBad: Int, skipping skipped: Set<Int> = []
  ) -> (bisection: Bisection, looks: [Int]) {
    var bisection = Bisection(good: 0, bad: count)
    var looks: [Int] = []
    while let place = bisection.next {
      looks.append(place)
      bisection.take(
        skipped.contains(place) ? .skipped : place < firstBad ? .good : .bad, at: place)
    }
    return (bisection, looks)
  }

  @Test func `the first bad place is found, wherever it is`() {
    for count in 1...70 {
      for firstBad in 1...count {
        let (bisection, looks) = search(count: count, firstBad: firstBad)
        #expect(bisection.candidates == firstBad...firstBad)
        #expect(looks.count <= Bisection(good: 0, bad: count).looksLeft)
      }
    }
  }

  @Test func `a million places take twenty looks`() {
    #expect(Bisection(good: 0, bad: 1_000_000).looksLeft == 20)
    #expect(search(count: 1_000_000, firstBad: 123_456).looks.count <= 20)
  }

  @Test func `what can't be judged is left open, whichever places those are`() {
    let count = 8
    for pattern in 0..<(1 << (count - 1)) {
      let skipped = Set((1..<count).filter { pattern & (1 << ($0 - 1)) != 0 })
      for firstBad in 1...count {
        let (bisection, looks) = search(count: count, firstBad: firstBad, skipping: skipped)
        #expect(Set(looks).count == looks.count)
        // From the last place before it that can be judged to the first from there on.
        let good = (0..<firstBad).last { !skipped.contains($0) }
        let bad = (firstBad...count).first { !skipped.contains($0) }
        #expect(bisection.good == good && bisection.bad == bad)
        #expect(bisection.candidates.contains(firstBad))
      }
    }
  }

  @Test func `between neighbours there is nothing to look at`() {
    #expect(Bisection(good: 6, bad: 7).next == nil)
    #expect(Bisection(good: 6, bad: 7).looksLeft == 0)
    #expect(Bisection(good: 6, bad: 8).next == 7)
  }
}
