import Foundation
import Testing

/// The steps in Docs/Contributing.md still fit the code. `.ci/contributing` goes all of them.
@Suite struct ContributingTests {
  static let patches = ["add-field", "add-command"]

  private static func path(_ patch: String) -> String { "Fixtures/contributing/\(patch).patch" }

  /// Whether a program ends well; nil if it isn't there.
  private func run(_ arguments: String...) -> Bool? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: SourceTree.root)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 127 ? nil : process.terminationStatus == 0
  }

  @Test(arguments: patches) func `a patch can still be applied`(_ patch: String) {
    guard run("git", "rev-parse", "--git-dir") == true else { return }
    #expect(run("git", "apply", "--check", Self.path(patch)) == true)
  }

  @Test(arguments: patches) func `the page names every file that a patch changes`(_ patch: String)
    throws
  {
    let page = try #require(SourceTree.file("Docs/Contributing.md")).text
    let lines = try #require(SourceTree.file(Self.path(patch))).lines
    let files = lines.filter { $0.hasPrefix("+++ b/") }.map { $0.dropFirst(6) }
    #expect(files.count > 5)
    for file in files {
      let name = try #require(file.split(separator: "/").last)
      // The names of new tests are the contributor's to choose.
      if name.hasPrefix("CustomerReference") { continue }
      #expect(page.contains(name), "\(file)")
    }
  }
}
