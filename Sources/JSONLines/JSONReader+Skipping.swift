// Stepping over values of any kind, however deeply nested, without recursion.

extension JSONReader {
  /// How many arrays and objects may lie in one another.
  static let deepest = 1024

  /// Validates one value of any kind, steps over it and returns where it lies.
  ///
  /// - Parameter checkingDuplicates: whether duplicate keys inside are refused (never in the
  ///   `rfc8259` profile). Without, it is several times as fast: for bytes that a checksum or another
  ///   decoder covers.
  /// - Throws: errors of syntax and of the profile; `too-deep` beyond 1 024 levels in the value.
  @inlinable
  public mutating func skipValue(
    checkingDuplicates: Bool = true
  ) throws(JSONError) -> Range<Int> {
    _ = try peek()
    let start = cursor
    if base[start] == 0x22 {
      _ = try text()
    } else {
      try skipNested(checkingDuplicates && profile != .rfc8259)
    }
    return start..<cursor
  }

  @usableFromInline @inline(never)
  mutating func skipNested(_ checkingDuplicates: Bool) throws(JSONError) {
    var open = OpenContainers(checkingDuplicates: checkingDuplicates)
    while true {
      if try beginValue(&open) {
        // An empty container ends at once; another one goes on with its first key or element.
        if try peek() != (open.isObject ? 0x7D : 0x5D) {
          if open.isObject { try skipKey(open) }
          continue
        }
      }
      if try endValue(&open) { return }
    }
  }

  /// Steps over a scalar, or over the byte that opens a container: then it is true.
  @inline(__always)
  private mutating func beginValue(_ open: inout OpenContainers) throws(JSONError) -> Bool {
    switch try peek() {
    case 0x22:
      _ = try text()
    case 0x7B, 0x5B:
      let isObject = base[cursor] == 0x7B
      if open.depth == Self.deepest { throw source.failure(.tooDeep, at: cursor) }
      let checksKeys = isObject && open.checksDuplicates
      open.push(isObject: isObject, name: checksKeys ? unknownKeys.newObject() : 0)
      cursor &+= 1
      return true
    case 0x2D, 0x30...0x39:
      try skipNumber(onlyIntegers: profile != .rfc8259)
    case 0x74: try takeLiteral("true")
    case 0x66: try takeLiteral("false")
    case 0x6E: try takeLiteral("null")
    default:
      throw source.failure(.unexpectedByte, at: cursor)
    }
    return false
  }

  /// Steps over what follows a value: closes what ends here, up to the next value. True if none is
  /// open any more.
  @inline(__always)
  private mutating func endValue(_ open: inout OpenContainers) throws(JSONError) -> Bool {
    while open.depth > 0 {
      let byte = try peek()
      if byte == 0x2C {
        cursor &+= 1
        if open.isObject { try skipKey(open) }
        return false
      }
      guard byte == (open.isObject ? 0x7D : 0x5D) else {
        throw source.failure(.unexpectedByte, at: cursor)
      }
      cursor &+= 1
      open.pop()
    }
    return true
  }

  @inline(__always)
  private mutating func skipKey(_ open: borrowing OpenContainers) throws(JSONError) {
    if try peek() != 0x22 { throw source.failure(.unexpectedByte, at: cursor) }
    let key = try takeKey()
    if open.checksDuplicates {
      if !unknownKeys.insert(Text(storage, key), object: open.name) {
        throw JSONError(.duplicateKey, at: key.offset &- 1)
      }
    }
  }

  /// Steps over a number, which the laxest profile lets be anything that the grammar allows.
  mutating func skipNumber(onlyIntegers: Bool) throws(JSONError) {
    let start = cursor
    if base[cursor] == 0x2D { cursor &+= 1 }
    let firstDigit = cursor
    var value: UInt64 = 0
    skipDigits(&value)
    let digits = cursor &- firstDigit
    guard digits > 0, digits == 1 || base[firstDigit] != 0x30 else {
      throw source.failure(.invalidNumber, at: digits == 0 ? cursor : firstDigit)
    }
    let isInteger = try !skipFractionAndExponent()
    if cursor > end { throw source.failure(.unexpectedEnd, at: end) }
    guard onlyIntegers else { return }
    if !isInteger || (base[start] == 0x2D && base[firstDigit] == 0x30) {
      throw source.failure(.notAnInteger, at: start)
    }
    if digits > 16 || value > 9_007_199_254_740_991 {
      throw source.failure(.integerOutOfRange, at: start)
    }
  }

  /// Whether there was a fraction or an exponent.
  @inline(__always)
  private mutating func skipFractionAndExponent() throws(JSONError) -> Bool {
    var ignored: UInt64 = 0
    var isThere = false
    if base[cursor] == 0x2E {
      isThere = true
      cursor &+= 1
      if skipDigits(&ignored) == 0 { throw source.failure(.invalidNumber, at: cursor) }
    }
    if base[cursor] | 0x20 == 0x65 {
      isThere = true
      cursor &+= 1
      if base[cursor] == 0x2B || base[cursor] == 0x2D { cursor &+= 1 }
      if skipDigits(&ignored) == 0 { throw source.failure(.invalidNumber, at: cursor) }
    }
    return isThere
  }

  @inline(__always) @discardableResult
  private mutating func skipDigits(_ value: inout UInt64) -> Int {
    let start = cursor
    while true {
      let digit = base[cursor] &- 0x30
      if digit > 9 { return cursor &- start }
      value = value &* 10 &+ UInt64(digit)
      cursor &+= 1
    }
  }
}

/// Which containers are open: a bit each. Only deep nesting takes memory from the heap.
struct OpenContainers: ~Copyable {
  let checksDuplicates: Bool
  private(set) var depth = 0
  private var kinds: UInt64 = 0
  private var outerKinds: [UInt64] = []
  /// What the containers are called in ``UnknownKeys``; empty if duplicates aren't looked for.
  private var names: [Int] = []

  init(checkingDuplicates: Bool) { checksDuplicates = checkingDuplicates }

  /// Whether the innermost one is an object.
  @inline(__always) var isObject: Bool { kinds & 1 != 0 }

  /// The name of the innermost one.
  var name: Int { names.last ?? 0 }

  @inline(__always)
  mutating func push(isObject: Bool, name: Int) {
    if depth != 0 && depth & 63 == 0 { outerKinds.append(kinds) }
    kinds = kinds &<< 1 | (isObject ? 1 : 0)
    depth &+= 1
    if checksDuplicates { names.append(name) }
  }

  @inline(__always)
  mutating func pop() {
    depth &-= 1
    kinds &>>= 1
    if depth != 0 && depth & 63 == 0 { kinds = outerKinds.popLast() ?? 0 }
    if checksDuplicates { names.removeLast() }
  }
}

/// Validates one JSON document: a value of any kind and nothing else.
public func validateJSON(_ storage: ByteStorage, profile: JSONProfile) throws(JSONError) {
  var reader = JSONReader(storage, in: 0..<storage.count, profile: profile)
  _ = try reader.skipValue()
  try reader.endOfDocument()
}
