// Restoring what was changed: the archived entries, or the base that took their place. Each forgery has true
// checksums.

import EventSourcing
import Foundation
import Integrity
import JSONLines
import Testing

@Suite(.needs(.openssl)) struct RestoreTests {
  private let log: SignedLog
  private var workspace: Workspace { log.workspace }
  private let segment = "archive/log/00000000000000000001.jsonl"

  /// A log whose first segment is archived; `old` is a checkpoint within it, and `new` one after it.
  init() throws {
    log = try SignedLog()
    // Another segment, so that the first one is sealed.
    let last = try #require(log.workspace.entries().last?["at"]?.string)
    let line =
      #"{"at":"\#(last)","order":"2001","actor":"amy","command":\#(Commands.create())}"# + "\n"
    try workspace.write(line, to: "more.jsonl")
    try workspace.expect(.done, "import", "more.jsonl", "--segment-size", "1000")
    try log.sign("last", "--after", "new")
    try workspace.expect(.done, "archive", "--before", "end", "--to", "archive")
  }

  /// Changes an archived entry, and the base's record of its segment.
  private func forgeArchive() throws {
    let path = workspace.file(segment)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let before = Digest(of: try workspace.bytes(segment)).hex
    let (size, actor) = (try workspace.bytes(segment).count, /"actor":"[^"]*"/)
    try workspace.rewrite(3, in: segment) { $0.replacing(actor, with: #""actor":"mallory""#) }
    let bytes = try workspace.bytes(segment)
    try forgeBase { lines in
      lines[0] = lines[0].replacing(before, with: Digest(of: bytes).hex)
        .replacing("\"bytes\":\(size)", with: "\"bytes\":\(bytes.count)")
    }
  }

  /// Changes the base, and makes its sums right.
  private func forgeBase(_ change: (inout [String]) -> Void) throws {
    var lines = try workspace.text("store/base.jsonl").split(separator: "\n").map {
      String($0.prefix(upTo: $0.ranges(of: #","crc":""#).last?.lowerBound ?? $0.endIndex))
    }
    change(&lines)
    func sealed(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8).checkedLine } }
    let streams = sealed(lines.dropFirst().filter { $0.hasPrefix(#"{"stream""#) }.sorted())
    let ids = sealed(lines.filter { $0.hasPrefix(#"{"id""#) })
    let header = lines[0].replacing(/"streams":[0-9]+/, with: "\"streams\":\(streams.count)")
      .replacing(
        /"lines":"[0-9a-f]+"/, with: "\"lines\":\"\(Digest(of: streams + ids).hex)\"")
    try workspace.write(Array(header.utf8).checkedLine + streams + ids, to: "store/base.jsonl")
  }

  private func restore(_ arguments: String..., expecting status: ExitStatus) throws -> Finished {
    try workspace.expect(status, args: ["restore"] + arguments)
  }

  private var isArchived: Bool {
    FileManager.default.fileExists(atPath: workspace.file("store/base.jsonl"))
  }

  private func trusting(_ name: String) -> [String] {
    ["--checkpoint", name, "--public-key", "log.vkey", "--origin", SignedLog.origin]
  }

  @Test func `a forged archive isn't restored, and a checkpoint tells that it was`() throws {
    let base = try workspace.bytes("store/base.jsonl")
    try forgeArchive()
    let forged = try workspace.bytes("store/base.jsonl")
    #expect(base != forged)
    let refused = try restore("--json", expecting: .badData)
    let error = try refused.errorObject()
    #expect(error["code"]?.string == "archive-differs")
    #expect(
      error["message"]?.string
        == "base.jsonl and the archived entries disagree about the tree over the entries: one of them "
        + "was changed. Nothing was restored.")
    #expect(error["hint"]?.string?.contains("--checkpoint") == true)
    #expect(error["hint"]?.string?.contains("--force") == true)
    let told = try workspace.expect(.badData, args: ["restore"] + trusting("last"))
    #expect(
      told.errors.contains(
        "the tree in base.jsonl is right, and the archived entries were changed."), "\(told)"
    )
    let part = try workspace.expect(.badData, args: ["restore"] + trusting("old"))
    #expect(
      part.errors.contains(
        "old (20 entries, signed by example.com/orders): the archived entries were changed."),
      "\(part)")
    #expect(try workspace.bytes("store/base.jsonl") == forged)
    #expect(!workspace.names(in: "store/log").contains("00000000000000000001.jsonl"))
    // The store is used as before.
    try workspace.expect(.done, "list")
    let forced = try restore("--force", expecting: .negative)
    #expect(forced.output.contains("one of them was changed"), "\(forced)")
    #expect(!isArchived)
    #expect(try workspace.bytes("store/quarantine/base.jsonl") == forged)
    try workspace.expect(.badData, args: ["verify"] + trusting("last"))
  }

  @Test func `a base whose tree was forged is told from the entries by a checkpoint`() throws {
    let digest = try #require(
      try workspace.text("store/base.jsonl").firstMatch(of: /"tree":\[\["([0-9a-f]{64})/)?.1)
    let other = String(digest.reversed())
    try forgeBase { $0[0] = $0[0].replacing(digest, with: other) }
    _ = try restore(expecting: .badData)
    let told = try workspace.expect(.badData, args: ["restore"] + trusting("last"))
    #expect(
      told.errors.contains("the archived entries are right, and base.jsonl was changed."), "\(told)"
    )
    #expect(told.errors.contains("--force"), "\(told)")
    #expect(isArchived)
    let forced = try workspace.expect(.negative, args: ["restore", "--force"] + trusting("last"))
    #expect(forced.output.contains("the archived entries are right, and base.jsonl was changed."))
    try workspace.expect(.done, args: ["verify"] + trusting("last"))
  }

  private func forgeOrder() throws {
    try forgeBase { lines in
      let start = #""stream":"order/1001","rev":"#
      lines = lines.map { $0.replacing(start, with: start + "1") }
    }
  }

  @Test func `a base in which only an order was forged is replaced, and kept`() throws {
    try forgeOrder()
    let forged = try workspace.bytes("store/base.jsonl")
    let restored = try restore(expecting: .negative)
    #expect(
      restored.output.contains(
        "base.jsonl wasn't what the entries lead to (order 1001): it was changed. Only a checkpoint that was kept "
          + "elsewhere tells whether the entries were, too. It is kept as "),
      "\(restored)")
    #expect(try workspace.bytes("store/quarantine/base.jsonl") == forged)
    try workspace.expect(.done, args: ["verify"] + trusting("last"))
  }

  /// A checkpoint is of the entries: it says nothing of the orders that base.jsonl has.
  @Test func `no checkpoint says that a base is right in which an order was forged`() throws {
    try forgeOrder()
    let restored = try workspace.expect(.negative, args: ["restore"] + trusting("last"))
    #expect(restored.output.contains("(order 1001): it was changed. It is kept as "), "\(restored)")
    #expect(
      restored.output.contains(
        "the archived entries are right, and so is their tree in base.jsonl."), "\(restored)")
    #expect(!restored.output.contains("base.jsonl are right"), "\(restored)")
  }

  /// An entry was forged before it was archived, so the tree in base.jsonl is that of forged entries.
  @Test func `without a checkpoint, nothing says that the log is right`() throws {
    try forgeArchive()
    _ = try restore("--force", expecting: .negative)
    try workspace.expect(.done, "archive", "--before", "end", "--to", "again")
    try forgeOrder()
    let refused = try workspace.expect(.badData, args: ["restore"] + trusting("last"))
    #expect(refused.errors.contains("were changed"), "\(refused)")
    let restored = try restore(expecting: .negative)
    #expect(
      restored.output.contains(
        "(order 1001): it was changed. Only a checkpoint that was kept elsewhere tells"),
      "\(restored)")
    #expect(!restored.output.contains("is right"), "\(restored)")
    try workspace.expect(.badData, args: ["verify"] + trusting("last"))
  }

  @Test func `a segment that isn't the one in the base is taken only by force`() throws {
    let hash = Digest(of: try workspace.bytes(segment)).hex
    try forgeBase { $0[0] = $0[0].replacing(hash, with: String(hash.reversed())) }
    _ = try restore(expecting: .badData)
    let told = try workspace.expect(.badData, args: ["restore"] + trusting("last"))
    #expect(
      told.errors.contains("the archived entries are right, and so is their tree in base.jsonl."),
      "\(told)")
    #expect(isArchived)
    let forced = try restore("--force", expecting: .negative)
    #expect(forced.output.contains("disagree about the segments"), "\(forced)")
    try workspace.expect(.done, args: ["verify"] + trusting("last"))
  }

  @Test func `what a checkpoint contradicts isn't restored, though both agree`() throws {
    var lines = try workspace.text("last").split(separator: "\n").prefix(3).map(String.init)
    lines[2] = (lines[2].hasPrefix("A") ? "B" : "A") + lines[2].dropFirst()
    try workspace.write(lines.joined(separator: "\n") + "\n", to: "unsigned")
    let refused = try workspace.expect(
      .badData, "restore", "--checkpoint", "unsigned", "--origin", SignedLog.origin)
    #expect(
      refused.errors.contains("The archived entries aren't those of the checkpoint."), "\(refused)")
    let bad = try workspace.expect(
      .badData, "restore", "--checkpoint", "last", "--public-key", "other.vkey", "--origin",
      SignedLog.origin, "--json")
    #expect(try bad.errorObject()["code"]?.string == "bad-signature")
    try workspace.expect(
      .badData, "restore", "--force", "--checkpoint", "last", "--public-key", "other.vkey",
      "--origin", SignedLog.origin)
    #expect(isArchived)
    let restored = try workspace.expect(.done, args: ["restore"] + trusting("last"))
    #expect(
      restored.output.contains(
        "the archived entries are right, and so is their tree in base.jsonl."), "\(restored)")
  }

  @Test(arguments: ["order/2002", "zebra/1"])
  func `a stream that was invented in a base is named, and restoring is the way out`(
    _ stream: String
  )
    throws
  {
    try forgeBase { lines in
      guard let other = lines.first(where: { $0.contains(#""stream":"order/1001""#) }) else {
        return
      }
      lines.append(other.replacing("order/1001", with: stream))
    }
    try workspace.expect(.done, "list")
    let restored = try restore(expecting: .negative)
    let name = stream.hasPrefix("order") ? "order 2002" : "the stream zebra/1"
    #expect(restored.output.contains("(\(name))"), "\(restored)")
    try workspace.expect(.done, args: ["verify"] + trusting("last"))
  }

  @Test func `a base that contradicts the log is named, not the log alone`() throws {
    try forgeBase { lines in
      guard let other = lines.first(where: { $0.contains(#""stream":"order/1001""#) }) else {
        return
      }
      lines.append(other.replacing("order/1001", with: "order/2001"))
    }
    for command in [["list"], ["show", "2001"], ["cancel", "2001"], ["verify"]] {
      let stuck = try workspace.run(command)
      #expect(stuck.code == 65, "\(stuck)")
      let said = stuck.output + stuck.errors
      #expect(said.contains("base.jsonl says of order/2001."), "\(command): \(said)")
      #expect(said.contains("`cleanstore restore --from ") && !said.contains("recover"), "\(said)")
    }
    _ = try restore(expecting: .negative)
    try workspace.expect(.done, "verify")
  }

  /// Changes of the base that genuine entries of the log don't follow from, and whether it can be read then.
  static let contradictions: [(testDescription: String, isReadable: Bool, change: ForgedBase)] = [
    (
      "an invented stream", true,
      { lines in
        let other = lines.first { $0.contains(#""stream":"order/1001""#) } ?? ""
        lines.append(other.replacing("order/1001", with: "order/2001"))
      }
    ),
    (
      "another revision", true,
      { lines in
        let start = #""stream":"order/1001","rev":"#
        lines = lines.map { $0.replacing(start, with: start + "1") }
      }
    ),
    (
      "a stream that is left out", true,
      { lines in
        lines.removeAll { $0.hasPrefix(#"{"stream":"order/1001""#) }
      }
    ),
    (
      "an end before the end", false,
      { lines in
        let through = lines[0].firstMatch(of: /"through":([0-9]+)/).flatMap { Int($0.1) } ?? 0
        lines[0] = lines[0].replacing("\"through\":\(through)", with: "\"through\":\(through - 1)")
      }
    ),
    (
      "a later time", true,
      { lines in
        lines[0] = lines[0].replacing(/"last":"20/, with: #""last":"21"#)
      }
    ),
  ]
  typealias ForgedBase = @Sendable (inout [String]) -> Void

  @Test(arguments: contradictions.indices)
  func `genuine entries aren't moved away because the base was forged`(_ index: Int) throws {
    let forgery = Self.contradictions[index]
    _ = try workspace.run("pay", "1001", "1.00")
    try forgeBase(forgery.change)
    let (log, names) = (try workspace.log(), workspace.names(in: "store"))
    for arguments in [["recover", "--yes"], ["recover", "--dry-run"], ["recover"]] {
      let refused = try workspace.expect(.badData, args: arguments)
      #expect(refused.errors.contains("base.jsonl"), "\(forgery.testDescription): \(refused)")
      #expect(refused.errors.contains("`cleanstore restore --from "), "\(refused)")
    }
    #expect(try workspace.log() == log)
    #expect(workspace.names(in: "store") == names)
    let restored = try restore(
      "--from", "archive", expecting: forgery.isReadable ? .negative : .done)
    #expect(restored.output.contains("base.jsonl") == forgery.isReadable, "\(restored)")
    #expect(try workspace.expect(.done, "recover", "--yes").output.contains("all good"))
    try workspace.expect(.done, args: ["verify"] + trusting("last"))
  }

  @Test func `what is damaged after a base is recovered as in any other store`() throws {
    _ = try workspace.run("pay", "1001", "1.00")
    let last = try #require(workspace.names(in: "store/log").last)
    let text = try workspace.text("store/log/\(last)")
    try workspace.write(
      text.replacing(#""stream":"order/1001""#, with: #""stream":"order/1002""#),
      to: "store/log/\(last)")
    let recovered = try workspace.expect(.done, "recover", "--yes")
    #expect(recovered.output.contains("Moved "), "\(recovered)")
  }

  /// Changes of the archived lines.
  static let damages: [ForgedBase] = [
    { $0[2] = $0[2].replacing(/"rev":[0-9]+/, with: #""rev":9"#) }, { $0.removeLast(2) },
    { $0[1] = "nothing" },
  ]

  @Test(arguments: damages.indices, [false, true])
  func `archived entries that can't be read are named, and aren't restored`(
    _ index: Int, isForced: Bool
  ) throws {
    let path = workspace.file(segment)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let before = try workspace.bytes(segment)
    var lines = try workspace.text(segment).split(separator: "\n").map {
      String($0.prefix(upTo: $0.ranges(of: #","crc":""#).last?.lowerBound ?? $0.endIndex))
    }
    Self.damages[index](&lines)
    let bytes = lines.flatMap { Array($0.utf8).checkedLine }
    try workspace.write(bytes, to: segment)
    if !isForced {
      try forgeBase { lines in
        lines[0] = lines[0].replacing(Digest(of: before).hex, with: Digest(of: bytes).hex)
          .replacing("\"bytes\":\(before.count)", with: "\"bytes\":\(bytes.count)")
      }
    }
    let names = workspace.names(in: "store/log")
    let refused = try workspace.expect(
      .badData, args: ["restore"] + (isForced ? ["--force"] : []))
    #expect(refused.errors.contains(segment + ":"), "\(refused)")
    for words in ["This archived file is damaged.", "Nothing was restored.", "--from"] {
      #expect(refused.errors.contains(words), "\(refused)")
    }
    #expect(isArchived && workspace.names(in: "store/log") == names)
    try workspace.expect(.done, "list")
  }

  /// Changes of the first line after the archived ones, whose archive is as it was.
  @Test(arguments: [(#""rev":[0-9]+"#, #""rev":9"#), (#""at":"[0-9]{4}"#, #""at":"1999"#)])
  func `a changed line of the log isn't blamed on the archived entries`(
    _ old: String, _ new: String
  ) throws {
    let name = try #require(workspace.names(in: "store/log").first)
    let pattern = try Regex(old)
    try workspace.rewrite(1, in: "store/log/" + name) {
      $0.replacing(pattern, with: new, maxReplacements: 1)
    }
    let refused = try restore(expecting: .badData)
    #expect(refused.errors.contains("store/log/\(name):1"), "\(refused)")
    for words in ["Nothing was restored.", "This line or one before it", "other copies"] {
      #expect(refused.errors.contains(words), "\(refused)")
    }
    #expect(!refused.errors.contains("archived file is damaged"), "\(refused)")
    #expect(isArchived)
  }
}
