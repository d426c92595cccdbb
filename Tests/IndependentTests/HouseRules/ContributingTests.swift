import Testing

/// The recipes of Docs/Contributing.md still fit the code. `.ci/contributing` carries all of them out.
@Suite struct ContributingTests {
  static let files = SourceTree.files(in: "Fixtures/contributing", ending: ".recipe")
  static let names = files.map(\.name)

  private static func recipe(_ name: String) throws -> Recipe {
    let file = try #require(files.first { $0.name == name })
    return try Recipe(name: name, text: file.text)
  }

  @Test(arguments: names) func `a recipe can be carried out`(_ name: String) throws {
    let result = try Self.recipe(name).result { SourceTree.file($0)?.text }
    #expect(!result.isEmpty)
  }

  @Test func `all recipes can be carried out together`() throws {
    var changed: [String: String] = [:]
    for name in Self.names {
      let result = try Self.recipe(name).result { changed[$0] ?? SourceTree.file($0)?.text }
      for (path, text) in result { changed[path] = text }
    }
    #expect(changed.count > 20)
  }

  @Test(arguments: names) func `a recipe changes the few files that its row of the page names`(
    _ name: String
  ) throws {
    let page = try #require(SourceTree.file("Docs/Contributing.md")).text
    try Self.recipe(name).check(against: page)
  }

  @Test func `there is one for each kind of change`() {
    let kinds: Set = [
      "browser-key", "column", "command", "entry-member", "export-format", "field", "finding",
      "function", "limit", "list-filter", "locale", "simplification", "store-kind",
    ]
    #expect(Set(Self.names) == kinds)
  }
}

/// Recipes are made of these steps.
@Suite struct RecipeTests {
  static let file = """
    /// Fruit.
    public enum Fruit {
      case apple
      /// A berry.
      case banana, cherry

      var name: String {
        switch self {
        case .apple: "apple"
        case .banana,
          .cherry: "other"
        }
      }
    }

    let all = [
      Fruit.apple
    ]
    """

  private func result(_ step: String, _ text: String = "new") throws -> String {
    let recipe = try Recipe(name: "r", text: "A recipe.\n@@ F.swift\n\(step)\n\(text)")
    return try #require(recipe.result { _ in Self.file }.first).text
  }

  @Test func `a step finds its symbol by what it begins with, and inserts lines`() throws {
    #expect(try result("@ after «case apple»").contains("  case apple\nnew\n  /// A berry."))
    #expect(try result("@ before «case banana»").contains("new\n  /// A berry.\n  case banana"))
    #expect(try result("@ before «enum Fruit»").hasPrefix("new\n/// Fruit.\npublic enum"))
    #expect(try result("@ after «case .banana» in «var name»").contains("\"other\"\nnew\n    }"))
    #expect(try result("@ end of «let all»").hasSuffix("Fruit.apple\nnew\n]"))
    #expect(try result("@ end of «var name»").contains("    }\nnew\n  }"))
    #expect(
      try result("@ replace «.cherry» with «.plum» at «case .banana»").contains(".plum: \"other\""))
  }

  @Test(arguments: [
    ("@ after «case pear» in «enum Fruit»", "no line that begins with `case pear` in `enum Fruit`"),
    ("@ after «case app»", "no line that begins with `case app`"),
    ("@ replace «x» with «y» at «case apple»", "`case apple` has no `x`"),
    ("@ beside «case apple»", "is no step"),
  ]) func `what doesn't fit is named`(_ step: String, _ message: String) {
    #expect { try result(step) } throws: { "\($0)".contains(message) }
  }

  @Test(arguments: [
    ("| `r` | `F.swift` |", nil), ("| `r` | `F.swift`, `G.swift` |", "but the page says"),
    ("| `s` | `F.swift` |", "but the page says []"),
    ("| `r` | `A.swift`, `B.swift`, `C.swift`, `D.swift` |", "more than 3 source files"),
  ]) func `its files are those of its row, and few`(_ page: String, _ message: String?) throws {
    let names = page.contains("A.swift") ? ["A", "B", "C", "D"] : ["F"]
    let files = names.map { "@@ Sources/M/\($0).swift\n" }.joined()
    let recipe = try Recipe(name: "r", text: "A recipe.\n" + files + "@@ Tests/T.swift\n")
    if let message {
      #expect { try recipe.check(against: page) } throws: { "\($0)".contains(message) }
    } else {
      try recipe.check(against: page)
    }
  }

  @Test func `a new file mustn't be there yet`() throws {
    let recipe = try Recipe(name: "r", text: "A recipe.\n@@ new F.swift\na\nb\n")
    #expect(try recipe.result { _ in nil }.map(\.text) == ["a\nb\n"])
    #expect(throws: RecipeError.self) { try recipe.result { _ in "" } }
  }
}
