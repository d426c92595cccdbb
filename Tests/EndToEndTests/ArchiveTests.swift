// Archiving on the command line: what is answered as before, what is refused, and what interrupts it.

import Foundation
import JSONLines
import TestKit
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct ArchiveTests {
  let workspace: Workspace
  /// The last entry of the segments that are archived, and of the log.
  private let through: Int
  private let end: Int

  /// A store in several segments, and the same with the first ones archived.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "--store", "whole", "init")
    let commands = try workspace.expect(.done, "generate", "--orders", "60", "--seed", "3").output
      .split(separator: "\n")
    for start in stride(from: 0, to: commands.count, by: 60) {
      let part = commands[start..<min(start + 60, commands.count)].joined(separator: "\n") + "\n"
      try workspace.write(part, to: "part")
      let imported = try workspace.run(
        "--store", "whole", "import", "part", "--segment-size", "20000")
      // Some lines are refused.
      #expect([0, ExitStatus.negative.rawValue].contains(imported.code), "\(imported)")
    }
    end = commands.count
    try workspace.copy("whole", to: "store")
    let archived = try workspace.expect(
      .done, "archive", "--before", "200", "--to", "archive", "--json"
    ).document()
    through = Int(try #require(archived["through"]?.integer))
    #expect(through == 180 && archived["segments"]?.integer == 3)
  }

  @Test func `everything about now is as it was`() throws {
    let questions = [
      "show 1001", "show 1040 --json", "show 1055 --at 250", "list --json", "list --limit 3",
      "list --at 220 --sort total", "list --customer customer-1", "list --status delivered --json",
      "diff 190 240", "diff 181..end --json", "checkpoint", "show @200", "explain @200",
      "blame 1055", "log 1055", "log 200..", "log -n 2", "log --rejected -n 1", "replay --rules 1",
      "stats --at 190 --json", "complete orders", "log -p -n 2", "log -p -n 2 -r",
      "log -p 1055", "log --field status -n 3", "replay --only 1055",
      "replay --only 1040 --rules 2",
      "diff 185 end --stat",
    ]
    for question in questions {
      let words = question.split(separator: " ").map(String.init)
      let (before, now) = (
        try workspace.run(["--store", "whole"] + words),
        try workspace.run(words)
      )
      let counts = ["replay", "stats"].contains(words[0])
      // Answered, be it with no, and not refused by both.
      #expect(before.code.map { $0 < ExitStatus.usage.rawValue } == true, "\(question): \(before)")
      #expect(before.code == now.code, "\(question): \(now)")
      if !counts { #expect(before.output == now.output, "\(question)") }
      #expect(now.errors == before.errors, "\(question)")
    }
    let stats = try ["whole", "store"].map { store in
      try workspace.expect(.done, "--store", store, "stats", "--json").document()
    }
    for key in ["entries", "accepted", "refused", "first", "last", "orders", "total"] {
      #expect(stats[0][key] == stats[1][key], "\(key)")
    }
    for only in [[], ["--only", "1055"], ["--only", "1040"]] {
      let states = try ["whole", "store"].map { store in
        try workspace.expect(.done, args: ["--store", store, "replay"] + only).output
          .split(separator: "\n").last
      }
      #expect(states[0] == states[1] && states[0]?.hasPrefix("States: sha256") == true)
    }
  }

  @Test func `what only the archive can tell is refused, and it says where that is`() throws {
    let folder = URL(fileURLWithPath: workspace.file("archive")).resolvingSymlinksInPath().path
    for question in [
      "show 1001 --at 20", "list --at 179", "show @180", "explain @3", "blame 1001", "diff 1 200",
      "log ..100", "stats --at 2020-02-01", "find accepted", "check", "extract 1055", "audit",
      "minimize --when accepted", "checkpoint --at 100", "show 1001@2", "list --at -200",
      "what-if --skip 200", "check --at 5", "check --at 180", "find accepted --at 5",
      "watch total --at 100", "step", "replay --only 1001", "replay --until 180",
    ] {
      let words = question.split(separator: " ").map(String.init)
      let refused = try workspace.run(words + ["--json"])
      guard refused.code == ExitStatus.notFound.rawValue else {
        Issue.record("\(question): \(refused)")
        continue
      }
      let error = try refused.errorObject()
      #expect(error["code"]?.string == "archived", "\(question)")
      #expect(error["hint"]?.string?.contains(folder) == true, "\(question)")
    }
    for command in [["log"], ["log", "--around"], ["log", "--follow", "..\(end)"]] {
      let log = try workspace.expect(.done, args: command)
      #expect(log.errors.contains("The entries through 180 aren't shown"))
    }
    let missing = try workspace.expect(.notFound, "log", "1001", "--at", "start")
    #expect(missing.errors.contains("Its first entry is @1"))
    #expect(
      try workspace.expect(.done, "verify", "--all").output.contains("are archived"))
    let verified = try workspace.expect(.done, "verify", "--json").document()
    #expect(verified["archived"]?["through"]?.integer == 180)
    #expect(verified["entries"]?.integer == Int64(end - 180))
    try workspace.expect(.done, "--store", "archive", "verify")
    try workspace.expect(.negative, "--store", "archive", "audit")
    try workspace.expect(.done, "--store", "archive", "show", "1001", "--at", "20")
  }

  @Test func `checkpoints hold, unless only archived entries can tell`() throws {
    let old = try workspace.expect(.done, "--store", "whole", "checkpoint", "--at", "100").output
    try workspace.write(old, to: "old")
    for seq in ["180", "200", "end"] {
      let now = try workspace.expect(.done, "--store", "whole", "checkpoint", "--at", seq).output
      try workspace.write(now, to: "now")
      let verified = try workspace.expect(.done, "verify", "--checkpoint", "now")
      #expect(verified.output.contains("the log matches"))
    }
    let verified = try workspace.expect(
      .badData, "verify", "--checkpoint", "old", "--checkpoint", "now", "--json"
    ).document()
    #expect(
      verified["checkpoints"]?.array?.map { $0["verdict"]?.string } == ["archived", "holds"])
    #expect(verified["proved"]?.integer == Int64(end))
  }

  @Test(.needs(.openssl)) func `signed checkpoints and proofs go on from the archived entries`()
    throws
  {
    let makeKey = ["genpkey", "-algorithm", "ed25519", "-out", workspace.file("key")]
    let openssl = try #require(Files.program("openssl"))
    #expect(
      try RunningProcess(openssl, makeKey, in: workspace.path, environment: [:]).finish().code == 0)
    for seq in ["100", "190"] {
      let signed = try workspace.expect(
        .done, "--store", "whole", "checkpoint", "--key", "key", "--first", "--at", seq)
      try workspace.write(signed.output, to: seq)
    }
    for arguments in [["--first"], ["--after", "190"], ["--after", "190", "--at", "200"]] {
      let flags = ["checkpoint", "--key", "key"] + arguments
      let signed = try workspace.expect(.done, args: flags).output
      #expect(try signed == workspace.expect(.done, args: ["--store", "whole"] + flags).output)
      try workspace.write(signed, to: "signed")
    }
    let refused = try workspace.expect(
      .notFound, "checkpoint", "--key", "key", "--after", "100", "--json"
    ).errorObject()
    #expect(refused["code"]?.string == "archived")
    for proof in [["prove", "185"], ["prove", "--consistency", "190"]] {
      let flags = proof + (proof[1] == "185" ? ["--checkpoint", "signed"] : ["signed"])
      let proved = try workspace.expect(.done, args: flags).output
      #expect(try proved == workspace.expect(.done, args: ["--store", "whole"] + flags).output)
    }
  }

  @Test func `commands are decided and recorded as in the whole store`() throws {
    let commands = [
      "pay 1057 1", "refund 1003 1.00", "cancel 1030", "return 1030 --expect 3",
      "deliver 1030 --expect 4", "ship 1001", "create --reuse --customer customer-1 --item A:1:5",
      "create --reuse --customer customer-1 --item A:1:5 --dry-run", "pay 1057 1 --dry-run",
      "shipping-methods add drone Drone", "edit 1030 --contact.phone 5550199",
    ]
    for command in commands {
      let words = command.split(separator: " ").map(String.init) + ["--json"]
      let (before, now) = (
        try workspace.run(["--store", "whole"] + words),
        try workspace.run(words)
      )
      #expect(before.code == now.code && before.errors == now.errors, "\(command): \(now)")
    }
    func outcomes(_ store: String) throws -> [[JSONValue?]] {
      try workspace.entries(of: store).filter { ($0["seq"]?.integer ?? 0) > Int64(end) }
        .map { entry in
          ["seq", "stream", "rev", "command", "events", "rejected"].map { entry[$0] }
        }
    }
    #expect(try outcomes("whole") == outcomes("store"))
    #expect(try outcomes("store").count > 4)
    let used = try workspace.expect(
      .negative, "pay", "1035", "1.00", "--id", "pay-1035-1", "--json"
    ).errorObject()
    #expect(used["code"]?.string == "archived-command-id")
  }

  @Test func `personal data isn't erased while there is some in the archive`() throws {
    let reason = ["--reason", "request", "--yes"]
    for selection in [["1001"], ["--customer", "customer-1"], ["1055", "1001"]] {
      let refused = try workspace.run(["erase", "--json"] + selection + reason)
      #expect(refused.code == ExitStatus.negative.rawValue, "\(refused)")
      #expect(try refused.errorObject()["code"]?.string == "archived")
    }
    #expect(try workspace.entries().count == end - through)
    try workspace.expect(.done, args: ["erase", "1055"] + reason)
    try workspace.expect(.done, "restore")
    try workspace.expect(.done, args: ["erase", "1001"] + reason)
  }

  @Test func `a log that was archived in parts is restored, and nothing is left`() throws {
    // An erasure seals the last segment.
    try workspace.expect(
      .done, args: ["erase", "1060", "--reason", "request", "--yes"])
    try workspace.expect(.done, "archive", "--before", "end", "--to", "later folder/")
    #expect(workspace.segments().count == 1)
    let said = try workspace.expect(.done, "archive", "--before", "end", "--to", "third")
    #expect(said.output.hasPrefix("Nothing was archived."))
    #expect(!FileManager.default.fileExists(atPath: workspace.file("third")))
    try FileManager.default.moveItem(
      atPath: workspace.file("archive"), toPath: workspace.file("moved"))
    let lost = try workspace.expect(.notFound, "restore", "--json").errorObject()
    #expect(lost["hint"]?.string?.contains("--from") == true)
    let restored = try workspace.expect(.done, "restore", "--from", "moved", "--json").document()
    #expect(restored["through"]?.integer == Int64(end))
    #expect(workspace.names(in: "store").filter { $0.hasPrefix("base") } == [])
    try workspace.expect(.done, "verify")
    try workspace.expect(.done, "replay")
    let description = try workspace.text("store/store.json")
    #expect(try description == workspace.text("whole/store.json"))
    let nothing = try workspace.expect(.done, "restore").output
    #expect(nothing == "Nothing is archived, so there is nothing to restore.\n")
  }

  @Test func `wrong arguments are refused, and change nothing`() throws {
    let before = try workspace.log()
    try workspace.expect(.usage, "archive", "--before", "200")
    try workspace.expect(.usage, "archive", "--to", "archive")
    try workspace.expect(.usage, "archive", "--before", "soon", "--to", "archive")
    try workspace.expect(.usage, "archive", "--before", "9999", "--to", "archive")
    for early in ["20", "2020-02-01", "1001@2", "start"] {
      try workspace.expect(.done, "archive", "--before", early, "--to", "archive")
    }
    for command in [
      ["pay", "1001", "1"], ["erase", "1001", "--reason", "x", "--yes"], ["recover"],
    ] {
      let refused = try workspace.run(["--store", "archive", "--json"] + command)
      #expect(try refused.errorObject()["code"]?.string == "read-only")
    }
    for folder in ["store", "store/archive", "whole", ".", "no/such/folder"] {
      try workspace.expect(.cannotCreate, "archive", "--before", "end", "--to", folder)
    }
    try workspace.expect(.notFound, "--store", "none", "archive", "--before", "end", "--to", "x")
    try workspace.expect(.notFound, "--store", "none", "restore")
    #expect(try workspace.log() == before)
  }

  @Test(.slow(.kills))
  func `killed at any moment, nothing is lost, and it is finished the next time`() throws {
    var generator = Seeded.forTest()
    let seed = Comment("CLEANSTORE_SEED=\(generator.seed)")
    let list = try workspace.expect(.done, "--store", "whole", "list", "--json").output
    let root = try workspace.expect(.done, "--store", "whole", "checkpoint").output
    func expectGood() throws {
      #expect(try workspace.expect(.done, "list", "--json").output == list, seed)
      #expect(try workspace.expect(.done, "checkpoint").output == root, seed)
      try workspace.expect(.done, "verify")
    }
    func begin() throws {
      for name in ["store", "archive"] {
        try? FileManager.default.removeItem(atPath: workspace.file(name))
      }
      try workspace.copy("whole", to: "store")
    }
    let commands = [["archive", "--before", "200", "--to", "archive"], ["restore"]]
    try begin()
    let undisturbed = try commands.map { (command) throws -> Int in
      let start = ContinuousClock.now
      #expect(try workspace.start(command).finish().code == 0)
      return Int((ContinuousClock.now - start) / .milliseconds(1)) + 4
    }
    var kills = 0
    for _ in 0..<Seeded.trials(6) {
      try begin()
      for (command, duration) in zip(commands, undisturbed) {
        for _ in 0..<2 {
          let running = try workspace.start(command)
          usleep(UInt32(generator.below(duration)) * 1000)
          running.signal(SIGKILL)
          if try running.finish().ending == .killed(signal: SIGKILL) { kills += 1 }
          try expectGood()
        }
        try workspace.expect(.done, args: command)
        try expectGood()
      }
      #expect(try workspace.log() == workspace.log(of: "whole"), seed)
    }
    #expect(kills > 0, seed)
  }

  @Test func `readers are right or told to read again, whatever is archived meanwhile`() throws {
    let list = try workspace.expect(.done, "list", "--json").output
    let archivist = try RunningProcess(
      "/bin/sh",
      [
        "-c",
        """
        for round in 1 2 3 4 5 6; do
          '\(try Tool.path())' restore && '\(try Tool.path())' archive --before 200 --to archive
        done
        """,
      ], in: workspace.path, environment: ["PATH": "/bin:/usr/bin"])
    var (right, again) = (0, 0)
    while !archivist.hasEnded {
      let read = try workspace.run(["list", "--json"])
      if read.code == ExitStatus.tryAgain.rawValue {
        again += 1
      } else {
        #expect(read.code == 0 && read.output == list, "\(read)")
        right += 1
      }
    }
    #expect(try archivist.finish().code == 0)
    print("read while archiving: \(right) times right, \(again) times to be repeated")
    #expect(right > 0)
  }
}
