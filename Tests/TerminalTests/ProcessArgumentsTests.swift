import Testing

@testable import Terminal

@Suite struct ProcessArgumentsTests {
  private func decode(_ words: [[UInt8]]) throws(UsageError) -> [String] {
    let copies = words.map { word in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
      for (index, byte) in (word + [0]).enumerated() { copy[index] = CChar(bitPattern: byte) }
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return try ProcessArguments(copies).words()
  }

  @Test func `words are taken as they are`() throws {
    let words = ["list", "", "--store=Läden/🛒"]
    #expect(try decode(words.map { Array($0.utf8) }) == words)
  }

  @Test func `a word that isn't UTF-8 is refused and shown safely, not repaired`() {
    let error = #expect(throws: UsageError.self) {
      try decode([Array("list".utf8), Array("a".utf8) + [0xFF, 0x1B]])
    }
    #expect(error?.code == .notUTF8)
    #expect(error?.position == 1)
    #expect(error?.message == "'a\u{FFFD}\\u{1b}' isn't UTF-8.")
  }

  @Test func `this process has arguments`() throws {
    let arguments = ProcessArguments.ofThisProcess()
    #expect(try arguments.words() == Array(CommandLine.arguments.dropFirst()))
    #expect(arguments.repaired == Array(CommandLine.arguments.dropFirst()))
  }
}
