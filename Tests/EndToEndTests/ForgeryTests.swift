// Fourteen forgeries, each with true checksums, so that nothing but the evidence tells. The table says which evidence
// rejects each: the proof of an entry alone, the proof that a log was continued, or the whole log.

import Foundation
import HistoryScenes
import Integrity
import TestKit
import Testing

@Suite(.slow(.programs), .needs(.openssl)) struct ForgeryTests {
  enum Evidence {
    /// The proof of one entry, with the checkpoint and the key.
    case entryProof
    /// The proof that the log was continued from an earlier checkpoint.
    case continuation
    /// All entries up to the checkpoint.
    case wholeLog
  }

  struct Forgery: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rejectedBy: Set<Evidence>
    /// Changes the log that the auditor is given.
    var changesLog: (@Sendable (inout [String]) throws -> Void)?
    /// Changes the evidence, in its folder.
    var changesEvidence: (@Sendable (SignedLog, _ folder: String) throws -> Void)?
  }

  /// The first entry with a payment, and one of another amount.
  private static func payment(in lines: [String]) throws -> Int {
    try #require(lines.firstIndex { $0.contains(#""type":"payment-received","amount":"#) })
  }

  private static func stream(of line: String) -> Substring? {
    line.firstMatch(of: /"stream":"([^"]*)"/)?.1
  }

  private static func renumbered(_ lines: [String]) -> [String] {
    lines.enumerated().map { index, line in
      line.replacing(/^\{"seq":[0-9]+/, with: #"{"seq":\#(index + 1)"#)
    }
  }

  static let forgeries: [Forgery] = [
    Forgery(testDescription: "an amount is altered", rejectedBy: [.entryProof, .wholeLog]) {
      lines in
      let line = try payment(in: lines)
      lines[line] = lines[line].replacing(#""amount":"#, with: #""amount":1"#)
    },
    Forgery(testDescription: "an actor is altered", rejectedBy: [.entryProof, .wholeLog]) { lines in
      lines[6] = lines[6].replacing(/"actor":"[^"]*"/, with: #""actor":"mallory""#)
    },
    Forgery(testDescription: "two entries are swapped", rejectedBy: [.entryProof, .wholeLog]) {
      lines in
      let first = try #require(
        (1..<lines.count - 1).first { stream(of: lines[$0]) != stream(of: lines[$0 + 1]) })
      // Each keeps the other's number and time.
      let heads = try lines[first...first + 1].map {
        String(try #require($0.firstMatch(of: /^\{"seq":[0-9]+,"at":"[^"]*"/)).output)
      }
      let (one, other) = (lines[first], lines[first + 1])
      lines[first] = heads[0] + other.dropFirst(heads[1].count)
      lines[first + 1] = heads[1] + one.dropFirst(heads[0].count)
    },
    Forgery(testDescription: "an entry is dropped", rejectedBy: [.entryProof, .wholeLog]) { lines in
      // The last one of its order, so that no revision is missing.
      let last = try #require(
        (1..<lines.count - 1).first { place in
          !lines[(place + 1)...].contains { stream(of: $0) == stream(of: lines[place]) }
        })
      lines.remove(at: last)
      lines = renumbered(lines)
    },
    Forgery(testDescription: "an entry is inserted", rejectedBy: [.entryProof, .wholeLog]) {
      lines in
      // A refusal, so that no revision is too many.
      let place = try payment(in: lines)
      lines.insert(
        lines[place].replacing(
          /"events":.*(?=,"crc":)/, with: #""rejected":{"code":"payment-exceeds-balance"}"#),
        at: place + 1)
      lines = renumbered(lines)
    },
    Forgery(testDescription: "the end is cut off", rejectedBy: [.wholeLog]) { lines in
      lines.removeLast(5)
    },
    Forgery(testDescription: "the store is rebuilt", rejectedBy: [.entryProof, .wholeLog]) {
      lines in
      // The same commands, recorded again: the salts differ.
      lines = lines.map {
        $0.replacing(
          /"salt":"[0-9a-f]{32}"/, with: #""salt":"\#(String(repeating: "5", count: 32))""#
        ).replacing(
          /"sha256:[0-9a-f]{64}"/, with: "\"sha256:\(String(repeating: "5", count: 64))\"")
      }
    },
    Forgery(
      testDescription: "other personal data is put back", rejectedBy: [.entryProof, .wholeLog]
    ) { lines in
      let line = try #require(lines.firstIndex { $0.contains(#""personal":"#) })
      let salt = String(repeating: "5", count: 32)
      lines[line] = lines[line].replacing(
        /"firstName":"[^"]*"/, with: #""firstName":"Mallory""#
      ).replacing(
        /"personal":"sha256:[0-9a-f]{64}"/,
        with: #""personal":{"salt":"\#(salt)","contact":{"firstName":"Mallory"}}"#)
    },
    Forgery(
      testDescription: "another store's checkpoint is passed",
      rejectedBy: [.entryProof, .continuation, .wholeLog],
      changesEvidence: { log, folder in
        try log.workspace.expect(.done, "init", "second")
        try log.workspace.expect(.negative, "import", "orders.jsonl", "--store", "second")
        try log.sign("second-checkpoint", "--first", of: "second")
        try log.replace("checkpoint", in: folder, by: log.workspace.text("second-checkpoint"))
      }),
    Forgery(
      testDescription: "the checkpoint's size is altered",
      rejectedBy: [.entryProof, .continuation, .wholeLog],
      changesEvidence: { log, folder in
        var lines = try log.workspace.text("new").split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        lines[1] = try String(#require(Int(lines[1])) - 1)
        try log.replace("checkpoint", in: folder, by: lines.joined(separator: "\n"))
      }),
    Forgery(
      testDescription: "the key is somebody else's",
      rejectedBy: [.entryProof, .continuation, .wholeLog],
      changesEvidence: { log, folder in
        try log.sign("mallory", "--first", key: "other.pem")
        try log.replace("checkpoint", in: folder, by: log.workspace.text("mallory"))
      }),
    Forgery(
      testDescription: "a proof is altered", rejectedBy: [.entryProof],
      changesEvidence: { log, folder in
        let name = "\(folder)/entries/000000000007.tlog-proof"
        var lines = try log.workspace.text(name).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        lines.swapAt(2, 3)
        try log.workspace.write(lines.joined(separator: "\n"), to: name)
      }),
    Forgery(
      testDescription: "an entry is there twice", rejectedBy: [.entryProof],
      changesEvidence: { log, folder in
        let first = folder + "/entries/000000000001."
        for kind in ["leaf", "tlog-proof"] {
          try log.workspace.copy(first + kind, to: folder + "/entries/0000000000001." + kind)
        }
        let timeline = try log.workspace.text(folder + "/timeline.txt")
        let line = timeline.prefix { $0 != "\n" } + "\n"
        try log.workspace.write(line + timeline, to: folder + "/timeline.txt")
      }),
    Forgery(
      testDescription: "no entry is there", rejectedBy: [.entryProof],
      changesEvidence: { log, folder in
        for name in log.workspace.names(in: folder + "/entries") {
          try FileManager.default.removeItem(
            atPath: log.workspace.file("\(folder)/entries/\(name)"))
        }
        try log.workspace.write("", to: folder + "/timeline.txt")
      }),
  ]

  @Test(arguments: forgeries, [false, true])
  func `this tool rejects`(_ forgery: Forgery, isErased: Bool) throws {
    let log = try SignedLog(isErased: isErased)
    try log.collectEvidence(in: "evidence")
    try log.expectAccepted("evidence", of: "store")
    let store = try forge(forgery, log)
    let workspace = log.workspace
    // Nothing but the evidence tells.
    try workspace.expect(.done, "verify", "--store", store)
    let verified = try workspace.run(
      "verify", "--store", store, "--checkpoint", "evidence/checkpoint", "--public-key", "log.vkey",
      "--origin", SignedLog.origin)
    #expect(verified.code == (forgery.rejectedBy.contains(.wholeLog) ? 65 : 0), "\(verified)")
    let proofs = try log.verifyPack("evidence")
    #expect(proofs.code == (forgery.rejectedBy.contains(.entryProof) ? 65 : 0), "\(proofs)")
    let isContinued = try log.isContinued(in: "evidence")
    #expect(isContinued != forgery.rejectedBy.contains(.continuation))
    guard forgery.changesLog != nil else { return }
    // Nor does the key's owner sign what isn't a continuation.
    let flags = ["--key", "key.pem", "--origin", SignedLog.origin, "--after", "new"]
    let signed = try workspace.run(["checkpoint", "--store", store] + flags)
    #expect(signed.code == 65, "\(signed)")
  }

  @Test(.needs(.python3), arguments: forgeries, [false, true])
  func `Python and OpenSSL reject`(_ forgery: Forgery, isErased: Bool) throws {
    try outsiderRejects(forgery, isErased) { log in
      try OutsideTool.python3.run(
        in: log.workspace, Files.repository + "/Docs/Auditing/verify.py", "log.vkey", "evidence")
    }
  }

  @Test(.needs(.go)) func `Go rejects all of them`() throws {
    let workspace = try Workspace()
    let program = try OutsideTool.buildVerifier(in: workspace)
    for forgery in Self.forgeries {
      for isErased in [false, true] {
        try outsiderRejects(forgery, isErased) { log in
          try RunningProcess(
            program, ["log.vkey", "evidence"], in: log.workspace.path,
            environment: Tool.environment
          ).finish()
        }
      }
    }
  }

  /// An outsider accepts what is true, and then rejects the forgery.
  private func outsiderRejects(
    _ forgery: Forgery, _ isErased: Bool, _ verify: (SignedLog) throws -> Finished
  ) throws {
    let log = try SignedLog(isErased: isErased)
    try log.collectEvidence(in: "evidence")
    let accepted = try verify(log)
    #expect(accepted.output.hasSuffix("ACCEPTED\n") && accepted.code == 0, "\(accepted)")
    let store = try forge(forgery, log)
    try? FileManager.default.removeItem(atPath: log.workspace.file("evidence/log"))
    try log.workspace.copy(store + "/log", to: "evidence/log")
    let rejected = try verify(log)
    #expect(rejected.errors.hasPrefix("REJECTED: ") && rejected.code == 1, "\(rejected)")
  }

  /// - Returns: The store that the forger shows.
  private func forge(_ forgery: Forgery, _ log: SignedLog) throws -> String {
    try forgery.changesEvidence?(log, "evidence")
    guard let change = forgery.changesLog else { return "store" }
    try log.forge("forged", change)
    try log.replaceLeaves(in: "evidence", by: "forged")
    return "forged"
  }
}

extension SignedLog {
  fileprivate func replace(_ name: String, in folder: String, by text: String) throws {
    let old = try workspace.text("\(folder)/\(name)")
    try workspace.write(text, to: "\(folder)/\(name)")
    for file in workspace.names(in: "\(folder)/entries") where file.hasSuffix(".tlog-proof") {
      let path = "\(folder)/entries/\(file)"
      let proof = try workspace.text(path)
      try workspace.write(proof.replacing(old, with: text), to: path)
    }
    let proof = try workspace.text("\(folder)/consistency")
    try workspace.write(proof.replacing(old, with: text), to: "\(folder)/consistency")
  }

  /// The leaves that the forger shows are those of the forged entries.
  fileprivate func replaceLeaves(in folder: String, by store: String) throws {
    let lines = try workspace.lines(of: store)
    for file in workspace.names(in: "\(folder)/entries") where file.hasSuffix(".leaf") {
      guard let seq = Int(file.prefix { $0 != "." }), seq <= lines.count else { continue }
      let name = "\(folder)/entries/\(file)"
      let line = try #require(lines.first { $0.hasPrefix(#"{"seq":\#(seq),"#) })
      try workspace.write(leaf(of: line), to: name)
    }
  }

  private func leaf(of line: String) -> String {
    let whole = line.replacing(/,"crc":"[0-9a-f]{8}"\}$/, with: "}")
    guard let block = whole.firstMatch(of: /,"personal":(\{.*\})\}$/)?.1 else { return whole }
    return String(whole[..<block.startIndex]) + "\"sha256:\(sha256(of: block))\"}"
  }

  private func sha256(of text: Substring) -> String {
    Digest(of: Array(text.utf8)).hex
  }

  /// This tool's verdict on a pack made of what is in a folder.
  fileprivate func verifyPack(_ folder: String) throws -> Finished {
    let entries = workspace.names(in: folder + "/entries").map { "entries/" + $0 }
    var archive: [UInt8] = []
    for name in ["checkpoint"] + entries {
      archive += TarArchive.bytes(of: .init(name, try workspace.bytes("\(folder)/\(name)")))
    }
    try workspace.write(archive + TarArchive.end, to: "again.tar")
    return try workspace.run("verify-proof", "again.tar", "--public-key", "log.vkey")
  }

  /// Whether the proof of continuation holds, for the checkpoint that this key has signed.
  fileprivate func isContinued(in folder: String) throws -> Bool {
    let proof = try workspace.text("\(folder)/consistency")
    let lines = proof.prefix { $0 != " " } == "old" ? proof.split(separator: "\n") : []
    let hashes = lines.dropFirst().prefix { $0 != Self.origin }.compactMap {
      Base64.bytes(of: $0).flatMap { Digest($0) }
    }
    let old = try CheckpointNote(workspace.text("\(folder)/old")).checkpoint
    let note = try CheckpointNote(workspace.text("\(folder)/checkpoint"))
    let new = note.checkpoint
    let key = try VerifierKey(workspace.text("log.vkey").dropLast())
    guard let signature = key.signatures(of: note.note).first else { return false }
    try workspace.write(note.note.text, to: "text")
    try workspace.write(signature.bytes, to: "signature")
    let verified = try OutsideTool.openssl.run(
      in: workspace, "pkeyutl", "-verify", "-inkey", "key.pem", "-rawin", "-in", "text", "-sigfile",
      "signature")
    return verified.code == 0
      && TreeProof.holds(hashes, from: (old.size, old.root), to: (new.size, new.root))
  }

  fileprivate func expectAccepted(_ folder: String, of store: String) throws {
    let verified = try verifyPack(folder)
    #expect(verified.code == 0, "\(verified)")
    try workspace.expect(
      .done, "verify", "--store", store, "--checkpoint", "old", "--checkpoint", "new",
      "--public-key", "log.vkey", "--origin", Self.origin)
  }
}
