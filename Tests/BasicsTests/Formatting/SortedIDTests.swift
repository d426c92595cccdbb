import Formatting
import Testing

@Suite struct SortedIDTests {
  @Test func `numbers are sorted as numbers, before all other ids`() {
    let sorted = [
      "0", "00", "7", "007", "998", "999", "1000", "10000", "18446744073709551616",
      "99999999999999999999999999999999", "", "-1", "A-10", "A-9", "a", "ä",
    ]
    for (place, one) in sorted.enumerated() {
      for (otherPlace, other) in sorted.enumerated() {
        #expect((SortedID(one) < SortedID(other)) == (place < otherPlace), "\(one) \(other)")
        #expect((SortedID(one) == SortedID(other)) == (place == otherPlace), "\(one) \(other)")
      }
    }
  }
}
