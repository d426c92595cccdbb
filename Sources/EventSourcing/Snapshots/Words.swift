// Derived files as they are on disk: words, little endian.

extension [UInt8] {
  package func words<Word: FixedWidthInteger & BitwiseCopyable>(of type: Word.Type) -> [Word] {
    withUnsafeBytes { bytes in
      stride(
        from: 0, to: count / MemoryLayout<Word>.size * MemoryLayout<Word>.size,
        by: MemoryLayout<Word>.size
      ).map {
        Word(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Word.self))
      }
    }
  }

  package var words64: [UInt64] { words(of: UInt64.self) }
  package var words32: [UInt32] { words(of: UInt32.self) }

  package mutating func append(word: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}
