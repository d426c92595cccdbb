// Detached signatures by the program `ssh-keygen`, for people who have SSH keys already.

import Integrity
import Platform

struct SSHKeygen {
  private static let namespace = "cleanstore-checkpoint"
  private let program: SigningProgram

  init(_ world: World) {
    program = SigningProgram(
      path: "ssh-keygen", world: world,
      hint: "Install OpenSSH 8.2 or later, or sign with --key.")
  }

  private func ask(_ arguments: [String], input: String = "/dev/null") throws(Failure)
    -> CapturedProcess.Answer
  {
    try program.ask(["-Y"] + arguments, input: input)
  }

  /// - Returns: The signature as a text.
  func sign(_ text: [UInt8], with key: String) throws(Failure) -> String {
    try program.withFolder { (folder) throws(Failure) in
      let (input, output) = (try folder.write(text, as: "text"), folder.file("text.sig"))
      let answer = try ask(["sign", "-f", key, "-n", Self.namespace, input])
      guard answer.isPositive, let signature = try? program.world.read(output) else {
        throw Failure(
          .usage, code: "not-signed", "ssh-keygen didn't sign with \(key).", hint: answer.said)
      }
      return String(decoding: signature, as: UTF8.self)
    }
  }

  /// The fingerprint of the key that made a signature; nil if the signature is wrong.
  func fingerprint(of signature: [UInt8], over text: [UInt8]) throws(Failure) -> Substring? {
    try program.withFolder { (folder) throws(Failure) in
      let input = try folder.write(text, as: "text")
      let signed = try folder.write(signature, as: "signature")
      let answer = try ask(["check-novalidate", "-n", Self.namespace, "-s", signed], input: input)
      return answer.isPositive
        ? answer.text.split(whereSeparator: \.isWhitespace).last { $0.hasPrefix("SHA256:") } : nil
    }
  }

  /// The signer of a text, among those that a file allows; nil if it is none of them.
  func signer(_ signature: [UInt8], of text: [UInt8], allowed: String) throws(Failure) -> String? {
    _ = try program.world.read(allowed)
    return try program.withFolder { (folder) throws(Failure) in
      let input = try folder.write(text, as: "text")
      let signed = try folder.write(signature, as: "signature")
      let found = try ask(["find-principals", "-f", allowed, "-s", signed])
      guard found.isPositive else { return nil }
      // Some may be allowed to sign other things only.
      for name in found.text.split(whereSeparator: { $0 == "\n" || $0 == "," }) {
        let answer = try ask(
          ["verify", "-f", allowed, "-I", String(name), "-n", Self.namespace, "-s", signed],
          input: input)
        if answer.isPositive { return String(name) }
      }
      return nil
    }
  }
}

struct SSHKey: CheckpointSigner {
  let keygen: SSHKeygen
  let file: String

  func requireSigned(_ earlier: CheckpointFile) throws(Failure) {
    let text = Array(earlier.note.text.utf8)
    // The key's own fingerprint, by a signature of the same text.
    let own = Array(try keygen.sign(text, with: file).utf8)
    guard let signature = earlier.detachedSignature,
      let fingerprint = try keygen.fingerprint(of: signature, over: text),
      try keygen.fingerprint(of: own, over: text) == fingerprint
    else {
      throw .badSignature(
        earlier.name, "No signature of this key is in \(earlier.name)\(SSHVerifier.suffix).")
    }
  }

  func sign(_ checkpoint: LogCheckpoint) throws(Failure) -> SignedCheckpoint {
    let text = Array(checkpoint.body.utf8)
    let signature = try keygen.sign(text, with: file)
    guard try keygen.fingerprint(of: Array(signature.utf8), over: text) != nil else {
      throw .notSigned(by: "OpenSSH")
    }
    return .detached(signature)
  }
}

struct SSHVerifier: CheckpointVerifier {
  static let suffix = ".sig"
  let keygen: SSHKeygen
  /// The file that says whose keys are trusted, as ssh-keygen(1) describes it.
  let allowed: String

  func signer(of file: CheckpointFile) throws(Failure) -> String {
    guard let signature = file.detachedSignature else {
      throw Failure(
        .notFound, code: "no-such-file", "There is no file \(file.name)\(Self.suffix).",
        hint: "It has the signature, and must be beside the checkpoint.")
    }
    let text = Array(file.note.text.utf8)
    guard let name = try keygen.signer(signature, of: text, allowed: allowed) else {
      throw .badSignature(file.name, "None of the signers that \(allowed) allows has signed it.")
    }
    return name
  }
}
