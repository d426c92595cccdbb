import Foundation
import Testing

/// Files that the user names to be written. The store is the demo's.
@Suite struct WrittenFileTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try workspace.expect(.done, "init", "other")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.file("link"), withDestinationPath: "store/log")
  }

  private func resolved(_ name: String) -> String {
    URL(fileURLWithPath: workspace.file(name)).resolvingSymlinksInPath().path
  }

  static let segment = "00000000000000000008.jsonl"

  static let writers = [
    ["extract", "1001", "--output"], ["what-if", "--skip", "3", "--output"],
    ["minimize", "--when", "total > 0", "--output"],
  ]

  @Test(arguments: writers, ["store/log", "store", "link", "other/log", "./store/../store/log"])
  func `nothing is written into a store`(_ command: [String], folder: String) throws {
    let path = folder + "/" + Self.segment
    let finished = try workspace.run(command + [path, "--json"])
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    #expect(finished.output.isEmpty)
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "in-store")
    let store = resolved(folder.hasPrefix("other") ? "other" : "store")
    #expect(error["message"]?.string == "\(path) would be in the store \(store).")
    #expect(
      error["hint"]?.string == "Nothing was written. Pass a file outside of the store's folder.")
    #expect(workspace.names(in: "other/log").isEmpty)
    try workspace.expect(.done, "verify")
  }

  @Test(arguments: writers)
  func `a file that can't be written is named, isn't said to be written, and is removed`(
    _ command: [String]
  ) throws {
    let finished = try workspace.start(command + ["out.jsonl"], limitingFiles: 0).finish()
    #expect(finished.code == ExitStatus.inputOutput.rawValue, "\(finished)")
    #expect(!finished.output.contains("Wrote") && !finished.output.contains("show"))
    #expect(
      finished.errors.hasSuffix(
        """
        cleanstore: Can't write out.jsonl: File too large.
          Free some space, or write elsewhere.

        """))
    #expect(!workspace.names(in: ".").contains("out.jsonl"))
  }

  @Test(arguments: ["init", "demo"])
  func `no store is created in another one`(_ command: String) throws {
    for folder in ["store/log/\(Self.segment)/", "link/\(Self.segment)", "store/new"] {
      let finished = try workspace.expect(.cannotCreate, command, folder)
      let store = resolved("store")
      #expect(
        finished.errors == """
          cleanstore: \(folder) would be in the store \(store).
            Choose a folder outside of that store.

          """)
    }
    #expect(workspace.names(in: "store") == ["lock", "log", "store.json"])
    try workspace.expect(.done, "verify")
  }
}
