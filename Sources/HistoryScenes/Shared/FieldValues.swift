// Values that the scenes share that evaluate conditions.

extension Failure {
  /// - Parameter place: Its line; nil if it was typed.
  package init(_ error: ConditionError, at place: Place? = nil) {
    self.init(
      place == nil ? .usage : .badData, code: error.code.rawValue, error.message,
      hint: error.hint ?? "`\(ToolName.current) help conditions` describes conditions.", at: place,
      excerpt: Excerpt(
        text: error.text, prefix: error.prefix, part: error.part, column: error.column))
  }

  /// Carries out what may fail with a condition's error.
  static func ofCondition<R>(
    _ body: @autoclosure () throws(ConditionError) -> R
  ) throws(Failure) -> R {
    try of(ConditionError.self, body()) { Failure($0) }
  }

  /// Throws what a condition ran into while it was evaluated, if anything.
  static func throwTypeError(_ typeError: ConditionError?) throws(Failure) {
    if let typeError { throw Failure(typeError) }
  }
}

extension Place {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("file", file)
    object.member("line", line)
    object.member("byte", byte)
  }
}

extension EntryMark {
  /// The stream's name for people, and its revision: `1001@3`.
  func shownRevision(of stream: StreamLabel) -> String { "\(stream.text)@\(rev)" }

  func writeMembers(of stream: StreamLabel, to writer: inout JSONWriter) {
    writer.member("seq", seq)
    writer.member("at", at.description)
    writer.member(named: stream.key, stream.text)
    writer.member("rev", rev)
  }
}

extension FormulaValue {
  /// The value for people.
  package func shown(_ formatting: Formatting) -> String {
    switch value {
    case .absent: "-"
    case .integer(let value):
      currency.map { formatting.money(value, currency: $0) } ?? String(value)
    case .text(let value): String(value).unmistakable
    case .time(let value): formatting.second(value)
    case .boolean(let value): value ? "true" : "false"
    }
  }
}

extension JSONWriter {
  package mutating func values(_ values: [(name: String, value: FieldValue)]) {
    object { for (name, value) in values { $0.member(named: name, value) } }
  }
}

package func counted(_ count: Int, _ what: String) -> String {
  count == 1 ? "1 \(what)" : "\(count) \(what)s"
}

extension JSONWriter {
  package mutating func numbers(_ members: [(key: String, value: Int64)]) {
    object { for member in members { $0.member(named: member.key, member.value) } }
  }
}
