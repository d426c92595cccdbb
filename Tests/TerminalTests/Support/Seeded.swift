// Random numbers that can be had again: a failing test prints its seed.

import Foundation

/// A xorshift generator.
struct Seeded {
  let seed: UInt64
  private var state: UInt64

  init(_ seed: UInt64) {
    self.seed = seed
    state = seed | 1
  }

  /// The seed in CLEANSTORE_SEED, else a fresh one.
  static func fromEnvironment() -> Seeded {
    let given = ProcessInfo.processInfo.environment["CLEANSTORE_SEED"].flatMap { UInt64($0) }
    return Seeded(given ?? .random(in: 0 ... .max))
  }

  /// A number below the limit.
  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(limit))
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
