import Testing

/// The imports that modules may have. Dependencies point inwards only.
@Suite struct ImportRulesTests {
  /// The modules of this project that each may import, as the table of modules in Docs/Architecture.md has it.
  static let own: [String: Set<String>] = {
    let page = SourceTree.file("Docs/Architecture.md")?.text ?? ""
    let rows = page.matches(of: /(?m)^\| `(\w+)` \|.*\| ([^|]+) \|$/)
    return Dictionary(rows.map { (String($0.1), names(in: $0.2, /`(\w+)`/)) }) { first, _ in first }
  }()

  /// The modules of the toolchain that each may import; those that aren't named, none.
  static let toolchain: [String: Set<String>] = [
    "Platform": ["Glibc", "Darwin", "Synchronization"],
    "EventSourcing": ["Synchronization", "Dispatch"],
    "EventLog": ["Synchronization", "Dispatch"],
    "Examination": ["Synchronization"],
    "Terminal": ["Synchronization"],
    "HistoryTool": ["Synchronization", "Dispatch"],
    "CommandLineTool": ["Synchronization"],
    "EventSourcingTesting": ["Synchronization", "Dispatch"],
    "OrderSample": ["Foundation"],
    "Benchmarks": ["Synchronization", "Dispatch"],
  ]

  @Test func `every folder of Sources is a module of the page's table`() {
    let modules = Set(SourceTree.sources.map(\.module))
    #expect(modules.union(["Instructions"]) == Set(Self.own.keys))
  }

  @Test func `a module of the page's table may import only what is above it`() {
    let page = SourceTree.file("Docs/Architecture.md")?.lines ?? []
    var above: Set<String> = []
    for line in page {
      guard let name = line.firstMatch(of: /^\| `(\w+)` \|/).map({ String($0.1) }) else { continue }
      #expect(Self.own[name, default: []].isSubset(of: above), "\(name)")
      above.insert(name)
    }
  }

  @Test(arguments: own.keys.sorted()) func `a module imports only what it may`(_ module: String) {
    let allowed = Self.own[module, default: []].union(Self.toolchain[module, default: []])
    for file in SourceTree.sources where file.module == module {
      for hit in file.hits(of: "import") where !hit.isInComment {
        // Attributes and an access level may stand before it, a kind of declaration behind it.
        let beginning = /\s*(?:@\S+ )*(?:\w+ )?import\b/
        let form = /\s*(?:@\w+ )*(?:\w+ )?import (?:[a-z]+ )?(\w+)(?:\.\w+)*/
        // A test that is written as text has imports of its own.
        let quotes = file.lines[..<hit.index].count { $0.contains("\"\"\"") }
        guard quotes % 2 == 0, hit.line.prefixMatch(of: beginning) != nil else { continue }
        guard let match = hit.line.wholeMatch(of: form) else {
          // Otherwise, what it imports would not be checked.
          Issue.record("\(hit.place) is an import of an unknown form: \(hit.line)")
          continue
        }
        #expect(allowed.contains(String(match.1)), "\(hit.place): \(hit.line)")
      }
    }
  }

  @Test func `the core uses nothing of the system but its lock`() {
    let files = SourceTree.sources.filter { file in
      file.module == "EventSourcing"
        && file.lines.contains { $0.contains(/^\s*import Platform$/) }
    }
    #expect(files.map(\.path) == ["Sources/EventSourcing/Engine/Locked.swift"])
  }

  @Test func `Package.swift says the same`() throws {
    let package = try #require(SourceTree.file("Package.swift")).text
    var found: [String: Set<String>] = [:]
    for match in package.matches(of: /\bmodule\(\s*"(\w+)"(?:,\s*imports: \[([^\]]*)\])?\)/) {
      found[String(match.1)] = Self.names(in: match.2 ?? "", /"(\w+)"/)
    }
    let targets =
      /\.(?:executableT|t)arget\(\s*name: "(\w+)"(?!, path: "Tests)(?:,\s*dependencies: \[([^\]]*)\])?/
    for match in package.matches(of: targets) {
      found[String(match.1)] = Self.names(in: match.2 ?? "", /"(\w+)"/)
    }
    #expect(found == Self.own)
  }

  private static func names(
    in list: Substring, _ form: Regex<(Substring, Substring)>
  ) -> Set<String> {
    Set(list.matches(of: form).map { String($0.1) })
  }

  @Test func `there are no package dependencies`() throws {
    let package = try #require(SourceTree.file("Package.swift")).text
    #expect(package.contains("  dependencies: [],\n"))
    #expect(!package.contains(".package("))
    #expect(!SourceTree.exists("Package.resolved"))
  }

  @Test func `import CleanStore shows few types, and no module as a whole`() {
    var types = 0
    for file in SourceTree.sources where file.module == "CleanStore" {
      for line in file.lines {
        let isWhole = line.contains(/^@_exported import \w+$/)
        #expect(!isWhole, "\(file.path): \(line)")
        if line.hasPrefix("@_exported import") { types += 1 }
        let type = /^ *public (?:final |indirect )?(?:struct|enum|class|protocol|actor)\b/
        if line.contains(type) { types += 1 }
      }
    }
    #expect((20...70).contains(types), "It shows \(types).")
  }
}
