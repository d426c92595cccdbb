import Foundation
import TestKit
import Testing

/// The places of files, and their sizes.
@Suite struct TidyTests {
  @Test func `only these are in the top folder`() {
    let allowed: Set = [
      ".ci", ".gitignore", ".swift-format", "Docs", "Fixtures", "Package.swift", "README.md",
      "Sources", "Tests",
    ]
    #expect(Set(SourceTree.topLevel) == allowed)
  }

  @Test func `no file is over 400 lines`() {
    for file in SourceTree.sources + SourceTree.tests {
      #expect(file.length <= 400, "\(file.path) has \(file.length) lines")
    }
  }

  @Test func `half of the sources are under 150 lines`() {
    let lengths = SourceTree.sources.map(\.length).sorted()
    #expect(lengths[lengths.count / 2] < 150)
  }

  @Test func `a source file opens with what it is for`() {
    for file in SourceTree.sources {
      let first = file.lines.first ?? ""
      #expect(
        first.hasPrefix("// ") && !first.hasPrefix("// swift-tools"), "\(file.path): \(first)")
    }
  }

  @Test func `functions fit a screen, and only tables may be longer`() {
    let declaration =
      /\s*(?:@\w+(?:\([^)]*\))? )*(?:(?!import)[a-z]+(?:\([a-z]+\))? )*(?:func |init[?(<]|deinit )/
    var measured = 0
    for file in SourceTree.sources {
      for start in ["func", "init", "deinit"].flatMap({ file.hits(of: $0) })
      where !start.isInComment && start.line.prefixMatch(of: declaration) != nil {
        let margin = start.line.prefix { $0 == " " }
        guard let opening = Self.opening(of: file.lines[start.index...], margin: margin) else {
          // A protocol's requirements have no body. Anything else would go unmeasured.
          #expect(Self.isInProtocol(start, in: file), "\(start.place): where is its body?")
          continue
        }
        measured += 1
        let end = margin + "}"
        guard !file.lines[opening].hasSuffix("}") else { continue }
        guard let last = file.lines[opening...].firstIndex(where: { $0 == end }) else {
          Issue.record("\(start.place): where does it end?")
          continue
        }
        let length = last - start.index + 1
        let isTable = Self.isTable(file.lines[(opening + 1)..<last], margin: margin)
        #expect(length <= 60 || isTable, "\(start.place) has \(length) lines")
      }
    }
    #expect(measured > 1_000)
  }

  /// The line that ends with the brace of a function's body, which may be long after its first one.
  private static func opening(of lines: ArraySlice<Substring>, margin: Substring) -> Int? {
    // A brace within parentheses is a default value's.
    var parentheses = 0
    for (index, line) in zip(lines.indices, lines) {
      let text = line.dropFirst(margin.count)
      let isInside = text.first.map { " )]>{".contains($0) } ?? false
      let goesOn = line.hasPrefix(margin) && (isInside || text.hasPrefix("where "))
      guard index == lines.startIndex || goesOn else { return nil }
      for character in line {
        if character == "(" { parentheses += 1 } else if character == ")" { parentheses -= 1 }
      }
      if parentheses == 0, line.hasSuffix("{") || line.hasSuffix("}") { return index }
    }
    return nil
  }

  private static func isInProtocol(_ start: SourceFile.Hit, in file: SourceFile) -> Bool {
    let margin = start.line.prefix { $0 == " " }.count
    let outside = file.lines[..<start.index].last { line in
      // The protocol's own clauses may stand between it and what it requires.
      !line.isEmpty && line.prefix { $0 == " " }.count < margin
        && !line.hasPrefix("where") && !line.hasPrefix("{")
    }
    return outside?.contains("protocol ") ?? false
  }

  /// Whether a body is one `switch` or one literal, and names for what stands in it.
  private static func isTable(_ body: ArraySlice<Substring>, margin: Substring) -> Bool {
    let lines = body.filter { $0.prefix { $0 == " " }.count == margin.count + 2 }
      .map { $0.dropFirst(margin.count + 2) }
    let others = ["let ", "case ", "default:", "//"]
    let statements = lines.filter { line in !others.contains { line.hasPrefix($0) } }
    guard let first = statements.first, statements.count == 2 else { return false }
    return ["switch ", "return switch ", "[", "return ["].contains { first.hasPrefix($0) }
  }

  @Test func `there are at most eight test targets, and every one tests something`() {
    let targets = Set(SourceTree.tests.map(\.module)).filter { $0.hasSuffix("Tests") }
    #expect(targets.count <= 8)
    for target in targets {
      let files = SourceTree.tests.filter { $0.module == target }
      #expect(files.contains { $0.text.contains("@Test") }, "\(target)")
    }
  }

  @Test func `no file is a link to another`() throws {
    for file in SourceTree.sources + SourceTree.tests {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: Repository.url(file.path).path)
      #expect(attributes[.type] as? FileAttributeType == .typeRegular, "\(file.path)")
    }
  }

  @Test func `the page of tests lists each kind of slow ones`() throws {
    let page = try #require(SourceTree.file("Docs/Testing.md")).text
    let table = try #require(page.firstMatch(of: /\| name \| what it is \|\n((?:\|.*\n)+)/)).1
    let names = table.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
    #expect(names == SlowTests.allCases.map(\.rawValue))
  }

  @Test func `links lead somewhere`() {
    #expect(SourceTree.pages.count > 3)
    for page in SourceTree.pages {
      let folder = page.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      for match in page.text.matches(of: /\]\(([^)\s]+)\)/) {
        let target = match.1.prefix { $0 != "#" }
        if target.contains("://") || target.isEmpty { continue }
        #expect(SourceTree.exists(folder + target), "\(page.path) links to \(target)")
      }
    }
  }

  @Test func `files and folders that pages name are there`() {
    for page in SourceTree.pages {
      for match in page.text.matches(of: /`((?:Sources|Tests|Fixtures|Docs|\.ci)\/[\w+.\/-]*)`/) {
        let path = String(match.1)
        // A name with a variable in it, such as format-N.
        if path.hasSuffix("-N") { continue }
        #expect(SourceTree.exists(path), "\(page.path) names \(path)")
      }
    }
  }

  @Test func `types, folders and files that the map and the recipes name are there`() {
    let declaration = /\b(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    let swift = SourceTree.sources + SourceTree.tests
    let types = SourceTree.sources.flatMap { $0.text.matches(of: declaration).map { String($0.1) } }
    let folders = swift.flatMap { $0.path.split(separator: "/").dropLast().map(String.init) }
    // Of the toolchain and the package, and what a recipe adds.
    let others = [
      "Darwin", "Docs", "Fixtures", "Foundation", "Glibc", "Instructions",
      "JSONSequenceWriter.swift", "Package.swift", "ScratchStore.swift", "String",
    ]
    let names = Set(types + folders + swift.map(\.name) + others)
    let paths = swift.map { "/" + $0.path }
    for page in SourceTree.pages
    where ["Docs/Architecture.md", "Docs/Contributing.md"].contains(page.path) {
      for match in page.text.matches(of: /`([A-Z]\w+|[\w+\/]+\.swift)`/) {
        let name = String(match.1)
        let isThere = names.contains(name) || paths.contains { $0.hasSuffix("/" + name) }
        #expect(isThere, "\(page.path): \(name)")
      }
    }
  }

  @Test func `nothing depends on one machine`() {
    let all =
      SourceTree.sources + SourceTree.tests + SourceTree.pages
      + ["Package.swift", ".ci/run", ".ci/docs", ".ci/contributing", ".gitignore"].compactMap {
        SourceTree.file($0)
      }
    let folders = ["/work/", "/home/", "/Users/", "/root/", "/mnt/", "/tmp/wt", "/opt/swift"]
    for file in all where file.path != "Tests/IndependentTests/HouseRules/TidyTests.swift" {
      for hit in folders.flatMap({ file.hits(of: $0, asWord: false) }) {
        Issue.record("\(hit.place): \(hit.line)")
      }
    }
  }
}
