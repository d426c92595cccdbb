// Signed checkpoints, proofs and evidence packs, as they are made and verified on the command line.

import Foundation
import HistoryScenes
import Integrity
import JSONLines
import Testing

@Suite(.needs(.openssl)) struct SignedCheckpointTests {
  private let log: SignedLog
  private var workspace: Workspace { log.workspace }

  init() throws { log = try SignedLog() }

  private func verify(_ arguments: String..., expecting status: ExitStatus) throws -> Finished {
    let flags = ["--public-key", "log.vkey", "--origin", SignedLog.origin]
    let finished = try workspace.run(["verify"] + arguments + flags)
    #expect(finished.code == status.rawValue, "\(finished)")
    return finished
  }

  @Test func `a log that was continued is the one that was signed`() throws {
    let count = try workspace.entries().count
    try workspace.expect(.done, "import", "--store", "store", "--resume", "orders.jsonl")
    let all = try verify("--checkpoint", "new", "--checkpoint", "old", expecting: .done)
    #expect(
      all.output.hasSuffix(
        """
        old (20 entries, signed by example.com/orders): the log matches.
        new (\(count) entries, signed by example.com/orders): the log matches.
        They cover all entries.

        """), "\(all)")
    let some = try verify("--checkpoint", "old", expecting: .done)
    #expect(
      some.output.hasSuffix(
        "Not covered, after the last of them: \(count - 20) entries, from 21 on.\n"), "\(some)")
    let unsigned = try workspace.expect(
      .done, "verify", "--checkpoint", "old", "--origin", SignedLog.origin, "--json")
    #expect(
      unsigned.output.hasSuffix(
        #""checkpoints":[{"file":"old","size":20,"verdict":"holds"}],"proved":20}"# + "\n"),
      "\(unsigned)")
    #expect(unsigned.errors.contains("No signature was verified."), "\(unsigned)")
  }

  @Test func `it names between which checkpoints and at which entry something was changed`() throws
  {
    try log.sign("last", "--after", "new", "--tiles", "tiles")
    let names = ["old", "last"].flatMap { ["--checkpoint", $0] }
    try log.forge { lines in
      lines[29] = lines[29].replacing(/"actor":"[^"]*"/, with: #""actor":"mallory""#)
    }
    let flags =
      names + ["--store", "forged", "--public-key", "log.vkey", "--origin", SignedLog.origin]
    let found = try workspace.run(["verify", "--tiles", "tiles"] + flags)
    let count = try workspace.entries().count
    #expect(found.code == 65)
    #expect(
      found.output.contains(
        "the log has other entries. Something after entry 20, which the one before proves, and up to "
          + "entry \(count) was changed."), "\(found)")
    #expect(found.output.contains("Entry 30 is the first that differs from the exported hashes."))
    let other = try workspace.run(
      ["verify", "--tiles", "tiles", "--checkpoint", "old", "--origin", SignedLog.origin, "--json"])
    #expect(other.code == 65 && other.errors.contains(#""code":"missing-tile""#), "\(other)")
  }

  @Test func `entries that were cut off are missed`() throws {
    try log.forge { $0.removeLast(3) }
    let count = try workspace.entries().count
    let cut = try verify("--checkpoint", "new", "--store", "forged", expecting: .badData)
    #expect(
      cut.output.contains("the log has only \(count - 3) entries; the others were cut off."),
      "\(cut)")
  }

  @Test func `nothing is signed that doesn't continue what was signed`() throws {
    func sign(_ arguments: String...) throws -> Finished {
      let flags = ["--key", "key.pem", "--origin", SignedLog.origin, "--json"]
      return try workspace.run(["checkpoint"] + flags + arguments)
    }
    let alone = try sign()
    #expect(
      alone.code == 64 && alone.errors.contains(#""code":"missing-earlier-checkpoint""#), "\(alone)"
    )
    let shorter = try sign("--after", "new", "--at", "25")
    #expect(
      shorter.code == 64 && shorter.errors.contains(#""code":"before-checkpoint""#), "\(shorter)")
    let unsigned = try workspace.expect(
      .usage, "checkpoint", "--origin", SignedLog.origin, "--after", "new", "--at", "25",
      "--from-cache")
    #expect(unsigned.errors.contains("--at is before the end of new"), "\(unsigned)")
    try log.forge { $0.removeLast($0.count - 25) }
    for end in [[], ["--at", "25"]] {
      let cut = try workspace.run(
        ["checkpoint", "--key", "key.pem", "--public-key", "log.vkey", "--after", "new"] + end
          + ["--store", "forged"])
      #expect(cut.code == 65 && cut.errors.contains("it has 25 entries up to"), "\(cut)")
      #expect(
        cut.errors.contains("verify --checkpoint new --origin \(SignedLog.origin)`"), "\(cut)")
    }
    try log.forge { $0[4] = $0[4].replacing(/"actor":"[^"]*"/, with: #""actor":"mallory""#) }
    for basis in [[], ["--from-cache"]] {
      let flags = ["--key", "key.pem", "--origin", SignedLog.origin, "--after", "old", "--json"]
      let other = try workspace.run(["checkpoint", "--store", "forged"] + flags + basis)
      #expect(other.code == 65 && other.errors.contains(#""code":"other-history""#), "\(other)")
    }
    let cached = try sign("--after", "new", "--from-cache")
    #expect(cached.code == 0, "\(cached)")
    try workspace.expect(.usage, "checkpoint", "--after", "new", "--first")
  }

  @Test func `tiles that were kept are not replaced by others`() throws {
    try log.sign("tiled", "--after", "new", "--tiles", "tiles")
    try log.sign("again", "--after", "new", "--tiles", "tiles")
    try log.forge { $0[4] = $0[4].replacing(/"actor":"[^"]*"/, with: #""actor":"mallory""#) }
    let flags = ["--origin", SignedLog.origin, "--tiles", "tiles", "--json"]
    // Also if the tree had fewer leaves than any that was kept.
    for end in ["end", "6"] {
      let other = try workspace.run(["checkpoint", "--store", "forged", "--at", end] + flags)
      #expect(other.code == 65 && other.errors.contains(#""code":"other-tiles""#), "\(other)")
    }
  }

  @Test func `the key that verifies is printed, and may be passed in several ways`() throws {
    let printed = try workspace.text("log.vkey")
    #expect(printed.hasPrefix("example.com/orders+"))
    let key = String(printed.dropLast())
    let made = try OutsideTool.openssl.run(
      in: workspace, "pkey", "-in", "key.pem", "-pubout", "-out", "public.pem")
    #expect(made.code == 0)
    let flags = ["verify", "--checkpoint", "old", "--origin", SignedLog.origin, "--public-key"]
    for named in [key, "log.vkey", "public.pem"] {
      let finished = try workspace.run(flags + [named])
      #expect(finished.code == 0, "\(finished)")
    }
    // Standard input can be read only once.
    let piped = ["verify", "--checkpoint", "old", "--public-key", "-"]
    try workspace.expect(.done, args: piped, input: printed)
    try workspace.expect(
      .done, args: piped + ["--origin", SignedLog.origin], input: workspace.text("public.pem"))
    for (named, code) in [
      ("other.vkey", "bad-signature"), ("key.pem", "bad-key"), ("orders.jsonl", "bad-key"),
    ] {
      let finished = try workspace.run(flags + [named, "--json"])
      #expect(try finished.errorObject()["code"]?.string == code, "\(finished)")
    }
  }

  @Test func `a file beside a checkpoint is read only where signatures are such files`() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file("old.sig"), withIntermediateDirectories: false)
    try workspace.expect(.done, "verify", "--checkpoint", "old", "--public-key", "log.vkey")
    try workspace.write("", to: "allowed")
    try workspace.expect(
      .inputOutput, "verify", "--checkpoint", "old", "--allowed-signers", "allowed")
  }

  @Test func `evidence is of the log that is named`() throws {
    let orders = try workspace.expect(.done, "list", "--at", "20", "--json").documents()
    let id = try #require(orders.first?["id"]?.string)
    try workspace.expect(.done, "prove", id, "--checkpoint", "old", "--output", "pack.tar")
    let made = try OutsideTool.openssl.run(
      in: workspace, "pkey", "-in", "key.pem", "-pubout", "-out", "public.pem")
    #expect(made.code == 0)
    try workspace.write(
      try workspace.expect(.done, "prove", "@7", "--checkpoint", "old").output, to: "7.tlog-proof")
    try workspace.write(try workspace.lines()[6] + "\n", to: "leaf")
    let commands = [
      ["verify-proof", "pack.tar"], ["verify-proof", "7.tlog-proof", "--leaf", "leaf"],
      ["verify", "--checkpoint", "old"], ["audit", "--checkpoint", "old"],
      ["checkpoint", "--key", "key.pem", "--after", "old"],
    ]
    for key in ["log.vkey", "public.pem"] {
      for command in commands {
        let wrong = try workspace.run(
          command + ["--public-key", key, "--origin", "wrong.org/x"])
        #expect(wrong.code == 65, "\(wrong)")
        let right = try workspace.run(
          command + ["--public-key", key, "--origin", SignedLog.origin])
        #expect(right.code != 65, "\(right)")
      }
    }
    // A key with a name says which log it is of.
    for command in commands {
      let named = try workspace.run(command + ["--public-key", "log.vkey"])
      #expect(named.code != 65, "\(named)")
    }
  }

  @Test func `the proof of an entry holds for it alone`() throws {
    let proof = try workspace.expect(.done, "prove", "@7", "--checkpoint", "new").output
    #expect(proof.hasPrefix("c2sp.org/tlog-proof@v1\nindex 6\n"))
    #expect(try proof.hasSuffix("\n\n" + workspace.text("new")))
    try workspace.write(proof, to: "7.tlog-proof")
    let lines = try workspace.lines()
    for seq in [7, 8] {
      try workspace.write(lines[seq - 1] + "\n", to: "leaf")
      let verified = try workspace.run(
        "verify-proof", "7.tlog-proof", "--leaf", "leaf", "--public-key", "log.vkey")
      #expect(verified.code == (seq == 7 ? 0 : 65), "\(verified)")
    }
    let later = try workspace.expect(.usage, "prove", "@21", "--checkpoint", "old", "--json")
    #expect(later.errors.contains(#""code":"entry-after-checkpoint""#), "\(later)")
    let unknown = try workspace.expect(.usage, "prove", "@999", "--checkpoint", "new", "--json")
    #expect(unknown.errors.contains(#""code":"position-beyond-end""#), "\(unknown)")
  }

  @Test func `what isn't proved in a pack is refused, and what is missing is named`() throws {
    try workspace.expect(.done, "prove", "1001", "--checkpoint", "new", "--output", "pack.tar")
    let files = try #require(TarArchive.files(in: workspace.bytes("pack.tar")))
    func verify(_ files: [TarArchive.File]) throws -> Finished {
      let bytes = files.flatMap { TarArchive.bytes(of: $0) } + TarArchive.end
      try workspace.write(bytes, to: "other.tar")
      return try workspace.run("verify-proof", "other.tar", "--public-key", "log.vkey")
    }
    #expect(try verify(files).code == 0)
    let wrong = try [
      files + [.init("entries/000000000099.personal", [0x7B, 0x7D])],
      files + [.init("../../evil", [])],
      files.filter { $0.name != "checkpoint" },
      files.map { $0.name == "checkpoint" ? .init($0.name, try workspace.bytes("old")) : $0 },
      files.filter { !$0.name.hasSuffix(".leaf") },
    ]
    for files in wrong { #expect(try verify(files).code == 65) }
    let second = try #require(files.filter { $0.name.hasSuffix(".leaf") }.dropFirst().first)
    let gap = try verify(files.filter { !$0.name.hasPrefix(second.name.dropLast(5)) })
    #expect(gap.output.contains("Revision 2 of order/1001 isn't here"), "\(gap)")
    for bytes in [[], [0xFF], Array("{}\n".utf8)] as [[UInt8]] {
      try workspace.write(bytes, to: "junk")
      try workspace.expect(.badData, "verify-proof", "junk", "--public-key", "log.vkey")
    }
  }

  @Test func `only what this key has signed counts as signed before`() throws {
    let unsigned = try workspace.expect(.done, "checkpoint", "--origin", SignedLog.origin)
    try workspace.write(unsigned.output, to: "unsigned")
    try log.sign("others", "--first", key: "other.pem")
    for earlier in ["unsigned", "others"] {
      let refused = try workspace.run(
        [
          "checkpoint", "--key", "key.pem", "--origin", SignedLog.origin, "--after", earlier,
          "--json",
        ])
      #expect(refused.code == 65, "\(refused)")
      #expect(refused.errors.contains(#""code":"bad-signature""#), "\(refused)")
    }
    try log.sign("rotated", "--after", "others", "--public-key", "other.vkey")
  }

  @Test func `a log that isn't good isn't signed, and programs are told what isn't`() throws {
    try log.forge { $0[4] = $0[4].replacing(/"actor":"[^"]*"/, with: #""actor":"mallory""#) }
    let told = try workspace.run(
      "verify", "--store", "forged", "--checkpoint", "old", "--origin", SignedLog.origin, "--json")
    #expect(told.code == 65 && told.output.hasPrefix(#"{"ok":false,"#), "\(told)")
    var bytes = try workspace.bytes(workspace.segments()[0])
    bytes[bytes.count / 2] ^= 1
    try workspace.write(bytes, to: workspace.segments()[0])
    let refused = try workspace.run(
      ["checkpoint", "--key", "key.pem", "--origin", SignedLog.origin, "--after", "old", "--json"])
    #expect(refused.code == 65 && refused.errors.contains(#""code":"damaged-log""#), "\(refused)")
  }

  @Test func `a file is written for programs, too`() throws {
    let flags = ["--key", "key.pem", "--origin", SignedLog.origin, "--after", "new"]
    let told = try workspace.run(["checkpoint", "--json", "--output", "told"] + flags)
    #expect(told.code == 0, "\(told)")
    let document = try JSONValue(parsing: told.output)
    #expect(try document["checkpoint"]?.string == workspace.text("told"))
    try workspace.expect(.cannotCreate, "checkpoint", "--origin", "a", "--output", "told")
  }

  @Test func `a timeline has a line for each entry, whatever is in it`() throws {
    try workspace.expect(
      .negative, "pay", "1001", "999999", "--actor", "amy\n@3  forged\u{1B}[2J", "--reason",
      "a\u{202E}b")
    try log.sign("later", "--after", "new")
    try workspace.expect(.done, "prove", "1001", "--checkpoint", "later", "--output", "p.tar")
    let files = try #require(TarArchive.files(in: workspace.bytes("p.tar")))
    let timeline = try #require(files.first { $0.name == "timeline.txt" })
    let lines = String(decoding: timeline.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == files.count { $0.name.hasSuffix(".leaf") })
    #expect(lines.last?.contains(#"amy\u{a}@3  forged\u{1b}[2J"#) == true, "\(lines)")
    #expect(lines.last?.contains(#"(a\u{202e}b)"#) == true, "\(lines)")
  }

  @Test func `a pack has all entries of its orders, the same bytes each time`() throws {
    let entries = try workspace.lines().filter { $0.contains(#""stream":"order/1001""#) }.count
    for name in ["one.tar", "two.tar"] {
      let written = try workspace.expect(
        .done, "prove", "1001", "--checkpoint", "new", "--output", name)
      #expect(
        written.output.hasPrefix("Wrote \(entries) entries with their proofs to \(name), without"),
        "\(written)")
    }
    #expect(try workspace.bytes("one.tar") == workspace.bytes("two.tar"))
    let name = try #require(
      try workspace.log().firstMatch(of: /"firstName":"([^"]+)"/)?.1)
    #expect(try !workspace.text("one.tar").contains(name))
    try workspace.expect(
      .done, "prove", "1001", "--checkpoint", "new", "--output", "full.tar", "--with-personal")
    #expect(try workspace.text("full.tar").contains(name))
    let full = try #require(TarArchive.files(in: workspace.bytes("full.tar")))
    #expect(full.allSatisfy { $0.isPrivate == $0.name.hasSuffix(".personal") })
    #expect(full.contains { $0.isPrivate })
    try workspace.expect(.done, "verify-proof", "full.tar", "--public-key", "log.vkey")
    try workspace.expect(.badData, "verify-proof", "full.tar", "--public-key", "other.vkey")
    // A file that is there isn't replaced, and one that can't be finished isn't left.
    try workspace.expect(
      .cannotCreate, "prove", "1001", "--checkpoint", "new", "--output", "one.tar")
    try workspace.expect(
      .notFound, "prove", "9999", "--checkpoint", "new", "--output", "none.tar")
    #expect(!FileManager.default.fileExists(atPath: workspace.file("none.tar")))
  }

  @Test(.needs(.keygen)) func `people sign with the SSH keys that they have`() throws {
    let made = try OutsideTool.keygen.run(
      in: workspace, "-q", "-t", "ed25519", "-N", "", "-C", "amy", "-f", "ssh")
    #expect(made.code == 0, "\(made)")
    let key = try workspace.text("ssh.pub").split(separator: " ")
    try workspace.write("amy@example.com \(key[0]) \(key[1])\n", to: "allowed")
    try workspace.expect(
      .done, "checkpoint", "--ssh-key", "ssh", "--first", "--output", "mine")
    #expect(try workspace.text("mine.sig").hasPrefix("-----BEGIN SSH SIGNATURE-----\n"))
    let good = try workspace.expect(
      .done, "verify", "--checkpoint", "mine", "--allowed-signers", "allowed")
    #expect(good.output.contains("signed by amy@example.com"), "\(good)")
    try workspace.write("bob@example.com \(key[0]) \(key[1].reversed())\n", to: "others")
    let other = try workspace.expect(
      .badData, "verify", "--checkpoint", "mine", "--allowed-signers", "others", "--json")
    #expect(other.errors.contains(#""code":"bad-signature""#), "\(other)")
    try workspace.expect(
      .done, "checkpoint", "--ssh-key", "ssh", "--after", "mine", "--output", "mine-again")
    try workspace.write("unsigned", to: "mine.sig")
    try workspace.expect(
      .badData, "checkpoint", "--ssh-key", "ssh", "--after", "mine", "--output", "not-mine")
    try workspace.copy("mine", to: "alone")
    try workspace.expect(
      .notFound, "verify", "--checkpoint", "alone", "--allowed-signers", "allowed")
  }
}
