// Explanations of errors, from the bytes that they are about.

extension ByteStorage {
  /// A sentence that says why the bytes at an offset aren't UTF-8, and what to do; nil if that can't be seen there.
  package func encodingProblem(at offset: Int) -> String? {
    let first = Array(bytes[offset...].prefix(8))
    if first.starts(with: [0xEF, 0xBB, 0xBF]) {
      return "A byte order mark is here: save the file as UTF-8 without one."
    }
    return Self.encodings.first { $0.begins(first) }.map {
      "The file is \($0.name): save it as UTF-8."
    }
  }

  /// Encodings with more than one byte for each character, by their byte order marks and where bytes of ASCII are 0. A
  /// crash leaves zeros alone. The mark of one begins as that of the next does.
  private static let encodings: [Encoding] = [
    Encoding("UTF-32", [0xFF, 0xFE, 0, 0], [false, true, true, true, false, true, true, true]),
    Encoding("UTF-32", [0, 0, 0xFE, 0xFF], [true, true, true, false, true, true, true, false]),
    Encoding("UTF-16", [0xFF, 0xFE], [false, true, false]),
    Encoding("UTF-16", [0xFE, 0xFF], [true, false, true]),
  ]

  private struct Encoding {
    let name: String
    let mark: [UInt8]
    let zeros: [Bool]

    init(_ name: String, _ mark: [UInt8], _ zeros: [Bool]) {
      (self.name, self.mark, self.zeros) = (name, mark, zeros)
    }

    func begins(_ bytes: [UInt8]) -> Bool {
      bytes.starts(with: mark) || bytes.map { $0 == 0 }.starts(with: zeros)
    }
  }

  /// The word in the quotes at an offset; nil if it isn't one: it may be anything, personal data too.
  package func word(at offset: Int) -> String? {
    guard bytes.indices.contains(offset), bytes[offset] == 0x22 else { return nil }
    let word = String(decoding: bytes[(offset + 1)...].prefix { $0 != 0x22 }, as: UTF8.self)
    let isName =
      word.utf8.count <= 40 && word.first?.isLetter == true
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
    return isName ? word : nil
  }
}
