// How a domain's commands, events and refusals are written into log lines and read back.
// The envelope around them (seq, at, stream, …) is none of the domain's business.

import JSONLines

/// A decider whose commands, events and refusals have a written form.
///
/// Readers refer to text by range in the line's storage. Personal data is written apart, in one
/// block of the entry that belongs to the command and to its events alike, so that it can be
/// erased without touching the rest.
public protocol RecordedDecider: Decider where Refusal: RecordedRefusal {
  /// The entry's block of personal data, read; `Void`-like where the domain has none.
  associatedtype Personal: Sendable

  /// The command's `type`: `pay-order`.
  static func type(of command: Command) -> StaticString
  /// The event's `type`: `payment-received`.
  static func type(of event: Event) -> StaticString

  /// Writes the command's own members, each with a leading comma: `,"amount":12999`.
  ///
  /// It is called for refused commands, too. No integer may lie beyond ±(2^53 − 1): the entry
  /// couldn't be read again.
  static func writeMembers(of command: Command, to writer: inout JSONWriter)
  /// Writes the event's own members, each with a leading comma.
  static func writeMembers(of event: Event, to writer: inout JSONWriter)
  /// Writes the members of the personal block, each with a leading comma.
  ///
  /// - Returns: Whether there were any; without them no block is written.
  static func writePersonal(of command: Command, to writer: inout JSONWriter) -> Bool

  /// Reads a command of this type, without what is personal.
  ///
  /// - Returns: nil if the type is unknown.
  static func readCommand(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> Command?
  /// Reads an event of this type, without what is personal.
  ///
  /// - Returns: nil if the type is unknown.
  static func readEvent(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> Event?
  /// Reads the personal block.
  static func readPersonal(from payload: inout PayloadReader) throws(JSONError) -> Personal

  /// Gives a command that was read its personal data.
  static func attach(_ personal: Personal, to command: inout Command)
  /// Gives an event that was read its personal data.
  static func attach(_ personal: Personal, to event: inout Event)
  /// Gives a command, if it was read, and its events their personal data.
  static func attach(_ personal: Personal, to command: inout Command?, _ events: inout [Event])

  /// What brings entries of older versions into today's form, by the `type` they are found by.
  static var upcasters: [Upcaster] { get }

  // Short cuts through canonical lines, which make no difference but to the time that it takes.

  /// Writes the event's own members as the other one does, perhaps by copying its command's.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - command: The command that led to it.
  ///   - members: Where the command's own members lie in the writer, each with its leading comma.
  ///   - writer: Gets the members; holds those of the command.
  static func writeMembers(
    of event: Event, after command: Command, _ members: Range<Int>, to writer: inout JSONWriter)

  /// Reads the rest of a command of this type, from behind its head to its closing brace, if it is of
  /// the usual shape.
  ///
  /// - Returns: nil if it isn't; the reader may then be anywhere in it.
  static func readUsualCommand(_ type: TextRange, from json: inout JSONReader)
    throws(JSONError) -> Command?
  /// Reads the array of a command's events, if it is of the usual shape.
  ///
  /// - Parameters:
  ///   - command: The command as it was read.
  ///   - members: Where the command's own members lie, each with its leading comma. Most events
  ///     begin with the same bytes: to compare them takes a tenth of reading them again.
  ///   - json: The reader, which stands before the array.
  ///   - events: Gets the events, with all that is the same shared with the command.
  /// - Returns: false if it isn't; the reader may then be anywhere in it, and there may be events.
  static func readUsualEvents(
    of command: Command, _ members: TextRange, from json: inout JSONReader,
    into events: inout [Event]
  ) throws(JSONError) -> Bool
  /// Reads the rest of the personal block from behind its salt, if it is of the usual shape.
  ///
  /// - Returns: nil if it isn't; the reader may then be anywhere in it.
  static func readUsualPersonal(from json: inout JSONReader) throws(JSONError) -> Personal?
}

extension RecordedDecider {
  /// No older versions.
  public static var upcasters: [Upcaster] { [] }

  /// Copies nothing.
  @inlinable public static func writeMembers(
    of event: Event, after command: Command, _ members: Range<Int>, to writer: inout JSONWriter
  ) { writeMembers(of: event, to: &writer) }
  /// Leaves it to the general way.
  @inlinable public static func readUsualCommand(_ type: TextRange, from json: inout JSONReader)
    throws(JSONError) -> Command?
  { nil }
  /// Leaves them to the general way.
  @inlinable public static func readUsualEvents(
    of command: Command, _ members: TextRange, from json: inout JSONReader,
    into events: inout [Event]
  ) throws(JSONError) -> Bool { false }
  /// Leaves it to the general way.
  @inlinable public static func readUsualPersonal(from json: inout JSONReader)
    throws(JSONError) -> Personal?
  { nil }

  /// Gives it to one after another.
  @inlinable public static func attach(
    _ personal: Personal, to command: inout Command?, _ events: inout [Event]
  ) {
    if var read = command {
      command = nil
      attach(personal, to: &read)
      command = read
    }
    for index in events.indices { attach(personal, to: &events[index]) }
  }
}

/// A domain without personal data has this for its block.
public struct NothingPersonal: Sendable {}

extension RecordedDecider where Personal == NothingPersonal {
  /// Writes nothing.
  public static func writePersonal(of command: Command, to writer: inout JSONWriter) -> Bool {
    false
  }
  /// Steps over whatever is there.
  public static func readPersonal(from payload: inout PayloadReader) throws(JSONError)
    -> NothingPersonal
  {
    while try payload.nextKey(.none) != nil {}
    return NothingPersonal()
  }
  /// Does nothing.
  public static func attach(_ personal: NothingPersonal, to command: inout Command) {}
  /// Does nothing.
  public static func attach(_ personal: NothingPersonal, to event: inout Event) {}
}

/// A refusal as the log keeps it: a code and, where single fields are to blame, those.
public protocol RecordedRefusal: Error, Equatable, Sendable {
  /// What was wrong, in kebab case: `order-has-payments`.
  var code: String { get }
  /// The fields that are to blame, in order; empty unless the code is about fields.
  var fields: [InvalidField] { get }
  /// The refusal that was written with this code and these fields; nil if there is none such.
  init?(code: String, fields: [InvalidField])
}

extension RecordedRefusal where Self: RawRepresentable<String> {
  /// The raw value.
  public var code: String { rawValue }
  /// None.
  public var fields: [InvalidField] { [] }
  /// The refusal with this raw value.
  public init?(code: String, fields: [InvalidField]) { self.init(rawValue: code) }
}

/// A field that kept a command from being accepted.
public struct InvalidField: Hashable, Sendable {
  /// Where it stands: `items[0].sku`.
  public let field: String
  /// What is wrong with it: `blank`.
  public let code: String

  /// Blames a field.
  public init(field: String, code: String) {
    self.field = field
    self.code = code
  }
}

/// Brings an entry that an older version wrote into today's form, before anything reads it.
public struct Upcaster: Sendable {
  /// The older `type` of a command or event that tells such entries: `order-created.0`.
  public let type: String
  /// Rewrites the whole entry, a JSON object, including the `type`.
  public let rewrite: @Sendable (inout JSONValue) -> Void

  /// Rewrites entries in which a command or an event has this type.
  public init(type: String, rewrite: @escaping @Sendable (inout JSONValue) -> Void) {
    self.type = type
    self.rewrite = rewrite
  }
}
