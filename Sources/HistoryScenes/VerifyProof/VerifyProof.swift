// Verifies proofs that were made here or elsewhere. Needs no log.

import Integrity

package enum VerifyProof: RespondingScene {
  /// A file, or a folder that an evidence pack was unpacked to.
  package enum Content: Sendable {
    case file([UInt8])
    case folder([TarArchive.File])

    /// The packed files; nil if it isn't a pack.
    var files: [TarArchive.File]? {
      switch self {
      case .file(let bytes): TarArchive.files(in: bytes)
      case .folder(let files): files
      }
    }

    var bytes: [UInt8] { if case .file(let bytes) = self { bytes } else { [] } }
  }

  package struct Request: Sendable {
    /// The file as it was named.
    let file: String
    let content: Content
    /// The leaf to be proved, if the file is a proof alone.
    let leaf: [UInt8]?
    /// The name and version of the tool that verifies it.
    let tool: String
    /// The log's expected name; nil if that is the key's name alone.
    let origin: String?

    package init(
      _ file: String, _ content: Content, leaf: [UInt8]?, origin: String?, by tool: String
    ) {
      self.file = file
      self.content = content
      self.leaf = leaf
      self.origin = origin
      self.tool = tool
    }
  }

  package typealias Context = (verifier: any CheckpointVerifier, domains: HistoryDomains)

  package struct Proved: Equatable, Sendable {
    package let seq: Int
    /// The entry of the leaf; nil if it isn't one.
    package let entry: TimelineEntry?
    /// A sentence that says what is wrong; nil if the proof holds.
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
    /// The files of a pack of another version that this one would write differently; nil if there are none.
    let uncompared: Uncompared?

    /// Whether nothing contradicts the proofs.
    package var holds: Bool { proved.allSatisfy(\.holds) && gaps.isEmpty && altered.isEmpty }
    package var isPositive: Bool { holds && uncompared == nil }
  }

  /// The files for people in a pack of another version, of which this one can't tell what the entries say.
  package struct Uncompared: Equatable, Sendable {
    package let files: [String]
    /// The tool, with its version, that says that it wrote them.
    package let writer: String
    /// The one that would compare them.
    let tool: String

    var sentence: String {
      "Written by \(writer): its \(files.joined(separator: " and ")) can't be compared with what \(tool) writes. "
        + "The entries prove themselves."
    }
  }

  package struct Gap: Equatable, Sendable {
    package let stream: String
    package let rev: Int
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let file = try ProofFile(request.file, request.content, leaf: request.leaf)
    guard let first = file.items.first?.proof.checkpoint else {
      throw .notAProof(request.file, "It has no proof.")
    }
    let checkpoint = try CheckpointFile(request.file, Array(first.text.utf8))
    let signer = try context.verifier.signer(of: checkpoint)
    if let origin = request.origin { try checkpoint.require(origin: origin) }
    var timeline = Timeline(of: context.domains.main)
    let proved = file.items.map { $0.proved(in: first, &timeline) }
    let entries = proved.compactMap(\.entry)
    let differing = file.differing(from: EvidencePack.text(of: entries))
    let other = file.writer.flatMap { $0 == request.tool || differing.isEmpty ? nil : $0 }
    return Response(
      checkpoint: first.checkpoint, proved: proved, signer: signer,
      gaps: file.isPack ? gaps(in: entries) : [], altered: other == nil ? differing : [],
      uncompared: other.map { .init(files: differing, writer: $0, tool: request.tool) })
  }

  /// An accepted entry has the revision after the one before, a refused one has the same.
  private static func gaps(in entries: [TimelineEntry]) -> [Gap] {
    var last: [ExactString: Int] = [:]
    var gaps: [Gap] = []
    for entry in entries {
      let stream = ExactString(entry.stream)
      let before = last[stream] ?? 0
      let expected = before + (entry.isAccepted ? 1 : 0)
      if entry.rev > expected, !gaps.contains(where: { $0.stream.hasSameBytes(as: entry.stream) }) {
        gaps.append(Gap(stream: entry.stream, rev: before + 1))
      }
      last[stream] = entry.rev
    }
    return gaps
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [TonedLine] {
    let checkpoint = response.checkpoint
    var lines = response.proved.map { proved in
      let subject = proved.entry.map { ", \($0.stream)@\($0.rev)" } ?? ""
      let verdict = "Entry \(proved.seq)\(subject): \(proved.what ?? "is in the log")."
      return verdict + (proved.entry.map { " " + $0.told } ?? "")
    }
    lines += response.gaps.map {
      "Revision \($0.rev) of \($0.stream) isn't here: an accepted entry was left out."
    }
    lines += response.altered.map { "\($0) isn't what the entries say: it was changed." }
    if let uncompared = response.uncompared { lines.append(uncompared.sentence) }
    lines.append(
      "The log: \(checkpoint.origin) with \(entryCount(checkpoint.size)), signed by "
        + "\(response.signer).")
    return lines.map { TonedLine($0, isGood: response.isPositive) }
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
    object.member("uncompared", uncompared?.files)
    object.member("writtenBy", uncompared?.writer)
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
