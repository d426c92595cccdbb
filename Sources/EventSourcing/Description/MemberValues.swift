// The values of the members of one command, one event, or one object in a list: a view of the line that they were
// decoded from. Reading one takes no memory.

/// The values of an object's members.
public struct MemberValues: Sendable {
  /// Lists are never freed, so nothing counts references to them.
  private(set) unowned(unsafe) var list: MemberList
  private(set) var storage: ByteStorage
  private var few: Slots
  /// The slots if there are more than eight.
  private var many: [UInt64] = []

  typealias Slots = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// Absent values.
  init(_ list: MemberList, in storage: ByteStorage) {
    self.list = list
    self.storage = storage
    few = list.fewAbsent
    many = list.manyAbsent
  }

  /// The value of a member, which must be among those of the command or event.
  public subscript<Value>(_ member: Member<Value>) -> Value {
    let found = list.place(of: member.description)
    precondition(found != nil, "there is no member \(member.description.name) here")
    let place = found ?? 0
    if isAbsent(place), let none = Value.none {
      list.note(absent: place)
      return none
    }
    return Value(member: Value.Plain(value(at: place)))
  }

  /// These values with another list of the same members, which must outlive them.
  func read(by list: MemberList) -> MemberValues {
    var values = self
    values.list = list
    return values
  }

  func slot(_ place: Int) -> UInt64 {
    guard many.isEmpty else { return many[place] }
    return withUnsafeBytes(of: few) { $0.load(fromByteOffset: place &* 8, as: UInt64.self) }
  }

  mutating func setSlot(_ place: Int, _ bits: UInt64) { withSlots { $0[place] = bits } }

  func isAbsent(_ place: Int) -> Bool { slot(place) == list.steps[place].absent }

  func value(at place: Int) -> MemberSlot {
    MemberSlot(bits: slot(place), storage: storage, elements: list.members[place].elements)
  }

  mutating func withSlots<E: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt64>) throws(E) -> Void
  ) throws(E) {
    guard many.isEmpty else {
      return try many.withUnsafeMutableBufferPointer { (slots) throws(E) in try body(slots) }
    }
    try withUnsafeMutablePointer(to: &few) { (slots) throws(E) in
      try slots.withMemoryRebound(to: UInt64.self, capacity: 8) { (first) throws(E) in
        try body(UnsafeMutableBufferPointer(start: first, count: 8))
      }
    }
  }
}

// Made by the domain.
extension MemberValues {
  /// Values that are assigned, and others that are taken from another object, both only if they are among the members.
  ///
  /// - Parameters:
  ///   - owner: The command or event with the members, to be named if one is missing.
  ///   - isEvent: Whether it is an event: it may lack what is personal, which may have been erased.
  init(
    _ list: MemberList, _ assignments: [MemberAssignment], of owner: @autoclosure () -> String,
    and other: MemberValues? = nil, isEvent: Bool = false
  ) {
    // Without texts of its own, it shares those of the other.
    if let other, assignments.isEmpty {
      self.init(list, in: other.storage)
      copy(from: other)
    } else {
      self.init(list, in: ByteStorage.none)
      var pool = TextPool(capacity: 64)
      if let other { copy(from: other, &pool) }
      for assignment in assignments {
        let place = list.place(of: assignment.description)
        precondition(place != nil, "\(owner()) has no member \(assignment.description.name)")
        setSlot(place ?? 0, assignment.bits(&pool))
      }
      storage = pool.finish()
    }
    for (place, step) in list.steps.enumerated() where step.isRequired && slot(place) == step.absent
    {
      precondition(
        isEvent && list.members[place].isPersonal,
        "\(owner()) needs a value for \(list.members[place].name)")
    }
  }

  private mutating func copy(from other: MemberValues) {
    for place in list.members.indices {
      guard let source = other.list.place(of: list.members[place]) else { continue }
      setSlot(place, other.slot(source))
    }
  }

  private mutating func copy(from other: MemberValues, _ pool: inout TextPool) {
    copy(from: other)
    for place in list.members.indices where list.steps[place].isRange && !isAbsent(place) {
      setSlot(place, pool.add(value(at: place).range, of: other.storage).slot)
    }
  }
}

extension MemberAssignment {
  fileprivate func bits(_ pool: inout TextPool) -> UInt64 {
    switch content {
    case nil: description.absent
    case .number(let number): UInt64(bitPattern: Int64(MemberList.numbers.clamp(number)))
    case .text(let text), .json(let text): pool.add(text).slot
    }
  }
}

extension ClosedRange<Int> {
  func clamp(_ value: Int) -> Int {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}

extension TextRange {
  /// The range as a slot has it.
  var slot: UInt64 { unsafeBitCast(self, to: UInt64.self) }
}

extension ByteStorage {
  fileprivate static let none = TextPool(capacity: 0).finish()
}

extension MemberValues: Equatable, JSONRepresentable {
  /// Whether all values are the same, texts byte by byte. O(n).
  public static func == (one: MemberValues, other: MemberValues) -> Bool {
    one.list === other.list
      && one.list.steps.indices.allSatisfy { place in
        let (left, right) = (one.value(at: place), other.value(at: place))
        if one.isAbsent(place) || other.isAbsent(place) { return left.bits == right.bits }
        switch one.list.steps[place].kind {
        case .integer, .boolean: return left.bits == right.bits
        case .text: return Text(left) == Text(right)
        case .texts:
          return [String](left).elementsEqual([String](right)) { $0.hasSameBytes(as: $1) }
        case .objects: return [MemberValues](left) == [MemberValues](right)
        }
      }
  }

  /// Writes an object of all members.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.raw("{")
    let start = writer.count
    list.write(self, list.members.indices, to: &writer, after: start)
    writer.raw("}")
  }
}
