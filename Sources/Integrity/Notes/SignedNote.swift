// A text and who signed it, as C2SP signed-note has it. Signatures are made and verified elsewhere.

/// A sentence that says why a text isn't a signed note, a checkpoint or a proof.
package struct NoteSyntaxError: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

package struct SignedNote: Equatable, Sendable {
  package struct Signature: Equatable, Sendable {
    package let name: String
    package let keyID: UInt32
    package let bytes: [UInt8]

    package init(name: String, keyID: UInt32, bytes: [UInt8]) {
      self.name = name
      self.keyID = keyID
      self.bytes = bytes
    }
  }

  /// The maximum number of signatures that are read.
  static let maximumSignatures = 16

  /// The signed text; it ends with a newline.
  package let text: String
  package let signatures: [Signature]

  package init(text: String, signatures: [Signature]) {
    self.text = text
    self.signatures = signatures
  }

  package var note: String { text + "\n" + signatures.map { $0.line + "\n" }.joined() }

  package init(_ note: String) throws(NoteSyntaxError) {
    guard !note.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A }) else {
      throw NoteSyntaxError("It has control characters.")
    }
    var lines = note.split(separator: "\n", omittingEmptySubsequences: false)
    // The last line ends with a newline, too.
    guard lines.popLast() == "", let blank = lines.lastIndex(of: ""), blank < lines.count - 1 else {
      throw NoteSyntaxError("It has no signatures.")
    }
    text = lines[..<blank].map { $0 + "\n" }.joined()
    lines.removeFirst(blank + 1)
    guard lines.count <= Self.maximumSignatures else {
      throw NoteSyntaxError("It has more than \(Self.maximumSignatures) signatures.")
    }
    var signatures: [Signature] = []
    for line in lines { signatures.append(try Signature(line)) }
    self.signatures = signatures
  }
}

extension SignedNote.Signature {
  var line: String {
    let id = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: keyID >> $0) }
    return "\u{2014} \(name) \(Base64.text(of: id + bytes))"
  }

  init(_ line: Substring) throws(NoteSyntaxError) {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "\u{2014}", VerifierKey.isName(parts[1]),
      let all = Base64.bytes(of: parts[2]), all.count > 4
    else { throw NoteSyntaxError("A line after the blank one isn't a signature.") }
    keyID = all[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    (name, bytes) = (String(parts[1]), Array(all[4...]))
  }
}

/// An Ed25519 key that verifies signatures, with its name: a `vkey` of C2SP signed-note.
package struct VerifierKey: Equatable, Sendable {
  /// The type of the key's signatures.
  package enum Kind: UInt8, Sendable {
    /// Ed25519, of a note's text.
    case signature = 1
    /// Ed25519, of a note's text and a time (C2SP tlog-cosignature).
    case cosignature = 4
  }

  package static let keySize = 32

  package let kind: Kind
  package let name: String
  /// 32 bytes, as RFC 8032 encodes them.
  package let publicKey: [UInt8]

  package init(name: String, publicKey: [UInt8], _ kind: Kind = .signature) {
    (self.name, self.publicKey, self.kind) = (name, publicKey, kind)
  }

  /// The first four bytes of the hash of name, type and key.
  package var id: UInt32 {
    Digest(of: Array(name.utf8) + [0x0A, kind.rawValue] + publicKey).bytes[..<4]
      .reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// `name+id`
  package var nameAndDigits: String {
    let digits = String(id, radix: 16)
    return "\(name)+" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// `name+id+key`
  package var text: String {
    "\(nameAndDigits)+\(Base64.text(of: [kind.rawValue] + publicKey))"
  }

  /// Reads `name+id+key`.
  package init(_ text: some StringProtocol) throws(NoteSyntaxError) {
    // Base64 may have plus signs, too.
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isName(parts[0]), let key = Base64.bytes(of: parts[2]) else {
      throw NoteSyntaxError("A key is a name, eight hex digits and Base64, joined by plus signs.")
    }
    guard let kind = key.first.flatMap(Kind.init), key.count == 1 + Self.keySize else {
      throw NoteSyntaxError("The key isn't an Ed25519 key.")
    }
    self.init(name: String(parts[0]), publicKey: Array(key[1...]), kind)
    guard self.text == text else {
      throw NoteSyntaxError("The eight digits in the key aren't those of its name and bytes.")
    }
  }

  /// Whether a text can name a key: it isn't empty, and has neither spaces nor plus signs nor control characters.
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0 != "+" && $0.properties.generalCategory != .control
      }
  }

  /// The signatures of a note that claim to be this key's.
  package func signatures(of note: SignedNote) -> [SignedNote.Signature] {
    note.signatures.filter { $0.name.utf8.elementsEqual(name.utf8) && $0.keyID == id }
  }
}
