// The tool that tests run in their own process is the one that people run: each command once as a process, and once
// in this one.

import Terminal
import Testing

@testable import CommandLineTool

@Suite struct BinaryTests {
  /// A command line for each command. The store is the demo's.
  static let lines: [String: [String]] = [
    "demo": ["new"],
    "init": ["new"],
    "create": Forms.flags + ["--order", "1077"],
    "validate": Forms.flags,
    "edit": ["1002", "--customer", "chris"],
    "pay": ["1002", "4.90", "--id", "p-1"],
    "ship": ["1002"],
    "deliver": ["1001", "--reason", "signed by the neighbour"],
    "cancel": ["1002"],
    "return": ["1001"],
    "refund": ["1002", "5"],
    "delete": ["1002"],
    "browse": [],
    "list": ["--sort", "total"],
    "show": ["1001", "--at", "3"],
    "log": ["-p", "1001"],
    "blame": ["1001"],
    "explain": ["7"],
    "diff": ["1001@1", "1001@3"],
    "stats": ["--by", "actor"],
    "find": ["total > 50.00"],
    "watch": ["total", "--changes"],
    "check": ["--invariant", "small=total < 30.00"],
    "replay": ["--rules", "1"],
    "what-if": ["--skip", "4"],
    "minimize": ["--when", "paid > 0", "--output", "small.jsonl"],
    "step": ["1002"],
    "bisect": ["--run", "! grep -q shipped"],
    "extract": ["1002", "--output", "extract.jsonl"],
    "audit": [],
    "report": ["--output", "report.html"],
    "verify": [],
    "checkpoint": ["--at", "5"],
    "key": ["--key", "no.pem"],
    "prove": ["1001", "--checkpoint", "no"],
    "verify-proof": ["no.tar"],
    "shipping-methods": ["add", "drone", "Drone Delivery"],
    "import": ["-", "--json"],
    "export": ["csv", "--output", "tables"],
    "generate": ["--orders", "3", "--seed", "1"],
    "erase": ["1002", "--reason", "asked", "--yes"],
    "backup": ["copy"],
    "archive": ["--before", "5", "--to", "old"],
    "restore": ["old"],
    "cache": ["status"],
    "recover": ["--dry-run"],
    "config": [],
    "completions": ["bash"],
    "complete": ["orders"],
    "man": [],
    "help": ["pay"],
    "version": [],
  ]

  /// Lines of standard input, for those that read it.
  static let inputs = [
    "import": Commands.line(0, "1078", Commands.create()), "step": "b\nb\n",
  ]

  @Test func `every command has a line`() {
    let names = CommandTable.cleanstore.commands.map(\.name)
    #expect(Set(names) == Set(Self.lines.keys))
  }

  /// The codes of those that don't end with 0: refused, a condition that isn't met, nothing to look at.
  static let codes: [String: ExitStatus] = [
    "check": .negative, "diff": .negative, "audit": .negative, "ship": .negative,
    "return": .negative, "delete": .negative, "browse": .usage, "key": .notFound,
    "prove": .notFound, "verify-proof": .usage, "restore": .usage,
  ]

  @Test(.enabled(if: ThreadFolder.isPossible), arguments: lines.keys.sorted())
  func `a command does and says the same as a process`(_ name: String) throws {
    let arguments = [name] + (Self.lines[name] ?? [])
    let input = Self.inputs[name] ?? ""
    let (one, other) = (try Workspace.withForms(), try Workspace())
    // Ids and salts are random.
    try other.makeFolder(".", of: one.files(in: "."))
    let here = try one.run(arguments, input: input)
    let process = try other.start(arguments).finish(input: input)
    #expect(here.code == (Self.codes[name] ?? .done).rawValue, "\(here)")
    #expect(!here.output.isEmpty || !here.errors.isEmpty)
    #expect(process.code == here.code, "\(process)")
    #expect(Self.lasting(process.output) == Self.lasting(here.output))
    #expect(Self.lasting(process.errors) == Self.lasting(here.errors))
    #expect(one.files(in: ".").keys.sorted() == other.files(in: ".").keys.sorted())
    #expect(try one.entries().count == other.entries().count)
  }

  /// What doesn't depend on when and where a command ran.
  private static func lasting(_ text: String) -> String {
    text.replacing(/(?!2025-06-02)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?/, with: "(now)")
      .replacing(/\.\d{6}Z/, with: "Z")
      .replacing(/[0-9a-f]{8,}/, with: "(hash)")
  }
}
