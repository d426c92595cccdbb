import Foundation
import OrderDomain
import Terminal
import TerminalKit
import Testing

@testable import CommandLineTool

/// The completions for shells, from the store of the command line.
@Suite struct CompleteTests {
  let workspace: Workspace

  /// An order in each state, called by it, with 25.00 in total.
  private static let lives: [(id: String, commands: [String])] = [
    ("placed", []), ("partly", [Commands.pay(1000)]), ("paid", [Commands.pay(2500)]),
    ("shipped", [Commands.pay(2500), Commands.simple("ship-order")]),
    (
      "delivered",
      [Commands.pay(2500), Commands.simple("ship-order"), Commands.simple("deliver-order")]
    ),
    (
      "returned",
      [
        Commands.pay(2500), Commands.simple("ship-order"), Commands.simple("deliver-order"),
        Commands.simple("return-order"),
      ]
    ),
    ("cancelled", [Commands.simple("cancel-order")]),
    ("cancelled-paid", [Commands.pay(100), Commands.simple("cancel-order")]),
    ("deleted", [Commands.simple("delete-order")]),
  ]

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init", "store")
    var lines = ""
    for (id, commands) in Self.lives {
      for command in [Commands.create(customer: "amy")] + commands {
        lines += Commands.line(lines.count { $0 == "\n" }, id, command)
      }
    }
    let others = ["bob \\u0022Bat\\u0022 B.", "zoë", "a\\nb", "wow!co"]
    for (index, customer) in others.enumerated() {
      let create = Commands.create().replacing(
        #""customer":"amy""#, with: #""customer":"\#(customer)""#)
      lines += Commands.line(900 + index, "kept-\(index)", create)
    }
    try workspace.expect(.done, "import", "-", input: lines)
  }

  private func words(_ arguments: String...) throws -> [String] {
    let finished = try workspace.run(["complete"] + arguments)
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished)")
    return finished.output.split(separator: "\n").map(String.init)
  }

  static let offers: [(kind: OrderCommand.Kind, ids: [String])] = [
    (.pay, ["placed", "partly"]), (.ship, ["paid"]), (.deliver, ["shipped"]),
    (.return, ["delivered"]), (.cancel, ["placed", "partly", "paid"]),
    (.refund, ["partly", "paid", "shipped", "delivered", "returned", "cancelled-paid"]),
    (.delete, ["placed", "cancelled"]),
    (.update, ["placed", "partly", "paid", "shipped", "delivered", "returned"]),
  ]

  @Test(arguments: offers) func `only orders that would accept the command are offered`(
    kind: OrderCommand.Kind, ids: [String]
  ) throws {
    #expect(try words("\(kind)").filter { !$0.hasPrefix("kept-") } == ids)
  }

  @Test func `what is listed of a store is what can be typed`() throws {
    #expect(try words("customers") == ["amy", #"bob "Bat" B."#, "wow!co", "zoë"])
    #expect(try words("actors") == ["amy"])
    #expect(try words("orders").contains("returned"))
    #expect(try !words("orders").contains("deleted"))
    #expect(try words("shipping-methods") == ["standard", "one-day", "two-day"])
    let json = try workspace.run("complete", "customers", "--json").output
    #expect(json.split(separator: "\n").contains(#""a\nb""#))
  }

  @Test func `zones are those of the system`() throws {
    let zones = try words("time-zones")
    #expect(zones.first == "UTC")
    #expect(try words("time-zones", "--json") == zones.map { "\"\($0)\"" })
    for zone in [zones.first, zones.last].compactMap(\.self) {
      try workspace.expect(.done, "list", "--time-zone", zone)
    }
  }

  private static let lines: [(words: [String], offered: [String])] = [
    (["pay", "p"], ["partly", "placed"]), (["pay", "placed", "p"], []), (["ship", ""], ["paid"]),
    (["show", "ret"], ["returned"]), (["refund", "cancelled"], ["cancelled-paid"]),
    (["log", "--field", "billing.z"], ["billing.zip"]), (["log", "--actor", "a"], ["amy"]),
    (["pay", "placed", "--actor", "a"], ["amy"]), (["log", "--at", "y"], ["yesterday"]),
    (["show", "placed", "--at=e"], ["end"]), (["list", "--since", "t"], ["today"]),
    (["list", "--status", "placed,c"], ["placed,cancelled"]),
    (["stats", "--by", "month,act"], ["month,actor"]), (["list", "--time-zone", "UT"], ["UTC"]),
    (["--store", "store", "list", "--time-zone=UT"], ["UTC"]),
    (["blame", "amy", "--field", "it"], ["items"]), (["archive", "--before", "s"], ["start"]),
  ]

  @Test(.enabled(if: Files.program("bash") != nil), arguments: lines.indices)
  func `bash completes from the store`(_ index: Int) throws {
    try expectOffers(of: .bash, ["--norc"], Self.lines[index])
  }

  @Test(.enabled(if: Files.program("zsh") != nil), arguments: lines.indices)
  func `zsh completes from the store`(_ index: Int) throws {
    try expectOffers(of: .zsh, ["-f"], Self.lines[index])
  }

  @Test(.enabled(if: Files.program("fish") != nil), arguments: lines.indices)
  func `fish completes from the store`(_ index: Int) throws {
    try expectOffers(of: .fish, ["--no-config"], Self.lines[index])
  }

  private func expectOffers(
    of shell: Shell, _ arguments: [String], _ line: (words: [String], offered: [String])
  ) throws {
    let script = CompletingShell.script(
      shell, try workspace.expect(.done, "completions", shell.rawValue).output,
      completing: line.words, of: "cleanstore")
    let folder = URL(fileURLWithPath: try Tool.path()).deletingLastPathComponent().path
    let variables = ["PATH": folder + ":/usr/bin:/bin", "HOME": workspace.path]
    let finished = try RunningProcess(
      try #require(Files.program(shell.rawValue)), arguments, in: workspace.path,
      environment: Tool.environment.merging(variables) { $1 }
    ).finish(input: script)
    #expect(CompletingShell.matches(in: finished.output) == line.offered, "\(finished)")
  }

  @Test(
    .enabled(if: Files.program("bash") != nil),
    arguments: [
      (["list", "--customer", "bob"], #"bob\ \"Bat\"\ B."#),
      (["list", "--customer", "wow"], #"wow\!co"#),
      (["list", "--customer", "\"wow"], #"wow"'!'"co"#),
    ])
  func `bash quotes what it offers`(_ words: [String], _ expected: String) throws {
    let script = try workspace.expect(.done, "completions", "bash").output
    let line = ["$TOOL"] + words.map { "'\($0)'" }
    let finished = try RunningProcess(
      try #require(Files.program("bash")), ["--norc"], in: workspace.path,
      environment: Tool.environment.merging(["TOOL": try Tool.path()]) { $1 }
    ).finish(
      input: script + """
        COMP_WORDS=(\(line.joined(separator: " ")))
        COMP_CWORD=\(words.count)
        _cleanstore
        (IFS='|'; printf '%s\\n' "${COMPREPLY[*]}")

        """)
    #expect(finished.output == expected + "\n", "\(finished.errors)")
  }
}
