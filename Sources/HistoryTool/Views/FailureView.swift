// Failures, refusals among them, as they are shown: for people a sentence and what to do next, for programs one object.

import Platform

extension Failure: JSONObjectRepresentable {
  package init(_ error: UsageError) {
    self.init(.usage, code: error.code.rawValue, error.message, hint: error.hint)
  }

  package init(_ error: PromptError) {
    let kind: Kind = if case .interrupted = error { .interrupted } else { .inputOutput }
    self.init(kind, code: error.code, error.message)
  }

  package init(_ error: EditorError) {
    let kind: Kind = if case .fileFailed = error { .inputOutput } else { .negative }
    self.init(kind, code: error.code, error.message, hint: error.hint)
  }

  package var json: String {
    var writer = JSONWriter()
    writeJSON(to: &writer)
    writer.raw("\n")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  package func writeMembers(to object: inout JSONWriter) {
    object.member("code", code)
    object.member("message", withoutPasswords(message))
    object.member("hint", hint.map(withoutPasswords))
    object.member("expected", revisions?.expected)
    object.member("actual", revisions?.actual)
    object.member("condition", excerpt)
    if let place { object.member("location") { $0.object { place.writeMembers(to: &$0) } } }
    object.member("fields", fields.isEmpty ? nil : fields)
  }
}

extension Failure: Drawable {
  package func draw(on page: inout StyledLines) {
    let code = kind == .refused ? " (\(code))" : ""
    page.note((place.map { "\($0): " } ?? "") + withoutPasswords(message) + code)
    for line in excerpt?.lines ?? [] { page.line(StyledText(line)) }
    let longest = fields.map(\.field.count).max() ?? 0
    for field in fields {
      page.paragraph(field.message, after: "  \(visible(field.field).padded(to: longest))  ")
    }
    if let hint { page.paragraph(withoutPasswords(hint), after: "  ") }
  }
}

extension Failure.Excerpt: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("text", text)
    object.member("column", column)
    object.member("part", part)
  }
}

extension Failure.Field: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("field", field)
    object.member("code", code)
    object.member("message", message)
  }
}

extension Failure.Excerpt {
  /// The text, and carets under the part that is to blame.
  fileprivate var lines: [String] {
    let indent = String(repeating: " ", count: visible(prefix).displayWidth)
    let carets = String(repeating: "^", count: max(1, visible(part).displayWidth))
    return ["  " + text, "  " + indent + carets]
  }
}

extension Failure.Kind {
  var exitCode: ExitCode {
    switch self {
    case .negative, .refused: .negative
    case .usage: .usage
    case .badData: .badData
    case .notFound: .notFound
    case .cannotCreate: .cannotCreate
    case .inputOutput: .inputOutput
    case .tryAgain: .tryAgain
    case .unavailable: .unavailable
    case .inDoubt: .inDoubt
    case .notPermitted: .notPermitted
    case .configuration: .configuration
    case .interrupted: .interrupted
    case .bug: .bug
    }
  }
}
