// The memory store, held against the contract of all stores.

import EventSourcing
import EventSourcingTesting
import Testing

@Suite struct MemoryStoreTests {
  @Test(arguments: StoreContract.checks)
  func `a memory store keeps its promises`(_ check: StoreContract.Check) async {
    let contract = StoreContract(
      makeStore: { MemoryStore() },
      reopen: { try MemoryStore(over: $0) },
      report: { Issue.record(Comment(rawValue: $0.description)) })
    await contract.run(check)
  }

  @Test(arguments: StoreContract.checks)
  func `a memory store over another one keeps its promises`(_ check: StoreContract.Check) async {
    let contract = StoreContract(
      makeStore: { try MemoryStore(over: MemoryStore()) },
      reopen: { try MemoryStore(over: $0) },
      report: { Issue.record(Comment(rawValue: $0.description)) })
    await contract.run(check)
  }
}
