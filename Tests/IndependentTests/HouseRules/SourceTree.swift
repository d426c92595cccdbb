// The files of this repository, as the house rules look at them.

import Foundation
import TestKit

/// A text file of the repository.
struct SourceFile {
  /// The path from the repository's top.
  let path: String
  let text: String
  let lines: [Substring]
  private let bytes: [UInt8]
  private let terminated: [CChar]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    bytes = Array(text.utf8)
    terminated = (bytes + [0]).map { CChar(bitPattern: $0) }
  }

  /// The module or test target that a Swift file belongs to.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// Its name without the ending.
  var name: String {
    let last = path.split(separator: "/").last ?? ""
    return String(last.prefix { $0 != "." })
  }

  /// The number of its lines.
  var length: Int { lines.count - (text.hasSuffix("\n") ? 1 : 0) }

  /// A line in which a word stands.
  struct Hit {
    /// `Sources/OrderDomain/Order/Order.swift:12`
    let place: String
    /// The line's index.
    let index: Int
    let line: Substring
    let isInComment: Bool
  }

  /// The places of a word; as a whole word at the ends at which it begins or ends with a letter, unless any place
  /// will do.
  ///
  /// Byte by byte, because the whole tree is searched for many words, and regular expressions are
  /// slow in debug builds.
  func hits(of word: String, asWord: Bool = true) -> [Hit] {
    let word = Array(word.utf8)
    var hits: [Hit] = []
    var start = 0
    while let found = find(word, from: start) {
      start = found + word.count
      guard !asWord || isWhole(found..<start) else { continue }
      let index = bytes[..<found].count { $0 == 0x0A }
      let lineStart = bytes[..<found].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let before = String(decoding: bytes[lineStart..<found], as: UTF8.self)
      hits.append(
        Hit(
          place: "\(path):\(index + 1)", index: index, line: lines[index],
          isInComment: before.contains("// ") || before.contains("///")))
    }
    return hits
  }

  private func find(_ word: [UInt8], from start: Int) -> Int? {
    let word = (word + [0]).map { CChar(bitPattern: $0) }
    return terminated.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress, start < bytes.count, let found = strstr(base + start, word)
      else { return nil }
      return UnsafePointer(found) - base
    }
  }

  private func isWhole(_ range: Range<Int>) -> Bool {
    let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
    let after = range.upperBound < bytes.count ? bytes[range.upperBound] : 0
    return !(Self.isLetter(before) && Self.isLetter(bytes[range.lowerBound]))
      && !(Self.isLetter(after) && Self.isLetter(bytes[range.upperBound - 1]))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
  }
}

/// The repository.
enum SourceTree {
  /// The names at the top, but for what git ignores.
  static var topLevel: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.root)) ?? []
    let ignored = [".git", ".swiftpm", "Package.resolved", ".DS_Store"]
    return names.filter { !ignored.contains($0) && !$0.hasPrefix(".build") }.sorted()
  }

  /// All files in a folder with this ending.
  static func files(in folder: String, ending: String) -> [SourceFile] {
    let names = FileManager.default.enumerator(atPath: Repository.root + "/" + folder)
    let paths = (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }
    return paths.sorted().compactMap { file(folder + "/" + $0) }
  }

  static func file(_ path: String) -> SourceFile? {
    FileManager.default.contents(atPath: Repository.root + "/" + path).map {
      SourceFile(path: path, text: String(decoding: $0, as: UTF8.self))
    }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Repository.root + "/" + path)
  }

  static let sources = files(in: "Sources", ending: ".swift")
  static let tests = files(in: "Tests", ending: ".swift")
  static let recipes = files(in: "Fixtures/contributing", ending: ".recipe")
  static let pages = [file("README.md")].compactMap(\.self) + files(in: "Docs", ending: ".md")
}
