import Testing

/// What stands where, and how large it is.
@Suite struct TidyTests {
  @Test func `only these are in the top folder`() {
    let allowed: Set = [
      ".ci", ".gitignore", ".swift-format", "Docs", "Fixtures", "Package.swift", "README.md",
      "Sources", "Tests",
    ]
    #expect(Set(SourceTree.topLevel) == allowed)
  }

  @Test func `no file is over 500 lines`() {
    for file in SourceTree.sources + SourceTree.tests {
      #expect(file.length <= 500, "\(file.path) has \(file.length) lines")
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

  @Test func `functions fit a screen`() {
    for file in SourceTree.sources {
      let starts = ["func", "init", "deinit"].flatMap { file.hits(of: $0) }
      for start in starts where start.line.hasSuffix("{") && !start.isInComment {
        let end = start.line.prefix { $0 == " " } + "}"
        let body = file.lines[start.index...]
        let length = (body.firstIndex { $0 == end } ?? start.index) - start.index + 1
        #expect(length <= 60, "\(start.place) has \(length) lines")
      }
    }
  }

  @Test func `every test target tests something`() {
    for target in Set(SourceTree.tests.map(\.module)) where target.hasSuffix("Tests") {
      let files = SourceTree.tests.filter { $0.module == target }
      #expect(files.contains { $0.text.contains("@Test") }, "\(target)")
    }
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
      "Darwin", "Docs", "Fixtures", "Foundation", "Glibc", "Instructions", "Package.swift",
      "ScratchStore.swift", "String",
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
    for file in all where file.path != "Tests/HouseRulesTests/TidyTests.swift" {
      for hit in folders.flatMap({ file.hits(of: $0) }) {
        Issue.record("\(hit.place): \(hit.line)")
      }
    }
  }
}
