// A shop's day on one server, which dies in the middle of it. CLEANSTORE_LONG_RUN multiplies the payments.

import CleanStore
import Foundation
import Synchronization
import TestKit
import Testing

@Suite(.needsServer, .slow(.kills), .timeLimit(.minutes(180))) struct ShopDayTests {
  @Test func `two tills, a web shop and an auditor work through a failover`() async throws {
    let day = try ShopDay()
    async let tills: Void = day.takePayments(at: ["till-1", "till-2"])
    async let web: Void = day.sell(to: 8)
    async let auditor: Void = day.audit()
    async let failover: Void = day.failOver()
    _ = try await (tills, web, auditor, failover)
    try day.judge()
  }
}

/// Two servers of which the second one takes over, and people who repeat a command until they have an answer.
private final class ShopDay: Sendable {
  private struct Results {
    /// The entries of commands, by the ids of these.
    var acknowledged: [String: Int] = [:]
    var checkpoints: [String] = []
    var verified = 0
    var repeated = 0
    /// The last entry of which a person knew when the server died, and the checkpoints until then.
    var before: (seq: Int, checkpoints: Int)?
    var areTillsOpen = true
    var violations: [String] = []

    var tillPayments: Int { acknowledged.keys.count { $0.hasPrefix("till") } }
  }

  private let results = Mutex(Results())
  private let primary, standby: PrivateCluster
  private let database: String
  private let folder = Mutex(try? Workspace())
  private let payments = Seeded.trials(25)
  /// Exit codes after which a command can be repeated: the server gave no answer, was in use, or left a doubt.
  private static let transient: Set<Int32> = [69, 75, 76]

  init() throws {
    primary = try PrivateCluster(
      "day", options: "-c fsync=off -c synchronous_standby_names='*'")
    standby = try PrivateCluster("evening", following: primary, options: "-c fsync=off")
    let address = try primary.database()
    database = String(address.split(separator: "/").last ?? "")
    let workspace = try Workspace()
    try workspace.expect(.done, "init", address)
    let logins = [
      "till-1": "writer", "till-2": "writer", "web": "proxy", "auditor": "reader",
    ]
    for (login, role) in logins {
      try primary.makeLogin(login)
      try workspace.expect(.done, "grant", login, role, "--store", address)
    }
    let orders = (1001...1009).map {
      Commands.line(0, "\($0)", Commands.create(unitPrice: 100_000))
    }
    try workspace.write(orders.joined(), to: "orders.jsonl")
    try workspace.expect(.done, "import", "orders.jsonl", "--store", address)
  }

  private func address(as login: String) -> String {
    PrivateCluster.address(of: database, in: [primary.folder, standby.folder], as: login)
  }

  private var isOpen: Bool { results.withLock { $0.areTillsOpen && $0.violations.isEmpty } }

  private func object(_ violation: String) { results.withLock { $0.violations.append(violation) } }

  private func acknowledge(_ id: String, _ seq: Int?) {
    guard let seq else { return object("\(id) was acknowledged without an entry") }
    results.withLock { $0.acknowledged[id] = seq }
  }

  /// Runs what waits for processes on a thread that may wait.
  private func onThread(_ work: @escaping @Sendable () throws -> Void) async {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        do { try work() } catch { self.object("\(error)") }
        done.resume()
      }
    }
  }

  /// Runs the tool until it has an answer.
  private func run(_ arguments: [String], in workspace: Workspace) throws -> Finished {
    while true {
      let finished = try workspace.start(arguments).finish(killAfter: 3_600_000)
      guard let code = finished.code, Self.transient.contains(code) else { return finished }
      results.withLock { $0.repeated += 1 }
    }
  }

  /// Each payment is a process of its own, as with a clerk at a shell.
  func takePayments(at tills: [String]) async {
    await withTaskGroup { group in
      for till in tills {
        group.addTask { await self.onThread { try self.takePayments(at: till) } }
      }
    }
    results.withLock { $0.areTillsOpen = false }
  }

  private func takePayments(at till: String) throws {
    let workspace = try Workspace()
    for number in 1...payments where isOpen {
      let id = "\(till)-\(number)"
      let store = ["--store", address(as: till), "--json"]
      let finished = try run(
        ["pay", "\(1001 + number % 9)", "0.01", "--id", id, "--actor", till] + store, in: workspace)
      guard finished.code == 0 else { return object("\(id): \(finished)") }
      acknowledge(id, finished.output.firstMatch(of: /"seq":(\d+)/).flatMap { Int($0.output.1) })
    }
  }

  /// One process has many customers, for whom it vouches.
  func sell(to customers: Int) async throws {
    let store = try await OrderStore(at: address(as: "web"), waiting: .seconds(60))
    await withTaskGroup { group in
      for customer in 1...customers {
        group.addTask {
          do throws(OrderError) {
            try await self.sell(to: customer, at: store)
          } catch {
            self.object("web: \(error.code): \(error)")
          }
        }
      }
    }
    try await store.close()
  }

  private func sell(to customer: Int, at store: OrderStore) async throws(OrderError) {
    var chance = Seeded(UInt64(customer))
    let home = Address(street1: "1 Infinite Loop", city: "Cupertino", state: "CA", zip: "95014")
    let contact = Contact(
      firstName: "Bob", lastName: "Battery", phone: "222-222-2222", email: "bob@example.com")
    let order = NewOrder(
      customer: "bob", contact: contact, billing: home, payment: .cash,
      items: [Item("DECK-52", 2, at: 12.50)], currency: .usd)
    var number = 0
    while isOpen {
      number += 1
      let id = "web-\(customer)-\(number)"
      let created = try await execute(.create(order), on: nil, by: customer, id + "-0", store)
      _ = try await execute(.pay(25), on: created.id, by: customer, id + "-1", store)
      try? await Task.sleep(for: .milliseconds(chance.below(500)))
    }
  }

  private func execute(
    _ request: OrderRequest, on order: String?, by customer: Int, _ id: String, _ store: OrderStore
  ) async throws(OrderError) -> OrderChange {
    while true {
      do throws(OrderError) {
        let change = try await store.execute(
          request, on: order, by: "customer-\(customer)", commandID: id)
        acknowledge(id, change.seq)
        return change
      } catch {
        guard ["unreachable", "locked", "in-doubt"].contains(error.code) else { throw error }
        results.withLock { $0.repeated += 1 }
      }
    }
  }

  /// Takes checkpoints all the time, and verifies that the log is still the one of the first and the last of them.
  func audit() async {
    await onThread { [self] in
      let folder = folder.withLock { $0?.path ?? "" }
      let workspace = try Workspace()
      let store = ["--store", address(as: "auditor")]
      while isOpen {
        let name = "\(folder)/checkpoint-\(results.withLock { $0.checkpoints.count })"
        let taken = try run(["checkpoint"] + store, in: workspace)
        guard taken.code == 0 else { return object("\(taken)") }
        try taken.output.write(toFile: name, atomically: false, encoding: .utf8)
        let all = results.withLock {
          $0.checkpoints.append(name)
          return $0.checkpoints
        }
        try verify(all.prefix(1) + all.suffix(3), store, in: workspace)
      }
    }
  }

  private func verify(_ checkpoints: [String], _ store: [String], in workspace: Workspace) throws {
    let finished = try run(
      ["verify"] + checkpoints.flatMap { ["--checkpoint", $0] } + store, in: workspace)
    if finished.code != 0 { object("\(finished)") }
    results.withLock { $0.verified += 1 }
  }

  /// Kills the server when half of the payments were taken, and lets the standby take over.
  func failOver() async {
    await onThread { [self] in
      while isOpen, results.withLock({ $0.tillPayments < payments }) { usleep(20_000) }
      results.withLock { $0.before = ($0.acknowledged.values.max() ?? 0, $0.checkpoints.count) }
      try primary.kill()
      try standby.promote()
    }
  }

  /// Compares the log with what each was told.
  func judge() throws {
    let results = results.withLock { $0 }
    #expect(results.violations == [])
    let (workspace, store) = (try Workspace(), ["--store", address(as: "postgres")])
    let log = try workspace.expect(.done, args: ["log", "--json"] + store).output
    var seqs: [String: Int] = [:]
    for (index, line) in log.split(separator: "\n").enumerated() {
      let seq = try #require(line.firstMatch(of: /"seq":(\d+)/).flatMap { Int($0.output.1) })
      #expect(seq == index + 1)
      guard let id = line.firstMatch(of: /"id":"((till|web)-[0-9-]+)"/)?.output.1 else { continue }
      #expect(seqs.updateValue(seq, forKey: String(id)) == nil, "\(id) is there twice")
      #expect(line.contains(#""recordedBy":"web""#) == id.hasPrefix("web"))
    }
    // Each was repeated until it was acknowledged.
    #expect(seqs == results.acknowledged)
    #expect(results.tillPayments == 2 * payments)
    let before = try #require(results.before)
    #expect(seqs.contains { $0.key.hasPrefix("web") && $0.value > before.seq })
    #expect(before.checkpoints > 0 && before.checkpoints < results.checkpoints.count)

    try verify(results.checkpoints, store, in: workspace)
    try workspace.expect(.done, args: ["replay"] + store)
    try workspace.expect(.done, "copy", store[1], "mirror")
    try verify(results.checkpoints, ["--store", "mirror"], in: workspace)
    #expect(self.results.withLock { $0.violations } == [])
    print(
      """
      a shop's day: \(log.split(separator: "\n").count) entries, \(results.tillPayments) payments at tills, \
      \(seqs.count - results.tillPayments) commands of the web shop, \(results.checkpoints.count) checkpoints, \
      \(results.verified) times verified, \(results.repeated) times asked again
      """)
  }
}
