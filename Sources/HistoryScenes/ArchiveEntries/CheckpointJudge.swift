// Tells by checkpoints whether archived entries or the base that took their place were changed.

/// Judges the log with the archived entries, and with the base.
package typealias RestoreJudge = (_ entries: any EntrySource, _ base: (any EntrySource)?) -> Bool?

final class CheckpointJudge {
  enum Verdict {
    case entriesAreRight
    case entriesWereChanged
    case undecided
  }

  private let request: VerifyCheckpoints.Request
  private let verifier: (any CheckpointVerifier)?
  private let domains: HistoryDomains
  private var entries: [VerifyCheckpoints.Checked] = []
  private var base: [VerifyCheckpoints.Checked] = []
  /// The failure that kept it from judging.
  private(set) var failure: Failure?

  init(_ request: RestoreEntries.Request, _ context: RestoreEntries.Context) {
    self.request = .init(request.checkpoints, origin: request.origin)
    (verifier, domains) = (context.verifier, context.files.domains)
  }

  /// - Returns: Whether no checkpoint contradicts the entries; nil if they can't be compared.
  func mayRestore(_ entries: any EntrySource, _ base: (any EntrySource)?) -> Bool? {
    do throws(Failure) {
      self.entries = try checked(entries)
      if let base { self.base = try checked(base) }
      return verdict != .entriesWereChanged
    } catch {
      failure = error
      return nil
    }
  }

  private func checked(_ source: any EntrySource) throws(Failure) -> [VerifyCheckpoints.Checked] {
    try VerifyCheckpoints.respond(
      to: request, with: (History(source, of: domains), verifier, nil)
    ).checked
  }

  var verdict: Verdict {
    if entries.contains(where: \.isContradiction) { return .entriesWereChanged }
    // One that doesn't reach the base's end doesn't vouch for all that is archived.
    let isProved = entries.indices.contains { index in
      entries[index].verdict == .holds && (base.isEmpty || base[index].verdict != .archived)
    }
    return isProved ? .entriesAreRight : .undecided
  }

  /// A sentence for each checkpoint about both. It is of the entries: of base.jsonl, only the tree follows from it.
  var sentences: [String] {
    entries.indices.map { index in
      let (entries, base) = (entries[index], index < base.count ? base[index] : nil)
      let signer = entries.signer.map { ", signed by \($0)" } ?? ""
      let name = "\(entries.file) (\(entryCount(entries.size))\(signer)): "
      let isReached = base?.verdict != .archived
      switch (entries.verdict == .holds, base?.verdict == .holds) {
      case (true, true):
        return name + "the archived entries are right, and so is their tree in base.jsonl."
      case (true, false) where isReached:
        return name + "the archived entries are right"
          + (base == nil ? "." : ", and base.jsonl was changed.")
      case (true, false):
        return name
          + "the archived entries are right up to there; it doesn't tell about the others."
      case (false, true):
        return name + "the tree in base.jsonl is right, and the archived entries were changed."
      case (false, false) where entries.isContradiction:
        return name
          + (isReached && base != nil
            ? "neither the archived entries nor base.jsonl are right, or others were changed."
            : "the archived entries were changed.")
      case (false, false): return name + "the log has fewer entries, so it doesn't tell."
      }
    }
  }
}

extension VerifyCheckpoints.Checked {
  /// Whether the log has other entries than those of the checkpoint.
  fileprivate var isContradiction: Bool { verdict == .differs || verdict == .contradicts }
}
