// The files of this repository, as the house rules look at them.

import Foundation

/// A text file of the repository.
struct SourceFile {
  /// The path from the repository's top.
  let path: String
  let text: String

  /// The module or test target that a Swift file belongs to.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// How many lines it has.
  var length: Int { lines.count - (text.hasSuffix("\n") ? 1 : 0) }

  /// The lines without their comments, each with its place.
  var code: [(place: String, text: Substring)] {
    lines.enumerated().map { index, line in
      let comment = line.firstRange(of: /(^|\s)\/\/.*/)
      return ("\(path):\(index + 1)", comment.map { line[..<$0.lowerBound] } ?? line)
    }
  }
}

/// The repository.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// What stands at the top, but for what git ignores.
  static var topLevel: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let ignored = [".git", ".swiftpm", "Package.resolved", ".DS_Store"]
    return names.filter { !ignored.contains($0) && !$0.hasPrefix(".build") }.sorted()
  }

  /// All files in a folder with this ending.
  static func files(in folder: String, ending: String) -> [SourceFile] {
    let names = FileManager.default.enumerator(atPath: root + "/" + folder)
    let paths = (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }
    return paths.sorted().compactMap { file(folder + "/" + $0) }
  }

  static func file(_ path: String) -> SourceFile? {
    FileManager.default.contents(atPath: root + "/" + path).map {
      SourceFile(path: path, text: String(decoding: $0, as: UTF8.self))
    }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root + "/" + path)
  }

  static let sources = files(in: "Sources", ending: ".swift")
  static let tests = files(in: "Tests", ending: ".swift")
  static let pages = [file("README.md")].compactMap(\.self) + files(in: "Docs", ending: ".md")
}
