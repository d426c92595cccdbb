// A store of orders as an app has it: opened once, written to from anywhere, read at any moment. The engine
// does the work; this speaks in plain values.

import Conventions
import EventLog
import EventSourcing
import JSONLines
import Orders
import HistoryScenes
import OrderScenes

/// Orders in a folder: commands go in, orders and their history come out.
///
///     let store = try await OrderStore(at: "shop")
///     let order = try await store.create(newOrder, by: "amy")
///     try await store.pay(order.id, 25.00, by: "till")
///
/// It holds the store's lock until it is closed: one writer at a time, any number of readers. Any number of
/// tasks may use it. What a method returns is on stable storage; cancelling a task takes no command back.
public final class OrderStore: Sendable {
  let engine: OrderEngine

  /// Opens the store in a folder; makes one if the folder isn't there or is empty.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - timeout: How long to wait for another writer to close it.
  /// - Throws: `log`, with one of its codes: `locked` if another process writes to it, `corrupt` with the
  ///   place if the log was altered, `cannot-create`, `not-a-store`, `io-error`.
  public init(at path: String, waiting timeout: Duration = .seconds(5)) async throws(OrderError) {
    engine = try await readingFiles { () throws(LogError) in
      if !Self.isStore(path) {
        try FileStore.create(at: path, id: SystemInputs.salt().hex, created: SystemInputs.time())
      }
      var options = FileStore.Options()
      options.lockTimeoutMilliseconds = Int(timeout / .milliseconds(1))
      return try OrderEngine(clock: SystemInputs.time, salts: SystemInputs.salt) {
        (fold) throws(LogError) in try FileStore(path: path, options: options, folding: fold)
      }
    }
  }

  /// A store without a folder, which is gone when it is dropped: for tests and previews.
  ///
  /// - Parameter clock: The time of each command.
  public init(
    inMemory clock: @escaping @Sendable () -> Timestamp = SystemInputs.time
  ) throws(OrderError) {
    engine = try orderErrors { () throws(LogError) in
      try OrderEngine(MemoryStore(), clock: clock, salts: SystemInputs.salt)
    }
  }

  /// Evaluates a command and records its outcome; returns when that is on stable storage.
  ///
  /// This is what the methods with a name are made of. It returns a refusal as an outcome, where they throw
  /// it.
  ///
  /// - Parameters:
  ///   - request: What is requested.
  ///   - id: The order; to create one, nil for the next free number.
  ///   - actor: Who requests it.
  ///   - reason: Why; optional.
  ///   - commandID: The caller's id of the command: requested again with the same id, it is done once.
  ///   - revision: The revision that the caller has seen; any other is a conflict.
  /// - Throws: What kept the command from being evaluated or written. A refusal is an outcome.
  @discardableResult
  public func execute(
    _ request: OrderRequest, on id: String? = nil, by actor: String, because reason: String? = nil,
    commandID: String? = nil, expecting revision: Int? = nil
  ) async throws(OrderError) -> OrderChange {
    guard id != nil || request.kind == .create else { throw .malformedID("") }
    let before = try id.map { (id) throws(OrderError) in try stream(id) }
      .flatMap { engine.engine.latestState(of: $0, in: engine.orders) ?? nil }
    let command = try request.command(in: Currency(before?.fields[.currency] ?? ""))
    let submission = Submission(
      command, on: id.map { .id($0) } ?? .new, by: actor, id: commandID, expect: revision,
      reason: reason)
    let outcome: Outcome<Orders>
    do throws(EngineError) {
      outcome = try await engine.engine.execute(submission, in: engine.orders)
    } catch {
      throw OrderError(error, id: id)
    }
    return OrderChange(outcome, of: request, submission)
  }

  func stream(_ id: String) throws(OrderError) -> StreamName {
    guard let stream = StreamName(category: Orders.category, id: id) else { throw .malformedID(id) }
    return stream
  }

  /// Writes what is left and releases the lock. Sequences of changes end then. Closing twice is fine.
  public func close() async throws(OrderError) {
    let files = engine.store
    try await readingFiles { () throws(LogError) in try files.close() }
  }

  /// Whether there is a store in the folder, whole or not. What keeps that from being known keeps one from
  /// being made, too, and is reported then.
  private static func isStore(_ path: String) -> Bool {
    ((try? PosixDisk().item(at: path + "/store.json")) ?? nil) != nil
  }
}

extension OrderChange {
  init(
    _ outcome: Outcome<Orders>, of request: OrderRequest, _ submission: Submission<Orders.Command>
  ) {
    id = outcome.stream.id ?? ""
    order = Order(id, outcome.state)
    (seq, revision, at) = (outcome.seq, outcome.rev, outcome.at)
    (actor, reason, commandID) = (submission.actor, submission.reason, submission.id)
    self.request = request
    self.outcome = OrderOutcome(outcome.result, in: order?.currency ?? Currency(""))
    isRepeated = outcome.isRepeated
  }
}
