// The command of an import line: one object with everything in it, personal data too.
// The rest of the line (at, actor, stream) is the importer's.

public import JSONLines

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

/// A domain whose commands can be imported, or typed to see what they would do.
public protocol ImportableDecider: CodableDecider {
  /// The types of all commands that can be imported, to be shown.
  static var commandTypes: [String] { get }
  /// Decodes a command, personal data included; nil if its type is unknown.
  static func decodeImport(_ payload: inout Payload) throws(JSONError) -> Command?
}

extension ImportableDecider {
  /// Reads the object of a command at the reader's position. O(n).
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
