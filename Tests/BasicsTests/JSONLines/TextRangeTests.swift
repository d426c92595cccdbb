// The ranges of texts, and the two values that say that there is none.

import JSONLines
import Testing

@Test func `A text range takes eight bytes`() {
  #expect(MemoryLayout<TextRange>.size == 8)
  #expect(MemoryLayout<TextRange>.stride == 8)
}

@Test func `Absent and null are neither texts nor each other`() {
  let empty = TextRange(offset: 0, count: 0)

  #expect(TextRange.absent.isAbsent && !TextRange.absent.isNull && !TextRange.absent.isPresent)
  #expect(TextRange.null.isNull && !TextRange.null.isAbsent && !TextRange.null.isPresent)
  #expect(empty.isPresent && !empty.isAbsent && !empty.isNull)
  #expect(TextRange.absent.count == 0 && TextRange.null.count == 0)
  #expect(TextRange.absent.offset == 0 && TextRange.null.offset == 0)
}

@Test(arguments: [(0, 0, false), (7, 21, true), (1 << 31 - 100, 36, true), (0, 1 << 31 - 64, true)])
func `A text range gives back what it was made of`(offset: Int, count: Int, hasEscapes: Bool) {
  let range = TextRange(offset: offset, count: count, hasEscapes: hasEscapes)

  #expect(range.offset == offset)
  #expect(range.count == count)
  #expect(range.hasEscapes == hasEscapes)
  #expect(range.isPresent)
}
