import Foundation
import JSONLines
import TestKit
import Testing

/// Imports that are stopped on their way, politely or not.
@Suite(.serialized) struct InterruptedImportTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init")
  }

  @Test func `Ctrl-C stops an import at a good place, and it can be resumed`() throws {
    try workspace.write(Commands.many(800, seed: 3), to: "many.jsonl")
    try workspace.copy("store", to: "undisturbed")
    try workspace.expect(.negative, "--store", "undisturbed", "import", "many.jsonl")

    let running = try workspace.start([
      "import", "many.jsonl", "--durability", "sync", "--json",
    ])
    workspace.waitForEntries(by: running)
    running.signal(SIGINT)
    let finished = try running.finish()

    #expect(finished.code == ExitStatus.interrupted.rawValue)
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "interrupted")
    #expect(error["hint"]?.string?.contains("--resume") == true)
    let lines = try #require(try finished.document()["lines"]?.integer)
    #expect(lines < 800)
    #expect(error["message"]?.string == "Interrupted after line \(lines).")
    try workspace.expect(.done, "verify")
    try workspace.expect(.negative, "import", "many.jsonl", "--resume")
    try workspace.expectSameEntries("store", as: "undisturbed", "after Ctrl-C")
  }

  @Test func `Ctrl-C ends what has nothing to bring to a good place`() throws {
    try workspace.expect(.negative, "import", "-", input: Commands.many(600, seed: 3))
    let log = Array(try workspace.log().utf8)
    try #require(log.count > 1 << 17)
    try #require(mkfifo(workspace.file("pipe"), 0o600) == 0)
    let waiting = try workspace.start(["--store", "-", "list"], redirecting: "< pipe")
    // Its input never ends.
    let pipe = open(workspace.file("pipe"), O_WRONLY | O_CLOEXEC)
    defer { close(pipe) }
    // More than a pipe holds: once all is written, the tool has begun to read.
    var rest = log[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
    waiting.signal(SIGINT)
    #expect(try waiting.finish(killAfter: 5000).ending == .killed(signal: SIGINT))
  }

  struct Killing: CustomTestStringConvertible {
    let durability: String
    let lines: Int
    let segmentSize: Int
    var testDescription: String { durability }
  }

  /// In groups, segments end where groups do, which differs from run to run: so one segment.
  static let killings = [
    Killing(durability: "sync", lines: 300, segmentSize: 20_000),
    Killing(durability: "batch", lines: 2600, segmentSize: 64 << 20),
  ]

  @Test(.slow(.kills), .timeLimit(.minutes(60)), arguments: killings)
  func `an import that is killed again and again leaves the same log`(_ killing: Killing) throws {
    var generator = Seeded.forTest()
    let seed = Comment("CLEANSTORE_SEED=\(generator.seed)")
    try workspace.write(Commands.many(killing.lines, seed: generator.next()), to: "many.jsonl")
    let flags = [
      "import", "many.jsonl", "--durability", killing.durability, "--segment-size",
      "\(killing.segmentSize)",
    ]
    try workspace.copy("store", to: "new")
    try workspace.copy("store", to: "undisturbed")
    let start = ContinuousClock.now
    // Some lines may be refused.
    let whole = try workspace.start(["--store", "undisturbed"] + flags).finish()
    #expect([0, 1].contains(whole.code))
    let undisturbed = Int((ContinuousClock.now - start) / .milliseconds(1)) + 8

    var kills = 0
    let wanted = Seeded.trials(20)
    while kills < wanted {
      try? FileManager.default.removeItem(atPath: workspace.file("store"))
      try workspace.copy("new", to: "store")
      var patience = 0
      while true {
        // Each time it is left in peace for longer, so that it gets to its end on any machine.
        patience += undisturbed / 8
        let finished = try workspace.start(flags + ["--resume"])
          .finish(killAfter: 1 + generator.below(patience))
        if [0, 1].contains(finished.code) { break }
        try #require(finished.ending == .killed(signal: SIGKILL), "\(seed): \(finished)")
        kills += 1
        try look(generator.below(2) == 0, seed)
      }
      try workspace.expect(.done, "verify")
      try workspace.expectSameEntries("store", as: "undisturbed", seed)
    }
    print("\(kills) imports killed, \(killing): \(seed)")
  }

  @Test(.slow(.kills), .timeLimit(.minutes(60)))
  func `a payment whose command is killed is stored once or not at all`() throws {
    var generator = Seeded.forTest()
    let seed = Comment("CLEANSTORE_SEED=\(generator.seed)")
    try workspace.write(
      Commands.line(0, "1001", Commands.create(unitPrice: 100_000)), to: "order.jsonl")
    try workspace.expect(.done, "import", "order.jsonl")
    let start = ContinuousClock.now
    #expect(try workspace.start(["pay", "1001", "0.01"]).finish().code == 0)
    let undisturbed = Int((ContinuousClock.now - start) / .milliseconds(1)) + 4

    var (kills, stored, paid) = (0, 0, 1)
    let wanted = Seeded.trials(20)
    // Until one was killed after its entry was stored.
    while kills < wanted || stored == 0 && kills < 20 * wanted {
      let id = "p-\(paid)"
      let pay = ["pay", "1001", "0.01", "--id", id]
      let finished = try workspace.start(pay)
        .finish(killAfter: 1 + generator.below(undisturbed * 3 / 2))
      paid += 1
      guard finished.ending == .killed(signal: SIGKILL) else {
        try #require(finished.code == 0, "\(seed): \(finished)")
        continue
      }
      kills += 1
      let before = try workspace.expect(.done, "show", "1001", "--json").document()["paid"]?.integer
      #expect(before == Int64(paid) || before == Int64(paid - 1), seed)
      if before == Int64(paid) { stored += 1 }
      #expect(try workspace.run(pay).code == 0, seed)
      let after = try workspace.expect(.done, "show", "1001", "--json").document()["paid"]?.integer
      #expect(after == Int64(paid), seed)
    }
    try workspace.expect(.done, "verify")
    #expect(stored > 0, seed)
    print("\(kills) of \(paid - 1) payments killed, \(stored) of them stored: \(seed)")
  }

  /// The remains of a killed import can be read at once, and once the store was written to, all is good.
  private func look(_ opensToWrite: Bool, _ seed: Comment) throws {
    let reading = try workspace.run("stats", "--json")
    try #require(reading.code == 0, "\(seed): \(reading)")
    guard opensToWrite else { return }
    let opening = try workspace.run("import", "-")
    try #require(opening.code == 0, "\(seed): \(opening)")
    let verifying = try workspace.run("verify")
    try #require(verifying.code == 0, "\(seed): \(verifying)")
  }
}
