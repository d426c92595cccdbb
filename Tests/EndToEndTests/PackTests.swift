// Evidence packs in the hands of others: what is left out, changed or added is refused, whatever made the archive.

import Formatting
import Foundation
import HistoryScenes
import Integrity
import JSONLines
import Testing

@Suite(.needs(.openssl)) struct PackTests {
  private let workspace: Workspace
  private static let program = Files.repository + "/Docs/Auditing/verify.py"

  /// The pack of two orders, one of them in a currency without decimals.
  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    let yen = Commands.create(customer: "bob", unitPrice: 300).replacing("USD", with: "JPY")
    let commands = [
      ("a", Commands.create()), ("a", Commands.pay(500)), ("a", Commands.pay(9_999)),
      ("a", Commands.pay(2_000, more: #","reason":"by phone""#)), ("b", yen),
      ("a", Commands.simple("ship-order")), ("b", Commands.pay(600)), ("c", Commands.pay(12)),
      ("b", Commands.simple("ship-order")),
    ]
    let lines = commands.enumerated().map { Commands.line($0, $1.0, $1.1) }
    try workspace.write(lines.joined(), to: "orders.jsonl")
    _ = try workspace.run("import", "orders.jsonl")
    let made = try OutsideTool.openssl.run(
      in: workspace, "genpkey", "-algorithm", "ed25519", "-out", "key.pem")
    #expect(made.code == 0, "\(made)")
    let name = ["--key", "key.pem", "--origin", SignedLog.origin]
    try workspace.write(try workspace.expect(.done, args: ["key"] + name).output, to: "log.vkey")
    let sign = ["checkpoint", "--first", "--output", "new"] + name
    try workspace.expect(.done, args: sign)
    try workspace.expect(
      .done, "prove", "a", "b", "c", "--checkpoint", "new", "--output", "pack.tar",
      "--with-personal")
  }

  private func verify(_ path: String, _ arguments: String...) throws -> Finished {
    try workspace.run(["verify-proof", path, "--public-key", "log.vkey"] + arguments)
  }

  /// The exit codes of this tool and of the published program for the same pack.
  private func codes(of path: String) throws -> [Int32?] {
    let own = try verify(path)
    guard OutsideTool.python3.isThere else { return [own.code] }
    let other = try OutsideTool.python3.run(in: workspace, Self.program, "log.vkey", path)
    #expect(own.code != 65 || other.errors.hasPrefix("REJECTED: "), "\(other)")
    #expect(own.code != 1 || other.errors.hasPrefix("NOT COMPARED: "), "\(other)")
    #expect((own.code == 0) == other.output.hasSuffix("ACCEPTED\n"), "\(other)")
    return [own.code, other.code == 1 ? own.code : other.code]
  }

  private func files() throws -> [TarArchive.File] {
    try #require(TarArchive.files(in: workspace.bytes("pack.tar")))
  }

  private func pack(_ files: [TarArchive.File]) throws {
    try workspace.write(
      files.flatMap { TarArchive.bytes(of: $0) } + TarArchive.end, to: "other.tar")
  }

  private func shell(_ line: String) throws {
    let finished = try RunningProcess(
      "/bin/sh", ["-c", line], in: workspace.path, environment: Tool.environment
    ).finish()
    #expect(finished.code == 0, "\(finished)")
  }

  @Test func `the timeline has amounts in their currencies, and verdicts have who, when and what`()
    throws
  {
    let timeline = try #require(try files().first { $0.name == "timeline.txt" })
    let text = String(decoding: timeline.bytes, as: UTF8.self)
    #expect(
      text == """
        @1  2026-03-01T00:00:00.000000Z  order/a @1  amy  create-order  25.00 USD  order-created
        @2  2026-03-01T00:00:01.000000Z  order/a @2  amy  pay-order  5.00 USD  payment-received
        @3  2026-03-01T00:00:02.000000Z  order/a @2  amy  pay-order  99.99 USD  refused: payment-exceeds-balance
        @4  2026-03-01T00:00:03.000000Z  order/a @3  amy  pay-order (by phone)  20.00 USD  payment-received, order-paid
        @5  2026-03-01T00:00:04.000000Z  order/b @1  amy  create-order  600 JPY  order-created
        @6  2026-03-01T00:00:05.000000Z  order/a @4  amy  ship-order  order-shipped
        @7  2026-03-01T00:00:06.000000Z  order/b @2  amy  pay-order  600 JPY  payment-received, order-paid
        @8  2026-03-01T00:00:07.000000Z  order/c @0  amy  pay-order  12 minor units  refused: order-not-found
        @9  2026-03-01T00:00:08.000000Z  order/b @3  amy  ship-order  order-shipped

        """, "\(text)")
    let verified = try verify("pack.tar")
    #expect(verified.code == 0, "\(verified)")
    #expect(
      verified.output.contains(
        "Entry 2, order/a@2: is in the log. 2026-03-01T00:00:01.000000Z  amy  pay-order  5.00 USD  "
          + "payment-received\n"), "\(verified)")
    let document = try verify("pack.tar", "--json").document()
    let payment = document["entries"]?.array?[1]
    #expect(payment?["actor"]?.string == "amy" && payment?["amount"]?.integer == 500)
    #expect(payment?["currency"]?.string == "USD")
    guard OutsideTool.python3.isThere else { return }
    let other = try OutsideTool.python3.run(in: workspace, Self.program, "log.vkey", "pack.tar")
    let lines = text.split(separator: "\n").map { "entry: \($0)\n" }.joined()
    #expect(other.output == "checkpoint: 9 entries\n\(lines)ACCEPTED\n", "\(other)")
  }

  /// Refused entries don't hide it.
  @Test(arguments: [(1, "a", 1), (2, "a", 2), (4, "a", 3), (5, "b", 1), (7, "b", 2)])
  func `an accepted entry that was left out is named`(_ seq: Int, _ id: String, _ rev: Int) throws {
    let prefix = "entries/00000000000\(seq)."
    try pack(files().filter { !$0.name.hasPrefix(prefix) && $0.name != "timeline.txt" })
    let found = try verify("other.tar")
    #expect(
      found.output.contains(
        "Revision \(rev) of order/\(id) isn't here: an accepted entry was left out.\n"), "\(found)")
    #expect(try codes(of: "other.tar").allSatisfy { $0 == 65 })
  }

  @Test func `the proof of one entry says nothing of others`() throws {
    let proof = try workspace.expect(.done, "prove", "@4", "--checkpoint", "new").output
    try workspace.write(proof, to: "4.tlog-proof")
    try workspace.write(try workspace.lines()[3], to: "4")
    let verified = try verify("4.tlog-proof", "--leaf", "4")
    #expect(verified.code == 0 && !verified.output.contains("left out"), "\(verified)")
    #expect(try verify("4.tlog-proof", "--leaf", "4", "--json").document()["gaps"] == nil)
  }

  @Test(arguments: ["timeline.txt", "README.txt"])
  func `a text that isn't what the entries say is refused`(_ name: String) throws {
    let changes: [(String) -> String] = [
      {
        $0.replacing("amy", with: "eve").replacing("CleanStore", with: "").replacing(
          "key", with: "")
      },
      { $0 + "@10  and more\n" }, { _ in "" },
    ]
    for change in changes {
      let text = { (file: TarArchive.File) in change(String(decoding: file.bytes, as: UTF8.self)) }
      try pack(files().map { $0.name == name ? .init(name, Array(text($0).utf8)) : $0 })
      let refused = try verify("other.tar")
      #expect(refused.output.contains("\(name) isn't what the entries say"), "\(refused)")
      #expect(try codes(of: "other.tar").allSatisfy { $0 == 65 })
    }
  }

  /// The files of a pack that says that another version wrote it, and whether they can be compared all the same.
  static let otherVersions: [(isComparable: Bool, change: @Sendable (String, String) -> String)] = [
    (true, { $1 }),
    (false, { $0 == "timeline.txt" ? $1.replacing("5.00 USD", with: "USD 5.00") : $1 }),
    (false, { $0 == "timeline.txt" ? $1.replacing("amy", with: "eve") : $1 }),
    (false, { $0 == "README.txt" ? $1.replacing("proves", with: "shows") : $1 }),
  ]

  @Test(arguments: otherVersions.indices, ["cleanstore 0.0.9", "cleanstore 7.1-beta+2"])
  func `of a pack that another version wrote, the entries are proved, and the rest isn't compared`(
    _ index: Int, _ writer: String
  ) throws {
    let (isComparable, change) = Self.otherVersions[index]
    try pack(
      files().map { file in
        let text = String(decoding: file.bytes, as: UTF8.self)
        let own = text.replacing("Written by cleanstore 0.1.0.", with: "Written by \(writer).")
        return file.name.hasSuffix(".txt")
          ? .init(file.name, Array(change(file.name, own).utf8)) : file
      })
    let code: Int32 = isComparable ? 0 : 1
    #expect(try codes(of: "other.tar").allSatisfy { $0 == code })
    let said = try verify("other.tar").output
    let sentence = "Written by \(writer): its "
    #expect(said.contains(sentence) != isComparable, "\(said)")
    #expect(isComparable || said.contains("The entries prove themselves."), "\(said)")
    #expect(said.contains("Entry 2, order/a@2: is in the log."), "\(said)")
    let document = try verify("other.tar", "--json").document()
    #expect(document["ok"] == .boolean(isComparable))
    #expect(document["writtenBy"]?.string == (isComparable ? nil : writer))
    // An entry without a proof is refused whatever it says.
    let leaf = "entries/000000000002.leaf"
    try pack(
      TarArchive.files(in: workspace.bytes("other.tar"))?.map { file in
        file.name == leaf ? .init(leaf, file.bytes + [0x20]) : file
      } ?? [])
    #expect(try codes(of: "other.tar").allSatisfy { $0 == 65 })
  }

  @Test(arguments: ["", "Written by .", "Written by \u{1b}[31m.", "Made by cleanstore 0.0.9."])
  func `a text whose writer isn't named is compared`(_ first: String) throws {
    try pack(
      files().map { file in
        let text = String(decoding: file.bytes, as: UTF8.self)
        return file.name == "README.txt"
          ? .init(
            file.name, Array(text.replacing("Written by cleanstore 0.1.0.", with: first).utf8))
          : file
      })
    #expect(try codes(of: "other.tar").allSatisfy { $0 == 65 })
  }

  @Test(arguments: [
    "tar cf other.tar -C pack .", "cd pack && tar --format=gnu -cf ../other.tar *",
    "cd pack && tar --format=ustar --owner=amy:1000 -cf ../other.tar timeline.txt entries checkpoint",
    "mv pack other.tar",
  ]) func `the same files are accepted, whatever packed them`(_ line: String) throws {
    try shell("mkdir pack && tar xf pack.tar -C pack && \(line)")
    #expect(try codes(of: "other.tar").allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    "touch pack/entries/notes", "mv pack/README.txt pack/readme.txt",
    "echo {} > pack/entries/1.leaf",
    "mkdir pack/entries/000000000001", "mv pack/checkpoint pack/c && ln -s c pack/checkpoint",
    "ln -s /etc/hostname pack/entries/000000000099.leaf",
    "mv pack/entries/000000000001.leaf l && ln -s ../../l pack/entries/000000000001.leaf",
  ]) func `any other file is refused, packed or not`(_ line: String) throws {
    try shell("mkdir pack && tar xf pack.tar -C pack && \(line) && tar cf other.tar -C pack .")
    for path in ["other.tar", "pack"] {
      let refused = try verify(path)
      #expect(refused.code == 65, "\(refused)")
    }
    guard OutsideTool.python3.isThere else { return }
    let other = try OutsideTool.python3.run(in: workspace, Self.program, "log.vkey", "other.tar")
    #expect(other.code == 1 && other.errors.hasPrefix("REJECTED: "), "\(other)")
  }

  @Test(.slow(.programs), .needs(.go, .python3))
  func `the published programs say the same of each pack`() throws {
    let program = try OutsideTool.buildVerifier(in: workspace)
    let genuine = try files()
    func changing(_ name: String, _ change: (String) -> String) -> [TarArchive.File] {
      genuine.map { file in
        file.name == name
          ? .init(name, Array(change(String(decoding: file.bytes, as: UTF8.self)).utf8)) : file
      }
    }
    var packs = [genuine, genuine.reversed(), genuine + [.init("notes.txt", [])], []]
    packs += genuine.indices.map { place in
      genuine.indices.filter { $0 != place }.map { genuine[$0] }
    }
    for file in genuine {
      packs.append(changing(file.name) { $0 + "\n" })
      packs.append(changing(file.name) { String($0.prefix { $0 != "\n" }) })
      packs.append(changing(file.name) { $0.replacing("amy", with: "eve") })
    }
    let other = { (text: String) in text.replacing("cleanstore 0.1.0.", with: "cleanstore 0.0.9.") }
    packs.append(changing("README.txt", other))
    packs.append(changing("README.txt") { other($0).replacing("proves", with: "shows") })
    for (place, files) in packs.enumerated() {
      try pack(files)
      let own = try verify("other.tar")
      let python = try OutsideTool.python3.run(in: workspace, Self.program, "log.vkey", "other.tar")
      let go = try RunningProcess(
        program, ["log.vkey", "other.tar"], in: workspace.path, environment: Tool.environment
      ).finish()
      #expect((own.code == 0) == (go.code == 0) && go.code == python.code, "\(place): \(own) \(go)")
      let words = go.errors.prefix { $0 != ":" }
      #expect(words == python.errors.prefix { $0 != ":" }, "\(place): \(go) \(python)")
      #expect(go.code == 0 || words == (own.code == 1 ? "NOT COMPARED" : "REJECTED"), "\(go)")
      #expect(go.code != 0 || go.output == python.output, "\(place): \(go)")
    }
  }

  @Test(arguments: [
    "for e in leaf tlog-proof; do cp entries/000000000001.$e entries/0000000000001.$e; done;"
      + "(head -1 timeline.txt; cat timeline.txt) > t; mv t timeline.txt",
    "for e in leaf tlog-proof; do cp entries/000000000001.$e entries/0000000000000001.$e; done; rm timeline.txt",
    "for e in leaf tlog-proof personal; do mv entries/000000000001.$e entries/0000000000001.$e; done",
  ]) func `an entry is there once, under its own name`(_ line: String) throws {
    try expectRefused(line) {
      $0.contains("is of entry 1, whose proof is entries/000000000001.tlog-proof.")
    }
  }

  @Test(arguments: [
    "rm entries/*; : > timeline.txt", "rm entries/* timeline.txt",
    "rm entries/* timeline.txt README.txt",
  ]) func `a pack without entries proves nothing`(_ line: String) throws {
    try expectRefused(line) { $0.contains("isn't a proof. ") }
  }

  /// - Parameters:
  ///   - line: Changes the pack, in its folder.
  ///   - isReason: Whether this tool says what is wrong.
  private func expectRefused(_ line: String, _ isReason: (String) -> Bool) throws {
    try shell(
      "mkdir pack && tar xf pack.tar -C pack && (cd pack && \(line)) && tar cf other.tar -C pack .")
    for path in ["other.tar", "pack"] {
      #expect(try codes(of: path).allSatisfy { $0 == 65 })
      let refused = try verify(path)
      #expect(isReason(refused.errors), "\(refused)")
    }
  }

  @Test func `what is said of personal data is what is in the pack`() throws {
    func prove(_ id: String, _ file: String, _ flags: String...) throws -> String {
      try workspace.expect(
        .done, args: ["prove", id, "--checkpoint", "new", "--output", file] + flags
      ).output
    }
    #expect(
      try prove("a", "1.tar", "--with-personal").contains(", with the personal data of 1 entry. "))
    #expect(try prove("a", "2.tar").contains(", without personal data. "))
    #expect(
      try prove("c", "3.tar", "--with-personal").contains(
        ", without personal data: they have none. "))
    try workspace.expect(.done, "erase", "a", "--reason", "request", "--yes")
    let erased = try prove("a", "4.tar", "--with-personal")
    #expect(erased.contains(", without personal data; that of 1 entry was erased. "), "\(erased)")
    #expect(try codes(of: "4.tar").allSatisfy { $0 == 0 })
  }

  @Test func `the published programs know the readme and the currencies as this tool does`() throws
  {
    let readMe = try #require(try files().first { $0.name == "README.txt" })
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
      String(Character(UnicodeScalar($0)))
    }
    for name in ["verify.py", "verify.go"] {
      let text = try Files.text(Files.repository + "/Docs/Auditing/" + name)
      let first = try #require(readMe.bytes.firstIndex(of: 0x0A))
      let hash = Digest(of: Array(readMe.bytes[(first + 1)...])).hex
      #expect(text.contains("\"\(hash)\""), "\(hash)")
      let version = try workspace.expect(.done, "--version").output.dropLast()
      #expect(text.contains("= \"\(version)\""), "\(version)")
      #expect(
        String(decoding: readMe.bytes[..<first], as: UTF8.self) == "Written by \(version).")
      var decimals: [String: Int] = [:]
      for line in text.matches(of: /([034]): "([A-Z ]+)"/) {
        for code in line.2.split(separator: " ") { decimals[String(code)] = Int(line.1) }
      }
      for first in letters {
        for second in letters {
          for third in letters {
            let code = first + second + third
            if decimals[code, default: 2] != Currency(code).decimals { Issue.record("\(code)") }
          }
        }
      }
    }
  }
}
