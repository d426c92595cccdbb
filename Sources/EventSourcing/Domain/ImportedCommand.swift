// The command of an import line: one object with everything in it, personal data too.
// The rest of the line (at, actor, stream) is the importer's.

/// A command as an import line has it, with what belongs to its entry's envelope.
public struct ImportedCommand<Command: Sendable>: Sendable {
  /// The command.
  public let command: Command
  /// The caller's id of it.
  public let id: String?
  /// The revision that the caller had seen.
  public let expect: Int?
  /// The reason of the request.
  public let reason: String?

  @inlinable init(_ command: Command, _ head: CommandHead, in storage: ByteStorage) {
    self.command = command
    id = head.id.isPresent ? storage.string(head.id) : nil
    expect = head.expect
    reason = head.reason.isPresent ? storage.string(head.reason) : nil
  }
}

extension CodableDecider {
  /// The types of all commands that can be imported, to be shown.
  public static var commandTypes: [String] { importShapes.commandTypes }
  /// The shapes of the log: no member is personal.
  public static var importShapes: PayloadShapes { shapes }
  /// Reads a command as in the log.
  public static func importedCommand(_ payload: Payload) throws(JSONError) -> Command {
    try command(payload)
  }

  /// Reads the object of a command at the reader's position. O(n).
  ///
  /// - Throws: `JSONError`: `unknownKey` for whatever a command doesn't have (a card number must not
  ///   slip in), `missingKey` without a `type`, `invalidValue` for an unknown one.
  public static func readImport(_ json: inout JSONReader) throws(JSONError)
    -> ImportedCommand<Command>
  {
    var contents = EntryContents()
    return try readImport(&json, reusing: &contents)
  }

  /// Reads one command after another, in memory that is used again.
  @inlinable package static func readImport(
    _ json: inout JSONReader, reusing contents: inout EntryContents
  ) throws(JSONError) -> ImportedCommand<Command> {
    let payload = try BodyReader.readImport(&json, importShapes, into: &contents)
    return ImportedCommand(try importedCommand(payload), contents.head, in: json.storage)
  }
}
