// Failures as they are shown: for people a sentence and what to do next, for programs one object.

import JSONLines
import Terminal
import UseCases

extension Failure {
  /// The failure of a command line.
  init(_ error: UsageError) {
    self.init(.usage, code: error.code.rawValue, error.message, hint: error.hint)
  }

  /// For people.
  var text: String {
    var lines = ["cleanstore: " + (place.map { "\($0): " } ?? "") + message]
    if let excerpt { lines += excerpt.lines }
    lines += fields.map { "  \($0.field): \($0.code)" }
    if let hint { lines.append("  " + hint) }
    return lines.map { visible($0) + "\n" }.joined()
  }

  /// For programs.
  var json: String {
    var writer = JSONWriter()
    writer.raw(#"{"code":"#)
    writer.string(code)
    writer.raw(#","message":"#)
    writer.string(message)
    if let hint {
      writer.raw(#","hint":"#)
      writer.string(hint)
    }
    if !fields.isEmpty {
      writer.raw(#","fields":["#)
      for (index, field) in fields.enumerated() {
        writer.raw(index > 0 ? #",{"field":"# : #"{"field":"#)
        writer.string(field.field)
        writer.raw(#","code":"#)
        writer.string(field.code)
        writer.raw("}")
      }
      writer.raw("]")
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
    writer.raw("}\n")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
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
