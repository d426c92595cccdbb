// The signatures of witnesses, as C2SP tlog-cosignature has them (cosignature/v1): each says when a witness has seen that a
// checkpoint continues those before it.

/// A witness's signature of a checkpoint. It is verified elsewhere.
package struct Cosignature: Equatable, Sendable {
  /// The time when it was made, in seconds since 1970.
  package let seconds: Int64
  /// The Ed25519 signature of ``signedText(of:)``.
  package let bytes: [UInt8]

  /// - Returns: nil if the signature has another form.
  package init?(_ signature: SignedNote.Signature) {
    let time = signature.bytes.prefix(8)
    guard signature.bytes.count == 8 + 64 else { return nil }
    let seconds = time.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard seconds > 0, let seconds = Int64(exactly: seconds) else { return nil }
    (self.seconds, bytes) = (seconds, Array(signature.bytes[8...]))
  }

  /// The text that was signed: of a note, all but its signatures.
  package func signedText(of note: SignedNote) -> String {
    "cosignature/v1\ntime \(seconds)\n\(note.text)"
  }
}
