// A store on a server that is used with plain statements only, as a user has it.

import Foundation
import TestKit
import Testing

@Suite(.needsServer, .timeLimit(.minutes(10))) struct PlainStoreTests {
  private let workspace: Workspace
  private let path: String

  init() throws {
    workspace = try Workspace()
    path = try PrivateCluster.shared.get().database()
  }

  /// Runs the tool as a process of its own, with the store's address for `STORE`.
  @discardableResult
  private func expect(_ code: ExitStatus, _ line: String) throws -> Finished {
    let words = line.split(separator: " ").map { $0 == "STORE" ? path : String($0) }
    let finished = try workspace.start(words).finish()
    #expect(finished.code == code.rawValue, "\(line): \(finished)")
    return finished
  }

  @Test func `a store with plain statements is imported to, used, erased from, and copied`() throws
  {
    try workspace.write(
      Commands.line(0, "o-1", Commands.create())
        + Commands.line(1, "o-2", Commands.create(customer: "bob")),
      to: "orders.jsonl")
    try expect(.done, "init --plain STORE")
    try expect(.done, "import orders.jsonl --store STORE")
    for _ in 1...2 { try expect(.done, "pay o-1 1 --id p-1 --actor bob --store STORE") }
    let shown = try expect(.done, "show o-1 --store STORE")
    #expect(shown.output.contains("revision 2"), "\(shown)")
    try expect(.done, "checkpoint --store STORE")
    try expect(.done, "erase o-1 --reason asked --yes --store STORE")
    let erased = try expect(.done, "show o-1 --at @1 --store STORE")
    #expect(!erased.output.contains("Amy Apple"), "\(erased)")
    try expect(.done, "verify --store STORE")
    try expect(.done, "audit --store STORE")
    let figures = try expect(.done, "stats --server --store STORE")
    #expect(figures.output.contains("version 1, plain"), "\(figures)")
    try expect(.done, "copy STORE folder")
    let moved = try PrivateCluster.shared.get().database()
    try expect(.done, "copy --plain folder \(moved)")
    try expect(.done, "copy \(moved) back")
    #expect(workspace.files(in: "back/log") == workspace.files(in: "folder/log"))
    #expect(try expect(.done, "verify --store folder").output.contains("4 entries"))
  }

  @Test(arguments: ["init --plain folder", "copy --plain STORE folder"])
  func `a folder has no statements`(_ line: String) throws {
    let answer = try expect(.usage, line)
    #expect(answer.errors.contains("--plain is for a store on a server"), "\(answer)")
    #expect(workspace.names(in: ".").isEmpty)
  }
}
