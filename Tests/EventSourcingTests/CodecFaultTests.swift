// Domains that don't read back what they write can't record.

import EventSourcing
import EventSourcingTesting
import JSONLines
import Testing

@Suite struct CodecFaultTests {
  /// A gauge with one number. How it is spelled in the log is up to the variant.
  enum Gauge<Spelling: GaugeSpelling>: CodableDecider {
    struct Command: Sendable { var value: Int64 }
    struct Event: Equatable, Sendable { var value: Int64 }
    typealias Refusal = GaugeRefusal

    static var category: String { "gauge" }
    static var version: String { "1" }
    static var initial: Int64 { 0 }

    static func decide(_ command: Command, on state: Int64, in context: EntryContext)
      throws(Refusal) -> [Event]
    {
      if command.value < -100 { throw .forgotten }
      if command.value < 0 { throw .negative }
      return [Event(value: command.value)]
    }
    static func evolve(_ state: inout Int64, with event: Event, in context: EntryContext) {
      state = event.value
    }

    static func type(of command: Command) -> StaticString { "set" }
    static func type(of event: Event) -> StaticString { "was-set" }
    static func writeMembers(of command: Command, to writer: inout JSONWriter) {
      writer.raw(#","value":"#)
      writer.integer(command.value)
    }
    static func writeMembers(of event: Event, to writer: inout JSONWriter) {
      guard let key = Spelling.written else { return }
      writer.raw(key)
      writer.integer(event.value)
    }
    static var shapes: PayloadShapes {
      PayloadShapes(
        commands: [PayloadShape("set", .integer("value"))],
        events: [PayloadShape("was-set", .integer(Spelling.read))])
    }
    static func command(_ payload: Payload) -> Command { Command(value: payload.integer()) }
    static func event(_ payload: Payload) -> Event {
      Event(value: (try? payload.require("value")) ?? 0)
    }
  }

  private struct Examples<Spelling: GaugeSpelling>: DeciderSpecification {
    typealias Rules = Gauge<Spelling>
    let failures = Locked<[String]>([])
    func report(_ failure: UnmetExpectation) { failures.withLock { $0.append(failure.message) } }
  }

  /// The faults that a test of the domain reports, and those of the engine.
  private func faults<Spelling: GaugeSpelling>(_: Spelling.Type, setting value: Int64) throws -> (
    test: [String], engine: String?
  ) {
    let examples = Examples<Spelling>()
    _ = examples.given().when(.init(value: value))
    let gauges = StreamStates(Gauge<Spelling>.self)
    let store = MemoryStore()
    let engine = try Engine(
      store, states: [gauges.erased], clock: { SetClock.morning ?? .earliest },
      salts: { Salt(1, 2) })
    let failures = examples.failures.withLock { $0 }
    do throws(EngineError) {
      let command = Submission(Gauge<Spelling>.Command(value: value), on: .id("1"), by: "amy")
      _ = try engine.execute(command, in: gauges)
    } catch {
      #expect(store.end.seq == 0)
      return (failures, error.message)
    }
    return (failures, nil)
  }

  @Test func `what is read back as it is written is recorded`() throws {
    for value: Int64 in [7, -7] {
      let faults = try faults(SameKey.self, setting: value)
      #expect(faults.test.isEmpty && faults.engine == nil)
    }
  }

  @Test func `a member that is read under another name isn't`() throws {
    let faults = try faults(OtherKey.self, setting: 7)
    #expect(
      faults.test == [
        """
        Expected: the event was-set is read back as it is written, {"type":"was-set","value":7}
        Actual:   {"type":"was-set","value":0}
        """
      ])
    #if DEBUG
      #expect(
        faults.engine
          == "The command can't be recorded: the event was-set isn't read back as it is written.")
    #endif
  }

  @Test func `neither is one that is neither written nor read`() throws {
    #expect(try faults(NoKey.self, setting: 7).test.count == 1)
    #expect(try faults(NoKey.self, setting: 0).test.isEmpty)
  }

  @Test func `neither is a refusal that isn't known any more`() throws {
    let faults = try faults(SameKey.self, setting: -700)
    #expect(faults.test.count == 1)
    #expect(faults.test.first?.hasPrefix("Expected: the entry of set is read back") == true)
  }
}

/// The writer and the reader of a gauge's event.
protocol GaugeSpelling: Sendable {
  static var written: StaticString? { get }
  static var read: StaticString { get }
}

extension GaugeSpelling {
  static var written: StaticString? { #","value":"# }
  static var read: StaticString { "value" }
}

enum SameKey: GaugeSpelling {}
enum OtherKey: GaugeSpelling { static var read: StaticString { "amount" } }
enum NoKey: GaugeSpelling { static var written: StaticString? { nil } }

enum GaugeRefusal: String, RecordedRefusal {
  case negative, forgotten

  init?(code: String, fields: [InvalidField]) {
    guard code == "negative" else { return nil }
    self = .negative
  }
}
