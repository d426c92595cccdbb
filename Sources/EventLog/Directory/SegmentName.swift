// The names of a log's segments.

/// A segment is named by the number of the first entry in it, in 20 digits.
enum SegmentName {
  private static let digits = 20
  private static let suffix = ".jsonl"
  /// What the log's profile of JSON allows for the number of an entry.
  private static let numbers = 1...(1 << 53) - 1

  /// `00000000000000000001.jsonl`
  static func text(_ segment: Int) -> String {
    let number = String(segment)
    return String(repeating: "0", count: digits - number.utf8.count) + number + suffix
  }

  /// The segment that a file is, or nil if it isn't one.
  static func segment(_ name: String) -> Int? {
    guard name.utf8.count == digits + suffix.utf8.count, name.hasSuffix(suffix) else { return nil }
    let number = name.utf8.prefix(digits)
    guard number.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(Substring(number))).flatMap { numbers.contains($0) ? $0 : nil }
  }
}
