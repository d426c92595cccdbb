// What usually follows one another in an object of one kind, prepared so that a reader takes it in with
// a few compares a member. Nothing unusual is in it: nulls, other orders of keys, whitespace.

/// A run of members as they usually stand, word for word, with a place for each value.
///
/// The places are fields of a structure that holds nothing but values of eight bytes:
/// ``TextRange`` for texts, `Int64` for integers. Make a shape once, as a `static let`: its memory is
/// never given back, so that nobody counts references to it (which took a tenth of the reading).
@frozen public struct MemberShape: @unchecked Sendable {
  /// What comes next in a run of members.
  public enum Step: Sendable {
    /// Exactly these bytes.
    case bytes(StaticString)
    /// A text that goes to a place, behind these bytes: `,"customer":`.
    case text(StaticString, at: Int)
    /// As `text`, but it may be missing, which leaves its place as it is.
    case optionalText(StaticString, at: Int)
    /// An integer that goes to a place, behind these bytes: `,"amount":`.
    case integer(StaticString, at: Int)
    /// As `integer`, but it may be missing, which leaves its place as it is.
    case optionalInteger(StaticString, at: Int)
  }

  @usableFromInline enum Value: UInt8, BitwiseCopyable { case none, text, integer }

  /// A step in a form that is compared quickly: 64 bytes.
  @usableFromInline struct Row: BitwiseCopyable {
    /// What stands before the value, a text's opening quote included, and masks for what is behind.
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var masks: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var count: Int32 = 0
    /// Where the value goes, in bytes.
    var offset: Int32 = 0
    var value = Value.none
    var isOptional = false
  }

  /// The most bytes before a value, a text's opening quote included.
  static let longest = 24

  @usableFromInline let rows: UnsafePointer<Row>
  @usableFromInline let count: Int
  /// How many bytes the places take.
  @usableFromInline let size: Int

  /// A shape of these steps, each of at most 24 bytes.
  public init(_ steps: Step...) {
    let rows = UnsafeMutablePointer<Row>.allocate(capacity: steps.count)
    var size = 0
    for (index, step) in steps.enumerated() {
      let row = Row(step)
      (rows + index).initialize(to: row)
      if row.value != .none { size = max(size, Int(row.offset) + 8) }
    }
    self.rows = UnsafePointer(rows)
    self.size = size
    count = steps.count
  }
}

extension MemberShape.Row {
  fileprivate init(_ step: MemberShape.Step) {
    switch step {
    case .bytes(let bytes): self.init(bytes, .none)
    case .text(let bytes, let place): self.init(bytes, .text, at: place)
    case .optionalText(let bytes, let place): self.init(bytes, .text, at: place, isOptional: true)
    case .integer(let bytes, let place): self.init(bytes, .integer, at: place)
    case .optionalInteger(let bytes, let place):
      self.init(bytes, .integer, at: place, isOptional: true)
    }
  }

  private init(
    _ literal: StaticString, _ value: MemberShape.Value, at place: Int = 0, isOptional: Bool = false
  ) {
    let start = literal.utf8Start
    var bytes = Array(UnsafeBufferPointer(start: start, count: literal.utf8CodeUnitCount))
    if value == .text { bytes.append(0x22) }
    precondition(bytes.count <= MemberShape.longest, "a step has at most 24 bytes")
    let padding = [UInt8](repeating: 0, count: MemberShape.longest - bytes.count)
    words = Self.threeWords(bytes + padding)
    masks = Self.threeWords(bytes.map { _ in 0xFF } + padding)
    count = Int32(bytes.count)
    offset = Int32(place * 8)
    self.value = value
    self.isOptional = isOptional
  }

  private static func threeWords(_ bytes: [UInt8]) -> (UInt64, UInt64, UInt64) {
    bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64).self) }
  }

  /// Whether the row's bytes stand at the pointer; reads 24 bytes.
  @inline(__always)
  func stands(at pointer: UnsafePointer<UInt8>) -> Bool {
    let difference0 = (load(pointer, as: UInt64.self) ^ words.0) & masks.0
    let difference1 = (load(pointer + 8, as: UInt64.self) ^ words.1) & masks.1
    guard difference0 | difference1 == 0 else { return false }
    return count <= 16 || (load(pointer + 16, as: UInt64.self) ^ words.2) & masks.2 == 0
  }
}
