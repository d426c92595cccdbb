// The command of an import line: one object with everything in it, personal data too.
// The rest of the line (at, actor, stream) is the importer's.

import EventSourcing
import JSONLines

/// A command as an import line has it, with what belongs to its entry's envelope.
public struct ImportedCommand<Command: Sendable>: Sendable {
  /// What is asked.
  public let command: Command
  /// The caller's id of it.
  public let id: String?
  /// The revision that the caller had seen.
  public let expect: Int?
  /// Why it was asked.
  public let reason: String?

  @inlinable init(command: Command, head: ImportHead) {
    self.command = command
    id = head.id
    expect = head.expect
    reason = head.reason
  }
}

/// A domain whose commands can be imported.
public protocol ImportableDecider: RecordedDecider {
  /// The types of all commands that can be imported, to be shown.
  static var commandTypes: [String] { get }
  /// Reads a command of this type, personal data included; nil if the type is unknown.
  static func readImportedCommand(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> Command?
}

extension ImportableDecider {
  /// Reads the object of a command that the reader stands before. O(n).
  ///
  /// - Throws: `JSONError`: `unknownKey` for whatever a command doesn't have (a card number must not
  ///   slip in), `missingKey` without a `type`, `invalidValue` for an unknown one.
  @inlinable public static func readImport(_ json: inout JSONReader) throws(JSONError)
    -> ImportedCommand<Command>
  {
    let start = json.position
    var head = try ImportHead(&json)
    json.position = start
    var hasLateHead = false
    let command = try PayloadReader.read(&json, unknownKeys: .refused) {
      (payload) throws(JSONError) in
      guard let command = try readImportedCommand(head.type, from: &payload) else {
        throw JSONError(.invalidValue, at: head.type.offset)
      }
      hasLateHead = payload.hasLateHead
      return command
    }
    if hasLateHead {
      var again = json
      again.position = start
      head = try ImportHead(wherever: &again)
    }
    return ImportedCommand(command: command, head: head)
  }
}

extension OrderRulebook {
  /// The types of all commands, in the order of an order's life.
  public static var commandTypes: [String] { OrderCommand.Kind.allCases.map { "\($0.type)" } }

  /// Reads a command of this type, personal data included; nil if the type is unknown.
  public static func readImportedCommand(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> OrderCommand?
  {
    guard let kind = OrderCommand.Kind(type, in: payload.json) else { return nil }
    switch kind {
    case .create: return .create(OrderFields(try FieldValues(imported: &payload)))
    case .update: return .update(OrderFields(try FieldValues(imported: &payload)))
    default: return try OrderCommand(kind, withoutFields: &payload)
    }
  }
}

extension Orders: ImportableDecider {}

/// The keys that every command has.
@usableFromInline struct ImportHead {
  @usableFromInline var type = TextRange.absent
  @usableFromInline var id: String?
  @usableFromInline var expect: Int?
  @usableFromInline var reason: String?

  /// The payload's keys stand behind, because unknown ones cost much more to step over.
  private static let keys = KeyTable(
    "type", "id", "expect", "reason", "customer", "contact", "billing", "shipment",
    "shippingMethod", "payment", "paymentKind", "items", "currency", "shippingFee", "tax",
    "discount", "amount", "method", "reference", "carrier", "tracking", "code", "name")

  /// Reads them where they stand in canonical order, before all others; all of them wherever they
  /// stand if the type isn't among those.
  @usableFromInline init(_ json: inout JSONReader) throws(JSONError) {
    let start = json.position
    try read(&json, stopsAtOthers: true)
    guard !type.isPresent else { return }
    json.position = start
    self = try ImportHead(wherever: &json)
  }

  /// Reads them wherever they stand.
  @usableFromInline init(wherever json: inout JSONReader) throws(JSONError) {
    let start = json.position
    try read(&json, stopsAtOthers: false)
    guard type.isPresent else { throw JSONError(.missingKey, at: start) }
  }

  private mutating func read(_ json: inout JSONReader, stopsAtOthers: Bool) throws(JSONError) {
    var keys = ObjectKeys()
    try json.beginObject()
    while let rank = try json.nextKey(&keys, Self.keys) {
      switch rank {
      case 0: type = try json.text()
      case 1: id = json.storage.string(try json.text())
      case 2: expect = Int(try json.integer())
      case 3: reason = json.storage.string(try json.text())
      default:
        if stopsAtOthers { return }
        // The payload is read by its own decoder, which checks it in full.
        _ = try json.skipValue(checkingDuplicates: false)
      }
    }
  }
}
