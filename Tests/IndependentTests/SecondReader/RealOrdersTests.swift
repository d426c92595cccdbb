import Foundation
import TestKit
import Testing

/// Real orders, imported by the tool; where they and the script that makes commands of them are at hand.
@Suite(.slow(.orders), .enabled(if: Files.isFolder(Repository.shared + "/data")))
struct RealOrdersTests {
  @Test(arguments: [("northwind", 2500), ("olist", 4000)])
  func `both readers see every order alike`(source: String, count: Int) throws {
    let bench = try Bench()
    let script =
      #"python3 "$0/tools/order_commands.py" \#(source) "$0/data/\#(source)" 2>/dev/null"#
    let commands = bench.folder + "/commands.jsonl"
    _ = try ToolRun.run(
      "/bin/sh", ["-c", script + " | head -n \(count) >\"$1\"", Repository.shared, commands],
      in: bench.folder,
      environment: ["PATH=/usr/local/bin:/usr/bin:/bin"])
    let store = ["--store", bench.judge.path]
    #expect(try ToolRun.run(bench.judge.tool, ["init"] + store, in: bench.folder).code == 0)
    let imported = try ToolRun.run(
      bench.judge.tool, ["import", commands, "--segment-size", "300000"] + store, in: bench.folder)
    // Some commands are refused.
    #expect([0, 1].contains(imported.code), "\(Text(imported.errors))")
    let reading = try Store(at: bench.judge.path).read()
    #expect(reading.verdict == .good)
    #expect(reading.entries.count > count * 9 / 10)
    #expect(try bench.judge.difference(of: reading) == nil)
  }
}
