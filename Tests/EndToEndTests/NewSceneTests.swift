// What is written for a new scene, compared to the byte with the files in Fixtures/contributing/scene.
// Those are laid out and checked like all others; `.ci/contributing` compiles and runs them.

import Foundation
import TestKit
import Testing

@testable import NewScene

@Suite struct NewSceneTests {
  private static let golden = Repository.url("Fixtures/contributing/scene")

  @Test func `a scene's files are these`() throws {
    let files = SceneFiles(name: try SceneName("ArchiveOrder")).all
    if ProcessInfo.processInfo.environment["CLEANSTORE_RECORD_GOLDEN"] != nil {
      for file in files {
        let place = Self.golden.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: place)
      }
    }
    for file in files {
      let expected = try String(contentsOf: Self.golden.appending(path: file.path), encoding: .utf8)
      #expect(file.text == expected, "\(file.path)")
    }
  }

  @Test func `the longest name leaves every line within 100 columns`() throws {
    let name = try SceneName("A" + String(repeating: "b", count: 10) + "C" + "defghijkl")
    #expect(name.type.count == SceneName.longest)
    for file in SceneFiles(name: name).all {
      for line in file.text.split(separator: "\n") {
        #expect(line.count <= 100, "\(file.path): \(line)")
      }
    }
  }

  @Test(arguments: [
    "", "Order", "archiveOrder", "archive", "Archive Order", "ArchiveORDER", "ArchiveX", "../Order",
    "Archive/Order", "ArchiveOrder2", "BücherListe", "ArchiveOrdersOfLastYears",
  ])
  func `what is no name is refused`(_ text: String) {
    #expect(throws: SceneError.badName(text)) { try SceneName(text) }
  }

  @Test func `a refusal leaves no files, and overwrites none`() throws {
    let top = FileManager.default.temporaryDirectory.appending(path: "NewScene-\(UUID())")
    defer { try? FileManager.default.removeItem(at: top) }
    let files = SceneFiles(name: try SceneName("ArchiveOrder"))
    #expect(throws: SceneError.notARepository) { try files.write(below: top.path) }
    for folder in ["Sources/OrderScenes", "Tests/ScenesTests/OrderScenes"] {
      try FileManager.default.createDirectory(
        at: top.appending(path: folder), withIntermediateDirectories: true)
    }
    let tests = top.appending(path: files.all[1].path)
    try Data("mine".utf8).write(to: tests)
    #expect(throws: SceneError.exists(files.all[1].path)) { try files.write(below: top.path) }
    #expect(!FileManager.default.fileExists(atPath: top.path + "/" + files.folder))
    #expect(try String(contentsOf: tests, encoding: .utf8) == "mine")
    try FileManager.default.removeItem(at: tests)
    try files.write(below: top.path)
    for file in files.all {
      #expect(try String(contentsOf: top.appending(path: file.path), encoding: .utf8) == file.text)
    }
    #expect(throws: SceneError.exists(files.folder)) { try files.write(below: top.path) }
  }
}
