// The demo: the story's steps one after another, each announced before its output. The reading steps
// take the way of every command line; times and salts are fixed, so that the story never changes.

import CleanStore
import Synchronization
import Terminal

extension Router {
  func demo() throws(Failure) -> ExitCode {
    let clock = DemoClock()
    let store = try demoStore()
    let engine = try engine(on: store, clock.now, clock.salt)
    screen.line("Two orders, from the first click to the audit. Every step goes into a log.")
    for (index, step) in DemoStep.story.enumerated() {
      screen.line()
      switch step {
      case .write(let words, let order, let command, let reason):
        announce(index, words)
        try carryOut(command, on: order, reason: reason, engine)
      case .read(let words, let arguments):
        announce(index, words + "  $ cleanstore " + arguments.joined(separator: " "))
        try read(arguments, store)
      }
    }
    screen.line()
    do throws(LogError) { try store.close() } catch { throw Failure(error) }
    screen.line(farewell)
    return .done
  }

  private func announce(_ index: Int, _ words: String) {
    screen.line(screen.palette.styled("\(index + 1). \(words)", .bold))
  }

  private var farewell: String {
    invocation.operand(Operands.demoDirectory).map {
      "The store is in \(visible($0)): look around with `cleanstore --store \(visible($0)) log`."
    } ?? "That was in memory. `cleanstore demo DIR` does the same in a folder, to look around in."
  }

  private func demoStore() throws(Failure) -> any EntryStore {
    guard let path = invocation.operand(Operands.demoDirectory) else { return MemoryStore() }
    do throws(LogError) {
      try FileStore.create(at: path, id: world.salts().hex, created: DemoClock.start)
      return try FileStore(path: path)
    } catch {
      throw Failure(error)
    }
  }

  private func carryOut(
    _ command: OrderCommand, on order: String, reason: String?, _ engine: OrderEngine
  ) throws(Failure) {
    let outcome: Outcome<Orders>
    do throws(EngineError) {
      outcome = try engine.engine.execute(
        Submission(command, on: .id(order), by: "clerk", reason: reason), in: engine.orders)
    } catch {
      throw Failure(error)
    }
    switch outcome.result {
    case .accepted(let events):
      let types = events.map { "\(Orders.type(of: $0))" }.joined(separator: ", ")
      screen.line("   order \(order) is at revision \(outcome.rev): \(types)")
    case .refused(let refusal):
      screen.line("   " + screen.palette.styled("refused: \(refusal.code)", .red))
    case .unchanged: screen.line("   nothing changes")
    }
  }

  private func read(_ arguments: [String], _ store: any EntryStore) throws(Failure) {
    let intent: Intent
    do throws(UsageError) {
      intent = try CommandTable.cleanstore.parse(arguments)
    } catch {
      throw Failure(error)
    }
    guard case .run(let invocation) = intent else { return }
    _ = try Router(world, invocation, screen, reading: store).run()
  }
}

/// The demo's time and salts: a quarter of an hour passes with each look at the clock.
final class DemoClock: Sendable {
  /// 2025-06-02T09:00:00Z
  static let start = Timestamp(microseconds: 1_748_854_800_000_000)
  private let looks = Atomic<Int64>(0)

  @Sendable func now() -> Timestamp {
    let looks = looks.add(1, ordering: .relaxed).oldValue
    return Timestamp(microseconds: Self.start.microseconds + looks * 900_000_000)
  }

  @Sendable func salt() -> Salt { Salt(0, UInt64(looks.load(ordering: .relaxed))) }
}
