// Entries that a finding of `verify` is about, by their numbers.

package struct EntryNumbers: Sendable {
  private var ranges: [ClosedRange<Int>] = []
  /// The number of them.
  package private(set) var count = 0

  /// Adds numbers that are greater than all that were added before.
  mutating func append(_ numbers: ClosedRange<Int>) {
    count += numbers.count
    if let last = ranges.last, last.upperBound == numbers.lowerBound - 1 {
      ranges[ranges.count - 1] = last.lowerBound...numbers.upperBound
    } else {
      ranges.append(numbers)
    }
  }

  /// The largest number of ranges that are named on the page.
  private static let limit = 10

  /// `@1 to @2, @5.`
  var named: String {
    let named = ranges.prefix(Self.limit).map { range in
      range.count == 1 ? "@\(range.lowerBound)" : "@\(range.lowerBound) to @\(range.upperBound)"
    }
    return named.joined(separator: ", ") + (ranges.count > named.count ? " and others." : ".")
  }
}

extension EntryNumbers: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("count", count)
    object.member("entries", ranges.map { [$0.lowerBound, $0.upperBound] })
  }
}
