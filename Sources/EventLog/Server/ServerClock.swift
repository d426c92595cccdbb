// The clock of a server between two answers that tell its time.

/// A server's clock since it was read. Setting this machine's clock doesn't move it.
struct ServerClock {
  private let microseconds: Int64
  private let read: ContinuousClock.Instant

  /// - Parameter microseconds: The server's time.
  init(_ microseconds: Int, readAt instant: ContinuousClock.Instant = .now) {
    (self.microseconds, read) = (Int64(microseconds), instant)
  }

  func time(at instant: ContinuousClock.Instant = .now) -> Timestamp {
    let passed = read.duration(to: instant).components
    return Timestamp(
      microseconds: microseconds &+ passed.seconds &* 1_000_000
        &+ passed.attoseconds / 1_000_000_000_000)
  }
}
