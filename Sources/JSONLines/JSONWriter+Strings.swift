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
    endString(count)
  }

  /// Writes a string with its quotes. O(n).
  public mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a text with its quotes. O(n).
  @inlinable
  public mutating func string(_ text: Text) {
    string(text.range, of: text.storage)
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
    let count = range.count
    buffer.reserve(count &+ 2)
    buffer.end.storeBytes(of: 0x22, as: UInt8.self)
    buffer.count &+= 1
    copyRoughly(from: storage.pointer + range.offset, to: buffer.end, count: count)
    endString(count)
  }

  /// Closes a string whose unescaped bytes were copied to the end of what is written, but aren't
  /// counted yet. They are looked through here, where a load may overrun: the quote stops the search.
  @inlinable @inline(__always)
  mutating func endString(_ count: Int) {
    let target = buffer.end
    target.storeBytes(of: 0x22, toByteOffset: count, as: UInt8.self)
    var offset = 0
    while true {
      let found = firstByteToEscape(
        UnsafePointer((target + offset).assumingMemoryBound(to: UInt8.self)))
      offset &+= found
      if found < 16 { break }
    }
    if offset == count {
      buffer.count &+= count &+ 1
    } else {
      escapeString(count, from: offset)
    }
  }

  /// Escapes a copied string in its place, from the first byte on that needs it.
  @usableFromInline @inline(never)
  mutating func escapeString(_ count: Int, from first: Int) {
    let text = ByteStorage.copy(of: UnsafeRawBufferPointer(start: buffer.end, count: count))
    buffer.count &+= first
    for byte in text.bytes.dropFirst(first) {
      escape(byte)
    }
    self.byte(0x22)
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
