// Two texts that may be missing, with one reference to the bytes of both: payments and shippings are
// copied for each entry, and each reference is counted each time.

/// Two optional texts in one storage.
struct TextPair: Equatable, Sendable {
  /// The bytes of both, without escapes; nil if both are absent.
  private(set) var storage: ByteStorage?
  private(set) var first = TextRange.absent
  private(set) var second = TextRange.absent

  /// Makes a pair without texts.
  init() {}

  /// Two texts out of a line; null is as if it weren't there.
  init(_ storage: ByteStorage, _ first: TextRange, _ second: TextRange) {
    if first.hasEscapes || second.hasEscapes {
      self = TextPair(Self.text(first, in: storage), Self.text(second, in: storage))
    } else if first.isPresent || second.isPresent {
      self.storage = storage
      (self.first, self.second) = (first.orAbsent, second.orAbsent)
    }
  }

  /// Two texts from anywhere.
  init(_ first: Text?, _ second: Text?) {
    if let first, let second, first.storage !== second.storage {
      var pool = TextPool()
      self.first = pool.add(first.range, of: first.storage)
      self.second = pool.add(second.range, of: second.storage)
      storage = pool.finish()
    } else {
      storage = first?.storage ?? second?.storage
      self.first = first?.range ?? .absent
      self.second = second?.range ?? .absent
    }
  }

  /// The first text as a value of its own.
  var firstText: Text? { Self.text(first, in: storage) }
  /// The second text as a value of its own.
  var secondText: Text? { Self.text(second, in: storage) }

  private static func text(_ range: TextRange, in storage: ByteStorage?) -> Text? {
    guard let storage, range.isPresent else { return nil }
    return Text(storage, range)
  }

  /// Whether both have the same texts with the same bytes. O(n).
  static func == (one: TextPair, other: TextPair) -> Bool {
    guard let storage = one.storage, let otherStorage = other.storage else {
      return one.storage == nil && other.storage == nil
    }
    return storage.hasSameText(one.first, as: other.first, of: otherStorage)
      && storage.hasSameText(one.second, as: other.second, of: otherStorage)
  }
}

extension TextPair {
  private struct Texts: BitwiseCopyable {
    var carrier = TextRange.absent
    var tracking = TextRange.absent
  }
  private static let shape = ObjectShape(Shipping.members)

  /// Reads the carrier and the tracking as an order keeps them.
  init(membersIn storage: ByteStorage, _ range: TextRange) {
    var texts = Texts()
    var json = JSONReader(storage, in: range.bounds, profile: .anyOrder)
    try? json.readMembers(Self.shape, into: &texts)
    self.init(storage, texts.carrier, texts.tracking)
  }
}

extension TextPair {
  /// Writes both, each after its key; nothing for one that is missing.
  func writeMembers(
    _ first: StaticString, _ second: StaticString, to writer: inout JSONWriter
  ) {
    guard let storage else { return }
    writer.member(first, self.first, of: storage)
    writer.member(second, self.second, of: storage)
  }
}

extension TextRange {
  /// The range, or absent where it is null.
  var orAbsent: TextRange { isPresent ? self : .absent }
}

extension ByteStorage {
  /// Calls a closure with the bytes of a text, unescaped; with none if there is no text.
  @inline(__always)
  func withText<R>(_ range: TextRange, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    guard range.hasEscapes else { return withExtendedLifetime(self) { body(slice(range)) } }
    let text = Text(self, range)
    return withExtendedLifetime(text) { body(text.bytes) }
  }

  /// Whether a range of this storage and one of another are of the same text, or both absent, or both
  /// null. O(n).
  func hasSameText(
    _ range: TextRange, as other: TextRange, of otherStorage: ByteStorage
  ) -> Bool {
    if range == other && (self === otherStorage || !range.isPresent) { return true }
    guard range.isPresent && other.isPresent else {
      return range.isAbsent == other.isAbsent && range.isNull == other.isNull
    }
    if slice(range).hasSameBytes(as: otherStorage.slice(other)) {
      return range.hasEscapes == other.hasEscapes
    }
    guard range.hasEscapes || other.hasEscapes else { return false }
    return Text(self, range) == Text(otherStorage, other)
  }
}
