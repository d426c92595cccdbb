// The commands and events of a domain: their names in the log, and their members. Reading them follows from
// this.

/// A type of commands or events, and its members.
public struct PayloadShape: Sendable {
  /// The name in the log: `pay-order`.
  public let type: StaticString
  /// Its own members; those of the envelope come before them.
  public let members: [ObjectShape.Member]
  /// The slot of an integer that it can't be without.
  let required: Int?

  /// A type with these members.
  public init(_ type: StaticString, _ members: ObjectShape.Member...) {
    self.init(type, members)
  }

  /// A type with these members.
  ///
  /// - Parameters:
  ///   - type: The name in the log.
  ///   - members: Its own members.
  ///   - slot: The slot of an integer that it can't be without: ``Payload/require(_:_:)`` finds it.
  public init(_ type: StaticString, _ members: [ObjectShape.Member], requiring slot: Int? = nil) {
    (self.type, self.members, required) = (type, members, slot)
  }
}

/// The types of commands and events that a domain has, and its personal data.
///
/// Make it once, as a `static let`: its memory is never freed.
public struct PayloadShapes: Sendable {
  @usableFromInline let commands: PayloadTypes
  @usableFromInline let events: PayloadTypes
  /// The members of a personal block, which follow its salt.
  @usableFromInline let personal: PayloadTypes

  /// The types of a domain, each with the place that it has here.
  public init(
    commands: [PayloadShape], events: [PayloadShape], personal: [ObjectShape.Member] = []
  ) {
    self.commands = PayloadTypes(commands, after: .commandHead, repeatedBy: events)
    self.events = PayloadTypes(events, after: .eventHead)
    self.personal = PayloadTypes([PayloadShape("", personal)], after: .personalHead)
  }

  /// The types of all commands, in order.
  public var commandTypes: [String] {
    (0..<commands.names.count).map { "\(commands.names.name($0))" }
  }
}

/// Types by their names.
@usableFromInline struct PayloadTypes: @unchecked Sendable {
  struct Row: BitwiseCopyable {
    /// The members of the envelope, and its own.
    let shape: ObjectShape
    /// The slots that it has before its members are read, in memory that is never freed: its own, and those of what
    /// an event may have besides.
    let blank: UnsafeBufferPointer<UInt64>
    /// The events that may repeat a command's members, a bit each.
    let repeating: UInt64
    /// The slot of an integer that it can't be without; -1 if there is none.
    let required: Int
  }

  let rows: UnsafePointer<Row>
  /// Their names, each with the place of its row as its rank.
  let names: KeyTable

  fileprivate init(
    _ payloads: [PayloadShape], after head: ObjectShape, repeatedBy events: [PayloadShape] = []
  ) {
    precondition(payloads.count <= 64, "a domain has at most 64 types of each kind")
    let rows = payloads.map { payload in
      let own = ObjectShape(payload.members)
      let repeating = events.enumerated().filter { ObjectShape($1.members).begins(with: own) }
      var blank = own.blank
      for event in repeating {
        let slots = ObjectShape(event.element.members).blank
        if slots.count > blank.count { blank += slots[blank.count...] }
      }
      return Row(
        shape: own.after(head), blank: Self.kept(blank),
        repeating: own.keys.isEmpty ? 0 : repeating.reduce(0) { $0 | 1 << UInt64($1.offset) },
        required: payload.required ?? -1)
    }
    self.rows = Self.kept(rows)
    names = KeyTable(payloads.map(\.type))
  }

  /// Memory that is never freed.
  private static func kept<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
    memory.initialize(from: values, count: values.count)
    return UnsafePointer(memory)
  }

  private static func kept(_ slots: [UInt64]) -> UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: kept(slots) as UnsafePointer<UInt64>, count: slots.count)
  }
}

extension ObjectShape {
  @usableFromInline static let commandHead = ObjectShape(
    .text("type", nullable: false), .text("id", nullable: false),
    .integer("expect", nullable: false), .text("reason", nullable: false))
  @usableFromInline static let eventHead = ObjectShape(.text("type", nullable: false))
  static let personalHead = ObjectShape(.text("salt"))
}

/// The facts about a domain that a log's reader needs.
@usableFromInline package struct Vocabulary: Sendable {
  /// The names of its streams.
  @usableFromInline let names: StreamNames
  let shapes: PayloadShapes
  /// The upcasters that bring older entries into today's form.
  let upcasters: [Upcaster]
  /// Whether it has refusals with this code and these fields.
  let hasRefusal: @Sendable (_ code: String, _ fields: [InvalidField]) -> Bool

  /// The names, shapes and upcasters of this domain.
  public init<D: CodableDecider>(of domain: D.Type) {
    names = StreamNames(of: D.self)
    shapes = D.shapes
    upcasters = D.upcasters
    hasRefusal = { D.Refusal(code: $0, fields: $1) != nil }
  }
}

extension CodableDecider {
  /// The facts about the domain that a log's reader needs.
  package static var vocabulary: Vocabulary { Vocabulary(of: Self.self) }
}
