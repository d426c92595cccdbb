// Strings as jq prints them: escaped are the quote, the backslash and the controls below U+0020.
// U+007F and everything from U+0080 on is written as it is.

extension JSONWriter {
  /// Writes UTF-8 as a string with its quotes. O(n).
  @inlinable
  public mutating func string(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    buffer.reserve(count &+ 2)
    buffer.end.storeBytes(of: 0x22, as: UInt8.self)
    buffer.count &+= 1
    if let source = bytes.baseAddress {
      buffer.end.copyMemory(from: source, byteCount: count)
    }
    // Searched in the copy, where a load may overrun: the quote after it stops the search.
    let copy = UnsafePointer(buffer.end.assumingMemoryBound(to: UInt8.self))
    buffer.end.storeBytes(of: 0x22, toByteOffset: count, as: UInt8.self)
    var found = firstByteToEscape(load(copy, as: SIMD16<UInt8>.self))
    var offset = found
    while found == 16 {
      found = firstByteToEscape(load(copy + offset, as: SIMD16<UInt8>.self))
      offset &+= found
    }
    if offset < count { return escapeString(bytes, from: offset) }
    closeString(count)
  }

  /// Writes a string with its quotes. O(n).
  public mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a text with its quotes. O(n).
  @inlinable
  public mutating func string(_ text: Text) {
    withExtendedLifetime(text) { string(text.range, of: text.storage) }
  }

  /// Writes the text of a range with its quotes; the empty string if it is absent or null. O(n).
  ///
  /// A range with escapes is unescaped first, so that the output is canonical whatever came in.
  @inlinable
  public mutating func string(_ range: TextRange, of storage: ByteStorage) {
    if range.hasEscapes {
      string(Text(storage, range))
      return
    }
    withExtendedLifetime(storage) { paddedString(storage.slice(range)) }
  }

  /// Writes UTF-8 after which sixteen more bytes can be read.
  @inlinable @inline(__always)
  mutating func paddedString(_ text: UnsafeRawBufferPointer) {
    let count = text.count
    buffer.reserve(count &+ 2)
    buffer.end.storeBytes(of: 0x22, as: UInt8.self)
    buffer.count &+= 1
    var offset = 0
    while offset < count, let source = text.baseAddress {
      let bytes = (source + offset).loadUnaligned(as: SIMD16<UInt8>.self)
      buffer.end.storeBytes(of: bytes, toByteOffset: offset, as: SIMD16<UInt8>.self)
      let found = offset &+ firstByteToEscape(bytes)
      offset &+= 16
      if found < min(offset, count) { return escapeString(text, from: found) }
    }
    closeString(count)
  }

  /// Closes a string without escapes that was copied to the end of what is written.
  @inlinable @inline(__always)
  mutating func closeString(_ count: Int) {
    buffer.end.storeBytes(of: 0x22, toByteOffset: count, as: UInt8.self)
    buffer.count &+= count &+ 1
  }

  /// Writes the rest of a string whose first bytes, up to the first that needs an escape, were copied
  /// to the end of what is written; and closes it.
  @usableFromInline @inline(never)
  mutating func escapeString(_ bytes: UnsafeRawBufferPointer, from first: Int) {
    buffer.count &+= first
    for byte in bytes.dropFirst(first) { escape(byte) }
    byte(0x22)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x22: raw(#"\""#)
    case 0x5C: raw(#"\\"#)
    case 0x08: raw(#"\b"#)
    case 0x09: raw(#"\t"#)
    case 0x0A: raw(#"\n"#)
    case 0x0C: raw(#"\f"#)
    case 0x0D: raw(#"\r"#)
    case 0..<0x20:
      raw(#"\u00"#)
      self.byte(0x30 &+ byte &>> 4)
      let low = byte & 0xF
      self.byte(low < 10 ? 0x30 &+ low : 0x61 &+ low &- 10)
    default: self.byte(byte)
    }
  }
}
