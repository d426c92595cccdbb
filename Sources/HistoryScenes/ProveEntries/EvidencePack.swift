// What is in an evidence pack, and how it reads to people.

import Checksums
import EventSourcing
import JSONLines
import Transparency

struct EvidencePack {
  static let checkpointName = "checkpoint"
  static let readMeName = "README.txt"
  static let timelineName = "timeline.txt"
  static let leafSuffix = ".leaf"
  static let proofSuffix = ".tlog-proof"
  static let personalSuffix = ".personal"

  private let checkpoint: CheckpointFile
  private let isWithPersonalData: Bool
  private var items: [Int: Item] = [:]

  private struct Item {
    let leaf: [UInt8]
    let personal: [UInt8]?
    let timeline: String
  }

  init(_ checkpoint: CheckpointFile, isWithPersonalData: Bool) {
    self.checkpoint = checkpoint
    self.isWithPersonalData = isWithPersonalData
  }

  var count: Int { items.count }

  mutating func add(_ entry: Entry) {
    let personal =
      isWithPersonalData && entry.hasPersonalData ? Array(entry[entry.personal]) : nil
    items[entry.seq] = Item(leaf: entry.leaf, personal: personal, timeline: entry.timelineEntry)
  }

  /// - Parameter source: The log that the entries are from.
  func write(of source: any EntrySource, to output: any ByteOutput) throws(Failure) {
    let sorted = items.sorted { $0.key < $1.key }
    func write(_ name: String, _ bytes: [UInt8], isPrivate: Bool = false) throws(Failure) {
      try output.write(TarArchive.bytes(of: .init(name, bytes, isPrivate: isPrivate)))
    }
    let proofs = try checkpoint.proofs(
      of: sorted.map { ($0.key, TreeHashing.leaf($0.value.leaf)) }, in: source)
    try write(Self.readMeName, Array(Self.readMe.utf8))
    try write(Self.checkpointName, Array(checkpoint.note.text.utf8))
    try write(Self.timelineName, Array(sorted.flatMap { ($0.value.timeline + "\n").utf8 }))
    for ((seq, item), proof) in zip(sorted, proofs) {
      let name = Self.name(of: seq)
      try write(name + Self.leafSuffix, item.leaf)
      try write(name + Self.proofSuffix, Array(proof.text.utf8))
      guard let personal = item.personal else { continue }
      try write(name + Self.personalSuffix, personal, isPrivate: true)
    }
    try output.write(TarArchive.end)
    try output.flush()
  }

  /// Wide enough that names sort as numbers do.
  static func name(of seq: Int) -> String {
    let digits = String(seq)
    return "entries/" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  private static let readMe = """
    This archive proves what a log says about some of its streams. You need neither the log nor the tool
    that made this to verify it. What you need is the public key of the log's owner, from a source that
    you trust: not from here.

      checkpoint               the log's signed state: its name, how many entries it has, and the root
                               hash of the tree over them (C2SP tlog-checkpoint)
      timeline.txt             the entries for people; nothing proves this file
      entries/N.leaf           entry N, without personal data and checksum
      entries/N.tlog-proof     the proof that this entry is number N of that log (C2SP tlog-proof); it
                               ends with the checkpoint
      entries/N.personal       the entry's personal data, if it was included

    1. Verify the signature. The signed text is everything before the checkpoint's empty line, with its
       last newline. The line after the empty one ends with Base64: four bytes that name the key, then
       64 bytes of an Ed25519 signature. With OpenSSL 3, and the key as PEM in key.pem:

         sed '/^$/,$d' checkpoint > text
         sed '1,/^$/d' checkpoint | head -n 1 | sed 's/.* //' | base64 -d | tail -c 64 > signature
         openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in text -sigfile signature

    2. Verify each proof: that it ends with this checkpoint, and that the leaf's hash, SHA-256 of a zero
       byte and the file's bytes, leads to the root in the checkpoint by the hashes of the proof
       (RFC 6962, section 2.1.1). The index is one less than N, which is also the seq in the leaf. Go's
       golang.org/x/mod/sumdb/tlog does that, and so do forty lines of Python.

    3. If there is personal data: its SHA-256 is in the leaf, after "personal":"sha256:.

    An entry's rev counts the accepted entries of its stream. If none is missing from 1 on, no accepted
    entry was left out up to there. That there are no later ones can't be seen from proofs.

    """
}

extension Entry {
  /// When, what, who, and the outcome.
  fileprivate var timelineEntry: String {
    let head = try? commandHead()
    let type = head.map { storage.string($0.type) } ?? ""
    let refusal = (try? refusal())?.flatMap { $0 }
    let outcome =
      refusal.map { "refused: \($0.code)" }
      ?? ((try? eventTypes()) ?? []).joined(separator: ", ")
    let reason = head.flatMap { $0.reason.isPresent ? " (\(storage.string($0.reason)))" : nil }
    let subject = "\(storage.string(stream)) @\(rev)"
    return [
      "@\(seq)", at.description, subject, storage.string(actor), type + (reason ?? ""), outcome,
    ].map(\.inOneLine).joined(separator: "  ")
  }
}

extension String {
  /// With nothing in it that could begin a line, or control a terminal.
  fileprivate var inOneLine: String {
    unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }
}
