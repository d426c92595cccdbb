// Ed25519 signatures by the program `openssl`: no signature is computed here.

import HistoryScenes
import Terminal
import Transparency

struct OpenSSL {
  private let program: AskedProgram
  private let world: World
  /// What a public key begins with in DER (RFC 8410): before the 32 bytes of the key.
  private static let derPrefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
  private static let oldest = 3

  /// - Parameter path: The program; one of that name is looked for in `PATH`.
  init(_ path: String = "openssl", _ world: World) throws(Failure) {
    self.world = world
    program = AskedProgram(path, environment: world.environment)
    let version = try ask(["version"]).text
    let words = version.split(separator: " ")
    let major = words.count > 1 ? words[1].split(separator: ".").first.flatMap { Int($0) } : nil
    guard words.first == "OpenSSL", let major, major >= Self.oldest else {
      let found = version.split(separator: "\n").first.map(String.init) ?? "another program"
      throw Failure(
        .usage, code: "unsuitable-openssl",
        "\(path) is \(found), but OpenSSL \(Self.oldest) or later is needed.",
        hint: "Install OpenSSL, and pass its path with --openssl.")
    }
  }

  private func ask(_ arguments: [String]) throws(Failure) -> AskedProgram.Answer {
    do throws(AskedProgram.StartError) {
      return try program.ask(arguments)
    } catch {
      throw Failure(
        .usage, code: "no-openssl", "\(program.path) can't be started: \(error.reason).",
        hint: "Install OpenSSL \(Self.oldest) or later, or pass its path with --openssl.")
    }
  }

  /// The public key of a private one, or the one that a file has, in PEM.
  func publicKey(in file: String, isPrivate: Bool) throws(Failure) -> [UInt8] {
    let folder = try PrivateFolder(world)
    let output = folder.file("key")
    let kind = isPrivate ? [] : ["-pubin"]
    let answer = try ask(
      ["pkey"] + kind + ["-in", file, "-pubout", "-outform", "DER", "-out", output])
    let key = answer.isPositive ? try world.read(output) : []
    guard key.starts(with: Self.derPrefix), key.count == Self.derPrefix.count + VerifierKey.keySize
    else {
      throw Failure(
        .usage, code: "bad-key",
        "\(file) isn't an Ed25519 \(isPrivate ? "private" : "public") key in PEM that can be used.",
        hint:
          "Create one with `openssl genpkey -algorithm ed25519 -out key.pem`, and keep it secret.")
    }
    return Array(key[Self.derPrefix.count...])
  }

  func sign(_ text: [UInt8], with file: String) throws(Failure) -> [UInt8] {
    let folder = try PrivateFolder(world)
    let (input, output) = (try folder.write(text, as: "text"), folder.file("signature"))
    let answer = try ask(
      ["pkeyutl", "-sign", "-rawin", "-inkey", file, "-in", input, "-out", output])
    guard answer.isPositive else {
      throw Failure(
        .inputOutput, code: "not-signed", "\(program.path) didn't sign with \(file).",
        hint: "It said: \(answer.text.split(separator: "\n").first ?? "nothing")")
    }
    return try world.read(output)
  }

  func verify(_ signature: [UInt8], of text: [UInt8], by key: [UInt8]) throws(Failure) -> Bool {
    let folder = try PrivateFolder(world)
    return try ask([
      "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER",
      "-inkey", try folder.write(Self.derPrefix + key, as: "key"),
      "-in", try folder.write(text, as: "text"),
      "-sigfile", try folder.write(signature, as: "signature"),
    ]).isPositive
  }
}

/// A private key in a file.
struct OpenSSLKey: NoteKey, CheckpointSigner {
  let openSSL: OpenSSL
  let file: String

  func verifierKey(named name: String) throws(Failure) -> VerifierKey {
    VerifierKey(name: name, publicKey: try openSSL.publicKey(in: file, isPrivate: true))
  }

  func sign(_ checkpoint: LogCheckpoint) throws(Failure) -> SignedCheckpoint {
    let key = try verifierKey(named: checkpoint.origin)
    let text = Array(checkpoint.body.utf8)
    let signature = try openSSL.sign(text, with: file)
    guard try openSSL.verify(signature, of: text, by: key.publicKey) else {
      throw Failure(
        .inputOutput, code: "not-signed", "The signature that was made doesn't verify.",
        hint: "Check the installation of OpenSSL.")
    }
    let signed = SignedNote.Signature(name: key.name, keyID: key.id, bytes: signature)
    return .note(CheckpointNote(checkpoint, signatures: [signed]))
  }
}

/// Public keys that are trusted.
struct OpenSSLVerifier: CheckpointVerifier {
  let openSSL: OpenSSL
  /// The key with the name that the log has.
  let key: (_ origin: String) -> VerifierKey

  func signer(of file: CheckpointFile) throws(Failure) -> String {
    let key = key(file.checkpoint.origin)
    let signatures = key.signatures(of: file.note.note)
    guard !signatures.isEmpty else {
      throw .badSignature(file.name, "It isn't signed by the key that you passed.")
    }
    for signature in signatures {
      let text = Array(file.note.note.text.utf8)
      guard try openSSL.verify(signature.bytes, of: text, by: key.publicKey) else {
        throw .badSignature(file.name, "Its signature is wrong.")
      }
    }
    return key.name
  }
}
