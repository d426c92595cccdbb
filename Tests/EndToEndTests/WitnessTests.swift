// Checkpoints under changing keys, and signed by witnesses, too.

import Foundation
import Integrity
import Testing

@Suite(.needs(.openssl)) struct WitnessTests {
  private let log: SignedLog
  private var workspace: Workspace { log.workspace }

  init() throws { log = try SignedLog() }

  private func openssl(_ arguments: String...) throws {
    let finished = try RunningProcess(
      try #require(Files.program("openssl")), arguments, in: workspace.path,
      environment: Tool.environment
    ).finish()
    try #require(finished.code == 0, "\(finished)")
  }

  /// Adds a witness's signature to a checkpoint.
  ///
  /// - Returns: The witness's key.
  private func cosign(_ file: String, as name: String, at seconds: Int = 1_750_000_000) throws
    -> String
  {
    if !FileManager.default.fileExists(atPath: workspace.file(name + ".pem")) {
      try openssl("genpkey", "-algorithm", "ed25519", "-out", name + ".pem")
    }
    try openssl("pkey", "-in", name + ".pem", "-pubout", "-outform", "DER", "-out", name + ".der")
    let key = VerifierKey(
      name: name, publicKey: try workspace.bytes(name + ".der").suffix(32), .cosignature)
    let text = try workspace.text(file)
    let note = try SignedNote(text)
    try workspace.write("cosignature/v1\ntime \(seconds)\n\(note.text)", to: "message")
    try openssl(
      "pkeyutl", "-sign", "-rawin", "-inkey", name + ".pem", "-in", "message", "-out", "signature")
    let time = withUnsafeBytes(of: Int64(seconds).bigEndian) { Array($0) }
    let signature = SignedNote.Signature(
      name: name, keyID: key.id, bytes: time + (try workspace.bytes("signature")))
    let signed = SignedNote(text: note.text, signatures: note.signatures + [signature])
    try workspace.write(signed.note, to: file)
    return key.text
  }

  private func verify(_ arguments: String...) throws -> Finished {
    try workspace.run(["verify", "--checkpoint", "new", "--public-key", "log.vkey"] + arguments)
  }

  @Test func `checkpoints before and after a change of keys are verified together`() throws {
    try log.sign("newest", "--after", "new", "--public-key", "log.vkey", key: "other.pem")
    let both = ["verify", "--checkpoint", "new", "--checkpoint", "newest"]
    let keys = try ["log.vkey", "other.vkey"].map { try workspace.text($0) }
    try workspace.write(keys.joined(), to: "keys")
    for passed in [["log.vkey", "other.vkey"], ["keys"], ["other.vkey", "keys"]] {
      let finished = try workspace.run(both + passed.flatMap { ["--public-key", $0] })
      #expect(finished.code == 0, "\(finished)")
      for key in keys {
        let digits = key.split(separator: "+")[1]
        #expect(finished.output.contains("signed by \(SignedLog.origin)+\(digits)"), "\(finished)")
      }
    }
    for key in ["log.vkey", "other.vkey"] {
      let finished = try workspace.run(both + ["--public-key", key, "--json"])
      #expect(finished.code == 65 && finished.errors.contains("bad-signature"), "\(finished)")
    }
  }

  @Test func `as many witnesses as are required must have signed`() throws {
    let first = try cosign("new", as: "one.example")
    let second = try cosign("new", as: "two.example")
    // A third one has signed another checkpoint only.
    let third = try cosign("old", as: "three.example")
    try workspace.write([first, second, third].map { $0 + "\n" }.joined(), to: "witnesses")
    let all = try verify("--witness", first, "--witness", second)
    #expect(all.code == 0, "\(all)")
    #expect(
      all.output.contains(
        "signed by example.com/orders, witnessed by one.example and two.example): the log matches."),
      "\(all)")
    #expect(try verify("--witness", "witnesses", "--quorum", "2").code == 0)
    for flags in [["--quorum", "3"], []] {
      let few = try workspace.run(
        ["verify", "--checkpoint", "new", "--public-key", "log.vkey", "--witness", "witnesses"]
          + flags)
      #expect(few.code == 65, "\(few)")
      #expect(few.errors.contains("2 of 3 witnesses have signed it, and 3 must have."), "\(few)")
    }
  }

  @Test func `a witness's signature is of its time and of its checkpoint`() throws {
    let key = try cosign("new", as: "one.example")
    let text = try workspace.text("new")
    let note = try SignedNote(text)
    let signature = try #require(note.signatures.last)
    var late = signature.bytes
    late[7] += 1
    for bytes in [late, Array(signature.bytes.dropLast())] {
      let forged = SignedNote.Signature(
        name: signature.name, keyID: signature.keyID, bytes: bytes)
      try workspace.write(
        SignedNote(text: note.text, signatures: note.signatures.dropLast() + [forged]).note,
        to: "new")
      #expect(try verify("--witness", key).code == 65)
    }
    try workspace.write(text, to: "new")
    #expect(try verify("--witness", key).code == 0)
  }

  @Test func `a witness counts once, whatever keys and names it has`() throws {
    let first = try cosign("new", as: "one.example")
    let key = try VerifierKey(first)
    let other = VerifierKey(name: "two.example", publicKey: key.publicKey, .cosignature).text
    let twice = try verify("--witness", first, "--witness", other, "--json")
    #expect(try twice.errorObject()["code"]?.string == "bad-key", "\(twice)")
    let unused = VerifierKey(
      name: "one.example", publicKey: Array(repeating: 1, count: 32), .cosignature)
    #expect(try verify("--witness", first, "--witness", unused.text).code == 0)
    let more = try verify("--witness", first, "--witness", unused.text, "--quorum", "2")
    #expect(more.code == ExitStatus.usage.rawValue, "\(more)")
    try workspace.expect(.usage, "verify", "--quorum", "1")
  }

  @Test func `witnesses vouch for an owner's signature, and are enough`() throws {
    let key = try cosign("new", as: "one.example")
    let owner = ["verify", "--checkpoint", "new", "--origin", SignedLog.origin]
    for (flags, code) in [
      (["--witness", key], "missing-public-key"),
      (["--public-key", "log.vkey", "--witness", key, "--quorum", "2"], "bad-quorum"),
      (["--public-key", "log.vkey", "--quorum", "1"], "bad-quorum"),
      (["--public-key", key], "bad-key"),
      (["--public-key", "log.vkey", "--witness", "log.vkey"], "bad-key"),
    ] {
      let finished = try workspace.run(owner + flags + ["--json"])
      #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
      #expect(try finished.errorObject()["code"]?.string == code, "\(finished)")
    }
  }
}
