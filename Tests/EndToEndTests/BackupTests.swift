import Foundation
import JSONLines
import TestKit
import Testing

/// Backups that are made while others write to the store, and restored.
@Suite(.serialized) struct BackupTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init")
  }

  private static let importing = [
    "import", "many.jsonl", "--durability", "sync", "--segment-size", "20000",
  ]

  /// Copies the backup to another folder, as a shell does, and looks whether it can take the store's place.
  ///
  /// - Returns: The number of its entries.
  @discardableResult
  private func restore(_ name: String) throws -> Int {
    let copying = try RunningProcess(
      "/bin/cp", ["-Rp", "backup", name], in: workspace.path, environment: Tool.environment)
    #expect(try copying.finish().code == 0)
    try workspace.expect(.done, "--store", name, "verify")
    try workspace.expect(.done, "--store", name, "replay")
    let entries = try workspace.lines(of: name)
    let id = "restored-\(name)"
    try workspace.write(
      Commands.line(86_000, id, Commands.create()), to: name + ".jsonl")
    try workspace.expect(.done, "--store", name, "import", name + ".jsonl")
    try workspace.expect(.done, "--store", name, "pay", id, "1.00")
    try workspace.expect(.done, "--store", name, "verify")
    #expect(try workspace.lines(of: name).count == entries.count + 2)
    return entries.count
  }

  @Test(.timeLimit(.minutes(20)))
  func `backups that are made while an import runs can all take the store's place`() throws {
    try workspace.write(Commands.many(1500, seed: 5), to: "many.jsonl")
    let writer = try workspace.start(Self.importing)
    workspace.waitForEntries(by: writer)
    var ends: [Int] = []
    while !writer.hasEnded {
      let made = try workspace.expect(.done, "backup", "backup", "--json")
      let end = try #require(try made.document()["entries"]?.integer)
      let name = "restored-\(ends.count)"
      #expect(try restore(name) == Int(end))
      ends.append(Int(end))
    }
    #expect(try writer.finish().code == ExitStatus.negative.rawValue)
    #expect(ends == ends.sorted())

    let log = try workspace.lines()
    // At least one has less than the whole.
    #expect(ends.contains { $0 < log.count })
    for (index, end) in ends.enumerated() {
      let restored = try workspace.lines(of: "restored-\(index)")
      #expect(restored.prefix(end).elementsEqual(log.prefix(end)))
    }
    try workspace.expect(.done, "backup", "backup")
    #expect(try workspace.log(of: "backup") == workspace.log())
    let again = try workspace.expect(.done, "backup", "backup", "--json").document()
    #expect(again["copied"]?.integer == 0)
    print("\(ends.count) backups of a store that was being written to, \(ends)")
  }

  @Test func `a backup of a store whose writer was killed can take its place`() throws {
    try workspace.write(Commands.many(800, seed: 7), to: "many.jsonl")
    let writer = try workspace.start(Self.importing)
    workspace.waitForEntries(by: writer)
    try workspace.expect(.done, "backup", "backup")
    writer.signal(SIGKILL)
    _ = try writer.finish()
    try workspace.expect(.done, "backup", "backup")
    let end = try restore("restored")
    #expect(try workspace.lines().prefix(end) == workspace.lines(of: "restored").prefix(end))
  }

  @Test(.slow(.kills)) func `a backup that is killed is finished by the next one`() throws {
    try workspace.write(Commands.many(800, seed: 9), to: "many.jsonl")
    // Some lines are refused.
    #expect(try workspace.run(Self.importing).code == 1)
    let whole = try workspace.log()
    let start = ContinuousClock.now
    #expect(try workspace.start(["backup", "undisturbed"]).finish().code == 0)
    let undisturbed = Int((ContinuousClock.now - start) / .milliseconds(1)) + 4
    var generator = Seeded.forTest()
    let trials = Seeded.trials(15)
    var (rounds, unfinished) = (0, 0)
    // Until one was killed with something left to copy.
    while rounds < trials || unfinished == 0 && rounds < 20 * trials {
      rounds += 1
      try? FileManager.default.removeItem(atPath: workspace.file("backup"))
      let killed = try workspace.start(["backup", "backup"])
        .finish(killAfter: 1 + generator.below(undisturbed))
      if FileManager.default.fileExists(atPath: workspace.file("backup/store.json")) {
        try workspace.expect(.done, "--store", "backup", "verify")
        if try workspace.log(of: "backup") != whole { unfinished += 1 }
      } else {
        #expect(killed.code != 0)
      }
      try workspace.expect(.done, "backup", "backup")
      #expect(try workspace.log(of: "backup") == whole)
      #expect(workspace.names(in: "backup") == ["backups.jsonl", "lock", "log", "store.json"])
    }
    #expect(unfinished > 0, "CLEANSTORE_SEED=\(generator.seed)")
  }

  @Test func `a full disk leaves a good backup`() throws {
    try workspace.write(Commands.many(300, seed: 9), to: "many.jsonl")
    let flags = ["import", "many.jsonl"]
    #expect(try workspace.run(flags).code == ExitStatus.negative.rawValue)
    let failed = try workspace.start(["backup", "backup"], limitingFiles: 40).finish()
    #expect(failed.code == ExitStatus.inputOutput.rawValue, "\(failed)")
    try workspace.expect(.done, "--store", "backup", "verify")
    #expect(workspace.names(in: "backup") == ["backups.jsonl", "lock", "log", "store.json"])
    try workspace.expect(.done, "backup", "backup")
  }

  @Test func `folders that aren't for this backup are refused`() throws {
    try workspace.expect(.done, "demo", "other")
    try workspace.expect(.cannotCreate, "backup", "store")
    try workspace.expect(.cannotCreate, "backup", "store/backup")
    try workspace.expect(.cannotCreate, "backup", "other")
    try workspace.expect(.cannotCreate, "backup", "other/log/backup")
    try workspace.expect(.cannotCreate, "backup", ".")
    try workspace.expect(.cannotCreate, "backup", "no/such/folder")
    try workspace.expect(.usage, "backup", "-")
    try workspace.expect(.usage, "backup")
    try workspace.expect(.notFound, "--store", "none", "backup", "backup")
    #expect(workspace.names(in: ".") == ["other", "store"])
    #expect(workspace.names(in: "store") == ["lock", "log", "store.json"])
    let refused = try workspace.expect(.cannotCreate, "backup", "store", "--json").errorObject()
    #expect(refused["code"]?.string == "cannot-create")
  }

  /// Good lines of the log's form with an outcome that can't be.
  enum Forgery: CaseIterable {
    case secondCreation, unknownEvent, unknownRefusal, invalidField

    /// The replaced text, and the one in its place.
    var texts: (String, String) {
      switch self {
      case .secondCreation:
        (#""events":[{"type":"payment-received""#, #""events":[{"type":"order-created""#)
      case .unknownEvent:
        (#""events":[{"type":"payment-received""#, #""events":[{"type":"no-such""#)
      case .unknownRefusal: (#""rejected":{"code":""#, #""rejected":{"code":"no-such-"#)
      case .invalidField:
        (
          #""rejected":{"code":"payment-exceeds-balance"}"#,
          #""rejected":{"code":"invalid","fields":[{"field":"amount"}]}"#
        )
      }
    }
  }

  @Test(arguments: Forgery.allCases)
  func `a log that verify calls corrupt replaces no good copy`(_ forgery: Forgery) throws {
    let commands = try workspace.expect(.done, "generate", "--orders", "30", "--seed", "3").output
    try workspace.write(commands, to: "many.jsonl")
    try workspace.expect(.negative, "import", "many.jsonl")
    try workspace.expect(.done, "backup", "backup")
    let good = try workspace.log(of: "backup")
    let (text, other) = forgery.texts
    let line = try #require(workspace.lines().firstIndex { $0.contains(text) })
    try workspace.rewrite(line + 1, in: workspace.segments()[0]) {
      $0.replacing(text, with: other)
    }
    try workspace.expect(.badData, "verify")
    let refused = try workspace.expect(.badData, "backup", "backup", "--json").errorObject()
    #expect(refused["location"]?["line"]?.integer == Int64(line + 1))
    #expect(try workspace.log(of: "backup") == good)
    try workspace.expect(.badData, "backup", "new")
    #expect(!workspace.names(in: ".").contains("new"))
  }

  @Test func `a damaged backup is named by its place`() throws {
    try workspace.expect(.done, "demo", "other")
    try workspace.expect(.done, "--store", "other", "backup", "backup")
    let segment = workspace.segments(of: "backup")[0]
    try workspace.write(try workspace.bytes(segment).map { $0 == 0x31 ? 0x32 : $0 }, to: segment)
    // The time tells that it isn't the copy any more, but not whose entries it has.
    let finished = try workspace.expect(.badData, "--store", "other", "backup", "backup")
    #expect(finished.errors.contains(segment + ":1:"), "\(finished)")
    #expect(finished.errors.contains("This is the backup, not the store."), "\(finished)")
  }
}
