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

  @Test(
    arguments: [
      (["list"], "a", "Argument 2 isn't UTF-8."),
      (["--owner"], "a", "The value of --owner isn't UTF-8."),
      (["do"], "--owner=a", "The value of --owner isn't UTF-8."),
      (["do"], "--Amy A", "Argument 2 isn't UTF-8."),
    ])
  func `a word that isn't UTF-8 is refused and not shown, as it may be personal`(
    _ before: [String], _ word: String, _ message: String
  ) {
    let error = #expect(throws: UsageError.self) {
      try decode(before.map { Array($0.utf8) } + [Array(word.utf8) + [0xFF, 0x1B]])
    }
    #expect(error?.code == .notUTF8)
    #expect(error?.position == 1)
    #expect(error?.message == message)
  }

  @Test func `this process has arguments`() throws {
    let arguments = ProcessArguments.ofThisProcess()
    #expect(try arguments.words() == Array(CommandLine.arguments.dropFirst()))
    #expect(arguments.repaired == Array(CommandLine.arguments.dropFirst()))
  }
}
