// Verifies proofs that were made here or elsewhere. Needs no log.

import Conventions
import EventSourcing
import JSONLines
import Transparency

package enum VerifyProof: RespondingScene {
  package struct Request: Sendable {
    /// How the file was named.
    let file: String
    let bytes: [UInt8]
    /// What is proved to be in the log, if the file is a proof alone.
    let leaf: [UInt8]?

    package init(_ file: String, _ bytes: [UInt8], leaf: [UInt8]?) {
      self.file = file
      self.bytes = bytes
      self.leaf = leaf
    }
  }

  package struct Proved: Equatable, Sendable {
    package let seq: Int
    /// The stream and the revision that the leaf names.
    package let stream: String?
    package let rev: Int?
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

    package var isPositive: Bool { proved.allSatisfy(\.holds) }
  }

  package struct Gap: Equatable, Sendable {
    package let stream: String
    package let rev: Int
  }

  package struct ViewModel: Equatable, Sendable {
    package let isGood: Bool
    package let lines: [String]
  }

  package static func respond(
    to request: Request, with verifier: any CheckpointVerifier
  ) throws(Failure) -> Response {
    let items = try ProofFile(request.file, request.bytes, leaf: request.leaf).items
    guard let first = items.first?.proof.checkpoint else {
      throw .notAProof(request.file, "It has no proof.")
    }
    let signer = try verifier.signer(
      of: try CheckpointFile(request.file, Array(first.text.utf8)))
    let proved = items.map { $0.proved(in: first) }
    return Response(
      checkpoint: first.checkpoint, proved: proved, signer: signer, gaps: gaps(in: proved))
  }

  /// Refused entries have the revision of the one before.
  private static func gaps(in proved: [Proved]) -> [Gap] {
    var last: [String: Int] = [:]
    var gaps: [Gap] = []
    for entry in proved.sorted(by: { $0.seq < $1.seq }) {
      guard let stream = entry.stream, let rev = entry.rev else { continue }
      let before = last[stream] ?? 0
      if rev > before + 1, !gaps.contains(where: { $0.stream == stream }) {
        gaps.append(Gap(stream: stream, rev: before + 1))
      }
      last[stream] = rev
    }
    return gaps
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let checkpoint = response.checkpoint
    var lines = response.proved.map { entry in
      let stream = entry.stream.map { ", \($0)" + (entry.rev.map { "@\($0)" } ?? "") } ?? ""
      return "Entry \(entry.seq)\(stream): \(entry.what ?? "is in the log")."
    }
    lines += response.gaps.map {
      "Revision \($0.rev) of \($0.stream) isn't here: an accepted entry was left out."
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
    object.member("stream", stream)
    object.member("rev", rev)
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
