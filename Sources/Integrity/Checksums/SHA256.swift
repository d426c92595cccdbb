// SHA-256 (FIPS 180-4). Uses the CPU's instructions where there are any, and Swift everywhere else. There are
// no secrets here that timing could reveal.

private import Instructions

package struct SHA256: Sendable {
  private typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  private typealias Block = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private var hash: Words = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19
  )
  /// The bytes that don't fill a block yet.
  private var block: Block = (0, 0, 0, 0, 0, 0, 0, 0)
  private var count = 0
  private let usesInstructions: Bool

  package init() { usesInstructions = Self.hasInstructions }

  /// Without the CPU's instructions.
  init(inSwift: Void) { usesInstructions = false }

  static let hasInstructions = cleanstore_sha256_available()

  /// Adds bytes.
  ///
  /// - Complexity: O(n); about 1.4 GB/s with the instructions of x86-64, 0.3 GB/s without any.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    let filled = count & 63
    count &+= bytes.count
    if filled > 0 {
      let taken = min(64 &- filled, rest.count)
      fill(from: filled, UnsafeRawBufferPointer(rebasing: rest[..<taken]))
      guard filled &+ taken == 64 else { return }
      compressBlock()
      rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
    }
    let whole = rest.count & ~63
    if whole > 0 { compress(UnsafeRawBufferPointer(rebasing: rest[..<whole])) }
    fill(from: 0, UnsafeRawBufferPointer(rebasing: rest[whole...]))
  }

  /// The hash of everything added.
  package consuming func finish() -> Digest {
    let bits = UInt64(count) << 3
    let filled = count & 63
    withUnsafeMutableBytes(of: &block) { block in
      block[filled] = 0x80
      for index in filled + 1..<64 { block[index] = 0 }
    }
    if filled >= 56 {
      compressBlock()
      block = (0, 0, 0, 0, 0, 0, 0, 0)
    }
    block.7 = bits.bigEndian
    compressBlock()
    return digest
  }

  private var digest: Digest {
    // Two words after each other, each of them big-endian.
    func pair(_ first: UInt32, _ second: UInt32) -> UInt64 {
      UInt64(first.byteSwapped) | UInt64(second.byteSwapped) << 32
    }
    return Digest(
      words: pair(hash.0, hash.1), pair(hash.2, hash.3), pair(hash.4, hash.5),
      pair(hash.6, hash.7))
  }

  /// The hash of bytes that are put in one place first, so that all blocks are taken in at once.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - write: Writes them.
  package static func digest(
    count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Digest {
    let padded = (count &+ 9 &+ 63) & ~63
    return withUnsafeTemporaryAllocation(byteCount: padded, alignment: 8) { bytes in
      write(UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]))
      bytes[count] = 0x80
      for index in count &+ 1..<padded &- 8 { bytes[index] = 0 }
      bytes.storeBytes(
        of: (UInt64(count) << 3).bigEndian, toByteOffset: padded &- 8, as: UInt64.self)
      var hash = SHA256()
      hash.compress(UnsafeRawBufferPointer(bytes))
      return hash.digest
    }
  }

  private mutating func fill(from start: Int, _ bytes: UnsafeRawBufferPointer) {
    withUnsafeMutableBytes(of: &block) { block in
      UnsafeMutableRawBufferPointer(rebasing: block[start...]).copyMemory(from: bytes)
    }
  }

  private mutating func compressBlock() {
    let block = block
    withUnsafeBytes(of: block) { compress($0) }
  }

  /// - Parameter blocks: Whole ones.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    let usesInstructions = usesInstructions
    withUnsafeMutableBytes(of: &hash) { bytes in
      let hash = bytes.assumingMemoryBound(to: UInt32.self)
      guard usesInstructions, let words = hash.baseAddress,
        let first = blocks.assumingMemoryBound(to: UInt8.self).baseAddress
      else {
        for start in stride(from: 0, to: blocks.count, by: 64) {
          Self.compress(UnsafeRawBufferPointer(rebasing: blocks[start..<start + 64]), into: hash)
        }
        return
      }
      cleanstore_sha256_compress(words, first, blocks.count / 64, Self.constants)
    }
  }

  private static func compress(
    _ block: UnsafeRawBufferPointer, into hash: UnsafeMutableBufferPointer<UInt32>
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for index in 0..<16 {
        words[index] = UInt32(
          bigEndian: block.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
      }
      for index in 16..<64 {
        let (early, late) = (words[index &- 15], words[index &- 2])
        let small = early.rotated(7) ^ early.rotated(18) ^ early &>> 3
        let large = late.rotated(17) ^ late.rotated(19) ^ late &>> 10
        words[index] = words[index &- 16] &+ small &+ words[index &- 7] &+ large
      }
      mix(UnsafeBufferPointer(words), into: hash)
    }
  }

  private static func mix(
    _ words: UnsafeBufferPointer<UInt32>, into hash: UnsafeMutableBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    for index in 0..<64 {
      let large = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ large &+ choice &+ constants[index] &+ words[index]
      let small = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ small &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= word }
  }

  /// Never released, so that no references are counted.
  nonisolated(unsafe) private static let constants: UnsafePointer<UInt32> = {
    let constants = UnsafeMutablePointer<UInt32>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() { (constants + index).initialize(to: value) }
    return UnsafePointer(constants)
  }()

  private static let values: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  @inline(__always) fileprivate func rotated(_ places: UInt32) -> UInt32 {
    self &>> places | self &<< (32 &- places)
  }
}
