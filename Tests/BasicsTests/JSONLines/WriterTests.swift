// The writer's output, byte for byte, on which jq and the reader agree.

import Foundation
import JSONLines
import Testing

struct WriterTests {
  static let goldenStrings: [(String, String)] = [
    ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
    ("\u{0}", #""\u0000""#), ("\u{1}", #""\u0001""#), ("\u{2}", #""\u0002""#),
    ("\u{3}", #""\u0003""#), ("\u{4}", #""\u0004""#), ("\u{5}", #""\u0005""#),
    ("\u{6}", #""\u0006""#), ("\u{7}", #""\u0007""#), ("\u{8}", #""\b""#), ("\u{9}", #""\t""#),
    ("\u{A}", #""\n""#), ("\u{B}", #""\u000b""#), ("\u{C}", #""\f""#), ("\u{D}", #""\r""#),
    ("\u{E}", #""\u000e""#), ("\u{F}", #""\u000f""#), ("\u{10}", #""\u0010""#),
    ("\u{11}", #""\u0011""#), ("\u{12}", #""\u0012""#), ("\u{13}", #""\u0013""#),
    ("\u{14}", #""\u0014""#), ("\u{15}", #""\u0015""#), ("\u{16}", #""\u0016""#),
    ("\u{17}", #""\u0017""#), ("\u{18}", #""\u0018""#), ("\u{19}", #""\u0019""#),
    ("\u{1A}", #""\u001a""#), ("\u{1B}", #""\u001b""#), ("\u{1C}", #""\u001c""#),
    ("\u{1D}", #""\u001d""#), ("\u{1E}", #""\u001e""#), ("\u{1F}", #""\u001f""#),
    ("\u{20}", "\" \""), ("\u{7E}", "\"~\""), ("\u{80}", "\"\u{80}\""), ("é", "\"é\""),
    ("\u{2028}", "\"\u{2028}\""), ("\u{D7FF}\u{E000}\u{FFFF}", "\"\u{D7FF}\u{E000}\u{FFFF}\""),
    ("\u{10000}😀\u{10FFFF}", "\"\u{10000}😀\u{10FFFF}\""),
    ("line one\nline \"two\"\tand é", #""line one\nline \"two\"\tand é""#),
  ]

  @Test(arguments: goldenStrings)
  func `Strings are written with the escapes they need and no others`(
    value: String, golden: String
  ) {
    let storage = ByteStorage.copy(of: "before" + value)
    let range = TextRange(offset: 6, count: value.utf8.count)

    #expect(written { $0.string(value) } == golden)
    #expect(written { $0.string(Text(value)) } == golden)
    #expect(written { $0.string(range, of: storage) } == golden)
    withExtendedLifetime(storage) {
      #expect(written { $0.string(storage.slice(range)) } == golden)
    }
  }

  @Test func `Delete is written raw`() {
    #expect(written { $0.string("\u{7F}") } == "\"\u{7F}\"")
  }

  static let goldenIntegers: [(Int64, String)] = [
    (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (99, "99"), (100, "100"), (-12999, "-12999"),
    (9_007_199_254_740_991, "9007199254740991"), (-9_007_199_254_740_991, "-9007199254740991"),
    (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
  ]

  @Test(arguments: goldenIntegers)
  func `Integers are written in decimal`(value: Int64, golden: String) {
    #expect(written { $0.integer(value) } == golden)
  }

  @Test func `Integers of every length are written as the standard library writes them`() {
    var power: Int64 = 1
    for _ in 0..<19 {
      for value in [power - 1, power, power &+ 1, -power, power &* 9, power &* 5 &+ 3] {
        #expect(written { $0.integer(value) } == String(value))
      }
      power &*= 10
    }
  }

  @Test func `An escape is found at every place of a string of every length`() throws {
    for length in 1...50 {
      for place in 0..<length {
        for (byte, escape) in [("\"", #"\""#), ("\u{1F}", #"\u001f"#), ("\\", #"\\"#)] {
          let before = String(repeating: "é", count: place)
          let after = String(repeating: "y", count: length - place - 1)

          #expect(written { $0.string(before + byte + after) } == "\"\(before)\(escape)\(after)\"")
        }
      }
    }
  }

  @Test func `Every scalar value survives writing and reading`() throws {
    for start in stride(from: 0, to: 0x110000, by: 0x1000) {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: (start..<start + 0x1000).compactMap { Unicode.Scalar($0) })
      let value = String(text)
      var reader = reader(written { $0.string(value) }, .canonical)

      let range = try reader.text()
      try reader.endOfDocument()

      #expect(bytes(of: Text(reader.storage, range)) == Array(value.utf8))
    }
  }

  @Test func `A range with escapes is written canonically whatever came in`() throws {
    var reader = reader(#""\u0041\/\u00e9\ud83d\ude00\u000A\u001F\ud800""#, .rfc8259)
    let range = try reader.text()
    let storage = reader.storage

    #expect(written { $0.string(range, of: storage) } == #""A/é😀\n\u001f"# + "\u{FFFD}\"")
  }

  @Test func `Absent and null ranges are written as empty strings`() {
    #expect(written { $0.string(.absent, of: .empty) } == #""""#)
    #expect(written { $0.string(.null, of: .empty) } == #""""#)
  }

  @Test func `A line is put together, cut back and reused`() {
    var writer = JSONWriter(capacity: 0)
    writer.raw(#"{"a":"#)
    writer.integer(1)
    let mark = writer.count
    writer.raw(#","b":"#)
    writer.truncate(to: mark)
    writer.byte(0x7D)
    writer.withMutableBytes { $0[5] = 0x32 }
    #expect(writer.withBytes { String(decoding: $0, as: UTF8.self) } == #"{"a":2}"#)

    writer.removeAll()
    #expect(writer.count == 0)
    let long = String(repeating: "0123456789", count: 1000)
    writer.string(long)
    writer.raw(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(writer.withBytes { String(decoding: $0, as: UTF8.self) } == "\"\(long)\"")
    #expect(writer.storage().count == 10_002)
  }

  static let jq = ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: jq != nil))
  func `jq prints the same bytes`() throws {
    let strings = Self.goldenStrings.map(\.0)
    let integers = Self.goldenIntegers.map(\.0).filter { $0.magnitude <= 9_007_199_254_740_991 }
    let text = written { writer in
      writer.byte(0x5B)
      for string in strings {
        writer.string(string)
        writer.byte(0x2C)
      }
      for integer in integers {
        writer.raw(#"{"amount":"#)
        writer.integer(integer)
        writer.raw("},")
      }
      writer.raw("[],{},null,true,false]\n")
    }

    #expect(try Self.printedByJQ(text) == text)
  }

  private static func printedByJQ(_ text: String) throws -> String {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(jq))
    process.arguments = ["-c", "."]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Short enough for a pipe, so that writing all before reading can't block.
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }
}
