import Testing

@testable import Integrity

@Suite struct CRC32CTests {
  /// RFC 3720 appendix B.4, and the check value of the CRC catalogue.
  static let published: [(bytes: [UInt8], crc: UInt32)] = [
    (Array("123456789".utf8), 0xE306_9283),
    ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
    ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
    (Array(0..<32), 0x46DD_794E),
    (Array((0..<32).reversed()), 0x113F_DB5C),
    ([], 0),
  ]

  @Test(arguments: published) func `published vectors`(bytes: [UInt8], crc: UInt32) {
    bytes.withUnsafeBytes { raw in
      #expect(CRC32C.checksum(of: raw) == crc)
      #expect(CRC32C.checksumByTables(of: raw) == crc)
    }
  }

  @Test func `the instruction and the tables agree on every length and alignment`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    bytes.withUnsafeBytes { raw in
      for start in 0..<9 {
        for end in start...raw.count {
          let slice = UnsafeRawBufferPointer(rebasing: raw[start..<end])
          let expected = CRC32C.checksumByTables(of: slice)
          #expect(CRC32C.checksum(of: slice) == expected)
        }
      }
    }
  }

  @Test func `they agree on long texts, which are gone through in three parts`() {
    let bytes = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ 7) }
    bytes.withUnsafeBytes { raw in
      for count in 90..<raw.count {
        let slice = UnsafeRawBufferPointer(rebasing: raw[..<count])
        #expect(CRC32C.checksum(of: slice) == CRC32C.checksumByTables(of: slice))
      }
    }
  }
}
