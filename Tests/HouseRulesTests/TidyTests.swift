import Testing

/// What stands where, and how large it is.
@Suite struct TidyTests {
  @Test func `only these stand at the top`() {
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
      var start: (number: Int, indent: Int)?
      for (index, line) in file.lines.enumerated() {
        let indent = line.prefix { $0 == " " }.count
        let isStart = line.contains(/^\s*(?:[@\w()]+ )*(?:func|init|deinit)\b.*/)
        if isStart, start == nil || indent <= (start?.indent ?? 0) { start = (index, indent) }
        if let begun = start, index > begun.number, line.dropFirst(indent).hasPrefix("}"),
          indent == begun.indent
        {
          let length = index - begun.number + 1
          #expect(length <= 60, "\(file.path):\(begun.number + 1) has \(length) lines")
          start = nil
        }
      }
    }
  }

  @Test func `every test target tests something`() {
    for target in Set(SourceTree.tests.map(\.module)) {
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

  @Test func `nothing depends on one machine`() {
    let all =
      SourceTree.sources + SourceTree.tests + SourceTree.pages
      + ["Package.swift", ".ci/run", ".gitignore"].compactMap { SourceTree.file($0) }
    let paths = /(?:^|[\s"'`(=])\/(?:work|home|Users|root|mnt|opt)\/|\/tmp\/\w+\/\w/
    for file in all {
      for (index, line) in file.lines.enumerated() {
        #expect(line.firstMatch(of: paths) == nil, "\(file.path):\(index + 1): \(line)")
      }
    }
  }
}
