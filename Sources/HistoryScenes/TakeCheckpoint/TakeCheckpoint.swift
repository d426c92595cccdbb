// Says what a log has in three lines, which can be signed and kept elsewhere: then nothing up to there can be
// changed without being noticed.

import Checksums
import Conventions
import EventSourcing
import JSONLines
import Transparency

/// Takes the tiles of a tree, to be kept elsewhere.
package protocol TileOutput {
  /// - Parameter path: As C2SP tlog-tiles has it, below `tile/`.
  func write(_ bytes: [UInt8], to path: String) throws(Failure)
}

package enum TakeCheckpoint: RespondingScene {
  package struct Request: Sendable {
    /// The position that it is of; the end if nil.
    package var at: String?
    /// Which log it is; by default that follows from the store's id.
    package var origin: String?
    /// An earlier checkpoint, which this one must continue.
    package var after: CheckpointFile?
    /// Whether there is no earlier one.
    package var isFirst = false
    /// Whether a signed one may be computed from tiles, too.
    package var fromCache = false

    package init() {}
  }

  package typealias Context = (
    history: History, signer: (any CheckpointSigner)?, tiles: (any TileOutput)?
  )

  package struct Response: SceneResponse, Sendable {
    package let checkpoint: LogCheckpoint
    /// nil if it isn't to be signed.
    package let signed: SignedCheckpoint?
    package let basis: LogTree.Basis

    package var notes: [String] {
      basis == .log || signed == nil
        ? []
        : [
          "The checkpoint was computed from cache/tile, as far as that goes: not every entry was read."
        ]
    }
  }

  package struct ViewModel: Equatable, Sendable {
    /// The checkpoint, with its signature if that is a part of it.
    package let text: String
    package let detachedSignature: String?
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let source = context.history.source
    let origin = try origin(of: source, request.origin)
    if context.signer != nil, request.after == nil, !request.isFirst { throw .noEarlierCheckpoint }
    let end = try context.history.resolve(request.at)
    let basis: LogTree.Basis = context.signer == nil || request.fromCache ? .tiles : .log
    var unwritten: Failure?
    let taken = try Failure.of { () throws(LogError) in
      try LogTree.ask(of: source, through: end, from: basis) { (tree) throws(CacheFault) in
        let size = end == .max ? tree.builder.size : end
        let old = request.after?.checkpoint.size ?? 0
        if let output = context.tiles { unwritten = try tree.export(size, to: output) }
        return Taken(
          checkpoint: LogCheckpoint(
            origin: origin, size: size, root: try tree.root(ofSize: size)),
          earlierRoot: old <= size ? try tree.root(ofSize: old) : nil)
      }
    }
    if let after = request.after { try taken.requireContinuation(of: after) }
    if let unwritten { throw unwritten }
    let signed = try context.signer.map { (signer) throws(Failure) in
      try signer.sign(taken.checkpoint)
    }
    return Response(checkpoint: taken.checkpoint, signed: signed, basis: basis)
  }

  private struct Taken {
    let checkpoint: LogCheckpoint
    /// The root that the tree had when the earlier checkpoint was taken; nil if it hasn't as many entries.
    let earlierRoot: Digest?

    func requireContinuation(of file: CheckpointFile) throws(Failure) {
      let old = file.checkpoint
      guard old.origin.utf8.elementsEqual(checkpoint.origin.utf8) else {
        throw .otherOrigin(file, checkpoint.origin)
      }
      guard let earlierRoot else {
        throw .otherHistory(file, "it has \(entryCount(checkpoint.size)) up to this position.")
      }
      guard earlierRoot == old.root else {
        throw .otherHistory(file, "entries up to there differ.")
      }
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response.signed {
    case nil: ViewModel(text: response.checkpoint.body, detachedSignature: nil)
    case .note(let note): ViewModel(text: note.text, detachedSignature: nil)
    case .detached(let signature):
      ViewModel(text: response.checkpoint.body, detachedSignature: signature)
    }
  }

  /// Which log a source is, unless that is said.
  package static func origin(of source: any EntrySource, _ named: String?) throws(Failure) -> String
  {
    guard let origin = named ?? source.storeID.map({ "cleanstore.invalid/\($0)" }) else {
      throw Failure(
        .usage, code: "missing-origin", "A single file doesn't say which log it is.",
        hint: "Pass --origin, with the first line of the checkpoint.")
    }
    guard VerifierKey.isName(origin) else {
      throw Failure(
        .usage, code: "bad-origin", "An origin has neither spaces nor plus signs.",
        hint: "It should look like an address without https://: example.com/log.")
    }
    return origin
  }
}

extension TiledTree {
  /// Writes the tiles of the tree when it had this many leaves, with those that aren't full.
  ///
  /// - Returns: Why one can't be written; then the others aren't.
  fileprivate func export(_ size: Int, to output: any TileOutput) throws(Fault) -> Failure? {
    var (level, count) = (0, size)
    while count > 0 {
      for index in 0..<(count + Tile.width - 1) / Tile.width {
        let tile = Tile(level: level, index: index)
        let hashes = try hashes(of: tile).prefix(count - index * Tile.width)
        do throws(Failure) {
          try output.write(Tile.bytes(of: Array(hashes)), to: tile.path(width: hashes.count))
        } catch {
          return error
        }
      }
      (level, count) = (level + 1, count / Tile.width)
    }
    return nil
  }
}

extension TakeCheckpoint.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("origin", checkpoint.origin)
    object.member("size", checkpoint.size)
    object.member("root", checkpoint.root.hex)
    switch signed {
    case nil: object.member("checkpoint", checkpoint.body)
    case .note(let note): object.member("checkpoint", note.text)
    case .detached(let signature):
      object.member("checkpoint", checkpoint.body)
      object.member("signature", signature)
    }
    object.member("everyEntryRead", basis == .log)
  }
}

extension Failure {
  fileprivate static let noEarlierCheckpoint = Failure(
    .usage, code: "missing-earlier-checkpoint",
    "A checkpoint is signed only if it continues the one that was signed before.",
    hint: "Pass that with --after, or --first if there is none.")

  static func otherOrigin(_ file: CheckpointFile, _ origin: String) -> Failure {
    Failure(
      .badData, code: "other-log", "\(file.name) is of another log: its origin isn't \(origin).",
      hint: "Pass --origin if this log is called differently in its checkpoints.")
  }
}
