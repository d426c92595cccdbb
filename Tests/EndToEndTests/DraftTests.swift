import HistoryScenes
import OrderScenes
import Testing

@testable import HistoryTool

/// Drafts: texts that are copied to a file because nothing else could be done with them.
@Suite struct DraftTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func copy(_ source: String, to name: String = "copy") throws -> String {
    try Draft.copy(workspace.file(source), as: workspace.file(name)) { CardMask.masked($0) }
  }

  @Test func `no card's number gets through between two pieces of a long line`() throws {
    try workspace.write(
      [0xFF] + Array(String(repeating: "x 4111111111111111", count: 140_000).utf8), to: "long")
    let copied = try workspace.bytes(String(try copy("long").dropFirst(workspace.path.count + 1)))
    #expect(copied.count == 1 + 18 * 140_000)
    #expect(!copied.contains { (0x30...0x39).contains($0) })
  }

  @Test func `what is kept has its name when it is complete`() throws {
    try workspace.write("Amy", to: "amy")
    let (source, target) = (workspace.file("amy"), workspace.file("copy.json"))
    var names: [[String]] = []
    for number in 1...2 {
      _ = try Draft.copy(source, as: target) { bytes in
        names.append(workspace.names(in: ".").filter { !$0.hasSuffix(".unfinished") })
        return bytes
      }
      #expect(names.last?.count == number)
    }
    #expect(workspace.names(in: ".") == ["amy", "copy-2.json", "copy.json"])
    // A killed session's leftover blocks no other, and is recognised.
    try workspace.write("Am", to: "copy-3.json.unfinished")
    #expect(try Draft.copy(source, as: target) { $0 } == workspace.file("copy-3.json"))
    try workspace.write("Am", to: "copy-2.json.unfinished")
    let kept = ["copy.json", "copy-2.json", "copy-2.json.unfinished", "copy-3.json"]
    #expect(Draft.all(target) == kept.map(workspace.file))
  }

  @Test func `the reason why something can't be kept is told`() throws {
    let source = #expect(throws: Failure.self) { try copy("nowhere") }
    #expect(source?.message.contains("nowhere") == true, "\(source?.message ?? "")")
    try workspace.write("Amy", to: "amy")
    let target = #expect(throws: Failure.self) { try copy("amy", to: "no-folder/copy") }
    #expect(target?.message.hasSuffix("no-folder/copy: No such file or directory.") == true)
    #expect(workspace.names(in: ".") == ["amy"])
  }
}
