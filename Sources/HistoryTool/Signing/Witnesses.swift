// Witnesses of a log: others who sign its checkpoints, so that all who ask them see the same log.

import Integrity

/// Requires that enough witnesses have signed a checkpoint, besides the one who took it.
struct WitnessVerifier: CheckpointVerifier {
  let signers: any CheckpointVerifier
  let openSSL: OpenSSL
  let witnesses: [VerifierKey]
  /// The number of witnesses that must have signed.
  let quorum: Int

  func signer(of file: CheckpointFile) throws(Failure) -> String {
    let signer = try signers.signer(of: file)
    var found: [String] = []
    for witness in witnesses where !found.contains(witness.name) {
      if try hasSigned(file, witness) { found.append(witness.name) }
    }
    guard found.count >= quorum else {
      throw .badSignature(
        file.name,
        "\(found.count) of \(Self.count(witnesses)) witnesses have signed it, and \(quorum) must have."
      )
    }
    return "\(signer), witnessed by \(found.joined(separator: " and "))"
  }

  /// The number of witnesses, each of which may have several keys.
  static func count(_ keys: [VerifierKey]) -> Int { Set(keys.map(\.name)).count }

  private func hasSigned(_ file: CheckpointFile, _ witness: VerifierKey) throws(Failure) -> Bool {
    let note = file.note.note
    for cosignature in witness.signatures(of: note).compactMap(Cosignature.init) {
      let text = Array(cosignature.signedText(of: note).utf8)
      if try openSSL.verify(cosignature.bytes, of: text, by: witness.publicKey) { return true }
    }
    return false
  }
}
