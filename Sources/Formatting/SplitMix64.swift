// Numbers that look random and are the same in every run, on every machine.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SplitMix64 {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// One of many sequences of a seed, each unlike the others.
  package init(seed: UInt64, number: Int) {
    var mixer = SplitMix64(seed: seed ^ (UInt64(number) &* 0xD134_2543_DE82_EF95))
    self.init(seed: mixer.next())
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below the bound, which is positive and small, so that the remainder is fair enough.
  package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A number below the bound, the smaller the more often.
  package mutating func skewed(below bound: Int) -> Int {
    next(below: 1 + next(below: 1 + next(below: bound)))
  }

  /// True this many times out of a hundred.
  package mutating func isTrue(percent: Int) -> Bool { next(below: 100) < percent }

  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[next(below: values.count)]
  }

  /// The text with a digit for each `#`.
  package mutating func digits(_ pattern: String) -> String {
    String(pattern.map { $0 == "#" ? Character(String(next(below: 10))) : $0 })
  }

  /// Puts the values in another order (Fisher and Yates).
  package mutating func shuffle<Value>(_ values: inout [Value]) {
    for index in stride(from: values.count - 1, to: 0, by: -1) {
      values.swapAt(index, next(below: index + 1))
    }
  }
}
