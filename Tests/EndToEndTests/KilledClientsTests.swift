// Tills whose processes are killed while they write to one server.

import Foundation
import TestKit
import Testing

@Suite(.needsServer, .slow(.kills), .timeLimit(.minutes(60))) struct KilledClientsTests {
  @Test func `of tills that are killed, each payment is recorded once or not at all`() throws {
    var generator = Seeded.forTest()
    let seed = Comment("CLEANSTORE_SEED=\(generator.seed)")
    let workspace = try Workspace()
    let server = ["--store", try PrivateCluster.shared.get().database()]
    try workspace.expect(.done, args: ["init"] + server)
    try workspace.write(
      Commands.line(0, "1001", Commands.create(unitPrice: 100_000)), to: "order.jsonl")
    try workspace.expect(.done, args: ["import", "order.jsonl"] + server)

    var paid: Set<String> = []
    var (kills, started) = (0, 0)
    while kills < Seeded.trials(20) {
      let tills = try (1...3).map { _ in
        started += 1
        return (
          id: "p-\(started)",
          process: try workspace.start(["pay", "1001", "0.01", "--id", "p-\(started)"] + server)
        )
      }
      usleep(UInt32(generator.below(80_000)))
      tills[generator.below(3)].process.signal(SIGKILL)
      for till in tills {
        let finished = try till.process.finish()
        if finished.ending == .killed(signal: SIGKILL) {
          kills += 1
        } else {
          #expect(finished.code == 0, "\(seed): \(finished)")
          paid.insert(till.id)
        }
      }
    }
    let log = try workspace.expect(.done, args: ["log", "1001", "--json"] + server).output
    let ids = log.matches(of: /"id":"(p-\d+)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count, seed)
    #expect(paid.isSubset(of: ids), seed)
    try workspace.expect(.done, args: ["verify"] + server)
    try workspace.expect(.done, args: ["replay"] + server)
    print("\(kills) tills killed, \(paid.count) paid, \(ids.count - paid.count) more recorded")
  }
}
