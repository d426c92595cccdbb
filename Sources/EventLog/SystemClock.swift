// The inputs that a running program takes from its system and records: the time and salts. Nothing else in the
// library reads either from the system.

import Platform

/// The time and random numbers of the system, as an engine takes them.
public enum SystemClock {
  /// The time now, in whole microseconds.
  @Sendable public static func time() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// A fresh salt from the system's generator.
  @Sendable public static func salt() -> Salt { supply.next() }

  private static let supply = SaltSupply()
}

/// Salts from the system's generator, drawn sixteen at a time: each call to it costs.
private final class SaltSupply: Sendable {
  private let salts = Locked<[Salt]>([])

  func next() -> Salt {
    salts.withLock { salts in
      if salts.isEmpty { salts = Self.draw() }
      return salts.removeLast()
    }
  }

  private static func draw() -> [Salt] {
    var words = [UInt64](repeating: 0, count: 32)
    // 256 bytes are what every system gives at once.
    if words.withUnsafeMutableBytes({ getentropy($0.baseAddress, $0.count) }) != 0 {
      var generator = SystemRandomNumberGenerator()
      for index in words.indices { words[index] = generator.next() }
    }
    return stride(from: 0, to: words.count, by: 2).map { Salt(words[$0], words[$0 + 1]) }
  }
}
