// Stepping over values of any kind, however deeply nested, without recursion.

extension JSONReader {
  /// Validates one value of any kind, skips it and returns its range.
  ///
  /// - Parameter checkingDuplicates: whether duplicate keys inside are refused (never in the
  ///   `rfc8259` profile). Without, it is several times as fast: for bytes that a checksum or another
  ///   decoder covers.
  /// - Throws: errors of syntax and of the profile; `too-deep` beyond 1 024 levels in the value.
  @inlinable
  public mutating func skipValue(
    checkingDuplicates: Bool = true
  ) throws(JSONError) -> Range<Int> {
    let start = source.significant(cursor)
    if base[start] == 0x22 {
      cursor = try source.text(at: start).end
    } else if checkingDuplicates && profile != .rfc8259 {
      cursor = try source.endOfUniqueValue(at: start, in: storage)
    } else {
      cursor = try source.endOfValue(at: start)
    }
    return start..<cursor
  }
}

/// Validates one JSON document: a value of any kind and nothing else.
public func validateJSON(_ storage: ByteStorage, profile: JSONProfile) throws(JSONError) {
  var reader = JSONReader(storage, in: 0..<storage.count, profile: profile)
  _ = try reader.skipValue()
  try reader.endOfDocument()
}

extension JSONSource {
  /// The deepest nesting of arrays and objects.
  static var deepest: Int { 1024 }

  /// The offset after the value that begins here; its keys may come twice.
  @usableFromInline
  func endOfValue(at start: Int) throws(JSONError) -> Int {
    var witness = NoWitness()
    return try endOfValue(at: start, &witness)
  }

  /// The offset after the value that begins here, none of whose objects may have duplicate keys.
  @usableFromInline
  func endOfUniqueValue(at start: Int, in storage: ByteStorage) throws(JSONError) -> Int {
    var witness = DuplicateWitness(storage)
    return try endOfValue(at: start, &witness)
  }

  /// Bytes after the end may be read, because they are in the storage or its padding. An error
  /// there is reported as the end of the text, and so is a value that extends beyond it.
  @inline(__always)
  private func endOfValue<Witness: KeyWitness & ~Copyable>(
    at start: Int, _ witness: inout Witness
  ) throws(JSONError) -> Int {
    var open = OpenContainers()
    var offset = start
    while true {
      let byte = base[offset]
      if byte == 0x22 {
        offset = try text(at: offset).end
      } else if byte == 0x7B || byte == 0x5B {
        if open.depth == Self.deepest { throw failure(.tooDeep, at: offset) }
        open.push(isObject: byte == 0x7B)
        witness.open()
        offset = significant(offset &+ 1)
        // An empty container ends at once; another one continues with its first key or element.
        if base[offset] != open.closingByte {
          if open.isObject { offset = try endOfKey(at: offset, &witness) }
          continue
        }
      } else {
        offset = try endOfScalar(at: offset)
      }
      offset = try endOfClosing(from: offset, &open, &witness)
      if open.depth == 0 { break }
    }
    if offset > end { throw failure(.unexpectedEnd, at: end) }
    return offset
  }

  /// Closes what ends after a value, and skips the comma to the next value if there is one.
  @inline(__always)
  private func endOfClosing<Witness: KeyWitness & ~Copyable>(
    from start: Int, _ open: inout OpenContainers, _ witness: inout Witness
  ) throws(JSONError) -> Int {
    var offset = start
    while open.depth > 0 {
      offset = significant(offset)
      if base[offset] == 0x2C {
        offset = significant(offset &+ 1)
        return open.isObject ? try endOfKey(at: offset, &witness) : offset
      }
      if base[offset] != open.closingByte { throw failure(.unexpectedByte, at: offset) }
      offset &+= 1
      open.pop()
      witness.close()
    }
    return offset
  }

  @inline(__always)
  private func endOfKey<Witness: KeyWitness & ~Copyable>(
    at start: Int, _ witness: inout Witness
  ) throws(JSONError) -> Int {
    let key = try key(at: start)
    if !witness.isNew(key.name) { throw failure(.duplicateKey, at: start) }
    return significant(key.end)
  }

  @inline(__always)
  private func endOfScalar(at start: Int) throws(JSONError) -> Int {
    switch base[start] {
    case 0x2D, 0x30...0x39: try endOfNumber(at: start, onlyIntegers: profile != .rfc8259)
    case 0x74: try endOfLiteral("true", at: start)
    case 0x66: try endOfLiteral("false", at: start)
    case 0x6E: try endOfLiteral("null", at: start)
    default: throw failure(.unexpectedByte, at: start)
    }
  }
}

/// The containers that are open: a bit each. Only deep nesting takes memory from the heap.
struct OpenContainers: ~Copyable {
  private(set) var depth = 0
  private var kinds: UInt64 = 0
  private var outerKinds: [UInt64] = []

  init() {}

  /// Whether the innermost one is an object.
  @inline(__always) var isObject: Bool { kinds & 1 != 0 }

  /// The byte that closes the innermost container.
  @inline(__always) var closingByte: UInt8 { isObject ? 0x7D : 0x5D }

  @inline(__always)
  mutating func push(isObject: Bool) {
    if depth != 0 && depth & 63 == 0 { outerKinds.append(kinds) }
    kinds = kinds &<< 1 | (isObject ? 1 : 0)
    depth &+= 1
  }

  @inline(__always)
  mutating func pop() {
    depth &-= 1
    kinds &>>= 1
    if depth != 0 && depth & 63 == 0 { kinds = outerKinds.popLast() ?? 0 }
  }
}
