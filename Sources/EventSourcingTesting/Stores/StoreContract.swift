// The promises of every store of entries, as a suite that a store's own tests run. It imports no
// testing library: what is broken is reported to the caller. Crashes and faulty disks are not in
// it, because each kind of store has its own.

import EventSourcing

/// A promise that a store broke.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// The name of the check.
  public let check: String
  /// A sentence that says what was seen instead.
  public let message: String

  /// The check and what was seen.
  public var description: String { "\(check): \(message)" }
}

/// The promises of `EntryStore`, to be held against one kind of store.
///
///     @Test(arguments: StoreContract.checks)
///     func `a memory store keeps its promises`(_ check: StoreContract.Check) async {
///       let contract = StoreContract(makeStore: { MemoryStore() }) { violation in
///         Issue.record(Comment(rawValue: violation.description))
///       }
///       await contract.run(check)
///     }
public struct StoreContract: Sendable {
  /// A promise of the contract.
  public struct Check: Sendable, CustomStringConvertible {
    /// The promise, in a sentence.
    public let name: String
    let body: @Sendable (Bench) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (Bench) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The name of the check.
    public var description: String { name }
  }

  private let makeStore: @Sendable () throws -> any EntryStore
  private let reopen: (@Sendable (any EntryStore) throws -> any EntryStore)?
  private let report: @Sendable (Violation) -> Void

  /// A contract for one kind of store.
  ///
  /// - Parameters:
  ///   - makeStore: Makes an empty store, another one at each call.
  ///   - reopen: Opens a store again that was closed; nil for stores that end with their closing.
  ///   - report: Called for each broken promise, from any thread.
  public init(
    makeStore: @escaping @Sendable () throws -> any EntryStore,
    reopen: (@Sendable (any EntryStore) throws -> any EntryStore)? = nil,
    report: @escaping @Sendable (Violation) -> Void
  ) {
    self.makeStore = makeStore
    self.reopen = reopen
    self.report = report
  }

  /// Runs one check on a new store, which it closes.
  public func run(_ check: Check) async {
    let report = self.report
    let fail: @Sendable (String) -> Void = { report(Violation(check: check.name, message: $0)) }
    do {
      let store = try makeStore()
      try await check.body(Bench(store: store, reopen: reopen, fail: fail))
      try store.close()
    } catch {
      fail("It threw: \(error)")
    }
  }

  /// Runs all checks, one after another.
  public func runAll() async {
    for check in Self.checks { await run(check) }
  }

  /// All checks. Those about opening again do nothing for stores that can't be.
  public static let checks = writing + reading + erasing + concurrency
}
