// Errors about bytes that no reader can read.

import JSONLines
import Testing

@Suite struct ExplainingTests {
  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x7B], "byte order mark"), ([0xFF, 0xFE, 0x7B, 0], "UTF-16"),
      ([0xFE, 0xFF, 0, 0x7B], "UTF-16"), ([0x7B, 0, 0x22, 0], "UTF-16"),
      ([0, 0x7B, 0, 0x22], "UTF-16"), ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32"),
      ([0, 0, 0xFE, 0xFF], "UTF-32"), ([0x7B, 0, 0, 0, 0x22, 0, 0, 0], "UTF-32"),
      ([0, 0, 0, 0x7B, 0, 0, 0, 0x22], "UTF-32"),
      // Lines that a crash leaves, and lines that are too short.
      ([0, 0, 0, 0], nil), ([0x7B, 0, 0, 0], nil), ([0x7B, 0x22], nil), ([0], nil), ([], nil),
    ] as [([UInt8], String?)])
  func `an encoding is named only where the bytes tell`(bytes: [UInt8], name: String?) {
    let problem = ByteStorage.copy(of: bytes).encodingProblem(at: 0)
    #expect((problem == nil) == (name == nil))
    if let name { #expect(problem?.contains(name) == true) }
  }
}
