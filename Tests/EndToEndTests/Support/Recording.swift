// Command lines and what was printed for them, as a text that people can read and compare.

import Foundation

/// A file of recorded command lines. After a heading, each case is a command line for the shell
/// (`$ `, continued by `> `), what it printed, `! ` before lines of standard error, its exit code
/// (`= `) and an empty line.
struct Recording {
  /// A command line, and what it printed.
  struct Case {
    let command: String
    let output: String
  }

  let heading: String
  let cases: [Case]

  init(heading: String, cases: [Case]) {
    self.heading = heading
    self.cases = cases
  }

  init(_ text: String) {
    let parts = text.components(separatedBy: "\n$ ")
    heading = parts[0]
    cases = parts.dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      let more = lines.dropFirst().prefix { $0.hasPrefix("> ") }
      let output = lines[(1 + more.count)...].joined(separator: "\n")
      return Case(
        command: ([lines[0]] + more.map { String($0.dropFirst(2)) }).joined(separator: "\n"),
        output: output.trimmingCharacters(in: .newlines))
    }
  }

  var text: String {
    cases.reduce(into: heading) { text, one in
      text += "\n$ \(one.command.replacingOccurrences(of: "\n", with: "\n> "))\n\(one.output)\n"
    }
  }
}

extension Recording.Case {
  /// The first line that isn't byte for byte as recorded, if there is one.
  func difference(from actual: Recording.Case) -> String? {
    // Texts count as equal if they only look alike.
    if output.utf8.elementsEqual(actual.output.utf8) { return nil }
    let recorded = output.components(separatedBy: "\n")
    let now = actual.output.components(separatedBy: "\n")
    for (index, pair) in zip(recorded + ["(end)"], now + ["(end)"]).enumerated()
    where !pair.0.utf8.elementsEqual(pair.1.utf8) {
      return "\(command)\nline \(index + 1) of the output:\n- \(pair.0)\n+ \(pair.1)"
    }
    return command
  }
}
