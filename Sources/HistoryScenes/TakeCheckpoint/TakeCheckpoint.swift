// Says what a log has in three lines, which can be signed and kept elsewhere: then nothing up to there can be
// changed without being noticed.

import Integrity

/// Takes the tiles of a tree, to be kept elsewhere.
package protocol TileOutput {
  /// - Parameter path: The path of C2SP tlog-tiles, below `tile/`.
  func write(_ bytes: [UInt8], to path: String) throws(Failure)
}

package enum TakeCheckpoint: RespondingScene {
  package struct Request: Sendable {
    /// The position that it is of; the end if nil.
    package var at: RequestedPosition?
    /// The log's name; by default that follows from the store's id.
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
    history: History, signer: (any CheckpointSigner)?, verifier: (any CheckpointVerifier)?,
    tiles: (any TileOutput)?
  )

  package struct Response: SceneResponse, Sendable {
    package let checkpoint: LogCheckpoint
    /// nil if it isn't to be signed.
    package let signed: SignedCheckpoint?
    /// Up to which entry the hashes are those that were kept, so that these entries weren't read.
    package let keptThrough: Int
    package let tornTail: TornTail?

    package var notes: [String] {
      let kept =
        keptThrough == 0
        ? [] : ["The hashes of \(entryCount(keptThrough)) are from the cache: they weren't read."]
      return kept + (tornTail.map { [$0.warning] } ?? [])
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
    try check(request, context, origin)
    let end = try context.history.resolve(request.at)
    var taken = Taken()
    if request.fromCache || context.signer == nil && request.after == nil {
      taken = try takeFromTiles(source, through: end, after: request.after)
    } else {
      taken = try takeFromLog(context.history, through: end, after: request.after)
    }
    let checkpoint = LogCheckpoint(origin: origin, size: taken.size, root: taken.root)
    if let after = request.after { try taken.requireContinuation(of: after) }
    if let output = context.tiles { try export(source, checkpoint, to: output) }
    let signed = try context.signer.map { (signer) throws(Failure) in
      // Entries that are signed must not be lost.
      try Failure.of((source as? any TiledSource)?.makeDurable())
      return try signer.sign(checkpoint)
    }
    return Response(
      checkpoint: checkpoint, signed: signed, keptThrough: taken.keptThrough,
      tornTail: taken.tornTail)
  }

  private static func check(
    _ request: Request, _ context: Context, _ origin: String
  ) throws(Failure) {
    try request.after?.require(origin: origin)
    guard let signer = context.signer else {
      guard !request.isFirst, !request.fromCache || request.after != nil else {
        throw Failure(
          .usage, code: "unused-flag", "Without a signature, this flag says nothing.",
          hint: "Pass --key FILE to sign the checkpoint.")
      }
      return
    }
    guard let after = request.after else {
      if request.isFirst { return }
      throw .noEarlierCheckpoint
    }
    if let verifier = context.verifier {
      _ = try verifier.signer(of: after)
    } else {
      try signer.requireSigned(after)
    }
  }

  private struct Taken {
    var size = 0
    var root = TreeHashing.empty
    /// The root that the tree had when the earlier checkpoint was taken; nil if the log hasn't as many entries.
    var earlierRoot: Digest?
    var keptThrough = 0
    var tornTail: TornTail?

    func requireContinuation(of file: CheckpointFile) throws(Failure) {
      guard let earlierRoot else {
        throw .otherHistory(file, "it has \(entryCount(size)) up to this position.")
      }
      guard earlierRoot == file.checkpoint.root else {
        throw .otherHistory(file, "entries up to there differ.")
      }
      guard file.checkpoint.size <= size else { throw .beforeEarlier(file) }
    }
  }

  private static func takeFromTiles(
    _ source: any EntrySource, through end: Int, after file: CheckpointFile?
  ) throws(Failure) -> Taken {
    let old = file?.checkpoint.size ?? 0
    return try Failure.of { () throws(LogError) in
      var taken = try LogTree.ask(of: source, through: end) { (tree, reading) throws(TileFault) in
        let size = end == .max ? tree.builder.size : end
        return Taken(
          size: size, root: try tree.root(ofSize: size),
          earlierRoot: old <= size ? try tree.root(ofSize: old) : nil,
          keptThrough: min(size, reading.keptThrough), tornTail: reading.tornTail)
      }
      if old > taken.size, end != .max {
        taken.earlierRoot = try? LogTree.ask(of: source, through: old) {
          (tree, _) throws(TileFault) in try tree.root(ofSize: old)
        }
      }
      return taken
    }
  }

  /// Reads every entry, and takes nothing of a log that isn't good.
  private static func takeFromLog(
    _ history: History, through end: Int, after file: CheckpointFile?
  ) throws(Failure) -> Taken {
    let old = file?.checkpoint.size ?? 0
    let tree = TreeObserver([old, end], nil)
    let verified = try VerifyHistory.verify(history, tree)
    if let defect = verified.defect {
      throw Failure(
        .badData, code: "damaged-log",
        "No checkpoint was taken, because the log isn't good: \(defect.what)",
        hint: "`\(ToolName.current) verify` says more.", at: defect.place)
    }
    if let base = history.source.base,
      [old, end].contains(where: { 0 < $0 && $0 < base.header.through })
    {
      throw Failure(base.archived())
    }
    let size = end == .max ? verified.allEntries : end
    guard let root = end == .max ? tree.lastRoot : tree.roots[end] else {
      throw Failure(LogError.noEntry(end, end: verified.allEntries))
    }
    return Taken(size: size, root: root, earlierRoot: tree.roots[old])
  }

  /// Writes the tiles of the tree that a checkpoint is of.
  private static func export(
    _ source: any EntrySource, _ checkpoint: LogCheckpoint, to output: any TileOutput
  ) throws(Failure) {
    for basis in [LogTree.Basis.tiles, .log] {
      let tree = try Failure.of(
        LogTree.ask(of: source, through: checkpoint.size, from: basis) {
          (tree, _) throws(TileFault) in
          try tree.root(ofSize: checkpoint.size) == checkpoint.root ? tree : nil
        })
      guard let tree else { continue }
      guard let failure = try? tree.export(checkpoint.size, to: output) else { continue }
      return try failure.get()
    }
    throw Failure(
      .tryAgain, code: "log-changed", "The log or its cache was changed meanwhile.",
      hint: "Try again.")
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    switch response.signed {
    case nil: ViewModel(text: response.checkpoint.body, detachedSignature: nil)
    case .note(let note): ViewModel(text: note.text, detachedSignature: nil)
    case .detached(let signature):
      ViewModel(text: response.checkpoint.body, detachedSignature: signature)
    }
  }

  /// The name of a source's log, unless one is given.
  package static func origin(of source: any EntrySource, _ named: String?) throws(Failure)
    -> String
  {
    if let named { return try checked(named) }
    guard let id = source.storeID else {
      throw Failure(
        .usage, code: "missing-origin", "A single file doesn't say which log it is.",
        hint: "Pass --origin, with the first line of the checkpoint.")
    }
    return usualOrigin + id
  }

  /// The beginning of the names of logs that have no other; the store's id follows.
  static let usualOrigin = "cleanstore.invalid/"

  /// A name that a log and its key can have.
  package static func checked(_ origin: String) throws(Failure) -> String {
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
  /// - Returns: The reason why one can't be written, if one can't; then the others aren't.
  fileprivate func export(_ size: Int, to output: any TileOutput) throws(TileFault)
    -> Result<Void, Failure>
  {
    var (level, count) = (0, size)
    while count > 0 {
      for index in 0..<(count + Tile.width - 1) / Tile.width {
        let tile = Tile(level: level, index: index)
        let hashes = try hashes(of: tile).prefix(count - index * Tile.width)
        do throws(Failure) {
          try output.write(Tile.bytes(of: Array(hashes)), to: tile.path(width: hashes.count))
        } catch {
          return .failure(error)
        }
      }
      (level, count) = (level + 1, count / Tile.width)
    }
    return .success(())
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
    object.member("keptThrough", keptThrough)
  }
}

extension Failure {
  fileprivate static func beforeEarlier(_ file: CheckpointFile) -> Failure {
    let size = file.checkpoint.size
    return Failure(
      .usage, code: "before-checkpoint",
      "--at is before the end of \(file.name) (\(entryCount(size))).",
      hint: "Pass @\(size) or a later position, or omit --at.")
  }

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
