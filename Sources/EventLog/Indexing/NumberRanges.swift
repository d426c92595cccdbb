// The ids that are numbers, as ranges: new streams get the next one, so there are few.

struct NumberRanges {
  struct NumberRange {
    /// The hash of the category's name.
    let category: UInt64
    let first: Int
    var last: Int
  }

  private let seed: UInt64
  private var ranges: [NumberRange] = []
  /// The category of the last range.
  private var category: [UInt8] = []

  init(seed: UInt64) { self.seed = seed }

  /// Adds the id of a stream, if it is a number as they are given to new streams.
  mutating func add(_ stream: UnsafeRawBufferPointer) {
    guard let slash = stream.firstIndex(of: UInt8(ascii: "/")),
      let number = Self.number(UnsafeRawBufferPointer(rebasing: stream[(slash + 1)...]))
    else { return }
    let name = stream[..<slash]
    if let last = ranges.last, category.elementsEqual(name) {
      if last.first <= number && number <= last.last { return }
      if number == last.last + 1 {
        ranges[ranges.count - 1].last = number
        return
      }
    } else {
      category = Array(name)
    }
    let hash = SegmentIndex.hash(ofCategory: name, seed)
    ranges.append(NumberRange(category: hash, first: number, last: number))
  }

  /// Up to 15 digits, the first one not 0.
  private static func number(_ id: UnsafeRawBufferPointer) -> Int? {
    guard let first = id.first, first != UInt8(ascii: "0"), id.count <= 15 else { return nil }
    var number = 0
    for byte in id {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// The ranges in order, none of which touches another one.
  func merged() -> [NumberRange] {
    Dictionary(grouping: ranges, by: \.category).sorted { $0.key < $1.key }
      .flatMap { category, ranges in
        ranges.map { $0.first...$0.last }.merged()
          .map { NumberRange(category: category, first: $0.lowerBound, last: $0.upperBound) }
      }
  }
}
