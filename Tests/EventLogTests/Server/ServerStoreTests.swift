// A store on a server, with several writers.

import EventSourcing
import EventSourcingTesting
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(20))) struct ServerStoreTests {
  private let cluster: PrivateCluster

  init() throws { cluster = try PrivateCluster.shared.get() }

  @Test(arguments: SharedStoreContract.checks, [2, 3])
  func `a store on a server keeps the promises of a shared store`(
    _ check: SharedStoreContract.Check, _ writers: Int
  ) async {
    let contract = SharedStoreContract(
      makeStores: { [cluster] count in
        let path = try cluster.database()
        try createStore(at: path, id: Notes.id, created: Notes.start)
        return try (0..<count).map { _ in
          let address = try #require(ServerAddress(path))
          return try ServerStore(address, FileStore.Options())
        }
      },
      report: { Issue.record(Comment(rawValue: $0.description)) })
    await contract.run(check, writers: writers)
  }
}
