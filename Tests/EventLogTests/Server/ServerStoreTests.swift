// A store on a server, with several writers.

import EventSourcing
import EventSourcingTesting
import Synchronization
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(20))) struct ServerStoreTests {
  private let cluster: PrivateCluster

  init() throws { cluster = try PrivateCluster.shared.get() }

  /// A way in which a store is shared.
  struct Sharing: Sendable, CustomTestStringConvertible {
    var writers = 3
    var dialect = ServerDialect.functions

    var testDescription: String { "\(writers) writers, \(dialect)" }
  }

  static let sharing = [Sharing(writers: 2), Sharing(), Sharing(dialect: .plain)]

  @Test(arguments: SharedStoreContract.checks, sharing)
  func `a store on a server keeps the promises of a shared store`(
    _ check: SharedStoreContract.Check, _ sharing: Sharing
  ) async {
    for violation in await violations(of: check, sharing) {
      Issue.record(Comment(rawValue: violation.description))
    }
  }

  @Test func `an append that doesn't compare the end that its writer has seen is noticed`()
    async throws
  {
    var pq = try LibPQ.loaded.get()
    pq.sendQueryParams = ForgetfulAppend.sendQueryParams
    let check = try #require(SharedStoreContract.checks.first)
    let found = await violations(of: check, Sharing(dialect: .plain), pq)
    #expect(!found.isEmpty)
  }

  private func violations(
    of check: SharedStoreContract.Check, _ sharing: Sharing, _ pq: LibPQ? = nil
  ) async -> [Violation] {
    let found = Mutex<[Violation]>([])
    let contract = SharedStoreContract(
      makeStores: { [cluster] count in
        let path = try cluster.database()
        try createStore(at: path, id: Notes.id, created: Notes.start, sharing.dialect)
        return try (0..<count).map { _ in
          let address = try #require(ServerAddress(path))
          return try ServerStore(
            address, FileStore.Options(), pq.map { .success($0) } ?? LibPQ.loaded)
        }
      },
      report: { violation in found.withLock { $0.append(violation) } })
    await contract.run(check, writers: sharing.writers)
    return found.withLock { $0 }
  }
}

/// Plain appends that are sent without the condition that the log still ends where their writer has seen it end.
private enum ForgetfulAppend {
  static let sendQueryParams:
    @convention(c) (
      LibPQ.Connection, LibPQ.Text, Int32, UnsafePointer<UInt32>?,
      UnsafePointer<LibPQ.Text?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32 = { handle, text, count, types, values, lengths, formats, format in
      let forgetful = String(cString: text).replacing(/seq = \$[0-9]+ AND (?=set_config)/, with: "")
      let pq = try? LibPQ.loaded.get()
      return pq?.sendQueryParams(
        handle, forgetful, count, types, values, lengths, formats, format) ?? 0
    }
}
