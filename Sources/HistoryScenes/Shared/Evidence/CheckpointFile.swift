// Checkpoints as people keep them, and who signs and verifies them.

import Integrity

/// A checkpoint in a file.
package struct CheckpointFile: Equatable, Sendable {
  /// The file as it was named.
  package let name: String
  package let note: CheckpointNote
  /// The signature in a file of its own, if there is one.
  package let detachedSignature: [UInt8]?

  package var checkpoint: LogCheckpoint { note.checkpoint }

  /// - Parameter signature: The contents of a file beside it, if there is one.
  package init(_ name: String, _ bytes: [UInt8], signature: [UInt8]? = nil) throws(Failure) {
    self.name = name
    detachedSignature = signature
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notACheckpoint(name, "It isn't UTF-8.")
    }
    note = try Failure.of(NoteSyntaxError.self, CheckpointNote(text)) {
      .notACheckpoint(name, $0.message)
    }
  }

  /// - Throws: `other-log` unless it is of the log that is called this.
  func require(origin: String) throws(Failure) {
    guard checkpoint.origin.hasSameBytes(as: origin) else { throw .otherOrigin(self, origin) }
  }
}

/// A checkpoint with its signature.
package enum SignedCheckpoint: Equatable, Sendable {
  /// A note that has the signature in itself.
  case note(CheckpointNote)
  /// A signature of exactly the checkpoint's bytes.
  case detached(String)
}

package protocol CheckpointSigner {
  /// Throws unless an earlier checkpoint was signed with the same key.
  func requireSigned(_ earlier: CheckpointFile) throws(Failure)
  /// Signs a checkpoint, and verifies what it has signed.
  func sign(_ checkpoint: LogCheckpoint) throws(Failure) -> SignedCheckpoint
}

package protocol CheckpointVerifier {
  /// The signer of a checkpoint.
  ///
  /// - Throws: `bad-signature` unless it is signed by a key that is trusted.
  func signer(of file: CheckpointFile) throws(Failure) -> String
}

extension Failure {
  fileprivate static func notACheckpoint(_ name: String, _ message: String) -> Failure {
    Failure(
      .badData, code: "bad-checkpoint", "\(name) isn't a checkpoint. \(message)",
      hint: "A checkpoint is what `\(ToolName.current) checkpoint` prints.")
  }

  package static func badSignature(_ name: String, _ message: String) -> Failure {
    Failure(
      .badData, code: "bad-signature", "\(name): \(message)",
      hint: "Check that you passed the right key. If you did, don't rely on this file.")
  }

  /// The log's entries aren't those of a checkpoint.
  static func otherHistory(_ file: CheckpointFile, _ what: String) -> Failure {
    // The name is passed on, unless verify takes it from the store.
    let origin = file.checkpoint.origin
    let isUsual = origin.utf8.starts(with: TakeCheckpoint.usualOrigin.utf8)
    let arguments =
      ["verify", "--checkpoint", file.name] + (isUsual ? [] : ["--origin", origin])
    return Failure(
      .badData, code: "other-history",
      "The log isn't the one of \(file.name) (\(entryCount(file.checkpoint.size))): \(what)",
      hint: "`\(commandLineText(arguments))` says more.")
  }
}
