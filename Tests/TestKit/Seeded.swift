// Random numbers that can be had again, and how many trials are made with them.

import Foundation

/// A generator that repeats itself from its seed (Steele, Lea and Flood: SplitMix, 2014).
package struct Seeded: RandomNumberGenerator {
  package let seed: UInt64
  private var state: UInt64

  package init(_ seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator for a test: with the seed in CLEANSTORE_SEED, else with a fresh one. Prints it at once, because a
  /// test that traps prints nothing more.
  package static func forTest(_ name: String = #function) -> Seeded {
    let given = environment["CLEANSTORE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: 0 ... .max)
    print("CLEANSTORE_SEED=\(seed) repeats: \(name)")
    return Seeded(seed)
  }

  /// The number of trials that a test makes: the usual one times ``factor``.
  package static func trials(_ usual: Int) -> Int { usual * factor }

  /// The factor by which CLEANSTORE_LONG_RUN multiplies the trials of every test: its number, or 20 for
  /// anything else than a number above 1.
  package static let factor =
    environment["CLEANSTORE_LONG_RUN"].map { Int($0).flatMap { $0 > 1 ? $0 : nil } ?? 20 } ?? 1

  private static let environment = ProcessInfo.processInfo.environment

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below the limit, or 0; the same for the same seed on every toolchain.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  package mutating func coin() -> Bool { next() >> 63 == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
