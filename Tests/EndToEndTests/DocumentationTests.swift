import Foundation
import Terminal
import Testing

/// README and Docs are true of the tool: what they show is what it prints, and the flags and
/// commands that they name are there.
@Suite struct DocumentationTests {
  static var pages: [String] {
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: Files.repository + "/Docs"))
    return ["README.md"] + (docs ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "Docs/" + $0 }
  }

  /// The page whose examples make keys with OpenSSL.
  static let auditing = "Docs/Auditing.md"

  /// The page that makes a tool of its own: see ``YourOwnDomainTests``.
  static let ownDomain = "Docs/YourOwnDomain.md"

  /// The page about stores on servers: see ``ServersPageTests``.
  static let servers = "Docs/Servers.md"

  /// The other pages that show what the tool prints.
  static var pagesWithExamples: [String] {
    pages.filter { page in
      let text = try? Files.text(Files.repository + "/" + page)
      return ![auditing, ownDomain, servers].contains(page)
        && text?.contains("\n```console\n") == true
    }
  }

  @Test(.needs(.jq), arguments: pagesWithExamples)
  func `what a page shows is what the tool prints`(_ page: String) throws {
    try expectExamples(of: page)
  }

  @Test(.needs(.jq, .openssl))
  func `what the page on auditing shows is what the tools print`() throws {
    try expectExamples(of: Self.auditing)
  }

  private func expectExamples(of page: String) throws {
    let workspace = try Workspace()
    // Pages name the recorded histories as people do who stand where the pages lie.
    try FileManager.default.createSymbolicLink(
      atPath: workspace.file("Fixtures"), withDestinationPath: Files.repository + "/Fixtures")
    let folder = URL(fileURLWithPath: try Tool.path()).deletingLastPathComponent().path
    let path = folder + ":" + (Tool.environment["PATH"] ?? "")
    let errors = try Self.expectExamples(
      of: page, in: workspace.path, environment: ["PATH": path])
    #expect(errors.isEmpty, "\(errors)")
  }

  /// Runs the examples of a page in a folder.
  ///
  /// - Parameters:
  ///   - scripts: Whether `sh` blocks are run, too.
  ///   - shown: The part of an output that counts.
  /// - Returns: The text written to standard error.
  static func expectExamples(
    of page: String, in folder: String, environment: [String: String], scripts: Bool = false,
    shown: (String) -> String = { $0 }
  ) throws -> String {
    func text() throws -> String { try Files.text(Files.repository + "/" + page) }
    let examples = try Example.all(in: text(), scripts: scripts)
    try #require(!examples.isEmpty)
    // One shell for all of them, so that variables and files stay. Two marks enclose each answer.
    let script = examples.map { "\($0.command)\nprintf '\\001'\n" }.joined()
    let finished = try RunningProcess(
      "/bin/sh", ["-c", script], in: folder, environment: environment
    ).finish()
    let answers = finished.output.split(separator: "\u{1}", omittingEmptySubsequences: false)
    try #require(answers.count == examples.count + 1, "\(finished)")
    try Golden.recordExamples(
      of: page, zip(examples, answers).map { ($0.outputLines, String($1)) })
    // The page shows what was just recorded.
    for (example, answer) in zip(try Example.all(in: text(), scripts: scripts), answers) {
      #expect(shown(String(answer)) == shown(example.output), "\(page): \(example.command)")
    }
    return finished.errors
  }

  /// A command and what it prints, from a `console` block; or one of a `sh` block, which must succeed.
  private struct Example {
    var command: String
    var output = ""
    /// The lines of the page that the output is in.
    var outputLines = 0..<0

    static func all(in page: String, scripts: Bool) -> [Example] {
      var examples: [Example] = []
      var isInBlock = false
      var isScript = false
      var end: Substring?
      for (number, line) in page.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if line.hasPrefix("```") {
          isInBlock = line == "```console"
          isScript = scripts && line == "```sh"
        } else if isScript {
          examples.append(
            Example(command: line + " >&2 || exit", outputLines: number + 1..<number + 1))
        } else if !isInBlock {
          continue
        } else if end != nil {
          // Inside of a here-document.
          examples[examples.count - 1].command += "\n" + line
          examples[examples.count - 1].outputLines = number + 1..<number + 1
          if line == end { end = nil }
        } else if line.hasPrefix("$ ") {
          examples.append(
            Example(command: String(line.dropFirst(2)), outputLines: number + 1..<number + 1))
          end = line.firstRange(of: "<< ").map { line[$0.upperBound...] }
        } else if !examples.isEmpty {
          examples[examples.count - 1].output += line + "\n"
          examples[examples.count - 1].outputLines =
            examples[examples.count - 1].outputLines.lowerBound..<number + 1
        }
      }
      return examples
    }
  }

  /// The names in the tool's help, its own and that of all its commands.
  private static let named = Result { try namedInHelp() }

  private static func namedInHelp() throws -> (commands: Set<String>, flags: Set<String>) {
    func help(_ arguments: [String]) throws -> String {
      try Tool.run(["help"] + arguments, in: Files.repository).output
    }
    let overview = try help([])
    let list = overview.components(separatedBy: "[FLAG …]\n").last?
      .components(separatedBy: "Topics:\n").first
    let commands = (list ?? "").matches(of: #/(?m)^  ([a-z-]+) /#).map { String($0.1) }
    let texts = try commands.map { try help([$0]) } + [QuizToolTests.run(["help", "do"]).output]
    let flags = ([overview] + texts).joined().matches(of: /--[a-z][a-z-]+/).map { String($0.0) }
    return (Set(commands), Set(flags))
  }

  @Test(arguments: pages.filter { $0 != ownDomain })
  func `the commands and flags that a page names are there`(_ page: String)
    throws
  {
    let (commands, flags) = try Self.named.get()
    try #require(commands.count > 5 && flags.count > 5)
    for line in try Files.text(Files.repository + "/" + page).split(separator: "\n") {
      for match in line.matches(of: /(?:`|\$ |run )cleanstore(?: --[a-z]+ [a-z]+)? ([a-z][a-z-]*)/)
      {
        #expect(commands.contains(String(match.1)), "\(page): \(line)")
      }
      // Other programs have flags, too.
      if line.contains(/\b(swift|git|jq|valgrind|Benchmarks|perf)\b|\.ci\/run/) { continue }
      for match in line.matches(of: /--[a-z][a-z-]+/) {
        #expect(flags.contains(String(match.0)), "\(page): \(line)")
      }
    }
  }
}
