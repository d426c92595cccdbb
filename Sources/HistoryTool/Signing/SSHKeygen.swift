// Detached signatures by the program `ssh-keygen`, for people who have SSH keys already.

import HistoryScenes
import Terminal
import Transparency

struct SSHKeygen {
  private static let namespace = "cleanstore-checkpoint"
  private let program: AskedProgram
  private let world: World

  init(_ world: World) {
    self.world = world
    program = AskedProgram("ssh-keygen", environment: world.environment)
  }

  private func ask(_ arguments: [String], input: String = "/dev/null") throws(Failure)
    -> AskedProgram.Answer
  {
    do throws(AskedProgram.StartError) {
      return try program.ask(["-Y"] + arguments, input: input)
    } catch {
      throw Failure(
        .usage, code: "no-ssh-keygen", "ssh-keygen can't be started: \(error.reason).",
        hint: "Install OpenSSH 8.1 or later, or sign with --key.")
    }
  }

  /// - Returns: The signature as a text.
  func sign(_ text: [UInt8], with key: String) throws(Failure) -> String {
    let folder = try PrivateFolder(world)
    let (input, output) = (try folder.write(text, as: "text"), folder.file("text.sig"))
    let answer = try ask(["sign", "-f", key, "-n", Self.namespace, input])
    guard answer.isPositive,
      try ask(["check-novalidate", "-n", Self.namespace, "-s", output], input: input).isPositive
    else {
      throw Failure(
        .usage, code: "not-signed", "ssh-keygen didn't sign with \(key).",
        hint: "It said: \(answer.text.split(separator: "\n").first ?? "nothing")")
    }
    return String(decoding: try world.read(output), as: UTF8.self)
  }

  /// Who signed a text, among those that a file allows; nil if nobody of them did.
  func signer(_ signature: [UInt8], of text: [UInt8], allowed: String) throws(Failure) -> String? {
    let folder = try PrivateFolder(world)
    let input = try folder.write(text, as: "text")
    let signed = try folder.write(signature, as: "signature")
    let found = try ask(["find-principals", "-f", allowed, "-s", signed])
    guard found.isPositive, let name = found.text.split(separator: "\n").first else { return nil }
    let answer = try ask(
      ["verify", "-f", allowed, "-I", String(name), "-n", Self.namespace, "-s", signed],
      input: input)
    return answer.isPositive ? String(name) : nil
  }
}

struct SSHKey: CheckpointSigner {
  let keygen: SSHKeygen
  let file: String

  func sign(_ checkpoint: LogCheckpoint) throws(Failure) -> SignedCheckpoint {
    .detached(try keygen.sign(Array(checkpoint.body.utf8), with: file))
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
      throw .badSignature(file.name, "It isn't signed by anybody whom \(allowed) allows.")
    }
    return name
  }
}
