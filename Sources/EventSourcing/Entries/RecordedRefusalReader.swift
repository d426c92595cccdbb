// Refusals have the same form in all domains: a code, and the wrong fields, if any.

/// Reads refusals.
@usableFromInline enum RecordedRefusalReader {
  private static let keys = KeyTable("code", "fields")
  private static let fieldKeys = KeyTable("field", "code")

  @usableFromInline static func read(_ reader: JSONReader) throws(JSONError)
    -> (code: String, place: Int, fields: [InvalidField])
  {
    var reader = reader
    var code = TextRange.absent
    var fields: [InvalidField] = []
    var seen = ObjectKeys()
    try reader.beginObject()
    let start = reader.position - 1
    while let rank = try reader.nextKey(&seen, keys) {
      switch rank {
      case 0: code = try reader.text()
      case 1:
        var index = 0
        try reader.beginArray()
        while try reader.nextElement(&index) { fields.append(try readField(&reader)) }
      default: _ = try reader.skipValue()
      }
    }
    guard code.isPresent else { throw JSONError(.missingKey, at: start) }
    return (reader.storage.string(code), code.quote, fields)
  }

  private static func readField(_ reader: inout JSONReader) throws(JSONError) -> InvalidField {
    var field: String?
    var code: String?
    var seen = ObjectKeys()
    try reader.beginObject()
    let start = reader.position - 1
    while let rank = try reader.nextKey(&seen, fieldKeys) {
      switch rank {
      case 0: field = reader.storage.string(try reader.text())
      case 1: code = reader.storage.string(try reader.text())
      default: _ = try reader.skipValue()
      }
    }
    guard let field, let code else { throw JSONError(.missingKey, at: start) }
    return InvalidField(field: field, code: code)
  }
}
