// The errors of a JSON text. The text itself is never quoted: it may be personal.

/// The reason why reading stopped, and the place.
public struct JSONError: Error, Equatable, Sendable {
  /// The kind of error. The raw values are stable: programs read them.
  public enum Code: String, Sendable, CaseIterable {
    /// The text ends too early.
    case unexpectedEnd = "unexpected-end"
    /// A byte that isn't allowed here.
    case unexpectedByte = "unexpected-byte"
    /// Bytes in a string that aren't UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A raw control character in a string.
    case controlCharacter = "control-character"
    /// A backslash that doesn't begin an escape.
    case invalidEscape = "invalid-escape"
    /// Half a surrogate pair.
    case loneSurrogate = "lone-surrogate"
    /// A number that breaks JSON's grammar.
    case invalidNumber = "invalid-number"
    /// A fraction, an exponent or minus zero where integers are required.
    case notAnInteger = "not-an-integer"
    /// An integer beyond ±(2^53 − 1).
    case integerOutOfRange = "integer-out-of-range"
    /// A key that its object already had.
    case duplicateKey = "duplicate-key"
    /// A known key after one that should follow it.
    case keyOutOfOrder = "key-out-of-order"
    /// Whitespace or an escape that the writer wouldn't write.
    case notCanonical = "not-canonical"
    /// More than 1 024 nested containers.
    case tooDeep = "too-deep"
    /// Bytes after the document.
    case trailingBytes = "trailing-bytes"
    /// A value of another type than requested.
    case wrongType = "wrong-type"
    /// A key that the caller doesn't accept.
    case unknownKey = "unknown-key"
    /// A required key is missing.
    case missingKey = "missing-key"
    /// A value of the right type that the caller doesn't accept.
    case invalidValue = "invalid-value"
    /// A key, type or version that only a newer version of the caller supports.
    case unsupported
    /// The bytes don't match their checksum.
    case checksumMismatch = "checksum-mismatch"
  }

  /// The kind of error.
  public let code: Code
  /// Where: the offset in bytes from the start of the storage.
  public let offset: Int

  /// The key that is missing, where that is known.
  public var key: String? { missing.map { String(cString: $0) } }
  /// The bytes of a literal, with a zero after them: errors are thrown in registers, which have no room for its length.
  private nonisolated(unsafe) let missing: UnsafePointer<UInt8>?

  /// An error at an offset of the storage, with the key that is missing if one is.
  public init(_ code: Code, at offset: Int, key: StaticString? = nil) {
    self.code = code
    self.offset = offset
    missing = key?.utf8Start
  }

  /// Whether both are the same at the same place.
  public static func == (one: JSONError, other: JSONError) -> Bool {
    one.code == other.code && one.offset == other.offset && one.key == other.key
  }

  /// A sentence that says what is wrong.
  public var message: String {
    switch code {
    case .unexpectedEnd: "The text ends too early."
    case .unexpectedByte: "This byte isn't allowed here."
    case .invalidUTF8: "These bytes aren't UTF-8."
    case .controlCharacter: "Control characters in strings must be escaped."
    case .invalidEscape: "This isn't a JSON escape."
    case .loneSurrogate: "This escape is half of a surrogate pair."
    case .invalidNumber: "This isn't a JSON number."
    case .notAnInteger: "Only integers are allowed, without fraction, exponent or minus zero."
    case .integerOutOfRange: "Integers must be between -9007199254740991 and 9007199254740991."
    case .duplicateKey: "The object already has this key."
    case .keyOutOfOrder: "This key must come before the previous ones."
    case .notCanonical: "The canonical form writes this differently."
    case .tooDeep: "More than 1024 arrays and objects are nested here."
    case .trailingBytes: "There are bytes after the end of the document."
    case .wrongType: "The value here must be of another type."
    case .unknownKey: "This key is unknown."
    case .missingKey:
      key.map { "There is no '\($0)' here." } ?? "A required key is missing in this object."
    case .invalidValue: "This value isn't allowed here."
    case .unsupported: "A newer version wrote this."
    case .checksumMismatch: "The bytes don't match their checksum."
    }
  }
}
