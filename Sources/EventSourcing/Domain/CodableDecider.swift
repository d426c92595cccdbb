// Writes a domain's commands, events and refusals into log lines and reads them back. The
// envelope around them (seq, at, stream, …) doesn't concern the domain.

/// A decider whose commands, events and refusals have a JSON form.
///
/// Values refer to text by range in the line's storage. Personal data is written
/// separately, in one block of the entry that belongs to both the command and its events, so that
/// it can be erased without touching the rest.
public protocol CodableDecider: Decider where Refusal: RecordedRefusal {
  /// The types of its commands and events, and their members.
  static var shapes: PayloadShapes { get }

  /// The command's `type`: `pay-order`.
  static func type(of command: Command) -> StaticString
  /// The event's `type`: `payment-received`.
  static func type(of event: Event) -> StaticString

  /// Writes the command's own members, each with a leading comma: `,"amount":12999`.
  ///
  /// It is called for refused commands, too. No integer may be beyond ±(2^53 − 1): the entry
  /// couldn't be read again.
  static func writeMembers(of command: Command, to writer: inout JSONWriter)
  /// Writes the event's own members, each with a leading comma.
  static func writeMembers(of event: Event, to writer: inout JSONWriter)
  /// Writes the members of the personal block, each with a leading comma.
  ///
  /// - Returns: Whether there were any; without them no block is written.
  static func writePersonal(of command: Command, to writer: inout JSONWriter) -> Bool

  /// The command that was read.
  static func command(_ payload: Payload) throws(JSONError) -> Command
  /// The event that was read.
  static func event(_ payload: Payload) throws(JSONError) -> Event

  /// The types of its commands as import lines have them: with what is personal among their members.
  static var importShapes: PayloadShapes { get }
  /// The command of an import line that was read.
  static func importedCommand(_ payload: Payload) throws(JSONError) -> Command

  /// Whether the shapes say all that commands and events must have, so that making a value of one that has it never
  /// throws. Then a fold makes none of commands, and those of events one by one.
  static var shapesSayAll: Bool { get }

  /// Writes a state as the base of an archived log has it: one object or array, which later versions must be able to
  /// read, whatever their states are like.
  ///
  /// - Returns: false if it has no such form, and nothing was written: then entries can't be archived.
  static func writeArchived(_ state: State, to writer: inout JSONWriter) -> Bool
  /// Reads a state of which ``writeArchived(_:to:)`` has written the form at the reader's position. Something else
  /// vouches for the bytes.
  ///
  /// - Returns: nil if it can't be one.
  static func readArchived(_ json: inout JSONReader) throws(JSONError) -> State?

  /// Converts entries of older versions to the current form, by their `type`.
  static var upcasters: [Upcaster] { get }
}

extension CodableDecider {
  /// Default: false, because that isn't known.
  @inlinable public static var shapesSayAll: Bool { false }

  /// Default: states have no archived form.
  public static func writeArchived(_ state: State, to writer: inout JSONWriter) -> Bool { false }
  /// Default: the domain has no archived form.
  public static func readArchived(_ json: inout JSONReader) throws(JSONError) -> State? { nil }
  /// Default: there are no older versions of events and commands.
  public static var upcasters: [Upcaster] { [] }
  /// Writes nothing: the domain has no personal data.
  public static func writePersonal(of command: Command, to writer: inout JSONWriter) -> Bool {
    false
  }
}

/// A refusal as the log keeps it: a code and, where single fields are to blame, those.
public protocol RecordedRefusal: Error, Equatable, Sendable {
  /// The code of the refusal, in kebab case: `order-has-payments`.
  var code: String { get }
  /// The fields that are to blame, in order; empty unless the code is about fields.
  var fields: [InvalidField] { get }
  /// The refusal that was written with this code and these fields; nil if there is none such.
  init?(code: String, fields: [InvalidField])
}

extension RecordedRefusal where Self: RawRepresentable<String> {
  /// The raw value.
  public var code: String { rawValue }
  /// Default: the refusal is about no field.
  public var fields: [InvalidField] { [] }
  /// The refusal with this raw value.
  public init?(code: String, fields: [InvalidField]) { self.init(rawValue: code) }
}

/// A field that kept a command from being accepted.
public struct InvalidField: Hashable, Sendable {
  /// The field's path: `items[0].sku`.
  public let field: String
  /// The code of what is wrong: `blank`.
  public let code: String

  /// Blames a field.
  public init(field: String, code: String) {
    self.field = field
    self.code = code
  }

  /// Whether field and code are the same, byte by byte. O(n).
  public static func == (one: InvalidField, other: InvalidField) -> Bool {
    one.field.hasSameBytes(as: other.field) && one.code.hasSameBytes(as: other.code)
  }

  /// Hashes field and code. O(n).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(field))
    hasher.combine(ExactString(code))
  }
}

/// Brings an entry that an older version wrote into today's form, before anything reads it.
public struct Upcaster: Sendable {
  /// The older `type` of the commands or events to convert: `order-created.0`.
  public let type: String
  /// Rewrites the whole entry, a JSON object, including the `type`.
  public let rewrite: @Sendable (inout JSONValue) -> Void

  /// Rewrites entries in which a command or an event has this type.
  public init(type: String, rewrite: @escaping @Sendable (inout JSONValue) -> Void) {
    self.type = type
    self.rewrite = rewrite
  }

  /// Rewrites the commands of an older type. Personal members aren't among theirs.
  ///
  /// - Parameters:
  ///   - type: The older type.
  ///   - today: Their type from now on.
  ///   - rewrite: Changes the other members.
  public init(
    command type: String, to today: String,
    rewrite: @escaping @Sendable (inout JSONValue) -> Void = { _ in }
  ) {
    self.init(type: type) { entry in
      entry["command"]?.upcast(from: type, to: today, rewrite)
    }
  }

  /// Rewrites the events of an older type. Personal members aren't among theirs.
  ///
  /// - Parameters:
  ///   - type: The older type.
  ///   - today: Their type from now on.
  ///   - rewrite: Changes the other members.
  public init(
    event type: String, to today: String,
    rewrite: @escaping @Sendable (inout JSONValue) -> Void = { _ in }
  ) {
    self.init(type: type) { entry in
      entry["events"] = entry["events"]?.array.map { events in
        .array(
          events.map { event in
            var event = event
            event.upcast(from: type, to: today, rewrite)
            return event
          })
      }
    }
  }
}

extension JSONValue {
  fileprivate mutating func upcast(
    from old: String, to today: String, _ rewrite: (inout JSONValue) -> Void
  ) {
    guard self["type"]?.string == old else { return }
    self["type"] = .string(today)
    rewrite(&self)
  }
}
