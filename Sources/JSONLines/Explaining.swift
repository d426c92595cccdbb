// What errors can say of the bytes that they are about, besides the kind of error.

extension ByteStorage {
  /// Why what begins at an offset isn't UTF-8, in a sentence that says what to do; nil if that can't be seen there.
  package func encodingProblem(at offset: Int) -> String? {
    let first = Array(bytes[offset...].prefix(3))
    if first == [0xEF, 0xBB, 0xBF] {
      return "A byte order mark is here: save the file as UTF-8 without one."
    }
    let isMarked = first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF])
    // In UTF-16, every other byte of ASCII is 0. A crash leaves zeros alone.
    let zeros = first.map { $0 == 0 }
    let isUTF16 = isMarked || zeros == [false, true, false] || zeros == [true, false, true]
    return isUTF16 ? "The file is UTF-16: save it as UTF-8." : nil
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
