// The contents of a proof's file: a proof alone, or an evidence pack, in which everything must be proved or known.

import Integrity

struct ProofFile {
  struct Item {
    let proof: EntryProof
    let leaf: [UInt8]
    var personal: [UInt8]?
  }

  let items: [Item]
  /// Whether it has all entries of its streams.
  let isPack: Bool
  /// The pack's statements about its entries, besides their leaves.
  private(set) var timeline: [UInt8]?
  private(set) var readMe: [UInt8]?

  /// - Parameter leaf: The leaf that is proved, if the file is a proof alone.
  init(_ name: String, _ content: VerifyProof.Content, leaf: [UInt8]?) throws(Failure) {
    guard let files = content.files else {
      isPack = false
      let proof = try Self.proof(content.bytes, name)
      guard let leaf else {
        throw Failure(
          .usage, code: "missing-leaf", "\(name) doesn't have the entry that it is about.",
          hint: "Pass it with --leaf: the entry's line, or a .leaf file of an evidence pack.")
      }
      items = [Item(proof: proof, leaf: Self.leaf(in: leaf))]
      return
    }
    guard leaf == nil else {
      throw Failure(
        .usage, code: "unused-leaf", "\(name) is an evidence pack, which has its leaves itself.",
        hint: "Omit --leaf.")
    }
    isPack = true
    items = try Self.items(of: files, name)
    timeline = files.first { $0.name == EvidencePack.timelineName }?.bytes
    readMe = files.first { $0.name == EvidencePack.readMeName }?.bytes
  }

  /// The tool, with its version, that the pack says that it was written by.
  var writer: String? { readMe.flatMap { EvidencePack.writer(of: $0) } }

  /// The files for people that aren't what this version makes of the entries.
  func differing(from timeline: [UInt8]) -> [String] {
    [
      (EvidencePack.readMeName, readMe, writer.map { EvidencePack.readMe(by: $0) }),
      (EvidencePack.timelineName, self.timeline, timeline),
    ].compactMap { name, told, right in told == nil || told == right ? nil : name }
  }

  /// The leaf of an entry's line, or what is a leaf itself.
  private static func leaf(in bytes: [UInt8]) -> [UInt8] {
    let source = InMemoryHistory(bytes.withUnsafeBytes { ByteStorage.copy(of: $0) }, name: "leaf")
    do throws(LogError) {
      var reader = try EntryReader(source)
      guard let leaf = try reader.next()?.leaf else { return bytes }
      // Bytes after it would be vouched for, too.
      return try reader.next() == nil ? leaf : bytes
    } catch {
      return bytes
    }
  }

  private static func items(of files: [TarArchive.File], _ name: String) throws(Failure) -> [Item] {
    var rest = Dictionary(files.map { ($0.name, $0.bytes) }) { one, _ in one }
    guard rest.count == files.count else { throw .notAProof(name, "It has two files of one name.") }
    for known in [EvidencePack.readMeName, EvidencePack.timelineName] { rest[known] = nil }
    guard let checkpoint = rest.removeValue(forKey: EvidencePack.checkpointName) else {
      throw .notAProof(name, "It has no checkpoint.")
    }
    var items: [Item] = []
    for file in files where file.name.hasSuffix(EvidencePack.proofSuffix) {
      let proof = try proof(file.bytes, file.name)
      let entry = EvidencePack.name(of: proof.index + 1)
      guard file.name == entry + EvidencePack.proofSuffix else {
        throw .notAProof(
          name,
          "\(file.name) is of entry \(proof.index + 1), whose proof is \(entry + EvidencePack.proofSuffix)."
        )
      }
      guard let leaf = rest.removeValue(forKey: entry + EvidencePack.leafSuffix) else {
        throw .notAProof(name, "\(file.name) has no leaf beside it.")
      }
      guard proof.checkpoint.text.utf8.elementsEqual(checkpoint) else {
        throw .notAProof(name, "\(file.name) is of another checkpoint.")
      }
      rest[file.name] = nil
      let personal = rest.removeValue(forKey: entry + EvidencePack.personalSuffix)
      items.append(Item(proof: proof, leaf: leaf, personal: personal))
    }
    if let other = rest.keys.min() { throw .notAProof(name, "Nothing proves \(other).") }
    return items.sorted { $0.proof.index < $1.proof.index }
  }

  private static func proof(_ bytes: [UInt8], _ name: String) throws(Failure) -> EntryProof {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notAProof(name, "It isn't UTF-8.")
    }
    return try Failure.of(NoteSyntaxError.self, EntryProof(text)) {
      .notAProof(name, $0.message)
    }
  }
}

extension ProofFile.Item {
  /// The result for the entry.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint whose signature is verified.
  ///   - timeline: The timeline of the entries before.
  func proved(in checkpoint: CheckpointNote, _ timeline: inout Timeline) -> VerifyProof.Proved {
    let entry = JSONValue(leaf: leaf)
    let seq = proof.index + 1
    var what: String?
    if proof.checkpoint != checkpoint || !proof.holds(for: TreeHashing.leaf(leaf)) {
      what = "the proof doesn't lead to the checkpoint's root"
    } else if entry?["seq"]?.integer != Int64(seq) {
      what = "it says that it is another one"
    } else if let personal, entry?["personal"]?.string != "sha256:" + Digest(of: personal).hex {
      what = "the personal data isn't the entry's"
    }
    return VerifyProof.Proved(seq: seq, entry: entry.flatMap { timeline.entry(of: $0) }, what: what)
  }
}
