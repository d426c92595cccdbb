import Integrity
import Testing

@Suite struct NotesTests {
  /// Of C2SP signed-note.
  static let key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
  static let note = """
    This is an example message.

    \u{2014} example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=

    """

  @Test func `the standard's example`() throws {
    let key = try VerifierKey(Self.key)
    #expect(key.name == "example.com/foo")
    #expect(key.id == 0x530d_903a)
    #expect(key.text == Self.key)
    let note = try SignedNote(Self.note)
    #expect(note.text == "This is an example message.\n")
    #expect(note.note == Self.note)
    #expect(key.signatures(of: note).map(\.bytes.count) == [64])
    let other = VerifierKey(name: "example.com/foo", publicKey: [UInt8](repeating: 1, count: 32))
    #expect(other.signatures(of: note).isEmpty)
  }

  /// Of C2SP tlog-cosignature.
  @Test func `the standard's example of a witness`() throws {
    let text =
      "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    let note = try SignedNote(
      """
      \(text)
      \u{2014} w jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==

      """)
    let signature = try #require(note.signatures.first)
    #expect(signature.keyID == 0x8d66_cf3f)
    let cosignature = try #require(Cosignature(signature))
    #expect(cosignature.seconds == 1_679_315_147)
    #expect(cosignature.signedText(of: note) == "cosignature/v1\ntime 1679315147\n" + text)
    for count in [0, 8, 63, 64, 71, 73] {
      let bytes = [UInt8](repeating: 1, count: count)
      #expect(Cosignature(.init(name: "w", keyID: 1, bytes: bytes)) == nil)
    }
    for time: [UInt8] in [[0, 0, 0, 0, 0, 0, 0, 0], [0x80, 0, 0, 0, 0, 0, 0, 1]] {
      let bytes = time + [UInt8](repeating: 1, count: 64)
      #expect(Cosignature(.init(name: "w", keyID: 1, bytes: bytes)) == nil)
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]) func `Base64 as RFC 4648 has it`(text: String, encoded: String) {
    #expect(Base64.text(of: Array(text.utf8)) == encoded)
    #expect(Base64.bytes(of: encoded) == Array(text.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zh==", "Zm9", "Zm8", "=", "====", "Zm9v=", "Zg==Zg==", "Zm 9v", "Zm9v\n",
    "Zm-_",
    "é===",
  ]) func `only canonical Base64 is read`(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }

  static let root = Base64.text(of: TreeHashing.empty.bytes)

  @Test func `a checkpoint is read as it is written`() throws {
    let checkpoint = LogCheckpoint(origin: "example.com/log", size: 7, root: leaves(1)[0])
    #expect(try LogCheckpoint(body: checkpoint.body) == checkpoint)
    #expect(try CheckpointNote(checkpoint.body) == CheckpointNote(checkpoint))
    let signature = SignedNote.Signature(name: "a", keyID: 0xDEAD_BEEF, bytes: [1, 2, 3])
    let signed = CheckpointNote(checkpoint, signatures: [signature, signature])
    #expect(try CheckpointNote(signed.text) == signed)
    let extended = try LogCheckpoint(body: checkpoint.body + "more\n")
    #expect(extended.extensions == ["more"])
    #expect(extended.body == checkpoint.body + "more\n")
  }

  @Test(arguments: [
    "", "\n", "a\n1\n", "a\n01\n\(root)\n", "a\n-1\n\(root)\n", "a\n+1\n\(root)\n",
    "a\nx\n\(root)\n",
    "a\n1\nAAAA\n", "\n1\n\(root)\n", "a\n1\n\(root)", "a\n1\n\(root)\n\nb\n",
    "a\n0\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", "a\n1\n\(root)\n\n",
    "a\n1\n\(root)\n\n\u{2014} a AAAA\n", "a\n1\n\(root)\n\n- a AAAAAAA=\n",
    "a\r\n1\r\n\(root)\r\n",
    "a\n99999999999999999999\n\(root)\n", "a\n9007199254740992\n\(root)\n", "a\u{7}\n1\n\(root)\n",
    "a\n1\n\(root)\n\n" + String(repeating: "\u{2014} a AAAAAAA=\n", count: 17),
  ]) func `what isn't a checkpoint is refused`(text: String) {
    #expect(throws: NoteSyntaxError.self) { try CheckpointNote(text) }
  }

  @Test func `an entry's proof is read as it is written, and holds for its leaf alone`() throws {
    let all = leaves(11)
    let tree = SmallTree(all).tree
    let note = CheckpointNote(
      LogCheckpoint(origin: "example.com/log", size: 11, root: tree.builder.root))
    for index in all.indices {
      let proof = EntryProof(
        index: index, hashes: try tree.inclusionProof(of: index, inSize: 11), checkpoint: note)
      let read = try EntryProof(proof.text)
      #expect(read == proof)
      for other in all.indices { #expect(read.holds(for: all[other]) == (other == index)) }
      let extra = proof.text.replacingFirst("\n", with: "\nextra AAAA\n")
      #expect(try EntryProof(extra) == proof)
    }
  }

  @Test(arguments: [
    "", "c2sp.org/tlog-proof@v1\n", "c2sp.org/tlog-proof@v2\nindex 0\n\na\n1\n\(root)\n",
    "c2sp.org/tlog-proof@v1\nindex 00\n\na\n1\n\(root)\n",
    "c2sp.org/tlog-proof@v1\nindex 1\n\na\n1\n\(root)\n",
    "c2sp.org/tlog-proof@v1\nindex 9223372036854775807\n\na\n9007199254740991\n\(root)\n",
    "c2sp.org/tlog-proof@v1\nindex -1\n\na\n1\n\(root)\n",
    "c2sp.org/tlog-proof@v1\nextra ?\nindex 0\n\na\n1\n\(root)\n",
    "c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\na\n1\n\(root)\n",
    "c2sp.org/tlog-proof@v1\nindex 0\n" + String(repeating: root + "\n", count: 64)
      + "\na\n1\n\(root)\n",
  ]) func `what isn't a proof is refused`(text: String) {
    #expect(throws: NoteSyntaxError.self) { try EntryProof(text) }
  }

  @Test(arguments: [
    "", "a", "a+530d903a", "a b+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903a+AekyeRrm",
    "example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
  ]) func `what isn't a key is refused`(text: String) {
    #expect(throws: NoteSyntaxError.self) { try VerifierKey(text) }
  }
}

extension String {
  fileprivate func replacingFirst(_ old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
