import Foundation
import TestKit
import Testing

/// Damaged and edited logs, judged by the second reader and by the tool: they must say the same.
///
/// CLEANSTORE_SEED says which ones, and CLEANSTORE_MUTANT the number of the only one to judge. What a seed leads to
/// depends on which logs there are.
@Suite(.slow(.mutants)) struct MutantTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `both readers judge every mutant alike`() throws {
    let count = Seeded.trials(300)
    let seed = Seeded.forTest().seed
    let bench = try Bench()
    let logs = try Self.logs()
    for index in Self.number("CLEANSTORE_MUTANT").map({ [Int($0)] }) ?? Array(0..<count) {
      var mutator = Mutator(dice: Seeded(seed &+ UInt64(index) &* 0x1000))
      let original = mutator.dice.pick(logs)
      let mutant = mutator.mutate(original.log)
      guard let difference = try bench.judge.difference(on: mutant) else { continue }
      Issue.record(
        "CLEANSTORE_SEED=\(seed) CLEANSTORE_MUTANT=\(index), of \(original.name): \(difference)")
      try Self.keep(mutant, as: "\(seed)-\(index)")
    }
  }

  /// Copies the mutant to the folder that CLEANSTORE_KEPT names, to be looked at.
  private static func keep(_ mutant: Log, as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["CLEANSTORE_KEPT"] else { return }
    try mutant.write(to: folder + "/" + name)
  }

  private static func logs() throws -> [(name: String, log: Log)] {
    var logs = try Vector.all().filter { $0.verdict.kind != .corrupt }.map { ($0.name, $0.log) }
    logs.append(("format-1", .store(try Store(at: Repository.root + "/Fixtures/format-1"))))
    for folder in ["Fixtures/recorded-1/logs", "Fixtures/bugs"] {
      let path = Repository.root + "/" + folder
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      where name.hasSuffix(".jsonl") {
        let bytes = try Files.bytes(path + "/" + name)
        if bytes.count < 20_000 { logs.append((name, .file(bytes))) }
      }
    }
    return logs
  }
}
