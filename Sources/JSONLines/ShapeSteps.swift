// A shape in the form that most objects are read by: one run of steps for its members, those of the objects in it
// included, each with the bytes that a canonical line has before the value.

/// One step: a member, or the end of an object or list.
struct ShapeStep: BitwiseCopyable {
  enum Kind: UInt8 {
    case text, integer, object, list, closeObject, closeList, end

    /// Whether it is none of a member.
    @inline(__always) var isClosing: Bool { rawValue >= Self.closeObject.rawValue }
  }

  let kind: Kind
  /// The member's rank in the outermost object.
  private let rank: UInt8
  /// The slot of its value.
  let slot: Int16
  /// The number of steps to go forward if the member is missing.
  fileprivate(set) var skip: Int16 = 1
  /// The number of bytes before the value.
  private(set) var count: Int16 = 0
  /// The bytes before the value, `,"customer":`, with a text's quote or the bracket, and masks for what follows.
  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var masks: (UInt64, UInt64, UInt64) = (0, 0, 0)

  fileprivate init(_ kind: Kind, rank: Int = 0, slot: Int32 = 0) {
    self.kind = kind
    self.rank = UInt8(rank)
    self.slot = Int16(slot)
  }

  /// A bit for the member of the outermost object that it belongs to.
  @inline(__always) var bit: UInt64 { 1 &<< UInt64(truncatingIfNeeded: rank) }

  /// Whether the member is at the pointer; reads 24 bytes.
  ///
  /// - Parameter first: 0xFF less than all ones if the first byte doesn't count, as before a first member.
  @inline(__always)
  func matches(_ pointer: UnsafePointer<UInt8>, _ first: UInt64) -> Bool {
    let difference0 = (load(pointer, as: UInt64.self) ^ words.0) & masks.0 & first
    let difference1 = (load(pointer + 8, as: UInt64.self) ^ words.1) & masks.1
    guard difference0 | difference1 == 0 else { return false }
    return count <= 16 || (load(pointer + 16, as: UInt64.self) ^ words.2) & masks.2 == 0
  }

  /// Prepares the bytes before the value.
  ///
  /// - Returns: false if there are too many.
  fileprivate mutating func expect(_ key: StaticString) -> Bool {
    let opening =
      switch kind {
      case .text: "\""
      case .object: "{"
      case .list: "["
      case .integer, .closeObject, .closeList, .end: ""
      }
    let bytes = Array((#",""# + "\(key)" + #"":"# + opening).utf8)
    guard bytes.count <= 24 else { return false }
    let padding = [UInt8](repeating: 0, count: 24 - bytes.count)
    words = Self.threeWords(bytes + padding)
    masks = Self.threeWords(bytes.map { _ in 0xFF } + padding)
    count = Int16(bytes.count)
    return true
  }

  private static func threeWords(_ bytes: [UInt8]) -> (UInt64, UInt64, UInt64) {
    bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64).self) }
  }
}

extension [ShapeStep] {
  /// The steps for some members, and for each member the first of its own.
  static func flattened(
    _ members: [ObjectShape.Member], _ rows: UnsafePointer<ShapeNode.Row>
  ) -> (steps: [ShapeStep], starts: [Int]) {
    var (steps, starts) = ([ShapeStep](), [Int]())
    for (rank, member) in members.enumerated() {
      starts.append(steps.count)
      steps.add(member.key, rows[rank], rank)
    }
    starts.append(steps.count)
    return (steps + [ShapeStep(.end)], starts)
  }

  /// Adds the steps of a member; none for one that isn't read so, which nothing then matches.
  private mutating func add(_ key: StaticString, _ row: ShapeNode.Row, _ rank: Int) {
    let place = count
    let (kind, closing): (ShapeStep.Kind, ShapeStep.Kind?)
    switch row.kind {
    case .text: (kind, closing) = (.text, nil)
    case .integer: (kind, closing) = (.integer, nil)
    case .object: (kind, closing) = (.object, .closeObject)
    case .list: (kind, closing) = (.list, .closeList)
    case .any: return
    }
    var step = ShapeStep(kind, rank: rank, slot: Swift.max(row.slot, 0))
    guard step.expect(key) else { return }
    append(step)
    if let child = row.child, let closing {
      for (place, member) in child.pointee.members.enumerated() {
        add(member.key, child.pointee.rows[place], rank)
      }
      append(ShapeStep(closing))
    }
    self[place].skip = Int16(count - place)
  }
}

extension JSONReader {
  /// Reads the rest of an object's members, if they are written as canonical lines have them.
  ///
  /// - Parameter seen: The members that the caller has read itself, a bit each; there are some.
  /// - Returns: A bit for each member; nil if they aren't, or if reading them takes a closer look: then nothing is
  ///   consumed, and any slot may have changed.
  @inlinable @inline(__always)
  package mutating func takeMembers(
    _ shape: ObjectShape, into slots: UnsafeMutablePointer<UInt64>, after seen: UInt64
  ) -> UInt64? {
    // Many have none.
    if base[cursor] == 0x7D, cursor < end {
      cursor &+= 1
      return seen
    }
    return takeSomeMembers(shape, into: slots, after: seen)
  }

  @usableFromInline @inline(never)
  mutating func takeSomeMembers(
    _ shape: ObjectShape, into slots: UnsafeMutablePointer<UInt64>, after seen: UInt64
  ) -> UInt64? {
    var seen = seen
    let first = shape.node.pointee.starts[64 &- seen.leadingZeroBitCount]
    let place = source.endOfSteps(
      shape.node.pointee.steps + first, cursor, isFirst: false, into: slots, &seen,
      checksLists: true)
    guard place > 0, base[place] == 0x7D, place < end else { return nil }
    cursor = place &+ 1
    return seen
  }

  /// Reads the rest of an object's members, if they are written as canonical lines have them, all of them are
  /// known, and no value is `null`, negative or an integer of more than 15 digits.
  ///
  /// - Returns: false if they aren't, or if anything is wrong with them: then nothing is consumed, and any slot may
  ///   have changed.
  @inline(__always)
  mutating func readSteps(
    _ node: UnsafePointer<ShapeNode>, _ keys: inout ObjectKeys,
    into slots: UnsafeMutablePointer<UInt64>, checksLists: Bool
  ) -> Bool {
    var seen = keys.seen
    let place = source.endOfSteps(
      node.pointee.steps + node.pointee.starts[keys.expected], cursor &+ keys.separator &- 1,
      isFirst: keys.separator == 0, into: slots, &seen, checksLists: checksLists)
    if keys.endsWithText {
      guard place == end else { return false }
      cursor = place
    } else {
      guard place > 0, base[place] == 0x7D, place < end else { return false }
      cursor = place &+ 1
    }
    (keys.seen, keys.separator) = (seen, 1)
    return true
  }
}

extension JSONSource {
  /// Reads members up to one that has no step, or to the end of the object.
  ///
  /// - Parameters:
  ///   - first: The step of the first one that may come.
  ///   - start: The place of the comma before it, or of the brace, if it is the object's first.
  ///   - seen: Gets a bit for each member.
  /// - Returns: The place after them; -1 if a value isn't written as canonical lines have it.
  @inline(__always)
  fileprivate func endOfSteps(
    _ first: UnsafePointer<ShapeStep>, _ start: Int, isFirst: Bool,
    into slots: UnsafeMutablePointer<UInt64>, _ seen: inout UInt64, checksLists: Bool
  ) -> Int {
    var (step, place) = (first, start)
    // A first member has a brace where others have a comma.
    var mask: UInt64 = isFirst ? ~0xFF : ~0
    while true {
      let kind = step.pointee.kind
      if kind.isClosing {
        if kind == .end { return place }
        guard base[place] == 0x7D else { return -1 }
        (place, mask) = (place &+ 1, ~0)
        step += 1
        continue
      }
      guard step.pointee.matches(base + place, mask) else {
        step += Int(step.pointee.skip)
        continue
      }
      seen |= step.pointee.bit
      let value = place &+ Int(step.pointee.count)
      switch kind {
      case .text:
        (slots[Int(step.pointee.slot)], place) = textForSteps(value)
      case .integer:
        (slots[Int(step.pointee.slot)], place) = naturalForSteps(value)
      case .object:
        (place, mask) = (value &- 1, ~0xFF)
        step += 1
        continue
      default:
        place = checksLists ? endOfElements(step + 1, value) : endOfContainer(at: value &- 1)
        let list = TextRange(offset: value &- 1, count: max(place &- value &+ 1, 0))
        slots[Int(step.pointee.slot)] = list.bits
        step += Int(step.pointee.skip) &- 1
      }
      guard place > 0 else { return -1 }
      mask = ~0
      step += 1
    }
  }

  /// The text whose bytes begin here, and the offset after its closing quote; 0 if it isn't one.
  @inline(__always)
  private func textForSteps(_ start: Int) -> (bits: UInt64, end: Int) {
    var close = start
    var count = 0
    repeat {
      count = firstSpecialByte(base + close)
      close &+= count
    } while count == 16
    guard base[close] == 0x22 else { return unusualText(start, at: close) }
    return (TextRange(offset: start, count: close &- start).bits, close &+ 1)
  }

  @inline(never)
  private func unusualText(_ start: Int, at special: Int) -> (bits: UInt64, end: Int) {
    do throws(JSONError) {
      let (range, end) = try text(from: start, at: special)
      return (range.bits, end)
    } catch {
      return (0, 0)
    }
  }

  /// The natural number that begins here, and where it ends; 0 if there is none.
  @inline(__always)
  private func naturalForSteps(_ start: Int) -> (bits: UInt64, end: Int) {
    if let (value, end) = shortNatural(at: start) {
      return (UInt64(truncatingIfNeeded: value), end)
    }
    return longNatural(start)
  }

  @inline(never)
  private func longNatural(_ start: Int) -> (bits: UInt64, end: Int) {
    var (value, place) = (UInt64(0), start)
    while base[place] &- 0x30 <= 9, place &- start <= 15 {
      value = value &* 10 &+ UInt64(base[place] &- 0x30)
      place &+= 1
    }
    let (count, next) = (place &- start, base[place])
    guard 1...15 ~= count, base[start] != 0x30 || count == 1, next != 0x2E, next | 0x20 != 0x65
    else { return (0, 0) }
    return (value, place)
  }

  /// Checks the elements of a list, after whose bracket the offset is.
  ///
  /// - Returns: The offset after the closing bracket; 0 if one of them isn't written as canonical lines have it.
  @inline(never)
  private func endOfElements(_ steps: UnsafePointer<ShapeStep>, _ start: Int) -> Int {
    if base[start] == 0x5D { return start &+ 1 }
    var place = start
    while base[place] == 0x7B {
      var step = steps
      var first: UInt64 = ~0xFF
      while step.pointee.kind != .closeList {
        guard step.pointee.matches(base + place, first) else {
          step += Int(step.pointee.skip)
          continue
        }
        let value = place &+ Int(step.pointee.count)
        switch step.pointee.kind {
        case .text: place = textForSteps(value).end
        case .integer: place = naturalForSteps(value).end
        default: return 0
        }
        guard place > 0 else { return 0 }
        first = ~0
        step += 1
      }
      guard first == ~0, base[place] == 0x7D else { return 0 }
      if base[place &+ 1] == 0x5D { return place &+ 2 }
      guard base[place &+ 1] == 0x2C else { return 0 }
      place &+= 2
    }
    return 0
  }
}
