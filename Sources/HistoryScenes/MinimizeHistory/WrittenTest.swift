// Writes a Swift test for a minimized history: it loads the file next to it and expects what the
// history shows today.

/// The source of a test about a history.
struct WrittenTest {
  let lines: [String]

  /// - Parameters:
  ///   - name: The suite's name, an identifier.
  ///   - file: The name of the history's file, which is next to the test.
  init(name: String, file: String, _ history: MinimizeHistory.Response) {
    let body: [String]
    var sentence: String
    let domain = history.domain.qualifiedName.type
    switch history.shown {
    case .condition(let text, let ever, _):
      sentence = "\(history.domain.words.subject) fulfils \(text)"
      body = [
        "let condition = try Condition(\(Self.literal(text)), of: \(domain).schema)",
        "#expect(history.fulfils(condition\(ever ? ", ever: true" : "")))",
      ]
    case .divergence(let divergence):
      let difference = divergence.difference
      sentence = "a replay finds \(difference.kind.rawValue) at \(divergence.command)"
      body = [
        "let divergence = try #require(history.firstDivergence())",
        "#expect(divergence.command == \(Self.literal(divergence.command)))",
        "#expect(divergence.difference.kind.rawValue == \(Self.literal(difference.kind.rawValue)))",
        "#expect(divergence.difference.field == "
          + (difference.field.map(Self.literal) ?? "nil") + ")",
      ]
    case .program:
      sentence = "the history can be read"
      body = ["#expect(!history.commands.isEmpty)"]
    }
    sentence = String(sentence.map { "`\\\n\r".contains($0) ? "'" : $0 })
    let imports = (history.domain.testImports + ["import Testing"]).sorted()
    let testable = imports.filter { $0.hasPrefix("@") }
    lines =
      [
        "// Written by `\(ToolName.current) minimize`. It passes while \(file) shows the bug that it "
          + "was minimized for.",
        "// When the bug is fixed, invert the expectation.",
        "",
      ] + imports.filter { !testable.contains($0) } + (testable.isEmpty ? [] : [""] + testable) + [
        "",
        "@Suite struct \(name) {",
        "  @Test func `\(sentence)`() throws {",
        "    let folder = #filePath.split(separator: \"/\", omittingEmptySubsequences: false)",
        "      .dropLast().joined(separator: \"/\")",
        "    let history = try RecordedHistory<\(domain)>(",
        "      openSource(folder + \"/\" + \(Self.literal(file))))",
      ] + body.map { "    " + $0 } + ["  }", "}"]
  }

  /// A text as a literal of Swift, in which a single quote needs no backslash.
  private static func literal(_ text: String) -> String {
    text.debugDescription.replacing(#"\'"#, with: "'")
  }
}
