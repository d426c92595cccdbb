// A member of a command or an event, declared once: its name, what kind of value it has, whether it is required or
// personal, and its limits. What reads, writes and checks it follows from that.

/// A member of a domain's commands and events, or of the objects in a list.
///
///     static let amount = Member<Int>("amount", 1...1_000_000)
///     static let memo = Member<String?>("memo", 1...140)
///     static let owner = Member<String>("owner", 1...80).personal
///
/// A member is required unless its values are optional. Declare it as a `static let`, and read it by that: `command[amount]`.
public struct Member<Value: MemberValue>: Sendable {
  /// The description of the member without the type of its values.
  let description: MemberDescription

  /// A member with a limit, if it has one.
  ///
  /// - Parameters:
  ///   - name: Its key: at most 22 bytes of ASCII.
  ///   - limit: The limits of a number, of a text's Unicode scalars, or of a list's elements. A
  ///     command beyond it is refused as `invalid`.
  public init(_ name: StaticString, _ limit: ClosedRange<Int>? = nil) {
    self.init(
      MemberDescription(name, Value.Plain.kind, isRequired: !Value.isOptional, limit: limit))
  }

  private init(_ description: MemberDescription) { self.description = description }

  /// This member with another limit since a version of the rules; nil for none.
  public func since(_ version: String, _ limit: ClosedRange<Int>?) -> Member {
    var changed = description
    changed.limits.append((version, limit))
    return Member(changed)
  }

  /// This member in the personal block, where it can be erased: it is nil once it was. Whether it is required of new
  /// commands stays as it is.
  public var personal: Member<Value.Plain?> {
    var changed = description
    changed.isPersonal = true
    return Member<Value.Plain?>(changed)
  }

  /// The member with a value, for a command or an event that is made.
  public func callAsFunction(_ value: Value) -> MemberAssignment {
    MemberAssignment(description: description, content: value.plain.map(\.content))
  }
}

extension Member where Value.Plain == [MemberValues] {
  /// A list of objects.
  ///
  /// - Parameters:
  ///   - name: Its key.
  ///   - members: The members of each object; none of them personal.
  ///   - limit: The limits of the number of objects.
  public init<each Part>(
    _ name: StaticString, of members: repeat Member<each Part>, limit: ClosedRange<Int>? = nil
  ) {
    var description = MemberDescription(
      name, .objects, isRequired: !Value.isOptional, limit: limit)
    description.list = MemberList(descriptions(of: repeat each members))
    self.init(description)
  }

  /// The list with these objects.
  public func callAsFunction(_ objects: [[MemberAssignment]]) -> MemberAssignment {
    let values = objects.map { MemberValues(description.elements, $0, of: description.name) }
    return MemberAssignment(description: description, content: values.content)
  }
}

/// The descriptions of members.
func descriptions<each Value>(of members: repeat Member<each Value>) -> [MemberDescription] {
  var all: [MemberDescription] = []
  for member in repeat each members { all.append(member.description) }
  return all
}

/// The kinds of values that members have.
public enum MemberKind: String, Sendable {
  /// A whole number.
  case integer
  /// `true` or `false`.
  case boolean
  /// A text.
  case text
  /// A list of texts.
  case texts
  /// A list of objects.
  case objects
}

/// The description of a member: for forms, flags and documentation.
@usableFromInline package struct MemberDescription: Sendable {
  let key: StaticString
  /// The kind of its value.
  public let kind: MemberKind
  /// Whether each new command must have it.
  public let isRequired: Bool
  /// Whether it is in the personal block.
  public internal(set) var isPersonal = false
  /// The limit from a version on, the first from the beginning.
  fileprivate(set) var limits: [(since: String?, limit: ClosedRange<Int>?)]
  fileprivate var list: MemberList?

  fileprivate init(
    _ key: StaticString, _ kind: MemberKind, isRequired: Bool, limit: ClosedRange<Int>?
  ) {
    precondition(
      key.utf8CodeUnitCount <= 22 && "\(key)".utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F },
      "the name of the member \(key) isn't 1 to 22 bytes of ASCII")
    self.key = key
    self.kind = kind
    self.isRequired = isRequired
    limits = [(nil, limit)]
  }

  /// Its key.
  public var name: String { "\(key)" }

  /// Its limit by today's rules: see ``Member/init(_:_:)``.
  public var limit: ClosedRange<Int>? { limits.last?.limit }

  /// The members of each object of a list of objects.
  public var members: [MemberDescription] { list?.members ?? [] }

  /// The members of each object in a list of objects.
  var elements: MemberList { list ?? .empty }

  /// The bits of a slot without a value.
  var absent: UInt64 {
    kind == .integer ? UInt64(bitPattern: ObjectShape.absentInteger) : TextRange.absent.slot
  }

  /// The member of a shape.
  func shape(at slot: Int) -> ObjectShape.Member {
    switch kind {
    case .integer: .integer(key, nullable: false, at: slot)
    case .text: .text(key, nullable: false, at: slot)
    case .boolean, .texts, .objects: .any(key, at: slot)
    }
  }
}

/// A member with the value that it has in a command or an event that is made.
public struct MemberAssignment: Sendable {
  let description: MemberDescription
  /// nil if it is absent.
  let content: MemberContent?
}

/// A value in the form in which it is kept.
public enum MemberContent: Sendable {
  /// A number, or 0 or 1 for no and yes.
  case number(Int)
  /// A text.
  case text(String)
  /// The JSON of a list.
  case json(String)
}
