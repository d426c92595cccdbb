import Foundation
import TestKit
import Testing

/// Docs/YourOwnDomain.md is true: a package in a folder of its own has the files that the page shows, builds, passes its
/// tests, and its tool prints what the page says.
@Suite(.slow(.programs)) struct YourOwnDomainTests {
  private static let folder = Files.repository + "/.build/page/Accounts"

  @Test func `the page leads from an empty folder to a tool`() throws {
    let page = try Files.text(Files.repository + "/" + DocumentationTests.ownDomain)
    let files = page.matches(of: /\bin (?s:`([\w\/+.]+)`:\n\n```swift\n(.*?)```\n)/.ignoresCase())
    #expect(files.count == 7)
    try makeFolder(
      files.map { (Self.place(of: $0.1), "\($0.2)") } + [
        (Self.place(of: "SnippetTests.swift"), snippets(of: page))
      ])
    var environment = Tool.environment
    environment["HOME"] = ProcessInfo.processInfo.environment["HOME"]
    let errors = try DocumentationTests.expectExamples(
      of: DocumentationTests.ownDomain, in: Self.folder, environment: environment, scripts: true
    ) { $0.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, with: "(time)") }
    #expect(!errors.contains(/\.swift:\d+:\d+: warning:/), "\(errors)")

    let linted = try RunningProcess(
      "/usr/bin/env", ["swift", "format", "lint", "--strict"] + files.map { Self.place(of: $0.1) },
      in: Self.folder, environment: environment
    ).finish()
    #expect(linted.code == 0, "\(linted)")
  }

  /// The place of a file in the package.
  private static func place(of name: Substring) -> String {
    if name == "Package.swift" { return "Package.swift" }
    return (name.hasSuffix("Tests.swift") ? "Tests/AccountsTests/" : "Sources/Accounts/") + name
  }

  /// Makes a new folder beside this repository, which is called CleanStore there. Of an earlier run, only what was
  /// compiled stays.
  private func makeFolder(_ files: [(path: String, text: String)]) throws {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: Self.folder)) ?? [] where name != ".build"
    {
      try manager.removeItem(atPath: Self.folder + "/" + name)
    }
    for (path, text) in files {
      let file = URL(fileURLWithPath: Self.folder + "/" + path)
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let clone = Self.folder + "/../CleanStore"
    try? manager.removeItem(atPath: clone)
    try manager.createSymbolicLink(atPath: clone, withDestinationPath: "../..")
  }

  /// The Swift of the page that isn't a file, in functions.
  private func snippets(of page: String) -> String {
    let blocks = page.matches(of: /(?s)(`:)?\n\n```swift\n(.*?)```\n/).filter { $0.1 == nil }
    let functions = blocks.enumerated().map { number, block in
      let effects = block.2.contains("await ") ? "async throws" : "throws"
      return "func snippet\(number)(_ accounts: DomainStore<Bank>) \(effects) {\n\(block.2)}\n"
    }
    return "import EventLog\nimport EventSourcing\n\n@testable import Accounts\n\n"
      + functions.joined()
  }
}
