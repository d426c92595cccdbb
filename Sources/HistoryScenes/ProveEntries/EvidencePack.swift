// The contents of an evidence pack, and their text for people.

import Integrity

package struct EvidencePack {
  /// The folder of the entries.
  package static let folder = "entries"
  static let checkpointName = "checkpoint"
  static let readMeName = "README.txt"
  static let timelineName = "timeline.txt"
  static let leafSuffix = ".leaf"
  static let proofSuffix = ".tlog-proof"
  static let personalSuffix = ".personal"

  private let checkpoint: CheckpointFile
  /// The name and version of the tool that writes it.
  private let tool: String
  private let isWithPersonalData: Bool
  private var items: [Int: Item] = [:]
  /// The number of the entries that have lost their personal data.
  private(set) var erased = 0

  private struct Item {
    let leaf: [UInt8]
    let personal: [UInt8]?
  }

  init(_ checkpoint: CheckpointFile, writtenBy tool: String, isWithPersonalData: Bool) {
    (self.checkpoint, self.tool) = (checkpoint, tool)
    self.isWithPersonalData = isWithPersonalData
  }

  var count: Int { items.count }
  /// The number of the entries that have their personal data in the pack.
  var personal: Int { items.values.count { $0.personal != nil } }

  mutating func add(_ entry: Entry) {
    let personal =
      isWithPersonalData && entry.hasPersonalData ? Array(entry[entry.personal]) : nil
    if entry.isErased, !entry.isWithheld { erased += 1 }
    items[entry.seq] = Item(leaf: entry.leaf, personal: personal)
  }

  /// - Parameter history: The history that the entries are from.
  func write(of history: History, to output: any ByteOutput) throws(Failure) {
    let sorted = items.sorted { $0.key < $1.key }
    func write(_ name: String, _ bytes: [UInt8], isPrivate: Bool = false) throws(Failure) {
      try output.write(TarArchive.bytes(of: .init(name, bytes, isPrivate: isPrivate)))
    }
    let proofs = try checkpoint.proofs(
      of: sorted.map { ($0.key, TreeHashing.leaf($0.value.leaf)) }, in: history.source)
    try write(Self.readMeName, Self.readMe(by: tool))
    try write(Self.checkpointName, Array(checkpoint.note.text.utf8))
    try write(Self.timelineName, Self.timeline(of: sorted.map(\.value.leaf), history.domains.main))
    for ((seq, item), proof) in zip(sorted, proofs) {
      let name = Self.name(of: seq)
      try write(name + Self.leafSuffix, item.leaf)
      try write(name + Self.proofSuffix, Array(proof.text.utf8))
      guard let personal = item.personal else { continue }
      try write(name + Self.personalSuffix, personal, isPrivate: true)
    }
    try output.write(TarArchive.end)
    try output.complete()
  }

  /// The file for people, as it follows from the leaves.
  private static func timeline(of leaves: [[UInt8]], _ domain: any HistoryDomain.Type) -> [UInt8] {
    var timeline = Timeline(of: domain)
    return text(of: leaves.compactMap { JSONValue(leaf: $0).flatMap { timeline.entry(of: $0) } })
  }

  static func text(of timeline: [TimelineEntry]) -> [UInt8] {
    timeline.flatMap { ($0.line + "\n").utf8 }
  }

  /// Wide enough that names sort as numbers do.
  static func name(of seq: Int) -> String {
    let digits = String(seq)
    return folder + "/" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  static func readMe(by tool: String) -> [UInt8] {
    Array("\(written)\(tool).\n\(instructions)".utf8)
  }

  /// The tool, with its version, that a file for people says that it was written by; nil if it doesn't say so.
  static func writer(of readMe: [UInt8]) -> String? {
    let line = String(decoding: readMe.prefix { $0 != 0x0A }, as: UTF8.self)
    guard line.hasPrefix(written), line.hasSuffix(".") else { return nil }
    let name = line.dropFirst(written.count).dropLast()
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: " .+-_".utf8.contains(byte)
      }
    }
    return isName && 1...64 ~= name.count ? String(name) : nil
  }

  private static let written = "Written by "

  private static let instructions = """

    This archive proves what a log says about some of its streams. You need neither the log nor the tool
    that made this to verify it. What you need is the public key of the log's owner, from a source that
    you trust: not from here.

      checkpoint               the log's signed state: its name, how many entries it has, and the root
                               hash of the tree over them (C2SP tlog-checkpoint)
      timeline.txt             the entries for people: step 4 says what proves them
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

    4. timeline.txt and this file are proved by nothing. Read the leaves instead, or let the tool's
       verify-proof, or verify.py or verify.go of its documentation, make both files again and compare.
       Another version may write them in other words, and then says that it can't compare them.

    An entry's rev counts the accepted entries of its stream. If none is missing from 1 on, no accepted
    entry was left out up to there. That there are no later ones can't be seen from proofs.

    """
}

extension JSONValue {
  /// nil if it isn't JSON.
  init?(leaf: [UInt8]) {
    let storage = leaf.withUnsafeBytes { ByteStorage.copy(of: $0) }
    guard let value = try? JSONValue(storage, in: 0..<storage.count, profile: .anyOrder) else {
      return nil
    }
    self = value
  }
}
