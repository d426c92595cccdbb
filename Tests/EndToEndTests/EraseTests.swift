// Erasing on the command line: what is said before and after, who is asked, and that the words are gone.

import Foundation
import JSONLines
import TestKit
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct EraseTests {
  let workspace: Workspace
  private static let question = "Erase it? Type yes to confirm"

  /// The demo's store: bob's order is 1002, and his address is in it alone.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  /// The personal texts that an order's entries have now.
  private func words(of order: String) throws -> Set<String> {
    var words: Set<String> = []
    for entry in try workspace.entries() where entry["stream"]?.string == "order/" + order {
      for group in ["contact", "billing", "shipment", "payment"] {
        for member in entry["personal"]?[group]?.members ?? [] {
          words.formUnion([member.value.string].compactMap { $0 })
        }
      }
    }
    return words
  }

  @Test func `a dry run says what would be erased, and changes nothing`() throws {
    let before = workspace.files(in: "store")
    let said = try workspace.expect(.done, "erase", "1002", "--dry-run").output
    #expect(said.hasPrefix("Would erase the personal data of order 1002, in 1 entry, for good.\n"))
    let document = try workspace.expect(.done, "erase", "1002", "--dry-run", "--json").document()
    #expect(document["entries"]?.integer == 1)
    #expect(document["orders"]?.array?.first?["id"]?.string == "1002")
    #expect(workspace.files(in: "store") == before)
  }

  @Test func `the words are in no file any more, and nothing else is missed`() throws {
    let words = try words(of: "1002").subtracting(try words(of: "1001"))
    #expect(words.count > 4)
    let (lines, root) = (
      try workspace.lines(), try workspace.expect(.done, "checkpoint", "--at", "end").output
    )
    let count = lines.count
    let replayed = try workspace.expect(.done, "replay").output
    let said = try workspace.expect(
      .done, "erase", "1002", "--reason", "asked for it", "--actor", "dpo", "--yes"
    ).output
    #expect(
      said.hasPrefix("Erased the personal data of order 1002, in 1 entry. Recorded as entry "))
    for (name, bytes) in workspace.files(in: "store") {
      let text = String(decoding: bytes, as: UTF8.self)
      for word in words { #expect(!text.contains("\"\(word)\""), "\(name) has \(word)") }
    }
    let record = try #require(try workspace.entries().last)
    #expect(record["actor"]?.string == "dpo")
    #expect(record["command"]?["type"]?.string == "erase-personal")
    #expect(record["command"]?["reason"]?.string == "asked for it")
    for (old, new) in zip(lines, try workspace.lines()) where !new.contains("sha256:") {
      #expect(old == new)
    }
    #expect(try workspace.expect(.done, "verify").output.hasPrefix("Good: \(count + 1) entries"))
    #expect(try workspace.expect(.done, "checkpoint", "--at", "\(count)").output == root)
    #expect(replayed.hasPrefix("Identical") && !replayed.contains("erased"))
    #expect(try workspace.expect(.done, "replay").output.hasPrefix("Identical"))
    #expect(try workspace.expect(.done, "show", "1002").output.contains("was erased"))
  }

  @Test func `the order goes on, without any personal data`() throws {
    try workspace.expect(.done, "erase", "1002", "--reason", "asked for it", "--yes")
    let refused = try workspace.expect(
      .negative, "edit", "1002", "--email", "b@example.com", "--json")
    #expect(try refused.errorObject()["code"]?.string == "personal-erased")
    try workspace.expect(.done, "edit", "1002", "--shipping-method", "one-day")
    try workspace.expect(.done, "pay", "1002")
    try workspace.expect(.done, "ship", "1002")
    // The refused edit's is erased, too.
    let said = try workspace.expect(.done, "erase", "1002", "--reason", "again", "--yes").output
    #expect(said.contains("in 1 entry"))
    #expect(try words(of: "1002").isEmpty)
    #expect(try workspace.expect(.done, "replay").output.hasPrefix("Identical"))
    let again = try workspace.expect(.done, "erase", "1002", "--reason", "again", "--yes").output
    #expect(again == "Nothing to erase: no entry of 1 order has personal data.\n")
  }

  @Test func `a customer's orders are erased, the deleted and the refused ones, too`() throws {
    let entries = try workspace.entries()
    let customer = try #require(
      entries.first { $0["stream"]?.string == "order/1002" }?["command"]?["customer"]?.string)
    let refused = #"{"type":"create-order","customer":"\#(customer)","contact":{"email":"nobody"}}"#
    // A refused command of 1001 is amy's, too, which is no reason to erase hers.
    try workspace.write(
      Commands.line(90_000, "1077", refused) + Commands.line(90_001, "1001", refused),
      to: "refused.jsonl")
    try workspace.expect(.negative, "import", "refused.jsonl")
    try workspace.expect(.done, "refund", "1002", "5")
    try workspace.expect(.done, "delete", "1002")
    let document = try workspace.expect(
      .done, "erase", "--customer", customer, "--reason", "asked for it", "--yes", "--json"
    ).document()
    let ids = document["orders"]?.array?.compactMap { $0["id"]?.string } ?? []
    #expect(ids == ["1002", "1077"])
    #expect(document["ofOthers"]?.array?.map(\.string) == ["1001"])
    #expect(try words(of: "1002").isEmpty && words(of: "1077").isEmpty)
    #expect(try words(of: "1001").count > 4)
  }

  @Test func `orders are selected by age and status`() throws {
    func selected(_ arguments: String...) throws -> [String] {
      let finished = try workspace.run(["erase", "--dry-run", "--json"] + arguments)
      return try finished.document()["orders"]?.array?.compactMap { $0["id"]?.string } ?? []
    }
    #expect(try selected("--older-than", "1d") == ["1001", "1002"])
    #expect(try selected("--older-than", "1m", "--status", "shipped") == ["1001"])
    #expect(try selected("--older-than", "1m", "--status", "shipped,placed").count == 2)
    #expect(try selected("--older-than", "100y") == [])
    for arguments in [
      ["--older-than", "1"], ["--older-than", "y"], ["--older-than=-0d"], ["--older-than", "+1d"],
      ["--status", "placed"],
      ["1001", "--customer", "amy"], [], ["--older-than", "1d", "--status", "lost"],
    ] {
      let finished = try workspace.run(["erase", "--dry-run"] + arguments)
      #expect(finished.code == ExitStatus.usage.rawValue, "\(arguments): \(finished)")
    }
    try workspace.expect(.negative, "erase", "4711", "--dry-run")
    try workspace.expect(.negative, "erase", "--customer", "nobody", "--dry-run")
  }

  @Test func `a reason is required, and consent`() throws {
    let before = workspace.files(in: "store")
    for arguments in [["--yes"], ["--yes", "--reason", " "], ["--reason", "asked for it"]] {
      let finished = try workspace.run(["erase", "1002"] + arguments)
      #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    }
    let long = String(repeating: "x", count: 201)
    let refused = try workspace.expect(
      .negative, "erase", "1002", "1001", "--yes", "--reason", long)
    #expect(refused.errors.contains("The reason is longer than 200 characters."))
    #expect(try workspace.lines().count == before.lines)
  }

  @Test(arguments: ["y", "no", "", nil])
  func `at a terminal, nothing but a whole yes erases`(_ answer: String?) throws {
    let count = try workspace.lines().count
    let served = try workspace.serve(Clerk([answer]), ["erase", "1002", "--reason", "r"])
    #expect(served.code == .negative && served.clerk.questions == [Self.question])
    #expect(served.errors == "cleanstore: Nothing was erased.\n")
    #expect(try workspace.lines().count == count && !words(of: "1002").isEmpty)
  }

  @Test func `at a terminal, yes erases what was shown`() throws {
    let served = try workspace.serve(Clerk(["yes"]), ["erase", "1002", "--reason", "r"])
    #expect(served.code == .done && served.output.contains("Would erase"))
    #expect(try words(of: "1002").isEmpty)
    let clerk = Clerk(["yes"]) { [workspace] _, _ in
      try workspace.expect(.done, "edit", "1001", "--phone", "555-0123")
    }
    let changed = try workspace.serve(clerk, ["erase", "1001", "--reason", "r"])
    #expect(changed.code == .tryAgain)
    #expect(try !words(of: "1001").isEmpty)
  }

  @Test func `what isn't erased is reported`() throws {
    let name = try #require(
      try workspace.entries().first { $0["stream"]?.string == "order/1002" }?["personal"]?[
        "contact"]?[
          "lastName"]?.string)
    try workspace.expect(
      .done, "pay", "1002", "1", "--reason", "\(name.uppercased()) called", "--reference",
      "x\(name)")
    try workspace.expect(.done, "backup", "copy")
    try FileManager.default.createDirectory(
      atPath: workspace.file("store/quarantine"), withIntermediateDirectories: true)
    try workspace.write("torn", to: "store/quarantine/seq-9-byte-1.torn")
    try workspace.write("{}", to: "store/quarantine/seq-9-byte-1.json")
    let document = try workspace.expect(.done, "erase", "1002", "--dry-run", "--json").document()
    let places = document["elsewhere"]?.array ?? []
    #expect(places.map { $0["member"]?.string } == ["command.reason"])
    #expect(places.first?["field"]?.string == "contact.lastName")
    #expect(document["backups"]?.array?.first?.string?.hasSuffix("/copy") == true)
    #expect(document["quarantine"]?.array?.count == 1)
    let said = try workspace.expect(.done, "erase", "1002", "--reason", "r", "--yes").output
    #expect(said.contains("command.reason has contact.lastName of order 1002: @"))
    #expect(said.contains("seq-9-byte-1.torn") && said.contains("/copy\n"))
    let purged = try workspace.expect(
      .done, "erase", "1002", "--reason", "r", "--yes", "--purge-quarantine", "--json"
    ).document()
    #expect(purged["purged"]?.array?.count == 1 && purged["quarantine"]?.array?.isEmpty == true)
    #expect(workspace.names(in: "store/quarantine") == ["seq-9-byte-1.json"])
    // A backup has it until it is made again.
    #expect(try workspace.log(of: "copy").contains(name))
    try workspace.expect(.done, "backup", "copy")
    #expect(try !workspace.log(of: "copy").contains("\"\(name)\""))
  }

  @Test func `a block that was put back is named, and erased by the next command that writes`()
    throws
  {
    let segment = workspace.segments()[0]
    let original = try workspace.bytes(segment)
    try workspace.expect(.done, "erase", "1002", "--reason", "r", "--yes")
    try workspace.write(original, to: segment)
    let verified = try workspace.expect(.done, "verify").output
    #expect(verified.contains("Pending erasure: the personal data of 1 entry is still there"))
    let document = try workspace.expect(.done, "verify", "--json").document()
    #expect(document["pendingErasures"]?.array?.first?["stream"]?.string == "order/1002")
    let audit = try workspace.expect(.negative, "audit", "--json").document()
    let findings = audit["findings"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(findings.contains("pending-erasure"))
    try workspace.expect(.done, "edit", "1001", "--phone", "555-0124")
    #expect(try !workspace.expect(.done, "verify").output.contains("Pending"))
    #expect(try words(of: "1002").isEmpty)
  }

  @Test func `an audit tells recorded erasures from others`() throws {
    try workspace.expect(.done, "erase", "1002", "--reason", "r", "--yes")
    let audit = try workspace.run("audit", "--json").document()
    #expect(audit["erasedEntries"]?.integer == 1 && audit["recordedErasures"]?.integer == 1)
    let findings = audit["findings"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(!findings.contains("erased-without-record") && !findings.contains("pending-erasure"))
  }

  @Test func `forms that were kept of an erased order are deleted`() throws {
    for name in [
      "order-1002-edited.json", "order-1002-edited-2.json", "order-1002-edited-3.json.unfinished",
      "order-1001-edited.json",
    ] {
      try workspace.write("{}", to: name)
    }
    let document = try workspace.expect(
      .done, "erase", "1002", "--reason", "r", "--yes", "--json"
    ).document()
    #expect(document["deletedForms"]?.array?.count == 3)
    #expect(workspace.names(in: ".") == ["order-1001-edited.json", "store"])
  }

  @Test func `the erasure itself changes no field`() throws {
    try workspace.expect(.done, "erase", "1002", "--reason", "r", "--yes")
    let last = try workspace.lines().count
    let difference = try workspace.run("diff", "\(last - 1)", "\(last)").output
    #expect(
      difference == "~ order 1002: a new revision with the same fields\n1 order changed.\n")
    #expect(try !workspace.expect(.done, "log", "-p", "1002").output.contains("nothing"))
  }

  @Test func `nothing behind a linked quarantine is deleted`() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file("elsewhere"), withIntermediateDirectories: true)
    try workspace.write("precious", to: "elsewhere/file")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.file("store/quarantine"), withDestinationPath: workspace.file("elsewhere"))
    try workspace.expect(.done, "erase", "1002", "--reason", "r", "--yes", "--purge-quarantine")
    #expect(workspace.names(in: "elsewhere") == ["file"])
  }

  @Test func `a failure after the record says that it is recorded`() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file("store/rewriting/full"), withIntermediateDirectories: true)
    let failed = try workspace.run("erase", "1002", "--reason", "r", "--yes")
    #expect(failed.errors.contains("The erasure is recorded, but not finished."), "\(failed)")
    try FileManager.default.removeItem(atPath: workspace.file("store/rewriting"))
    let said = try workspace.expect(.done, "edit", "1001", "--phone", "555-0124")
    #expect(said.errors.contains("Finished an erasure of personal data: 1 entry."))
    #expect(try words(of: "1002").isEmpty)
  }

  @Test func `an order that was never created breaks no invariant once it is erased`() throws {
    let refused = #"{"type":"create-order","customer":"eve","contact":{"email":"nobody"}}"#
    try workspace.write(Commands.line(90_000, "1077", refused), to: "refused.jsonl")
    try workspace.expect(.negative, "import", "refused.jsonl")
    try workspace.expect(.done, "erase", "--customer", "eve", "--reason", "r", "--yes")
    try workspace.expect(.done, "check")
    try workspace.expect(.done, "replay")
  }

  @Test func `a backup that was made with a pending erasure finishes it, too`() throws {
    let segment = workspace.segments()[0]
    let original = try workspace.bytes(segment)
    try workspace.expect(.done, "erase", "1002", "--reason", "r", "--yes")
    try workspace.write(original, to: segment)
    try workspace.expect(.done, "backup", "copy")
    #expect(try workspace.expect(.done, "--store", "copy", "verify").output.contains("Pending"))
    try workspace.expect(.done, "--store", "copy", "edit", "1001", "--phone", "555-0124")
    #expect(try !workspace.expect(.done, "--store", "copy", "verify").output.contains("Pending"))
  }

  @Test func `a single file can't be erased from`() throws {
    try workspace.write(try workspace.log(), to: "copy.jsonl")
    let finished = try workspace.run(
      "erase", "1002", "--reason", "r", "--yes", "--store", "copy.jsonl")
    #expect(finished.code != 0, "\(finished)")
    #expect(try workspace.text("copy.jsonl") == workspace.log())
  }
}

extension [String: [UInt8]] {
  /// The number of lines in the log.
  fileprivate var lines: Int {
    filter { $0.key.hasPrefix("log/") }.values.reduce(0) { $0 + $1.count { $0 == 0x0A } }
  }
}

/// Erasures that are killed on their way.
@Suite(.slow(.kills), .serialized) struct KilledErasureTests {
  @Test(.timeLimit(.minutes(60)))
  func `wherever it is killed, nothing else is lost, and the next writer finishes it`() throws {
    var generator = Seeded.forTest()
    let seed = Comment("CLEANSTORE_SEED=\(generator.seed)")
    let workspace = try Workspace()
    try workspace.expect(.done, "init", "new")
    let commands = try workspace.expect(.done, "generate", "--orders", "300", "--seed", "9").output
    try workspace.write(commands, to: "orders.jsonl")
    try workspace.expect(
      .negative, "--store", "new", "import", "orders.jsonl", "--segment-size", "100000")
    let root = try workspace.expect(.done, "--store", "new", "checkpoint").output
    let size = try workspace.lines(of: "new").count
    let erasing = ["erase", "--older-than", "1d", "--reason", "retention", "--yes"]
    try workspace.copy("new", to: "undisturbed")
    let start = ContinuousClock.now
    #expect(try workspace.start(["--store", "undisturbed"] + erasing).finish().code == 0)
    let duration = Int((ContinuousClock.now - start) / .milliseconds(1)) + 8

    var (rounds, unfinished) = (0, 0)
    let trials = Seeded.trials(25)
    // Until one was killed with something left to do.
    while rounds < trials || unfinished == 0 && rounds < 10 * trials {
      rounds += 1
      try? FileManager.default.removeItem(atPath: workspace.file("store"))
      try workspace.copy("new", to: "store")
      let running = try workspace.start(erasing)
      usleep(UInt32(generator.below(duration)) * 1000)
      running.signal(SIGKILL)
      _ = try running.finish()
      let verified = try workspace.expect(.done, "verify").output
      if verified.contains("Pending erasure") { unfinished += 1 }
      #expect(try workspace.expect(.done, "checkpoint", "--at", "\(size)").output == root, seed)
      try workspace.expect(.done, "replay")
      // Any command that writes.
      try workspace.expect(.done, "shipping-methods", "add", "drone", "Drone")
      #expect(try !workspace.expect(.done, "verify").output.contains("Pending"), seed)
      let entries = try workspace.entries()
      let recorded = Set(
        entries.filter { $0["command"]?["type"]?.string == "erase-personal" }.map {
          $0["stream"]?.string
        })
      let blocks = entries.filter {
        $0["personal"]?.members != nil && recorded.contains($0["stream"]?.string)
      }
      #expect(blocks.isEmpty, seed)
    }
    print("erasures killed with something left to do: \(unfinished) of \(rounds), \(seed)")
    #expect(unfinished > 0, seed)
  }
}

/// Evidence stays evidence: what was signed and proved before an erasure holds after it.
@Suite struct ErasedEvidenceTests {
  @Test(.needs(.openssl)) func `checkpoints and proofs hold after an erasure`() throws {
    let log = try SignedLog()
    let workspace = log.workspace
    try workspace.write(
      try workspace.expect(.done, "prove", "7", "--checkpoint", "new").output, to: "proof")
    let leaf = try workspace.expect(.done, "prove", "7", "--checkpoint", "new").output
    try workspace.expect(
      .done, "prove", "1001", "--checkpoint", "new", "--output", "pack.tar")
    try workspace.expect(.done, "erase", "--older-than", "1d", "--reason", "retention", "--yes")
    let verified = try workspace.expect(
      .done, "verify", "--checkpoint", "old", "--checkpoint", "new", "--public-key", "log.vkey",
      "--origin", SignedLog.origin
    ).output
    #expect(verified.contains("Good: "))
    try workspace.expect(.done, "verify-proof", "pack.tar", "--public-key", "log.vkey")
    #expect(try workspace.expect(.done, "prove", "7", "--checkpoint", "new").output == leaf)
    try workspace.expect(
      .done, "prove", "1001", "--checkpoint", "new", "--output", "again.tar")
    #expect(try workspace.bytes("again.tar") == workspace.bytes("pack.tar"))
  }
}
