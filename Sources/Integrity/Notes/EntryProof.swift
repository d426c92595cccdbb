// Proofs as files that others verify without the log: C2SP tlog-proof and the request of tlog-witness.

/// A proof that an entry is in the log of a checkpoint.
package struct EntryProof: Equatable, Sendable {
  private static let firstLine = "c2sp.org/tlog-proof@v1"

  /// The entry's place, from 0.
  package let index: Int
  /// The hashes from its leaf to the root.
  package let hashes: [Digest]
  package let checkpoint: CheckpointNote

  package init(index: Int, hashes: [Digest], checkpoint: CheckpointNote) {
    self.index = index
    self.hashes = hashes
    self.checkpoint = checkpoint
  }

  package var text: String {
    Self.firstLine + "\nindex \(index)\n" + lines(of: hashes) + "\n" + checkpoint.text
  }

  /// - Parameter text: The contents of a file. Extra data in it, which nothing vouches for, is ignored.
  package init(_ text: String) throws(NoteSyntaxError) {
    guard let blank = text.firstRange(of: "\n\n") else {
      throw NoteSyntaxError("The proof has no checkpoint.")
    }
    var lines = text[..<blank.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.firstLine[...] else {
      throw NoteSyntaxError("The first line isn't \(Self.firstLine).")
    }
    lines.removeFirst()
    if let extra = lines.first, extra.hasPrefix("extra ") {
      guard Base64.bytes(of: extra.dropFirst(6)) != nil else {
        throw NoteSyntaxError("The proof's extra data isn't Base64.")
      }
      lines.removeFirst()
    }
    guard let line = lines.first, line.hasPrefix("index "), let index = Int(line.dropFirst(6)),
      index >= 0, line == "index \(index)"
    else { throw NoteSyntaxError("The proof has no line with the entry's index.") }
    self.index = index
    hashes = try readHashes(lines.dropFirst())
    checkpoint = try CheckpointNote(String(text[blank.upperBound...]))
    guard index < checkpoint.checkpoint.size else {
      throw NoteSyntaxError("The proof's index is beyond the checkpoint's size.")
    }
  }

  /// Whether it proves that this leaf is there.
  package func holds(for leaf: Digest) -> Bool {
    let checkpoint = checkpoint.checkpoint
    return TreeProof.holds(
      hashes, ofLeaf: leaf, at: index, inSize: checkpoint.size, root: checkpoint.root)
  }
}

/// A proof that a checkpoint continues an older one, in the form that a witness takes (`add-checkpoint`).
package struct ContinuationProof: Equatable, Sendable {
  package let oldSize: Int
  package let hashes: [Digest]
  package let checkpoint: CheckpointNote

  package init(oldSize: Int, hashes: [Digest], checkpoint: CheckpointNote) {
    self.oldSize = oldSize
    self.hashes = hashes
    self.checkpoint = checkpoint
  }

  package var text: String { "old \(oldSize)\n" + lines(of: hashes) + "\n" + checkpoint.text }
}

private func lines(of hashes: [Digest]) -> String {
  hashes.map { Base64.text(of: $0.bytes) + "\n" }.joined()
}

private func readHashes(_ lines: ArraySlice<Substring>) throws(NoteSyntaxError) -> [Digest] {
  guard lines.count <= TreeProof.maximumCount else {
    throw NoteSyntaxError("The proof has more than \(TreeProof.maximumCount) hashes.")
  }
  var hashes: [Digest] = []
  for line in lines {
    guard let bytes = Base64.bytes(of: line), let hash = Digest(bytes) else {
      throw NoteSyntaxError("A line of the proof isn't a hash in Base64.")
    }
    hashes.append(hash)
  }
  return hashes
}
