// Random numbers that can be had again: a failing test prints its seed.

import Foundation

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(_ seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The seed in CLEANSTORE_SEED, else a fresh one.
  static func fromEnvironment() -> Seeded {
    let given = ProcessInfo.processInfo.environment["CLEANSTORE_SEED"].flatMap { UInt64($0) }
    return Seeded(given ?? .random(in: 0 ... .max))
  }

  /// How many random trials a test makes: more if CLEANSTORE_LONG_RUN is set.
  static func trials(_ usual: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["CLEANSTORE_LONG_RUN"] == nil ? usual : long
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number below the limit; the same for the same seed on every toolchain.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
