// The members that one kind of object has, described once. What reads them, in whatever order they
// come, follows from the description; so does the order in which canonical lines must have them.

/// The known members of one kind of object, in canonical order, each with a slot for its value.
///
/// Slots are eight bytes each, in a structure of the caller's that contains nothing but
/// ``TextRange`` values and integers. The slot of an absent member isn't changed.
///
///     struct Values: BitwiseCopyable {
///       var amount = ObjectShape.absentInteger
///       var method = TextRange.absent
///     }
///     static let shape = ObjectShape(.integer("amount"), .text("method"))
///
/// Make a shape once, as a `static let`: its memory is never freed, so that reading counts no references.
@frozen public struct ObjectShape: BitwiseCopyable, @unchecked Sendable {
  /// A member of an object.
  public struct Member: Sendable {
    enum Value: Sendable {
      case text(nullable: Bool), integer(nullable: Bool)
      /// A value of any kind, which is stepped over.
      case any
      case list(ObjectShape)
      case object(ObjectShape, removing: [Int], alsoIfEmpty: Bool)
    }
    /// Its key.
    public let key: StaticString
    let value: Value
    /// Nil for the next slot in order, negative for none.
    let slot: Int?

    /// A string or, if that is allowed, `null`, for which the slot gets ``TextRange/null``.
    public static func text(
      _ key: StaticString, nullable: Bool = true, at slot: Int? = nil
    ) -> Member { Member(key: key, value: .text(nullable: nullable), slot: slot) }

    /// An integer or, if that is allowed, `null`, for which the slot gets ``ObjectShape/nullInteger``.
    public static func integer(
      _ key: StaticString, nullable: Bool = true, at slot: Int? = nil
    ) -> Member { Member(key: key, value: .integer(nullable: nullable), slot: slot) }

    /// An array of objects or `null`; the slot gets the range of its JSON.
    public static func list(
      _ key: StaticString, of elements: ObjectShape, at slot: Int? = nil
    ) -> Member { Member(key: key, value: .list(elements), slot: slot) }

    /// An object whose members have slots next to those of the outer object.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - shape: Its members, their slots named explicitly.
    ///   - removing: The slots that get ``TextRange/null`` if the object is `null`.
    ///   - alsoIfEmpty: Whether they get that also if none of them was named.
    public static func object(
      _ key: StaticString, _ shape: ObjectShape, removing: [Int], alsoIfEmpty: Bool = false
    ) -> Member {
      Member(
        key: key, value: .object(shape, removing: removing, alsoIfEmpty: alsoIfEmpty), slot: -1)
    }

    /// Any value; the slot gets the range of its JSON.
    public static func any(_ key: StaticString, at slot: Int? = nil) -> Member {
      Member(key: key, value: .any, slot: slot)
    }

    /// A member of the envelope, which something else reads.
    func forgotten() -> Member { Member(key: key, value: .any, slot: -1) }
  }

  /// The slot of an absent integer.
  @inlinable public static var absentInteger: Int64 { .min }
  /// The value of an integer's slot if the member is `null`.
  @inlinable public static var nullInteger: Int64 { .min + 1 }

  @usableFromInline let node: UnsafePointer<ShapeNode>

  init(node: UnsafePointer<ShapeNode>) { self.node = node }

  /// An object of these members.
  public init(_ members: Member...) { self.init(members) }

  /// An object of these members.
  public init(_ members: [Member]) {
    let node = UnsafeMutablePointer<ShapeNode>.allocate(capacity: 1)
    node.initialize(to: ShapeNode(members))
    self.node = UnsafePointer(node)
  }

  /// The keys, in canonical order.
  public var keys: [StaticString] {
    (0..<node.pointee.table.count).map { node.pointee.table.name($0) }
  }

  /// The number of eight-byte slots.
  @inlinable public var slotCount: Int { node.pointee.slotCount }

  /// The slots of an object without members.
  public var blank: [UInt64] {
    var slots = Array(repeating: TextRange.absent.bits, count: slotCount)
    for slot in node.pointee.integers { slots[slot] = UInt64(bitPattern: Self.absentInteger) }
    return slots
  }

  /// Whether it has the members of another before its own, in the same slots.
  public func begins(with other: ObjectShape) -> Bool {
    let (mine, others) = (node.pointee, other.node.pointee)
    return mine.members.count >= others.members.count
      && others.members.indices.allSatisfy { rank in
        "\(mine.members[rank].key)" == "\(others.members[rank].key)"
          && mine.rows[rank].kind == others.rows[rank].kind
          && mine.rows[rank].slot == others.rows[rank].slot
      }
  }

  /// The shape with members before its own that are stepped over.
  public func after(_ head: ObjectShape) -> ObjectShape {
    ObjectShape(head.node.pointee.members.map { $0.forgotten() } + node.pointee.numberedMembers)
  }
}

/// A shape in the form that it is read by.
@usableFromInline struct ShapeNode {
  enum Kind: UInt8 { case text, integer, any, list, object }

  struct Row {
    let kind: Kind
    let slot: Int32
    var isNullable = true
    var child: UnsafePointer<ShapeNode>?
    var removesIfEmpty = false
  }

  let members: [ObjectShape.Member]
  let table: KeyTable
  let rows: UnsafePointer<Row>
  /// The steps for all members, and for each member the place of its first; one more for the end.
  let steps: UnsafePointer<ShapeStep>
  let starts: UnsafePointer<Int>
  @usableFromInline let slotCount: Int

  init(_ members: [ObjectShape.Member]) {
    self.members = members
    table = KeyTable(members.map(\.key))
    let rows = UnsafeMutablePointer<Row>.allocate(capacity: members.count)
    var next = 0
    var count = 0
    for (index, member) in members.enumerated() {
      let slot = member.slot ?? next
      if slot >= 0 { next = slot + 1 }
      count = max(count, next)
      let row: Row
      switch member.value {
      case .text(let nullable):
        row = Row(kind: .text, slot: Int32(slot), isNullable: nullable)
      case .integer(let nullable):
        row = Row(kind: .integer, slot: Int32(slot), isNullable: nullable)
      case .any: row = Row(kind: .any, slot: Int32(slot))
      case .list(let elements): row = Row(kind: .list, slot: Int32(slot), child: elements.node)
      case .object(let shape, _, let alsoIfEmpty):
        row = Row(kind: .object, slot: -1, child: shape.node, removesIfEmpty: alsoIfEmpty)
        count = max(count, shape.slotCount)
      }
      (rows + index).initialize(to: row)
    }
    self.rows = UnsafePointer(rows)
    slotCount = count
    let flat = [ShapeStep].flattened(members, rows)
    steps = Self.kept(flat.steps)
    starts = Self.kept(flat.starts)
  }

  /// Memory that is never freed.
  private static func kept<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    memory.initialize(from: values, count: values.count)
    return UnsafePointer(memory)
  }

  /// The slots of all integers.
  var integers: [Int] {
    members.indices.flatMap { rank -> [Int] in
      switch rows[rank].kind {
      case .integer: [Int(rows[rank].slot)]
      case .object: rows[rank].child?.pointee.integers ?? []
      case .text, .any, .list: []
      }
    }
  }

  /// The members with the slots that they have here.
  var numberedMembers: [ObjectShape.Member] {
    members.enumerated().map { index, member in
      ObjectShape.Member(key: member.key, value: member.value, slot: Int(rows[index].slot))
    }
  }

  /// The slots of the object at a rank that become null with it.
  func slotsToRemove(_ rank: Int) -> [Int] {
    if case .object(_, let slots, _) = members[rank].value { slots } else { [] }
  }
}
