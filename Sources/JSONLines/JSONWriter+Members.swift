// Objects and arrays by their members: here the writer adds the punctuation. Encoders on a hot path
// write it themselves, as in `raw(#","seq":"#)`.

/// A type that can be written as one JSON value.
public protocol JSONRepresentable {
  /// Writes exactly one value.
  func writeJSON(to writer: inout JSONWriter)
}

/// A type that can be written as one JSON object.
package protocol JSONObjectRepresentable: JSONRepresentable {
  func writeMembers(to object: inout JSONWriter)
}

extension JSONObjectRepresentable {
  package func writeJSON(to writer: inout JSONWriter) { writer.object(writeMembers) }
}

extension JSONWriter {
  /// Writes an object with the members that the body writes.
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    raw("{")
    members(&self)
    raw("}")
  }

  /// Writes an array, each element as the body does.
  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }

  /// Writes a member of an object; nothing if there is no value.
  public mutating func member(_ key: StaticString, _ value: (some JSONRepresentable)?) {
    guard let value else { return }
    self.key(key)
    value.writeJSON(to: &self)
  }

  /// Writes a member of an object whose value the body writes.
  package mutating func member(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
    self.key(key)
    write(&self)
  }

  /// Writes a member of an object whose key isn't known before.
  package mutating func member(named key: String, _ value: some JSONRepresentable) {
    separate()
    string(key)
    raw(":")
    value.writeJSON(to: &self)
  }

  private mutating func key(_ key: StaticString) {
    separate()
    byte(0x22)
    raw(key)
    raw("\":")
  }

  /// Puts a comma before all members but the first: what is written of a value never ends in `{`.
  private mutating func separate() {
    let last = buffer.bytes.last
    if last != nil && last != 0x7B { byte(0x2C) }
  }
}

extension Bool: JSONRepresentable {
  /// Writes `true` or `false`.
  public func writeJSON(to writer: inout JSONWriter) { writer.raw(self ? "true" : "false") }
}

extension Int: JSONRepresentable {
  /// Writes the number.
  public func writeJSON(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Int64: JSONRepresentable {
  /// Writes the number.
  public func writeJSON(to writer: inout JSONWriter) { writer.integer(self) }
}

extension String: JSONRepresentable {
  /// Writes the text.
  public func writeJSON(to writer: inout JSONWriter) { writer.string(self) }
}

extension StaticString: JSONRepresentable {
  /// Writes the text.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.string(UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
  }
}

extension Text: JSONRepresentable {
  /// Writes the text.
  public func writeJSON(to writer: inout JSONWriter) { writer.string(self) }
}

extension JSONValue: JSONRepresentable {
  /// Writes the value.
  public func writeJSON(to writer: inout JSONWriter) { writer.value(self) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  /// Writes an array.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.array(self) { $1.writeJSON(to: &$0) }
  }
}
