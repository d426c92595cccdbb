// What can be wrong with a JSON text. The text itself is never quoted: it may be personal.

/// Why and where reading stopped.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong. The raw values are stable: they stand in output that programs read.
  public enum Code: String, Sendable, CaseIterable {
    /// The text ends too early.
    case unexpectedEnd = "unexpected-end"
    /// A byte that can't stand here.
    case unexpectedByte = "unexpected-byte"
    /// Bytes in a string that aren't UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A raw control character in a string.
    case controlCharacter = "control-character"
    /// A backslash with something behind it that is no escape.
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
    /// A known key behind one that should follow it.
    case keyOutOfOrder = "key-out-of-order"
    /// Whitespace or an escape that the writer wouldn't write.
    case notCanonical = "not-canonical"
    /// More than 1 024 containers in one another.
    case tooDeep = "too-deep"
    /// Something behind the document.
    case trailingBytes = "trailing-bytes"
    /// A value of another type than the one asked for.
    case wrongType = "wrong-type"
    /// A key that the caller doesn't know and doesn't accept.
    case unknownKey = "unknown-key"
    /// A required key is missing.
    case missingKey = "missing-key"
    /// A value of the right type that the caller doesn't accept.
    case invalidValue = "invalid-value"
    /// A key, type or version that only a newer version of the caller knows.
    case unsupported
    /// The bytes don't have the checksum that stands with them.
    case checksumMismatch = "checksum-mismatch"
  }

  /// What is wrong.
  public let code: Code
  /// Where: the offset in bytes from the start of the storage.
  public let offset: Int

  /// An error at an offset of the storage.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// What is wrong, in one sentence.
  public var message: String {
    switch code {
    case .unexpectedEnd: "The text ends too early."
    case .unexpectedByte: "This byte can't stand here."
    case .invalidUTF8: "These bytes aren't UTF-8."
    case .controlCharacter: "Control characters in strings must be escaped."
    case .invalidEscape: "This isn't an escape that JSON knows."
    case .loneSurrogate: "This escape is half a surrogate pair."
    case .invalidNumber: "This isn't a number as JSON writes it."
    case .notAnInteger: "Only integers are allowed, without fraction, exponent or minus zero."
    case .integerOutOfRange: "Integers must lie between -9007199254740991 and 9007199254740991."
    case .duplicateKey: "The object already has this key."
    case .keyOutOfOrder: "This key must stand before the previous ones."
    case .notCanonical: "The canonical form writes this in another way."
    case .tooDeep: "More than 1024 arrays and objects are nested here."
    case .trailingBytes: "There is something behind the end of the document."
    case .wrongType: "The value here must be of another type."
    case .unknownKey: "This key isn't known."
    case .missingKey: "This object lacks a required key."
    case .invalidValue: "This value isn't allowed here."
    case .unsupported: "A newer version wrote this."
    case .checksumMismatch: "The bytes don't match their checksum."
    }
  }
}
