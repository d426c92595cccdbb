// Shows what is kept beside a store's log to make commands fast, checks it, builds it again or removes it.

package enum CacheAction: String, CaseIterable, Sendable {
  case status, rebuild, verify, clear

  /// The one that is meant if none is named.
  package static let usual = status
}

package enum ManageCache: RespondingScene {
  package enum Kind: String, Sendable {
    case index
    case snapshot = "checkpoint"
    case tile
  }

  /// A file that isn't what the log says.
  package struct Difference: Equatable, Sendable {
    package let kind: Kind
    package let segment: Int
    /// The first stream about which it is wrong, if there is one.
    package let stream: String?

    package init(_ kind: Kind, of segment: Int, about stream: String? = nil) {
      (self.kind, self.segment, self.stream) = (kind, segment, stream)
    }
  }

  package enum Response: SceneResponse, Equatable, Sendable {
    /// - Parameters:
    ///   - hashes: The number of entries whose hashes are kept, for checkpoints and proofs.
    ///   - areNew: Whether all that was just built, and should be there.
    ///   - areSnapshots: Whether the domain's states can be kept in snapshots.
    case parts([CachedSegment], hashes: Int, areNew: Bool, areSnapshots: Bool)
    case checked(Int, Difference?)
    case cleared(files: Int, bytes: Int)

    package var isPositive: Bool {
      switch self {
      case .checked(_, let difference): difference == nil
      case .parts(let parts, _, let areNew, let areSnapshots):
        !areNew || !parts.contains { $0.lacksAny(areSnapshots: areSnapshots) }
      case .cleared: true
      }
    }
  }

  package static func respond(to action: CacheAction, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of(files.manageCache(action))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    switch response {
    case .parts(let parts, let hashes, let areNew, let areSnapshots):
      return lines(of: parts, hashes, areNew: areNew, areSnapshots: areSnapshots)
    case .checked(let count, nil):
      return ["\(counted(count, "file")) checked: what they say is what the log says."]
    case .checked(_, let difference?):
      let file = "The \(difference.kind) of segment \(difference.segment)"
      let stream = difference.stream.map { ", first for \($0)" } ?? ""
      return [
        "\(file) isn't what the log says\(stream).",
        "`\(ToolName.current) cache rebuild` builds it again from the log.",
      ]
    case .cleared(let count, let bytes):
      return [
        "Removed \(counted(count, "file")), \(bytes) bytes. Commands that need one build it again."
      ]
    }
  }

  private static func lines(
    of parts: [CachedSegment], _ hashes: Int, areNew: Bool, areSnapshots: Bool
  ) -> [String] {
    if parts.isEmpty { return ["The log is empty."] }
    let indexes = parts.count { $0.index == .current }
    let snapshots = parts.count { $0.snapshot == .current }
    let bytes = parts.reduce(0) { $0 + $1.bytes }
    let verb = areNew ? "Built" : "There are"
    let also = areSnapshots ? ", and snapshots of \(snapshots)" : ""
    let summary =
      "\(verb) indexes of \(indexes) of \(counted(parts.count, "segment"))\(also), \(bytes) bytes."
    let failure =
      areNew && parts.contains { $0.lacksAny(areSnapshots: areSnapshots) }
      ? [
        "The log is damaged (see `\(ToolName.current) verify`), the store can't be written to,",
        "or another command has just changed it or its cache.",
      ]
      : []
    let rest = parts.filter { $0.index != .current || areSnapshots && $0.snapshot != .current }
    let tree = hashes == 0 ? [] : ["The hashes of \(entryCount(hashes)) are there, too."]
    return [summary] + tree
      + rest.map {
        "  segment \($0.segment)  index \($0.index.rawValue)"
          + (areSnapshots ? ", snapshot \($0.snapshot.rawValue)" : "")
      } + failure
  }
}

extension CachedSegment {
  fileprivate func lacksAny(areSnapshots: Bool) -> Bool {
    (areSnapshots ? [index, snapshot] : [index]).contains { $0 != .current && $0 != .short }
  }
}

extension ManageCache.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    switch self {
    case .parts(let parts, let hashes, _, _):
      object.member("segments") { writer in
        writer.array(parts) { writer, part in
          writer.object {
            $0.member("segment", part.segment)
            $0.member("index", part.index.rawValue)
            $0.member("checkpoint", part.snapshot.rawValue)
            $0.member("bytes", part.bytes)
          }
        }
      }
      object.member("hashes", hashes)
    case .checked(let count, let difference):
      object.member("checked", count)
      object.member("same", difference == nil)
      object.member("kind", difference?.kind.rawValue)
      object.member("segment", difference?.segment)
      object.member("stream", difference?.stream)
    case .cleared(let files, let bytes):
      object.member("removed", files)
      object.member("bytes", bytes)
    }
  }
}
