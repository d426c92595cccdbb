// Verifies a history as `verify` does, and that it is the one whose checkpoints were kept, continued.

import Integrity

/// The tiles that were exported with a checkpoint.
package protocol TileInput {
  /// - Parameter path: The path of C2SP tlog-tiles, below `tile/`.
  /// - Returns: nil if there is none.
  func read(_ path: String) throws(Failure) -> [UInt8]?
}

package enum VerifyCheckpoints: RespondingScene {
  package struct Request: Sendable {
    /// The checkpoints, from the smallest to the largest.
    let files: [CheckpointFile]
    /// The log's expected name; by default that follows from the store's id.
    let origin: String?

    package init(_ files: [CheckpointFile], origin: String? = nil) {
      self.files = files.sorted { $0.checkpoint.size < $1.checkpoint.size }
      self.origin = origin
    }
  }

  package typealias Context = (
    history: History, verifier: (any CheckpointVerifier)?, tiles: (any TileInput)?
  )

  /// The verdict of a checkpoint on the log.
  package enum Verdict: String, Sendable {
    /// The log has these entries.
    case holds
    /// The log has other entries.
    case differs
    /// The log has fewer entries.
    case cut
    /// The log has other entries, but those of a later checkpoint: both were taken of different logs.
    case contradicts
    /// The log can't be read so far.
    case unread
    /// Only entries that are archived could tell.
    case archived
  }

  package struct Checked: Equatable, Sendable {
    package let file: String
    package let size: Int
    package let verdict: Verdict
    /// The signer; nil if that wasn't asked.
    package let signer: String?
  }

  package struct Response: SceneResponse, Sendable {
    package let verified: VerifyHistory.Response
    package let checked: [Checked]
    /// The first entry that isn't the one whose hash was exported; nil if there is none, or it can't be told.
    let firstDifferent: Int?

    /// The first checkpoint that doesn't hold.
    var broken: Int? { checked.firstIndex { $0.verdict != .holds && $0.verdict != .archived } }
    /// The last entry that a checkpoint vouches for.
    var proved: Int {
      checked[..<(broken ?? checked.endIndex)].last { $0.verdict == .holds }?.size ?? 0
    }
    package var isPositive: Bool {
      verified.isPositive && checked.allSatisfy { $0.verdict == .holds }
    }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let signers = try signers(of: request, with: context)
    var kept: KeptLeaves?
    if let tiles = context.tiles, let last = request.files.last {
      kept = try KeptLeaves(tiles, of: last)
    }
    let tree =
      request.files.isEmpty ? nil : TreeObserver(request.files.map(\.checkpoint.size), kept)
    let verified = try VerifyHistory.verify(context.history, tree)
    if let failure = tree?.failure { throw failure }
    let verdicts = request.files.map {
      verdict(of: $0.checkpoint, tree?.roots[$0.checkpoint.size], verified)
    }
    let lastHolding = verdicts.lastIndex(of: .holds) ?? -1
    let checked = request.files.indices.map { place in
      let isContradiction = verdicts[place] == .differs && place <= lastHolding
      return Checked(
        file: request.files[place].name, size: request.files[place].checkpoint.size,
        verdict: isContradiction ? .contradicts : verdicts[place], signer: signers[place])
    }
    return Response(verified: verified, checked: checked, firstDifferent: tree?.firstDifferent)
  }

  /// The signer of each checkpoint, which must be of this log; nil if that isn't asked.
  private static func signers(of request: Request, with context: Context) throws(Failure)
    -> [String?]
  {
    guard let first = request.files.first else { return [] }
    let source = context.history.source
    // The name may be anything: a signed name needn't look like one.
    let named = request.origin ?? (source.storeID == nil ? first.checkpoint.origin : nil)
    let origin = if let named { named } else { try TakeCheckpoint.origin(of: source, nil) }
    var signers: [String?] = []
    for file in request.files {
      try file.require(origin: origin)
      signers.append(try context.verifier?.signer(of: file))
    }
    return signers
  }

  private static func verdict(
    of checkpoint: LogCheckpoint, _ root: Digest?, _ verified: VerifyHistory.Response
  ) -> Verdict {
    if let archived = verified.archived, checkpoint.size < archived.through { return .archived }
    if let root { return root == checkpoint.root ? .holds : .differs }
    return verified.isPositive ? .cut : .unread
  }

  /// The lines of verifying, one for each checkpoint, and the consequences.
  package static func viewModel(of response: Response, _ formatting: Formatting) -> [TonedLine] {
    var lines = VerifyHistory.viewModel(of: response.verified, formatting) + verdicts(of: response)
    if response.checked.isEmpty {
      lines.append(
        TonedLine("No checkpoint was passed, so nothing tells what was changed on purpose."))
    } else if response.isPositive {
      let rest = response.verified.allEntries - response.proved
      let after = "after the last of them: \(entryCount(rest)), from \(response.proved + 1) on."
      lines.append(TonedLine(rest == 0 ? "They cover all entries." : "Not covered, " + after))
    }
    return lines
  }

  /// The verdict of each checkpoint on the log.
  package static func verdicts(of response: Response) -> [TonedLine] {
    var lines: [TonedLine] = []
    var proved = 0
    for checked in response.checked {
      lines.append(
        TonedLine(
          sentence(checked, after: proved, response), checked.verdict == .holds ? nil : .bad))
      if checked.verdict == .holds { proved = checked.size }
    }
    if let seq = response.firstDifferent {
      lines.append(
        TonedLine("Entry \(seq) is the first that differs from the exported hashes.", .bad))
    }
    return lines
  }

  private static func sentence(
    _ checked: Checked, after proved: Int, _ response: Response
  ) -> String {
    let signer = checked.signer.map { ", signed by \($0)" } ?? ""
    let name = "\(checked.file) (\(entryCount(checked.size))\(signer))"
    let after = proved == 0 ? "" : "after entry \(proved), which the one before proves, and "
    return switch checked.verdict {
    case .holds: "\(name): the log matches."
    case .differs:
      "\(name): the log has other entries. Something \(after)up to entry \(checked.size) was changed."
    case .contradicts:
      "\(name): the log has other entries, but those of another checkpoint: the two were taken "
        + "of different logs."
    case .cut:
      "\(name): the log has only \(entryCount(response.verified.allEntries)); the others were cut off."
    case .archived: "\(name): entries that it is of are archived, so this can't be told here."
    case .unread: "\(name): the log can't be read that far."
    }
  }
}

extension VerifyCheckpoints.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("ok", isPositive)
    verified.writeFindings(to: &object)
    object.member("checkpoints", checked)
    object.member("proved", proved)
    object.member("firstDifferent", firstDifferent)
  }

  package var notes: [String] {
    checked.contains { $0.signer == nil }
      ? [
        "No signature was verified. Pass --public-key or --allowed-signers to know who took the checkpoints."
      ] : []
  }
}

extension VerifyCheckpoints.Checked: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("file", file)
    object.member("size", size)
    object.member("verdict", verdict.rawValue)
    object.member("signer", signer)
  }
}
