// Failures and refusals as they are shown: for people a sentence and what to do next, for programs one
// object.

import JSONLines
import Terminal
import UseCases

extension Failure {
  /// The failure of a command line.
  init(_ error: UsageError) {
    self.init(.usage, code: error.code.rawValue, error.message, hint: error.hint)
  }

  /// The failure of a question.
  init(_ error: PromptError) {
    let kind: Kind = if case .interrupted = error { .interrupted } else { .inputOutput }
    self.init(kind, code: error.code, error.message)
  }

  /// The failure of an editor.
  init(_ error: EditorError) {
    let kind: Kind = if case .fileFailed = error { .inputOutput } else { .negative }
    self.init(kind, code: error.code, error.message, hint: error.hint)
  }

  /// For people.
  ///
  /// - Parameter width: The terminal's width; nil where there is none.
  func text(within width: Int?) -> String {
    let said = visible((place.map { "\($0): " } ?? "") + message)
    var lines = said.hanging(behind: "cleanstore: ", within: width)
    if let excerpt { lines += excerpt.lines.map(visible) }
    if let hint { lines += visible(hint).hanging(behind: "  ", within: width) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// For programs.
  var json: String {
    errorDocument(code: code, message: message, hint: hint) { writer in
      if let revisions {
        writer.raw(#","expected":"#)
        writer.integer(Int64(revisions.expected))
        writer.raw(#","actual":"#)
        writer.integer(Int64(revisions.actual))
      }
      if let excerpt {
        writer.raw(#","condition":{"text":"#)
        writer.string(excerpt.text)
        writer.raw(#","column":"#)
        writer.integer(Int64(excerpt.column))
        writer.raw(#","part":"#)
        writer.string(excerpt.part)
        writer.raw("}")
      }
      if let place {
        writer.raw(#","location":{"file":"#)
        writer.string(place.file)
        writer.raw(#","line":"#)
        writer.integer(Int64(place.line))
        writer.raw(#","byte":"#)
        writer.integer(Int64(place.byte))
        writer.raw("}")
      }
    }
  }
}

extension RefusalViewModel {
  /// For people.
  ///
  /// - Parameter width: The terminal's width; nil where there is none.
  func text(within width: Int?) -> String {
    let longest = fields.map(\.field.count).max() ?? 0
    var lines = visible("\(message) (\(code))").hanging(behind: "cleanstore: ", within: width)
    for field in fields {
      let name = "  \(visible(field.field).padded(to: longest))  "
      lines += visible(field.message).hanging(behind: name, within: width)
    }
    lines += visible(hint).hanging(behind: "  ", within: width)
    return lines.map { $0 + "\n" }.joined()
  }

  /// For programs.
  var json: String {
    errorDocument(code: code, message: message, hint: hint) { writer in
      for (index, field) in fields.enumerated() {
        writer.raw(index == 0 ? #","fields":[{"field":"# : #",{"field":"#)
        writer.string(field.field)
        writer.raw(#","code":"#)
        writer.string(field.code)
        writer.raw(#","message":"#)
        writer.string(field.message)
        writer.raw(index == fields.count - 1 ? "}]" : "}")
      }
    }
  }
}

/// An error as one JSON object on a line.
///
/// - Parameter more: Writes the members behind the hint, each with a leading comma.
private func errorDocument(
  code: String, message: String, hint: String?, more: (inout JSONWriter) -> Void
) -> String {
  var writer = JSONWriter()
  writer.raw(#"{"code":"#)
  writer.string(code)
  writer.raw(#","message":"#)
  writer.string(message)
  if let hint {
    writer.raw(#","hint":"#)
    writer.string(hint)
  }
  more(&writer)
  writer.raw("}\n")
  return writer.withBytes { String(decoding: $0, as: UTF8.self) }
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
  /// How the process ends.
  var exitCode: ExitCode {
    switch self {
    case .negative: .negative
    case .usage: .usage
    case .badData: .badData
    case .notFound: .notFound
    case .cannotCreate: .cannotCreate
    case .inputOutput: .inputOutput
    case .tryAgain: .tryAgain
    case .interrupted: .interrupted
    }
  }
}
