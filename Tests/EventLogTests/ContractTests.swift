// The file store keeps the promises of every store, with one segment and with many.

import EventSourcing
import EventSourcingTesting
import Synchronization
import Testing

@testable import EventLog

@Suite(.timeLimit(.minutes(20))) struct ContractTests {
  @Test(arguments: StoreContract.checks, [1_500, 64 << 20])
  func `the file store keeps its promises`(_ check: StoreContract.Check, segmentSize: Int) async {
    let folder = TemporaryFolder()
    let made = Atomic<Int>(0)
    let options = {
      var options = FileStore.Options()
      options.segmentSize = segmentSize
      return options
    }()
    let contract = StoreContract(
      makeStore: {
        let path = folder.store + String(made.add(1, ordering: .relaxed).newValue)
        try FileStore.create(at: path, id: Notes.id, created: Notes.start)
        return try FileStore(path: path, options: options)
      },
      reopen: { store in
        let path = (store as? FileStore)?.directory.path ?? ""
        return try FileStore(path: path, options: options)
      },
      report: { Issue.record(Comment(rawValue: $0.description)) })
    await contract.run(check)
  }
}
