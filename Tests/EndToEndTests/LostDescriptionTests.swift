// A store whose store.json is lost or damaged: every segment says which store it is of, so the file is written again.

import Foundation
import JSONLines
import Testing

@Suite struct LostDescriptionTests {
  let workspace: Workspace
  private let id: String

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    id = try #require(try Self.document(workspace, "store")["id"]?.string)
  }

  private static func document(_ workspace: Workspace, _ store: String) throws -> JSONValue {
    try JSONValue(parsing: workspace.text(store + "/store.json"))
  }

  /// The remains of the file after a crash, a full disk or a program; nil if there are none.
  private static let damages: [String?] = [
    nil, "", "{", "\0\0\0\0\0\0\0\0", #"{"format":"other"}"# + "\n", "[]\n", " \n",
  ]

  private func damage(_ text: String?, of store: String = "store") throws {
    let path = workspace.file(store + "/store.json")
    try FileManager.default.removeItem(atPath: path)
    if let text { try workspace.write(text, to: store + "/store.json") }
  }

  @Test(arguments: damages)
  func `recover writes it again, and keeps what was there`(_ text: String?) throws {
    let (log, description) = (try workspace.log(), try workspace.text("store/store.json"))
    let orders = try workspace.expect(.done, "list", "--json").output
    try damage(text)
    let refused = try workspace.expect(.badData, "list")
    #expect(refused.errors.contains("`cleanstore recover`"), "\(refused)")

    let plan = try workspace.expect(.done, "recover", "--dry-run", "--json").document()
    #expect(plan["description"]?["id"]?.string == id)
    #expect(plan["damage"] == nil)
    let asked = try workspace.expect(.usage, "recover")
    #expect(asked.output.contains("Would write it again: the segments are of the store \(id)."))
    try workspace.expect(.badData, "list")

    let done = try workspace.expect(.done, "recover", "--yes").output
    #expect(done.contains("Wrote it again: the segments are of the store \(id)."), "\(done)")
    #expect(done.contains("Nothing else to recover: read 7 entries, all good."), "\(done)")
    #expect(try Self.document(workspace, "store")["id"]?.string == id)
    #expect(try workspace.log() == log)
    #expect(try workspace.expect(.done, "list", "--json").output == orders)
    try workspace.expect(.done, "verify")
    try workspace.expect(.done, "pay", "1002", "1")
    let kept = workspace.files(in: "store/quarantine")
    #expect(kept.values.map { String(decoding: $0, as: UTF8.self) } == [text].compactMap { $0 })
    // The time of creation is that of the first entry.
    let created = try #require(workspace.entries().first)["at"]
    #expect(try Self.document(workspace, "store")["created"] == created)
    #expect(description.contains(id))
    #expect(
      try workspace.expect(.done, "recover").output
        == "Nothing to recover: read 8 entries, all good.\n")
  }

  @Test func `at a terminal, it is asked for`() throws {
    try damage(nil)
    let no = try workspace.serve(Clerk(["n"]), ["recover"])
    #expect(no.code == .negative && no.clerk.questions == ["Write it again? (y/n)"])
    try workspace.expect(.badData, "list")
    let yes = try workspace.serve(Clerk(["y"]), ["recover"])
    #expect(yes.code == .done, "\(yes)")
    try workspace.expect(.done, "list")
  }

  @Test func `a log that is damaged, too, is recovered with it`() throws {
    let segment = workspace.segments()[0]
    var lines = try workspace.lines()
    lines[4] = lines[4].replacing(#""at":"20"#, with: #""at":"21"#, maxReplacements: 1)
    try workspace.write(lines.map { $0 + "\n" }.joined(), to: segment)
    try damage("")
    let plan = try workspace.expect(.done, "recover", "--dry-run", "--json").document()
    #expect(plan["keptThrough"]?.integer == 4 && plan["description"]?["id"]?.string == id)
    try workspace.expect(.done, "recover", "--yes")
    #expect(try workspace.lines().count == 4)
    try workspace.expect(.done, "verify")
  }

  @Test func `where no segment says which store it is, or they disagree, nothing is made up`()
    throws
  {
    let segment = workspace.segments()[0]
    let good = try workspace.bytes(segment)
    try damage(nil)
    try workspace.write([UInt8](good).map { $0 == 0x7B ? 0x5B : $0 }, to: segment)
    let advised = try workspace.expect(.badData, "verify")
    #expect(
      advised.errors.contains(
        "`cleanstore recover`, which writes it again if a segment still says"), "\(advised)")
    let nothing = try workspace.expect(.badData, "recover", "--yes")
    #expect(nothing.errors.contains("No segment says which store it is of."), "\(nothing)")
    try workspace.write(good, to: segment)
    try workspace.expect(.done, "demo", "other")
    let other = try workspace.bytes(workspace.segments(of: "other")[0])
    try workspace.write(other, to: "store/log/00000000000000000008.jsonl")
    let two = try workspace.expect(.badData, "recover", "--yes")
    #expect(two.errors.contains("The segments are of different stores:"), "\(two)")
    #expect(workspace.names(in: "store") == ["lock", "log"])
  }

  /// A careless copy changes modes, which tell a store from an archive.
  @Test func `what was taken for an archive, or for a store, is made again what it was`() throws {
    func chmod(_ mode: Int) throws {
      for segment in workspace.segments() {
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: workspace.file(segment))
      }
    }
    try chmod(0o400)
    try damage(nil)
    let plan = try workspace.expect(.usage, "recover")
    #expect(plan.output.contains("So it is an archive, which is only read."), "\(plan)")
    let archive = try workspace.expect(.done, "recover", "--yes")
    #expect(
      archive.output.contains("`chmod u+w` its last segment, remove store.json"), "\(archive)")
    let refused = try workspace.expect(.negative, "pay", "1002", "1")
    #expect(refused.errors.contains("remove store.json, and recover it again"), "\(refused)")
    try chmod(0o600)
    try damage(nil)
    let store = try workspace.expect(.done, "recover", "--yes")
    #expect(
      store.output.contains("The last one isn't sealed, so this isn't an archive."), "\(store)")
    try workspace.expect(.done, "pay", "1002", "1")
    try chmod(0o400)
    try damage(nil)
    try workspace.expect(.done, "recover", "--yes")
    try workspace.expect(.negative, "pay", "1002", "1")
  }

  @Test func `a folder that never was a store isn't made one`() throws {
    try workspace.expect(.done, "init", "empty")
    try damage(nil, of: "empty")
    try workspace.expect(.notFound, "--store", "empty", "recover", "--yes")
    #expect(workspace.names(in: "empty") == ["lock", "log"])
  }

  /// An archive stays one, and a store with archived entries, too.
  @Test func `an archive and a store with a base are described as they were`() throws {
    let commands = try workspace.expect(.done, "generate", "--orders", "40").output
    try workspace.write(commands, to: "orders.jsonl")
    try workspace.expect(.done, "init", "shop")
    for part in ["orders.jsonl"] {
      try workspace.expect(
        .negative, "--store", "shop", "import", part, "--segment-size", "10000", "--durability",
        "sync")
    }
    try workspace.expect(.done, "--store", "shop", "archive", "--before", "60", "--to", "old")
    for store in ["shop", "old"] {
      let list = try workspace.expect(.done, "--store", store, "list", "--json").output
      let before = try Self.document(workspace, store)
      try damage("", of: store)
      try workspace.expect(.done, "--store", store, "recover", "--yes")
      let after = try Self.document(workspace, store)
      for key in ["id", "base", "archive"] { #expect(after[key] == before[key], "\(store) \(key)") }
      #expect(try workspace.expect(.done, "--store", store, "list", "--json").output == list)
    }
    let refused = try workspace.run("--store", "old", "--json", "pay", "1001", "1")
    #expect(try refused.errorObject()["code"]?.string == "read-only")
    try workspace.expect(.done, "--store", "shop", "restore")
    try workspace.expect(.done, "--store", "shop", "archive", "--before", "60", "--to", "old")
  }
}
