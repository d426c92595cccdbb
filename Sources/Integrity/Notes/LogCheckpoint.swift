// The state of a log at some moment, in three lines: C2SP tlog-checkpoint.

package struct LogCheckpoint: Equatable, Sendable {
  /// The largest number that a log has for an entry.
  private static let maximumSize = (1 << 53) - 1

  /// The log's name.
  package let origin: String
  /// The number of entries in the log.
  package let size: Int
  /// The root of the tree over these entries.
  package let root: Digest
  /// Lines that others have added.
  package let extensions: [String]

  package init(origin: String, size: Int, root: Digest) {
    (self.origin, self.size, self.root, extensions) = (origin, size, root, [])
  }

  /// The text that is signed.
  package var body: String {
    ([origin, String(size), Base64.text(of: root.bytes)] + extensions).map { $0 + "\n" }.joined()
  }

  /// Reads the text that is signed.
  package init(body: String) throws(NoteSyntaxError) {
    guard !body.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A }) else {
      throw NoteSyntaxError("The checkpoint has control characters.")
    }
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast() == "", lines.count >= 3, !lines.contains("") else {
      throw NoteSyntaxError("A checkpoint has at least three lines, none of them empty.")
    }
    guard let size = Int(lines[1]), 0...Self.maximumSize ~= size, String(size) == lines[1] else {
      throw NoteSyntaxError("The checkpoint's second line isn't the number of entries.")
    }
    guard let bytes = Base64.bytes(of: lines[2]), let root = Digest(bytes) else {
      throw NoteSyntaxError("The checkpoint's third line isn't a hash in Base64.")
    }
    (origin, self.size, self.root) = (String(lines[0]), size, root)
    extensions = lines[3...].map(String.init)
    guard size > 0 || root == TreeHashing.empty else {
      throw NoteSyntaxError("The checkpoint is of no entries, but has the root of some.")
    }
  }
}

/// A checkpoint as it is kept in a file: with signatures or without.
package struct CheckpointNote: Equatable, Sendable {
  package let checkpoint: LogCheckpoint
  package let note: SignedNote

  package init(_ checkpoint: LogCheckpoint, signatures: [SignedNote.Signature] = []) {
    self.checkpoint = checkpoint
    note = SignedNote(text: checkpoint.body, signatures: signatures)
  }

  /// Reads what a file has.
  package init(_ text: String) throws(NoteSyntaxError) {
    let isSigned = text.contains("\n\n")
    note = isSigned ? try SignedNote(text) : SignedNote(text: text, signatures: [])
    checkpoint = try LogCheckpoint(body: note.text)
  }

  package var text: String { note.signatures.isEmpty ? note.text : note.note }
}
