// One leaf algorithm: this tool, the program in the format's page and the published one read the same lines alike.

import Foundation
import JSONLines
import Testing

@Suite struct LeafVectorTests {
  struct Vector: CustomTestStringConvertible {
    let testDescription: String
    let line: String
    let leaf: String
  }

  static let all = Result {
    try Files.text(Files.repository + "/Fixtures/vectors/leaves.jsonl").split(separator: "\n").map {
      let json = try JSONValue(parsing: String($0))
      return Vector(
        testDescription: try #require(json["name"]?.string),
        line: try #require(json["line"]?.string), leaf: try #require(json["leaf"]?.string))
    }
  }

  @Test func `this tool has the vectors' leaves`() throws {
    let workspace = try Workspace()
    for vector in try Self.all.get() {
      try workspace.write(vector.line + "\n", to: "line.jsonl")
      let printed = try workspace.expect(
        .done, "checkpoint", "--store", "line.jsonl", "--origin", "a", "--json"
      ).document()
      #expect(printed["root"]?.string == vector.leaf, "\(vector.testDescription)")
    }
  }

  /// - Parameter function: The program that computes the hash of a line's leaf.
  @Test(
    .needs(.python3),
    arguments: [
      ("tree.py", "leaf(line)"), ("verify.py", "leaf_hash(leaf_of_line(line))"),
    ]) func `programs of others have them, too`(_ name: String, _ function: String) throws
  {
    let workspace = try Workspace()
    let page = try Files.text(Files.repository + "/Docs/LogFormat.md")
    let program = try #require(page.firstMatch(of: /```python\n((?s).*?)```/)?.1)
    try workspace.write(String(program), to: "tree.py")
    try workspace.write(
      try Files.text(Files.repository + "/Docs/Auditing/verify.py"), to: "verify.py")
    try workspace.write(
      """
      from \(name.dropLast(3)) import *
      for line in open("lines", "rb"):
          print(\(function).hex())
      """, to: "print.py")
    let vectors = try Self.all.get()
    try workspace.write(vectors.map { $0.line + "\n" }.joined(), to: "lines")
    let finished = try OutsideTool.python3.run(in: workspace, "print.py")
    #expect(finished.output == vectors.map { $0.leaf + "\n" }.joined(), "\(finished)")
  }
}
