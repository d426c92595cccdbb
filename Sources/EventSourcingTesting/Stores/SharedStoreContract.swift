// The promises of every store that several engines write to, as a suite that a store's own tests run.

import EventSourcing
import Synchronization

/// The promises of `SharedEntryStore`, to be held against one kind of store. Those of `EntryStore` that are about reading
/// hold, too.
package struct SharedStoreContract: Sendable {
  /// A promise of the contract.
  package struct Check: Sendable, CustomStringConvertible {
    /// The promise, in a sentence.
    package let description: String
    let body: @Sendable (SharedBench) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (SharedBench) async throws -> Void) {
      (self.description, self.body) = (description, body)
    }
  }

  private let makeStores: @Sendable (Int) throws -> [any SharedEntryStore]
  private let report: @Sendable (Violation) -> Void

  /// A contract for one kind of store.
  ///
  /// - Parameters:
  ///   - makeStores: Makes a number of stores that share an empty log, another log at each call.
  ///   - report: Called for each broken promise, from any thread.
  package init(
    makeStores: @escaping @Sendable (Int) throws -> [any SharedEntryStore],
    report: @escaping @Sendable (Violation) -> Void
  ) {
    (self.makeStores, self.report) = (makeStores, report)
  }

  /// Runs one check with this many writers, at least two.
  package func run(_ check: Check, writers: Int) async {
    let report = self.report
    let fail: @Sendable (String) -> Void = {
      report(Violation(check: check.description, message: $0))
    }
    do {
      let stores = try makeStores(writers)
      let bench = try SharedBench(stores, fail)
      try await check.body(bench)
      try bench.expectIsInOrder()
      for store in stores { try store.close() }
    } catch {
      fail("It threw: \(error)")
    }
  }

  /// All checks.
  package static let checks = [
    Check("writers of one stream lose nothing and repeat nothing") { try $0.oneStream() },
    Check("writers of different streams lose nothing and repeat nothing") {
      try $0.differentStreams()
    },
    Check("asynchronous writers lose nothing and repeat nothing") { try await $0.awaiting() },
    Check("batches lose nothing and repeat nothing") { try $0.batches() },
    Check("a command whose id two writers use at once is executed once") { try $0.sameID() },
    Check("a new stream of each writer gets a number of its own") { try $0.newStreams() },
    Check("what only one of two commands has room for is refused to the other") {
      try $0.refusal()
    },
    Check("a command is decided on what others have appended") { try $0.expectation() },
    Check("an engine that reads streams on first use decides as any other") {
      try await $0.onDemand()
    },
    Check("a reader sees only what is durable, and all that was acknowledged before") {
      try $0.readers()
    },
    Check("a preview appends nothing") { try $0.previews() },
    Check("a command that can't be recorded doesn't keep others from being") { try $0.tooLarge() },
    Check("personal data is erased while others write") { try $0.erasing() },
  ]
}
