// Turns the bytes between the quotes of a JSON string into the text they mean.
// The reader has validated them before; nothing is reported here.

/// Writes what validated, escaped bytes mean, and returns how many bytes that is: never more than
/// there were. A lone surrogate becomes U+FFFD.
func unescape(_ raw: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int {
  var read = 0
  var written = 0
  while read < raw.count {
    let byte = raw[read]
    guard byte == 0x5C, read &+ 1 < raw.count else {
      target[written] = byte
      read &+= 1
      written &+= 1
      continue
    }
    let letter = raw[read &+ 1]
    if letter == 0x75 {
      let (scalar, length) = scalarOfEscape(raw, at: read)
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        target[written] = unit
        written &+= 1
      }
      read &+= length
    } else {
      target[written] = byteOfShortEscape(letter)
      read &+= 2
      written &+= 1
    }
  }
  return written
}

/// The scalar of `\uXXXX`, or of a surrogate pair of them, and how many bytes that takes.
private func scalarOfEscape(
  _ raw: UnsafeRawBufferPointer, at offset: Int
) -> (scalar: Unicode.Scalar, length: Int) {
  let replacement: Unicode.Scalar = "\u{FFFD}"
  guard offset &+ 6 <= raw.count else { return (replacement, raw.count &- offset) }
  let unit = hexadecimal4(raw, at: offset &+ 2)
  if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
  guard unit < 0xDC00, offset &+ 12 <= raw.count, raw[offset &+ 6] == 0x5C,
    raw[offset &+ 7] == 0x75
  else { return (replacement, 6) }
  let low = hexadecimal4(raw, at: offset &+ 8)
  guard low >= 0xDC00, low <= 0xDFFF,
    let scalar = Unicode.Scalar(0x10000 &+ (unit &- 0xD800) &<< 10 &+ (low &- 0xDC00))
  else { return (replacement, 6) }
  return (scalar, 12)
}

private func byteOfShortEscape(_ letter: UInt8) -> UInt8 {
  switch letter {
  case 0x62: 0x08
  case 0x66: 0x0C
  case 0x6E: 0x0A
  case 0x72: 0x0D
  case 0x74: 0x09
  default: letter
  }
}

/// The value of four hexadecimal digits; `UInt32.max` if they aren't that.
func hexadecimal4(_ raw: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
  var value: UInt32 = 0
  for index in offset..<(offset &+ 4) {
    guard let digit = valueOfHexadecimalDigit(raw[index]) else { return .max }
    value = value &<< 4 | digit
  }
  return value
}

private func valueOfHexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte &- 0x30)
  case 0x41...0x46: UInt32(byte &- 0x41 &+ 10)
  case 0x61...0x66: UInt32(byte &- 0x61 &+ 10)
  default: nil
  }
}
