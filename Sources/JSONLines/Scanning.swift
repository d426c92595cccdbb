// Looking at many bytes at once. The scans read whole words and so may read up to sixteen bytes
// beyond the requested ones: callers make sure that they are readable.

extension UnsafeRawBufferPointer {
  /// Whether the other bytes are equal in number and value. O(n), eight bytes per step.
  @inlinable @inline(__always)
  public func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let mine = baseAddress, let others = other.baseAddress else {
      return count == other.count
    }
    return sameBytes(
      mine.assumingMemoryBound(to: UInt8.self), others.assumingMemoryBound(to: UInt8.self),
      count: count)
  }

  /// Like `hasSameBytes`, 32 bytes per step: for hundreds of bytes that are usually equal. O(n).
  public func hasSameManyBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, count >= 32, let mine = baseAddress, let others = other.baseAddress
    else { return hasSameBytes(as: other) }
    var offset = 0
    // The last 32 bytes overlap those before them.
    let last = count &- 32
    while true {
      let ours = mine.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      let differences = ours ^ others.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      let halves = differences.lowHalf | differences.highHalf
      if halves[0] | halves[1] != 0 { return false }
      if offset == last { return true }
      offset = Swift.min(offset &+ 32, last)
    }
  }

  /// Whether all bytes are letters, digits, `-` or `_` of ASCII. Up to seven bytes after them are read.
  package var areOfWords: Bool {
    guard let start = baseAddress else { return true }
    var (others, offset) = (UInt64(0), 0)
    while offset < count {
      let word = UInt64(littleEndian: (start + offset).loadUnaligned(as: UInt64.self))
      let rest = count &- offset
      let mask = rest < 8 ? (1 &<< UInt64(8 &* rest)) &- 1 : UInt64.max
      others |= bytesOutsideWords(word) & mask
      offset &+= 8
    }
    return others == 0
  }
}

/// The top bit of each byte that is no letter, digit, `-` or `_` of ASCII.
@inline(__always)
private func bytesOutsideWords(_ word: UInt64) -> UInt64 {
  /// The top bits of bytes below 0x80 that are at least this.
  func atLeast(_ least: UInt64, _ bytes: UInt64) -> UInt64 {
    bytes &+ (0x80 &- least) &* 0x0101_0101_0101_0101
  }
  let bytes = word & 0x7F7F_7F7F_7F7F_7F7F
  let small = bytes | 0x2020_2020_2020_2020
  let known =
    (atLeast(0x30, bytes) & ~atLeast(0x3A, bytes)) | (atLeast(0x61, small) & ~atLeast(0x7B, small))
    | ~atLeast(1, bytes ^ 0x2D2D_2D2D_2D2D_2D2D) | ~atLeast(1, bytes ^ 0x5F5F_5F5F_5F5F_5F5F)
  return (word | ~known) & 0x8080_8080_8080_8080
}

/// Whether two runs of bytes are equal. With a constant count this becomes a few compares.
@inlinable @inline(__always)
func sameBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
  var offset = 0
  while offset &+ 8 < count {
    if !isSame(left, right, at: offset, as: UInt64.self) { return false }
    offset &+= 8
  }
  // The last bytes may overlap those before them.
  if count &- offset > 4 {
    return count < 8
      ? isSame(left, right, at: 0, as: UInt32.self)
        && isSame(left, right, at: count &- 4, as: UInt32.self)
      : isSame(left, right, at: count &- 8, as: UInt64.self)
  }
  if count >= 4 { return isSame(left, right, at: count &- 4, as: UInt32.self) }
  if count >= 2 && !isSame(left, right, at: count &- 2, as: UInt16.self) { return false }
  return count == 0 || left[0] == right[0]
}

@inlinable @inline(__always)
func isSame<Value: BitwiseCopyable & Equatable>(
  _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, at offset: Int, as type: Value.Type
) -> Bool {
  load(left + offset, as: type) == load(right + offset, as: type)
}

@inlinable @inline(__always)
func load<Value: BitwiseCopyable>(
  _ pointer: UnsafePointer<UInt8>, as type: Value.Type
) -> Value {
  UnsafeRawPointer(pointer).loadUnaligned(as: type)
}

/// The index of the first of sixteen bytes that a JSON string can't simply hold or that isn't ASCII:
/// quote, backslash, control, 0x80 and above; 16 if there is none.
@inlinable @inline(__always)
func firstSpecialByte(_ pointer: UnsafePointer<UInt8>) -> Int {
  // Signed: bytes from 0x80 are negative, so that one compare finds them and the controls.
  let bytes = load(pointer, as: SIMD16<Int8>.self)
  let quotes = bytes .== SIMD16<Int8>(repeating: 0x22)
  let backslashes = bytes .== SIMD16<Int8>(repeating: 0x5C)
  let others = bytes .< SIMD16<Int8>(repeating: 0x20)
  return firstLane(quotes .| backslashes .| others)
}

/// The index of the first of sixteen bytes that canonical JSON escapes: quote, backslash, control;
/// 16 if there is none.
@inlinable @inline(__always)
func firstByteToEscape(_ bytes: SIMD16<UInt8>) -> Int {
  let quotes = bytes .== SIMD16<UInt8>(repeating: 0x22)
  let backslashes = bytes .== SIMD16<UInt8>(repeating: 0x5C)
  let others = bytes .< SIMD16<UInt8>(repeating: 0x20)
  return firstLane(quotes .| backslashes .| others)
}

/// The index of the first true lane, 16 if there is none.
@inlinable @inline(__always)
func firstLane(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
  let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  let low = UInt64(littleEndian: halves[0])
  if low != 0 { return low.trailingZeroBitCount &>> 3 }
  // 64 zero bits of an empty upper half give 8 + 8.
  return 8 &+ UInt64(littleEndian: halves[1]).trailingZeroBitCount &>> 3
}

/// Copies in steps of sixteen bytes: up to fifteen bytes too many are read and written.
@inlinable @inline(__always)
func copyRoughly(
  from source: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer, count: Int
) {
  var offset = 0
  while offset < count {
    target.storeBytes(
      of: load(source + offset, as: SIMD16<UInt8>.self), toByteOffset: offset,
      as: SIMD16<UInt8>.self)
    offset &+= 16
  }
}

/// The length in bytes of the UTF-8 sequence of two to four bytes at the pointer, 0 if it isn't one
/// (Unicode 16, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
@usableFromInline
func lengthOfUTF8Sequence(_ pointer: UnsafePointer<UInt8>) -> Int {
  let lead = pointer[0]
  let second = pointer[1]
  switch lead {
  case 0xC2...0xDF:
    return isContinuation(second) ? 2 : 0
  case 0xE0...0xEF:
    guard isContinuation(second), isContinuation(pointer[2]) else { return 0 }
    if lead == 0xE0 && second < 0xA0 || lead == 0xED && second > 0x9F { return 0 }
    return 3
  case 0xF0...0xF4:
    guard isContinuation(second), isContinuation(pointer[2]), isContinuation(pointer[3]) else {
      return 0
    }
    if lead == 0xF0 && second < 0x90 || lead == 0xF4 && second > 0x8F { return 0 }
    return 4
  default:
    return 0
  }
}

@inline(__always)
private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

/// The number of eight digits, each the value of a byte, the first one lowest.
///
/// Pairs, fours and eights are joined in parallel.
@inlinable @inline(__always)
public func eightDigitValue(_ digits: UInt64) -> UInt64 {
  let pairs = digits &* 10 &+ digits &>> 8
  let hundreds = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
  let ones = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
  return (hundreds &+ ones) &>> 32
}
