// The clock of a server between two answers.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct ServerClockTests {
  @Test func `the server's time goes on by what has passed, whatever this machine's clock says`() {
    let read = ContinuousClock.now
    let clock = ServerClock(1_000_000, readAt: read)
    #expect(clock.time(at: read) == Timestamp(microseconds: 1_000_000))
    #expect(
      clock.time(at: read + .milliseconds(90_061)) == Timestamp(microseconds: 91_061_000))
  }
}
