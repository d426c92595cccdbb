// Proves that an entry is in the log of a checkpoint, to a verifier who has neither the log nor this tool.

import Integrity

/// A proof for others to verify, as text.
package struct ProofResponse: SceneResponse, JSONObjectRepresentable, Sendable {
  package let text: String

  package func writeMembers(to object: inout JSONWriter) { object.member("proof", text) }
}

/// A text for programs of others, which is shown byte by byte.
package struct ExactText: Equatable, Sendable {
  package let text: String
}

package enum ProveEntry: RespondingScene {
  /// The entry as it was typed, and the checkpoint.
  package typealias Request = (entry: RequestedPosition, checkpoint: CheckpointFile)
  package typealias Response = ProofResponse

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let seq = try history.entryNumber(request.entry)
    let entry = try history.pointing(request.entry, history.source.entry(seq))
    let proofs = try request.checkpoint.proofs(of: [(seq, entry.leafHash)], in: history.source)
    return ProofResponse(text: proofs.map(\.text).joined())
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ExactText {
    ExactText(text: response.text)
  }
}

/// Proves that a log continued from one checkpoint to another, in the form that witnesses take.
package enum ProveContinuation: RespondingScene {
  package typealias Request = (old: CheckpointFile, new: CheckpointFile)
  package typealias Response = ProofResponse

  package static func respond(to request: Request, with history: History) throws(Failure)
    -> Response
  {
    let (old, new) = (request.old.checkpoint, request.new.checkpoint)
    guard old.origin.utf8.elementsEqual(new.origin.utf8) else {
      throw .otherOrigin(request.old, new.origin)
    }
    guard old.size <= new.size else {
      throw Failure(
        .usage, code: "checkpoints-reversed",
        "\(request.old.name) covers more entries than \(request.new.name).",
        hint: "Pass the older one first.")
    }
    try request.new.requireSignature()
    let source = history.source
    // Each has to be of this log, before one of them is blamed.
    _ = try request.old.tree(of: source) { (tree) throws(TileFault) in
      try tree.root(ofSize: old.size) == old.root ? true : nil
    }
    let hashes = try request.new.tree(of: source) { (tree) throws(TileFault) in
      guard try tree.root(ofSize: new.size) == new.root else { return [Digest]?.none }
      return old.size == 0 ? [] : try tree.consistencyProof(from: old.size, to: new.size)
    }
    let proof = ContinuationProof(oldSize: old.size, hashes: hashes, checkpoint: request.new.note)
    return ProofResponse(text: proof.text)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ExactText {
    ExactText(text: response.text)
  }
}

extension CheckpointFile {
  func requireSignature() throws(Failure) {
    guard note.note.signatures.isEmpty else { return }
    throw Failure(
      .usage, code: "unsigned-checkpoint",
      detachedSignature == nil
        ? "\(name) isn't signed, so it proves nothing to others."
        : "The signature of \(name) is in a file of its own, and can't be a part of a proof.",
      hint: "Sign one with `\(ToolName.current) checkpoint --key FILE`.")
  }

  /// Proofs that entries are in the log that the checkpoint is of.
  func proofs(
    of entries: [(seq: Int, leaf: Digest)], in source: any EntrySource
  ) throws(Failure) -> [EntryProof] {
    try requireSignature()
    if let later = entries.first(where: { $0.seq > checkpoint.size }) {
      throw .afterCheckpoint(
        "Entry \(later.seq) isn't in \(name), which is of \(entryCount(checkpoint.size)).")
    }
    return try tree(of: source) { (tree) throws(TileFault) in
      var proofs: [EntryProof] = []
      for (seq, leaf) in entries {
        let hashes = try tree.inclusionProof(of: seq - 1, inSize: checkpoint.size)
        let proof = EntryProof(index: seq - 1, hashes: hashes, checkpoint: note)
        guard proof.holds(for: leaf) else { return nil }
        proofs.append(proof)
      }
      return proofs
    }
  }

  /// Asks the tree over the log that the checkpoint is of.
  ///
  /// - Parameter proof: Returns nil if it can't be proved. Then every entry is read before anything is said of the log.
  func tree<Proof>(
    of source: any EntrySource, _ proof: (LogTree) throws(TileFault) -> Proof?
  ) throws(Failure) -> Proof {
    for basis in [LogTree.Basis.tiles, .log] {
      let found = try found(in: source, basis, proof)
      if let found { return found }
    }
    throw .otherHistory(self, "its entries differ.")
  }

  private func found<Proof>(
    in source: any EntrySource, _ basis: LogTree.Basis,
    _ proof: (LogTree) throws(TileFault) -> Proof?
  ) throws(Failure) -> Proof? {
    do throws(LogError) {
      return try LogTree.ask(of: source, through: checkpoint.size, from: basis) {
        (tree, _) throws(TileFault) in try proof(tree)
      }
    } catch {
      guard error.code == .beyondEnd else { throw Failure(error) }
      throw .otherHistory(self, "it has fewer entries.")
    }
  }
}
