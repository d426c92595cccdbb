// The common parts of domains for tests that do nothing but count.

import EventSourcing
import JSONLines

@testable import HistoryScenes

enum CountCommand: Sendable { case count }
enum CountEvent: Hashable, Sendable { case counted }
enum NoRefusal: String, RecordedRefusal { case never }

/// A domain with one command, whose states are how often that was executed.
protocol CountingDomain: HistoryDomain
where Command == CountCommand, Event == CountEvent, State == Int, Refusal == NoRefusal {}

extension CountingDomain {
  static var version: String { "1" }
  static var initial: Int { 0 }

  static func decide(_: Command, on _: Int, in _: EntryContext) throws(Refusal) -> [Event] {
    [.counted]
  }
  static func evolve(_ count: inout Int, with _: Event, in _: EntryContext) { count += 1 }
  static func type(of _: Command) -> StaticString { "count" }
  static func type(of _: Event) -> StaticString { "counted" }
  static func writeMembers(of _: Command, to _: inout JSONWriter) {}
  static func writeMembers(of _: Event, to _: inout JSONWriter) {}
  static var shapes: PayloadShapes {
    PayloadShapes(commands: [PayloadShape("count")], events: [PayloadShape("counted")])
  }
  static func command(_: Payload) -> Command { .count }
  static func event(_: Payload) -> Event { .counted }
}
