// The tool that tests run in their own process is the one that people run: each command once as a process, and once
// in this one.

import HistoryTool
import Terminal
import Testing

@testable import CommandLineTool

@Suite struct BinaryTests {
  /// A command line, what standard input has for it, and the code that it ends with.
  struct Line: CustomTestStringConvertible {
    let command: String
    let arguments: [String]
    let code: ExitStatus
    let input: String
    var testDescription: String { command }

    init(
      _ command: String, _ arguments: [String], endsWith code: ExitStatus = .done,
      input: String = ""
    ) {
      (self.command, self.arguments, self.code, self.input) = (command, arguments, code, input)
    }
  }

  /// One for each command. The store is the demo's.
  static let lines = [
    Line("demo", ["new"]),
    Line("init", ["new"]),
    Line("create", Forms.flags + ["--order", "1077"]),
    Line("validate", Forms.flags),
    Line("edit", ["1002", "--customer", "chris"]),
    Line("pay", ["1002", "4.90", "--id", "p-1"]),
    Line("ship", ["1002"], endsWith: .negative),
    Line("deliver", ["1001", "--reason", "signed by the neighbour"]),
    Line("cancel", ["1002"]),
    Line("return", ["1001"], endsWith: .negative),
    Line("refund", ["1002", "5"]),
    Line("delete", ["1002"], endsWith: .negative),
    Line("browse", [], endsWith: .usage),
    Line("list", ["--sort", "total"]),
    Line("show", ["1001", "--at", "3"]),
    Line("log", ["-p", "1001"]),
    Line("blame", ["1001"]),
    Line("explain", ["7"]),
    Line("diff", ["1001@1", "1001@3"], endsWith: .negative),
    Line("stats", ["--by", "actor"]),
    Line("find", ["total > 50.00"]),
    Line("watch", ["total", "--changes"]),
    Line("check", ["--invariant", "small=total < 30.00"], endsWith: .negative),
    Line("replay", ["--rules", "1"]),
    Line("what-if", ["--skip", "4"], endsWith: .negative),
    Line("minimize", ["--when", "paid > 0", "--output", "small.jsonl"]),
    Line("step", ["1002"], input: "b\nb\n"),
    Line("bisect", ["--run", "! grep -q shipped"]),
    Line("extract", ["1002", "--output", "extract.jsonl"]),
    Line("audit", [], endsWith: .negative),
    Line("report", ["--output", "report.html"]),
    Line("verify", []),
    Line("checkpoint", ["--at", "5"]),
    Line("key", ["--key", "no.pem"], endsWith: .notFound),
    Line("prove", ["1001", "--checkpoint", "no"], endsWith: .notFound),
    Line("verify-proof", ["no.tar"], endsWith: .usage),
    Line("shipping-methods", ["add", "drone", "Drone Delivery"]),
    Line("import", ["-", "--json"], input: Commands.line(0, "1078", Commands.create())),
    Line("export", ["csv", "--output", "tables"]),
    Line("generate", ["--orders", "3", "--seed", "1"]),
    Line("disclose", ["--customer", "amy", "--output", "about-amy"]),
    Line("erase", ["1002", "--reason", "asked", "--yes"]),
    Line("backup", ["copy"]),
    Line("copy", ["store", "mirror"]),
    Line("login", ["shop"], endsWith: .usage),
    Line("logout", ["shop"], endsWith: .configuration),
    Line("whoami", []),
    Line("grant", ["carl", "writer"], endsWith: .notFound),
    Line("revoke", ["carl", "writer"], endsWith: .notFound),
    Line("archive", ["--before", "5", "--to", "old"]),
    Line("restore", ["old"], endsWith: .usage),
    Line("cache", ["status"]),
    Line("recover", ["--dry-run"]),
    Line("config", []),
    Line("completions", ["bash"]),
    Line("complete", ["orders"]),
    Line("man", []),
    Line("help", ["pay"]),
    Line("version", []),
  ]

  @Test func `every command has a line`() {
    #expect(
      ToolDescription.cleanstore.table.commands.map(\.name).sorted()
        == Self.lines.map(\.command).sorted())
  }

  @Test(.enabled(if: ThreadFolder.isPossible), arguments: lines)
  func `a command does and says the same as a process`(_ line: Line) throws {
    let arguments = [line.command] + line.arguments
    let (one, other) = (try Workspace.withForms(), try Workspace())
    // Ids and salts are random.
    try other.makeFolder(".", of: one.files(in: "."))
    let here = try one.run(arguments, input: line.input)
    let process = try other.start(arguments).finish(input: line.input)
    #expect(here.code == line.code.rawValue, "\(here)")
    #expect(!here.output.isEmpty || !here.errors.isEmpty)
    #expect(process.code == here.code, "\(process)")
    #expect(Self.lasting(process.output) == Self.lasting(here.output))
    #expect(Self.lasting(process.errors) == Self.lasting(here.errors))
    #expect(one.files(in: ".").keys.sorted() == other.files(in: ".").keys.sorted())
    #expect(try one.entries().count == other.entries().count)
  }

  /// The part that doesn't depend on when and where a command ran.
  private static func lasting(_ text: String) -> String {
    text.replacing(/(?!2025-06-02)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?/, with: "(now)")
      .replacing(/\.\d{6}Z/, with: "Z")
      .replacing(/[0-9a-f]{8,}/, with: "(hash)")
  }
}
