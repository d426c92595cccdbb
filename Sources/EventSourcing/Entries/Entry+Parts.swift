// What is the same in every domain's command, events and refusal, read when somebody asks for it.

import JSONLines

extension Entry {
  /// The types of the events, in order; none if the command was refused.
  ///
  /// - Throws: `JSONError` if one has no type.
  public func eventTypes() throws(JSONError) -> [String] {
    guard !events.isEmpty else { return [] }
    var reader = JSONReader(storage, in: events, profile: .anyOrder)
    var types: [String] = []
    var index = 0
    try reader.beginArray()
    while try reader.nextElement(&index) {
      let start = reader.position
      types.append(storage.string(try PayloadReader.type(&reader)))
      reader.position = start
      _ = try reader.skipValue(checkingDuplicates: false)
    }
    return types
  }

  /// The refusal's code and the fields it blames; nil if the command was accepted.
  ///
  /// - Throws: `JSONError` if it isn't a refusal.
  public func refusal() throws(JSONError) -> (code: String, fields: [InvalidField])? {
    guard !rejected.isEmpty else { return nil }
    var reader = JSONReader(storage, in: rejected, profile: .anyOrder)
    return try RecordedRefusalReader.read(&reader)
  }
}

extension PayloadReader {
  /// The type of the payload that starts there; the reader comes back to where it is.
  @usableFromInline func type(from start: Int) throws(JSONError) -> TextRange {
    let position = reader.pointee.position
    defer { reader.pointee.position = position }
    reader.pointee.position = start
    return try Self.type(&reader.pointee)
  }

  /// The type of the payload that the reader stands before, and then is anywhere in.
  @usableFromInline static func type(_ reader: inout JSONReader) throws(JSONError) -> TextRange {
    let start = reader.position
    var keys = ObjectKeys(watchingUnknownKeys: false)
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, PayloadKeys.none.table) {
      if rank == 0 { return try reader.text() }
      _ = try reader.skipValue(checkingDuplicates: false)
    }
    throw JSONError(.missingKey, at: start)
  }
}
