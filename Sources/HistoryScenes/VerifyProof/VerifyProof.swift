// Verifies proofs that were made here or elsewhere. Needs no log.

import Conventions
import EventSourcing
import JSONLines
import Transparency

package enum VerifyProof: RespondingScene {
  /// A file, or a folder that an evidence pack was unpacked to.
  package enum Content: Sendable {
    case file([UInt8])
    case folder([TarArchive.File])

    /// What is packed; nil if it isn't a pack.
    var files: [TarArchive.File]? {
      switch self {
      case .file(let bytes): TarArchive.files(in: bytes)
      case .folder(let files): files
      }
    }

    var bytes: [UInt8] { if case .file(let bytes) = self { bytes } else { [] } }
  }

  package struct Request: Sendable {
    /// How the file was named.
    let file: String
    let content: Content
    /// What is proved to be in the log, if the file is a proof alone.
    let leaf: [UInt8]?

    package init(_ file: String, _ content: Content, leaf: [UInt8]?) {
      self.file = file
      self.content = content
      self.leaf = leaf
    }
  }

  package typealias Context = (verifier: any CheckpointVerifier, domains: HistoryDomains)

  package struct Proved: Equatable, Sendable {
    package let seq: Int
    /// What the leaf says; nil if it isn't one.
    package let entry: TimelineEntry?
    /// What is wrong; nil if the proof holds.
    package let what: String?

    package var holds: Bool { what == nil }
  }

  package struct Response: SceneResponse, Sendable {
    package let checkpoint: LogCheckpoint
    package let proved: [Proved]
    package let signer: String
    /// Streams some of whose accepted entries aren't there, with the first revision that is missing.
    package let gaps: [Gap]
    /// The files of a pack that don't say what its entries say.
    package let altered: [String]

    package var isPositive: Bool {
      proved.allSatisfy(\.holds) && gaps.isEmpty && altered.isEmpty
    }
  }

  package struct Gap: Equatable, Sendable {
    package let stream: String
    package let rev: Int
  }

  package struct ViewModel: Equatable, Sendable {
    package let isGood: Bool
    package let lines: [String]
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let file = try ProofFile(request.file, request.content, leaf: request.leaf)
    guard let first = file.items.first?.proof.checkpoint else {
      throw .notAProof(request.file, "It has no proof.")
    }
    let signer = try context.verifier.signer(
      of: try CheckpointFile(request.file, Array(first.text.utf8)))
    var timeline = Timeline(of: context.domains.main)
    let proved = file.items.map { $0.proved(in: first, &timeline) }
    let entries = proved.compactMap(\.entry)
    return Response(
      checkpoint: first.checkpoint, proved: proved, signer: signer,
      gaps: file.isPack ? gaps(in: entries) : [],
      altered: file.altered(from: EvidencePack.text(of: entries)))
  }

  /// An accepted entry has the revision after the one before, a refused one has the same.
  private static func gaps(in entries: [TimelineEntry]) -> [Gap] {
    var last: [String: Int] = [:]
    var gaps: [Gap] = []
    for entry in entries {
      let before = last[entry.stream] ?? 0
      let expected = before + (entry.isAccepted ? 1 : 0)
      if entry.rev > expected, !gaps.contains(where: { $0.stream == entry.stream }) {
        gaps.append(Gap(stream: entry.stream, rev: before + 1))
      }
      last[entry.stream] = entry.rev
    }
    return gaps
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let checkpoint = response.checkpoint
    var lines = response.proved.map { proved in
      let subject = proved.entry.map { ", \($0.stream)@\($0.rev)" } ?? ""
      let verdict = "Entry \(proved.seq)\(subject): \(proved.what ?? "is in the log")."
      return verdict + (proved.entry.map { " " + $0.told } ?? "")
    }
    lines += response.gaps.map {
      "Revision \($0.rev) of \($0.stream) isn't here: an accepted entry was left out."
    }
    lines += response.altered.map {
      "\($0) isn't what the entries say: it was changed, or another version made it."
    }
    lines.append(
      "The log: \(checkpoint.origin) with \(entryCount(checkpoint.size)), signed by "
        + "\(response.signer).")
    return ViewModel(isGood: response.isPositive, lines: lines)
  }
}

extension VerifyProof.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("ok", isPositive)
    object.member("origin", checkpoint.origin)
    object.member("size", checkpoint.size)
    object.member("root", checkpoint.root.hex)
    object.member("signer", signer)
    object.member("entries", proved)
    object.member("gaps", gaps.isEmpty ? nil : gaps)
    object.member("altered", altered.isEmpty ? nil : altered)
  }
}

extension VerifyProof.Gap: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("stream", stream)
    object.member("rev", rev)
  }
}

extension VerifyProof.Proved: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("seq", seq)
    object.member("stream", entry?.stream)
    object.member("rev", entry?.rev)
    entry?.writeMembers(to: &object)
    object.member("holds", holds)
    object.member("what", what)
  }
}

extension Failure {
  static func notAProof(_ name: String, _ message: String) -> Failure {
    Failure(
      .badData, code: "bad-proof", "\(name) isn't a proof. \(message)",
      hint: "A proof is what `\(ToolName.current) prove` prints or writes.")
  }
}
