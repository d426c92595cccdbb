// The names of streams and the ids in them.

/// The name of a stream: a category alone (`catalog`) or a category and an id (`order/1001`).
public struct StreamName: Hashable, Sendable, CustomStringConvertible {
  /// The whole name.
  public let text: Text

  /// The name of the stream of this category with this id.
  ///
  /// - Parameters:
  ///   - category: The kind of stream, as in `order`.
  ///   - id: nil for a category that is a single stream.
  /// - Returns: nil if one of them is malformed (see `isValid(id:)`).
  public init?(category: String, id: String?) {
    self.init(Text(id.map { category + "/" + $0 } ?? category))
  }

  /// A name that was checked before.
  @inlinable init(checked text: Text) { self.text = text }

  /// A name as it is in a log; nil if it isn't a valid one.
  public init?(_ text: Text) {
    guard Self.isName(text.bytes) else { return nil }
    self.text = text
  }

  /// Whether this can be a stream's name: a category, or a category, `/` and an id. Both follow the rule of
  /// `isValid(id:)`.
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool {
    var slash = 0
    while slash < name.count, name[slash] != 0x2F { slash &+= 1 }
    if slash == name.count { return isValid(id: name) }
    return isValid(id: UnsafeRawBufferPointer(rebasing: name[..<slash]))
      && isValid(id: UnsafeRawBufferPointer(rebasing: name[(slash &+ 1)...]))
  }

  /// The part before the slash.
  public var category: String {
    String(decoding: text.bytes.prefix { $0 != 0x2F }, as: UTF8.self)
  }

  /// The part after the slash, if there is one.
  public var id: String? {
    guard let slash = text.bytes.firstIndex(of: 0x2F) else { return nil }
    return String(decoding: text.bytes[(slash + 1)...], as: UTF8.self)
  }

  /// The whole name.
  public var description: String { String(text) }

  /// The longest id, in characters.
  package static let longestID = 64
  /// The characters of ids.
  package static let idCharacters =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._-"

  /// The rule of ids, in a sentence.
  public static let idRule =
    "An id is 1 to 64 of A-Z a-z 0-9 . _ -, begins with a letter or digit, doesn't contain '..', "
    + "and isn't 'start' or 'end'."

  /// The rule of names, in sentences.
  static let rule =
    "A stream's name is an id, or two of them with a slash between, as in order/1001. " + idRule

  /// Whether this can be the id of a stream: 1 to 64 of `A–Z a–z 0–9 . _ -`, the first a letter or
  /// digit, no `..`, and not `start` or `end`, which are positions.
  public static func isValid(id: String) -> Bool {
    var id = id
    return id.withUTF8 { isValid(id: UnsafeRawBufferPointer($0)) }
  }

  /// Whether the bytes are a valid id: see ``isValid(id:)``.
  @inline(never)
  public static func isValid(id bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 1, bytes.count <= longestID, isAlphanumeric(bytes[0]) else { return false }
    var previous: UInt8 = 0
    for byte in bytes {
      let row = byte < 0x40 ? idBits.low : byte < 0x80 ? idBits.high : 0
      guard row &>> UInt64(byte & 0x3F) & 1 != 0, byte != 0x2E || previous != 0x2E else {
        return false
      }
      previous = byte
    }
    return !isPosition(bytes)
  }

  /// Whether the bytes, which are in a storage, are a valid id.
  @inline(__always) package static func isValid(paddedID bytes: UnsafeRawBufferPointer) -> Bool {
    // Most have none but letters and digits, and are longer than the name of a position.
    6...longestID ~= bytes.count && isAlphanumeric(bytes[0]) && bytes.areOfWords
      || isValid(id: bytes)
  }

  /// A bit for each byte below 0x40, and from there on, that an id can have: - . 0–9; A–Z _ a–z.
  private static var idBits: (low: UInt64, high: UInt64) {
    (0x03FF_6000_0000_0000, 0x07FF_FFFE_87FF_FFFE)
  }

  private static func isPosition(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Comparing whole texts takes longer than everything else here.
    switch bytes.count {
    case 3: bytes[0] == UInt8(ascii: "e") && bytes.elementsEqual("end".utf8)
    case 5: bytes[0] == UInt8(ascii: "s") && bytes.elementsEqual("start".utf8)
    default: false
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    // Setting this bit turns capital letters into small ones.
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}

/// A word for a moment, or for a day. No new stream has one as its id; one that an older version made keeps it.
package enum TimeWord: String, CaseIterable, Sendable {
  case now, today, yesterday

  /// The word that a stream has as its id.
  init?(idOf stream: Text) {
    let id = UnsafeRawBufferPointer(rebasing: stream.bytes.drop { $0 != 0x2F }.dropFirst())
    // Most ids are numbers, which takes less to see.
    guard let first = id.first, first > UInt8(ascii: "9"),
      let word = Self.allCases.first(where: { id.elementsEqual($0.rawValue.utf8) })
    else { return nil }
    self = word
  }
}

/// The names that a domain's streams have: `order/1001`, or `catalog`.
@usableFromInline package struct StreamNames: Sendable {
  @usableFromInline let category: Text
  @usableFromInline let isSingle: Bool
  /// The first bytes that all names have, at most eight, and a mask for them.
  @usableFromInline let start: (word: UInt64, mask: UInt64)

  @inlinable package init<D: Decider>(of domain: D.Type) {
    category = Text(D.category)
    isSingle = D.isSingleStream
    let bytes = Array((D.category + (D.isSingleStream ? "" : "/")).utf8.prefix(8))
    let padded = bytes + [UInt8](repeating: 0, count: 8 - bytes.count)
    start = (
      padded.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) },
      bytes.count == 8 ? .max : UInt64(littleEndian: (1 << UInt64(bytes.count * 8)) - 1)
    )
  }

  @inlinable @inline(__always)
  package func contain(_ name: UnsafeRawBufferPointer) -> Bool {
    if name.count >= 8 {
      guard name.loadUnaligned(as: UInt64.self) & start.mask == start.word else { return false }
      // Its first bytes are all that counts of most names.
      if !isSingle && category.range.count < 8 { return true }
    }
    return containWhole(name)
  }

  @usableFromInline func containWhole(_ name: UnsafeRawBufferPointer) -> Bool {
    let count = category.range.count
    guard isSingle ? name.count == count : name.count > count && name[count] == 0x2F else {
      return false
    }
    return category.bytes.hasSameBytes(
      as: UnsafeRawBufferPointer(start: name.baseAddress, count: count))
  }

  /// Whether it, in a storage, is the valid name of one of these streams.
  @inline(__always) func containValid(_ name: UnsafeRawBufferPointer) -> Bool {
    guard contain(name) else { return false }
    return isSingle
      || StreamName.isValid(
        paddedID: UnsafeRawBufferPointer(rebasing: name[(category.range.count &+ 1)...]))
  }
}
