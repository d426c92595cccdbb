// Members of objects: a key and a value that may be missing. Each is written with a leading comma.

extension JSONWriter {
  /// Writes a text after its key, `,"customer":`; nothing if it is absent.
  @inline(__always)
  mutating func member(_ key: StaticString, _ range: TextRange, of storage: ByteStorage) {
    guard range.isPresent else { return }
    raw(key)
    string(range, of: storage)
  }

  /// Writes a text after its key; nothing if it is missing.
  @inline(__always)
  mutating func member(_ key: StaticString, _ text: Text?) {
    guard let text else { return }
    raw(key)
    string(text)
  }

  /// Writes a number after its key; nothing if it is absent.
  @inline(__always)
  mutating func member(_ key: StaticString, _ amount: Amount) {
    if let value = amount.value { member(key, value) }
  }

  /// Writes a number after its key.
  @inline(__always)
  mutating func member(_ key: StaticString, _ value: Int64) {
    raw(key)
    integer(value)
  }

  /// Writes an object after its key; nothing if `members` writes nothing.
  @inline(__always)
  mutating func object(_ key: StaticString, _ members: (inout JSONWriter) -> Void) {
    let start = count
    raw(key)
    if !braces(members) { truncate(to: start) }
  }

  /// Puts braces around members, the first of which loses its comma.
  ///
  /// - Returns: Whether there were any; if not, nothing is written.
  @inline(__always)
  mutating func braces(_ members: (inout JSONWriter) -> Void) -> Bool {
    let start = count
    members(&self)
    guard count > start else { return false }
    withMutableBytes { $0[start] = UInt8(ascii: "{") }
    byte(UInt8(ascii: "}"))
    return true
  }
}
