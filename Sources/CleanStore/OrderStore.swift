// A store of orders for apps: opened once, written to from anywhere, read at any moment. The engine
// does the work; this is its interface in plain values.

import EventLog
import EventSourcing
import OrderDomain

/// A store of orders.
///
///     let store = try await OrderStore(at: "shop")
///     let order = try await store.create(newOrder, by: "amy")
///     try await store.pay(order.id, 25.00, by: "till")
///
/// A store in a folder holds its lock until it is closed: one writer at a time, any number of readers. One on a server has
/// any number of writers. Any number of tasks may use it. When a method returns, its entry is on stable storage; cancelling a
/// task doesn't undo a command.
///
/// Methods that change an order take `expecting`, the revision that the caller has seen. If the order is at another one,
/// nothing is recorded, and they throw ``OrderError/revisionConflict(id:expected:actual:)``.
public final class OrderStore: Sendable {
  let engine: Engine
  let orderStreams = StreamStates<Orders>()
  let catalogueStreams = StreamStates<Catalogue>()

  /// Opens the store in a folder or on a server; creates one if the folder doesn't exist or is empty, or the database has none.
  ///
  /// - Parameters:
  ///   - path: The folder, or an address such as `postgres://amy@host/database`.
  ///   - timeout: The time to wait for another writer to close it; on a server, for its answer.
  ///   - acceptsClock: Whether the clock may be over a day before the last entry, because it was
  ///     wrong then; new entries have that entry's time until the clock has passed it. If not,
  ///     commands fail with `clock-behind`.
  ///   - trace: A file outside of any store, to which every attempt to execute a command is
  ///     appended as a line of JSON, without personal data. If it can't be written, that is
  ///     reported once on standard error; commands don't fail.
  ///   - preallocates: Whether the log's last file is filled with line feeds ahead, up to a mebibyte, which
  ///     makes each command durable sooner. What isn't used is taken out when the store is closed.
  /// - Throws: `log`, with one of its codes: `locked` if another process writes to it, `corrupt` with the
  ///   place if the log was altered, `cannot-create`, `not-a-store`, `io-error`.
  public init(
    at path: String, waiting timeout: Duration = .seconds(5),
    acceptingClock acceptsClock: Bool = false, tracingTo trace: String? = nil,
    preallocating preallocates: Bool = false
  ) async throws(OrderError) {
    let (orders, catalogue) = (orderStreams, catalogueStreams)
    engine = try await readingFiles { () throws(LogError) in
      try Engine(
        states: [orders.erased, catalogue.erased], clock: SystemClock.time,
        acceptsClock: acceptsClock, salts: SystemClock.salt,
        trace: trace.map { TraceFile($0).append }
      ) { (fold) throws(LogError) in
        try openOrCreateStore(path, waiting: timeout, preallocating: preallocates, folding: fold)
      }
    }
  }

  /// A store without a folder, for tests and previews. Its contents are lost when it is released.
  ///
  /// - Parameter clock: The time of each command.
  public init(
    inMemory clock: @escaping @Sendable () -> Timestamp = SystemClock.time
  ) throws(OrderError) {
    do throws(LogError) {
      engine = try Engine(
        MemoryStore(), states: [orderStreams.erased, catalogueStreams.erased], clock: clock,
        salts: SystemClock.salt)
    } catch {
      throw .log(error)
    }
  }

  /// Evaluates a command and records its outcome; returns when that is on stable storage.
  ///
  /// The methods for single commands are built on this. They throw a refusal; this returns it as an
  /// outcome.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - id: The order; to create one, nil for the next free number.
  ///   - actor: The person or program that requests it.
  ///   - reason: The reason of the request; optional.
  ///   - commandID: The caller's id of the command: with the same id again, it is executed only
  ///     once.
  ///   - revision: The revision that the caller has seen; any other is a conflict.
  /// - Throws: An error that kept the command from being evaluated or written. A refusal is an
  ///   outcome.
  @discardableResult
  public func execute(
    _ request: OrderRequest, on id: String? = nil, by actor: String, because reason: String? = nil,
    commandID: String? = nil, expecting revision: Int? = nil
  ) async throws(OrderError) -> OrderChange {
    let circumstances = Circumstances(
      on: id.map { .id($0) } ?? .new, by: actor, id: commandID, expect: revision, reason: reason)
    var proposal: OrderProposal?
    let result: Result<Outcome<Orders>, OrderError>
    do throws(EngineError) {
      result = try await engine.execute(
        circumstances, in: orderStreams, tracedAs: request.type
      ) { (basis) throws(OrderError) in
        let made = try request.proposal(on: id, &basis, with: catalogueStreams)
        proposal = made
        return made.command(for: &basis)
      }
    } catch {
      throw OrderError(error, id: id)
    }
    switch result {
    case .success(let outcome):
      let refusal = proposal.flatMap { engine.refusal(of: $0, after: outcome, circumstances) }
      return OrderChange(
        refusal ?? outcome, of: request, circumstances,
        in: Currency(proposal?.order?.fields[.currency] ?? ""))
    case .failure(let error):
      engine.report(
        .failed, request.type, circumstances, in: Orders.category, code: error.code)
      throw error
    }
  }

  func stream(_ id: String) throws(OrderError) -> StreamName {
    guard let stream = StreamName(category: Orders.category, id: id) else { throw .malformedID(id) }
    return stream
  }

  /// Writes pending entries and releases the lock. Sequences of changes end. Closing twice is fine.
  public func close() async throws(OrderError) {
    let files = engine.store
    try await readingFiles { () throws(LogError) in try files.close() }
  }
}

extension OrderChange {
  /// - Parameter currency: The currency of the order when the command was made.
  init(
    _ outcome: Outcome<Orders>, of request: OrderRequest, _ circumstances: Circumstances,
    in currency: Currency
  ) {
    id = outcome.stream.id ?? ""
    order = Order(id, outcome.state)
    (seq, revision, at) = (outcome.seq, outcome.rev, outcome.at)
    cursor = HistoryCursor(seq: seq)
    (actor, reason) = (circumstances.actor, circumstances.reason)
    commandID = circumstances.id
    self.request = request
    self.outcome = OrderOutcome(outcome.result, in: currency)
    isRepeated = outcome.isRepeated
    isErased = outcome.isErased
  }
}
