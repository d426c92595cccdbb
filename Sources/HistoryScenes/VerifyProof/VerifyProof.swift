// Verifies proofs that were made here or elsewhere. Needs no log.

import Checksums
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
    /// Whether the proof holds.
    package let holds: Bool
    /// What is wrong otherwise.
    package let what: String?
  }

  package struct Response: SceneResponse, Sendable {
    package let checkpoint: LogCheckpoint
    package let proved: [Proved]
    package let signer: String?

    package var isPositive: Bool { proved.allSatisfy(\.holds) }
    package var notes: [String] {
      signer == nil
        ? ["The signature wasn't verified. Pass --public-key to know who took the checkpoint."] : []
    }
  }

  package struct ViewModel: Equatable, Sendable {
    package let isGood: Bool
    package let lines: [String]
  }

  package static func respond(
    to request: Request, with verifier: (any CheckpointVerifier)?
  ) throws(Failure) -> Response {
    let proofs = try proofs(in: request)
    guard let first = proofs.first?.proof.checkpoint else {
      throw .notAProof(request.file, "It is empty.")
    }
    let file = try CheckpointFile(request.file, Array(first.text.utf8))
    let signer = try verifier?.signer(of: file)
    let proved = proofs.map { item in
      let what =
        item.proof.checkpoint != first
        ? "its checkpoint isn't the others'"
        : !item.proof.holds(for: TreeHashing.leaf(item.leaf))
          ? "the log of the checkpoint has another entry there" : item.otherDefect
      return Proved(seq: item.proof.index + 1, holds: what == nil, what: what)
    }
    return Response(checkpoint: first.checkpoint, proved: proved, signer: signer)
  }

  private struct Item {
    let proof: EntryProof
    let leaf: [UInt8]
    var otherDefect: String?
  }

  private static func proofs(in request: Request) throws(Failure) -> [Item] {
    if let files = TarArchive.files(in: request.bytes) { return try items(of: files, request.file) }
    let proof = try proof(request.bytes, request.file)
    guard let leaf = request.leaf else {
      throw Failure(
        .usage, code: "missing-leaf", "\(request.file) doesn't have the entry that it is about.",
        hint: "Pass it with --leaf: the entry's line, or a .leaf file of an evidence pack.")
    }
    return [Item(proof: proof, leaf: Self.leaf(in: leaf))]
  }

  /// The leaf of an entry's line, or what is a leaf itself.
  private static func leaf(in bytes: [UInt8]) -> [UInt8] {
    let source = HistorySource(bytes.withUnsafeBytes { ByteStorage.copy(of: $0) }, name: "leaf")
    var reader = try? EntryReader(source)
    return (try? reader?.next())?.leaf ?? bytes
  }

  private static func items(of files: [TarArchive.File], _ name: String) throws(Failure) -> [Item] {
    let all = Dictionary(files.map { ($0.name, $0.bytes) }) { one, _ in one }
    guard all.count == files.count else { throw .notAProof(name, "It has two files of one name.") }
    var items: [Item] = []
    for file in files where file.name.hasSuffix(EvidencePack.proofSuffix) {
      let proof = try proof(file.bytes, file.name)
      let entry = EvidencePack.name(of: proof.index + 1)
      guard file.name == entry + EvidencePack.proofSuffix,
        let leaf = all[entry + EvidencePack.leafSuffix]
      else { throw .notAProof(name, "\(file.name) has no leaf beside it.") }
      var item = Item(proof: proof, leaf: leaf)
      if let personal = all[entry + EvidencePack.personalSuffix] {
        let hash = #""personal":\#(Entry.erasedPrefix)\#(Digest(of: personal).hex)""#
        let isRight = leaf.suffix(hash.utf8.count + 1).elementsEqual((hash + "}").utf8)
        item.otherDefect = isRight ? nil : "the personal data isn't the entry's"
      }
      items.append(item)
    }
    let known = items.count + all.keys.count { !$0.hasSuffix(EvidencePack.proofSuffix) }
    let leaves = all.keys.count { $0.hasSuffix(EvidencePack.leafSuffix) }
    guard known == all.count, leaves == items.count else {
      throw .notAProof(name, "An entry in it has no proof.")
    }
    return items
  }

  private static func proof(_ bytes: [UInt8], _ name: String) throws(Failure) -> EntryProof {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notAProof(name, "It isn't UTF-8.")
    }
    do throws(NoteSyntaxError) {
      return try EntryProof(text)
    } catch {
      throw .notAProof(name, error.message)
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let checkpoint = response.checkpoint
    let signer = response.signer.map { ", signed by \($0)" } ?? ""
    let log = "the log \(checkpoint.origin) with \(entryCount(checkpoint.size))\(signer)"
    var lines = response.proved.filter { !$0.holds }.map { "Entry \($0.seq): \($0.what ?? "")." }
    let good = response.proved.filter(\.holds).map { String($0.seq) }
    if !good.isEmpty {
      let entries =
        good.count == 1 ? "Entry \(good[0]) is" : "Entries \(good.joined(separator: ", ")) are"
      lines.append("\(entries) in \(log).")
    }
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
  }
}

extension VerifyProof.Proved: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("seq", seq)
    object.member("holds", holds)
    object.member("what", what)
  }
}

extension Failure {
  fileprivate static func notAProof(_ name: String, _ message: String) -> Failure {
    Failure(
      .badData, code: "bad-proof", "\(name) isn't a proof. \(message)",
      hint: "A proof is what `\(ToolName.current) prove` prints or writes.")
  }
}
