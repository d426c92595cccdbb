// The header of each derived file of a segment.

/// A kind of derived files.
struct CacheFormat: Sendable {
  /// The beginning of a file: seven letters and the version's digit.
  let magic: UInt64
  /// The part of its name after the segment's number.
  let suffix: String
  /// The size of a file with this header, in bytes and without checksums; nil if there can't be one.
  let size: @Sendable (CacheHeader) -> Int?

  /// - Parameter name: Eight letters, the last one a digit.
  init(name: StaticString, suffix: String, size: @escaping @Sendable (CacheHeader) -> Int?) {
    magic = UnsafeRawPointer(name.utf8Start).loadUnaligned(as: UInt64.self)
    self.suffix = suffix
    self.size = size
  }

  /// Whether a file begins like one of them, but of another version.
  func isOfOtherVersion(_ word: UInt64) -> Bool {
    word != magic && word << 8 == magic << 8 && 0x30...0x39 ~= word >> 56
  }
}

/// The state of the segment that a derived file was built from, in the order of the file.
struct CacheHeader: Equatable, Sendable {
  static let wordCount = 16
  static let size = wordCount * 8

  /// The store's id.
  var storeHigh: UInt64 = 0
  var storeLow: UInt64 = 0
  /// The seed of checksums, and of the hashes of an index, so that no attacker can choose ids that collide there.
  var seed: UInt64 = 0
  var segment = 0
  /// The number of its first entry: that of the segment, but for the part that no file covers.
  var first = 0
  var count = 0
  /// The bytes of the segment that it covers end here.
  var end = 0
  /// The segment's file when it was read.
  var device: UInt64 = 0
  var number: UInt64 = 0
  var modified: Int64 = 0
  /// The last bytes before `end`, which hold the checksum of the last entry.
  var lastBytes: UInt64 = 0
  /// Depends on the kind of file.
  var details: [UInt64] = [0, 0, 0, 0]
}

extension CacheHeader {
  /// The number of the last entry that it covers.
  var last: Int { first + count - 1 }

  /// Whether it may be of this file: the same one, and long enough.
  func isOf(_ file: SegmentFile) -> Bool {
    (device, number) == (file.stamp.device, file.stamp.number) && end <= file.size
  }

  /// The place after the part of the segment that it covers.
  var cursor: LogCursor {
    LogCursor(seq: last, segment: segment, byte: end, line: last - segment + 2)
  }

  init(_ words: [UInt64], _ format: CacheFormat) throws(CacheFault) {
    let numbers = words.map { Int(truncatingIfNeeded: $0) }
    guard words.count == Self.wordCount, words[0] == format.magic,
      numbers[4...7].allSatisfy({ 0 < $0 && $0 < 1 << 53 }), numbers[6] < 1 << 26,
      words[12...].allSatisfy({ $0 >> 63 == 0 })
    else { throw CacheFault() }
    (storeHigh, storeLow, seed) = (words[1], words[2], words[3])
    (segment, first, count, end) = (numbers[4], numbers[5], numbers[6], numbers[7])
    (device, number, modified) = (words[8], words[9], Int64(truncatingIfNeeded: words[10]))
    (lastBytes, details) = (words[11], Array(words[12...]))
  }

  func words(_ format: CacheFormat) -> [UInt64] {
    [format.magic, storeHigh, storeLow, seed]
      + [segment, first, count, end].map { UInt64($0) }
      + [device, number, UInt64(bitPattern: modified), lastBytes] + details
  }
}
