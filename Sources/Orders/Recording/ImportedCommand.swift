// The command of an import line: one object with everything in it, personal data too.
// The rest of the line (at, actor, stream) is the importer's.

import EventSourcing
import JSONLines

/// A command as an import line has it, with what belongs to its entry's envelope.
public struct ImportedCommand<Command: Sendable>: Sendable {
  /// What is requested.
  public let command: Command
  /// The caller's id of it.
  public let id: String?
  /// The revision that the caller had seen.
  public let expect: Int?
  /// Why it was requested.
  public let reason: String?
}

/// A domain whose commands can be imported.
public protocol ImportableDecider: RecordedDecider {
  /// The types of all commands that can be imported, to be shown.
  static var commandTypes: [String] { get }
  /// Decodes a command, personal data included; nil if its type is unknown.
  static func decodeImport(_ payload: inout Payload) throws(JSONError) -> Command?
}

extension ImportableDecider {
  /// Reads the object of a command that the reader stands before. O(n).
  ///
  /// - Throws: `JSONError`: `unknownKey` for whatever a command doesn't have (a card number must not
  ///   slip in), `missingKey` without a `type`, `invalidValue` for an unknown one.
  public static func readImport(_ json: inout JSONReader) throws(JSONError)
    -> ImportedCommand<Command>
  {
    var payload = Payload(json, refusingUnknownKeys: true)
    let (command, head) = try payload.readCommand { (payload) throws(JSONError) in
      try decodeImport(&payload)
    }
    json.position = payload.position
    let storage = json.storage
    return ImportedCommand(
      command: command, id: head.id.isPresent ? storage.string(head.id) : nil, expect: head.expect,
      reason: head.reason.isPresent ? storage.string(head.reason) : nil)
  }
}

extension Orders: ImportableDecider {}

extension OrderRulebook {
  /// The types of all commands, in the order of an order's life.
  public static var commandTypes: [String] { OrderCommand.Kind.allCases.map { "\($0.type)" } }

  /// Decodes a command, personal data included; nil if its type is unknown.
  public static func decodeImport(_ payload: inout Payload) throws(JSONError) -> OrderCommand? {
    guard let kind = OrderCommand.Kind(payload) else { return nil }
    switch kind {
    case .create: return .create(try OrderFields(imported: &payload, nulls: false))
    case .update: return .update(try OrderFields(imported: &payload, nulls: true))
    default: return try decodeCommand(&payload)
    }
  }
}

extension OrderFields {
  /// Reads the fields of an import line's command, with what is personal among them.
  fileprivate init(imported payload: inout Payload, nulls: Bool) throws(JSONError) {
    var values = OrderValues(in: payload.storage)
    try payload.read(OrderField.importShape, into: &values.slots)
    let kind = values.slots[OrderField.totalSlot]
    if kind != Amount.absent.bits {
      // The kind may be in either place, but not in both.
      guard values[.paymentKind].isAbsent else {
        let second = max(
          unsafeBitCast(kind, to: TextRange.self).offset, values[.paymentKind].offset)
        throw JSONError(.duplicateKey, at: max(second - 1, 0))
      }
      values.slots[Int(OrderField.paymentKind.rawValue)] = kind
    }
    self.init(nulls: nulls) { field in (values.slots[Int(field.rawValue)], values.storage) }
  }
}
