// Ed25519 signatures by the program `openssl`: no signature is computed here.

import Integrity
import Platform

struct OpenSSL {
  private let program: SigningProgram
  /// The beginning of a public key in DER (RFC 8410): before the 32 bytes of the key.
  private static let derPrefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
  private static let oldest = 3

  /// - Parameter path: The program; one of that name is looked for in `PATH`.
  init(_ path: String, _ world: World) throws(Failure) {
    program = SigningProgram(
      path: path, world: world,
      hint: "Install OpenSSL \(Self.oldest) or later, or pass its path with --openssl.")
    let version = try program.ask(["version"]).text
    // Warnings may come first.
    let line = version.split(separator: "\n").first { $0.contains("SSL ") } ?? "another program"
    let words = line.split(separator: " ")
    let major = words.count > 1 ? words[1].split(separator: ".").first.flatMap { Int($0) } : nil
    guard words.first == "OpenSSL", let major, major >= Self.oldest else {
      throw Failure(
        .usage, code: "unsuitable-openssl",
        "\(path) is \(line), but OpenSSL \(Self.oldest) or later is needed.",
        hint: "Install OpenSSL, and pass its path with --openssl.")
    }
  }

  /// The public key of a private one.
  func publicKey(ofPrivateKeyIn file: String) throws(Failure) -> [UInt8] {
    // Otherwise OpenSSL's words for a file that can't be read would have to be understood.
    _ = try program.world.read(file)
    return try program.withFolder { (folder) throws(Failure) in
      try publicKey(in: file, [], folder) { Self.badKey(file, "private", $0) }
    }
  }

  /// The public key that is in the PEM text of a file. The text, because a pipe can be read only once.
  func publicKey(in text: [UInt8], of file: String) throws(Failure) -> [UInt8] {
    try program.withFolder { (folder) throws(Failure) in
      try publicKey(in: folder.write(text, as: "pem"), ["-pubin"], folder) {
        Self.badKey(file, "public", $0)
      }
    }
  }

  private func publicKey(
    in file: String, _ kind: [String], _ folder: PrivateFolder,
    orElse bad: (CapturedProcess.Answer) -> Failure
  ) throws(Failure) -> [UInt8] {
    let output = folder.file("key")
    let answer = try program.ask(
      ["pkey"] + kind + ["-in", file, "-pubout", "-outform", "DER", "-out", output])
    let key = answer.isPositive ? (try? program.world.read(output)) ?? [] : []
    guard key.starts(with: Self.derPrefix),
      key.count == Self.derPrefix.count + VerifierKey.keySize
    else { throw bad(answer) }
    return Array(key[Self.derPrefix.count...])
  }

  private static func badKey(_ file: String, _ kind: String, _ answer: CapturedProcess.Answer)
    -> Failure
  {
    Failure(
      .usage, code: "bad-key", "OpenSSL found no Ed25519 \(kind) key in PEM in \(file).",
      hint: answer.isPositive ? "It may be a key of another kind." : answer.said)
  }

  func sign(_ text: [UInt8], with file: String) throws(Failure) -> [UInt8] {
    try program.withFolder { (folder) throws(Failure) in
      let (input, output) = (try folder.write(text, as: "text"), folder.file("signature"))
      let answer = try program.ask(
        ["pkeyutl", "-sign", "-rawin", "-inkey", file, "-in", input, "-out", output])
      guard answer.isPositive, let signature = try? program.world.read(output) else {
        throw Failure(
          .inputOutput, code: "not-signed", "\(program.path) didn't sign with \(file).",
          hint: answer.said)
      }
      return signature
    }
  }

  func verify(_ signature: [UInt8], of text: [UInt8], by key: [UInt8]) throws(Failure) -> Bool {
    try program.withFolder { (folder) throws(Failure) in
      try program.ask([
        "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER",
        "-inkey", try folder.write(Self.derPrefix + key, as: "key"),
        "-in", try folder.write(text, as: "text"),
        "-sigfile", try folder.write(signature, as: "signature"),
      ]).isPositive
    }
  }
}

/// A private key in a file.
struct OpenSSLKey: NoteKey, CheckpointSigner {
  let openSSL: OpenSSL
  let file: String

  func verifierKey(named name: String) throws(Failure) -> VerifierKey {
    VerifierKey(name: name, publicKey: try openSSL.publicKey(ofPrivateKeyIn: file))
  }

  func requireSigned(_ earlier: CheckpointFile) throws(Failure) {
    let key = try verifierKey(named: earlier.checkpoint.origin)
    _ = try OpenSSLVerifier(openSSL: openSSL) { _ in [key] }.signer(of: earlier)
  }

  func sign(_ checkpoint: LogCheckpoint) throws(Failure) -> SignedCheckpoint {
    let key = try verifierKey(named: checkpoint.origin)
    let text = Array(checkpoint.body.utf8)
    let signature = try openSSL.sign(text, with: file)
    guard try openSSL.verify(signature, of: text, by: key.publicKey) else {
      throw .notSigned(by: "OpenSSL")
    }
    let signed = SignedNote.Signature(name: key.name, keyID: key.id, bytes: signature)
    return .note(CheckpointNote(checkpoint, signatures: [signed]))
  }
}

/// Public keys that are trusted, of which one must have signed.
struct OpenSSLVerifier: CheckpointVerifier {
  let openSSL: OpenSSL
  /// The keys with their name, which must be that of the log.
  let keys: (_ origin: String) -> [VerifierKey]

  func signer(of file: CheckpointFile) throws(Failure) -> String {
    let origin = file.checkpoint.origin
    let keys = keys(origin)
    if let other = keys.first(where: { !$0.name.utf8.elementsEqual(origin.utf8) }) {
      throw .badSignature(file.name, "It is of the log \(origin), but the key is of \(other.name).")
    }
    let text = Array(file.note.note.text.utf8)
    var signers: [VerifierKey] = []
    for key in keys {
      for signature in key.signatures(of: file.note.note) {
        guard try openSSL.verify(signature.bytes, of: text, by: key.publicKey) else {
          throw .badSignature(file.name, "Its signature is wrong.")
        }
        signers.append(key)
      }
    }
    guard let signer = signers.first else {
      throw .badSignature(
        file.name, "It isn't signed by \(keys.count == 1 ? "this key" : "any of these keys").")
    }
    // Keys of one log differ in their digits.
    return keys.count == 1 ? signer.name : signer.nameAndDigits
  }
}
