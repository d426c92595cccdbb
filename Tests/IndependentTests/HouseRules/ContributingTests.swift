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

  @Test(arguments: names) func `a recipe touches few source files, and the page names each`(
    _ name: String
  ) throws {
    let recipe = try Self.recipe(name)
    #expect(!recipe.sources.isEmpty && recipe.sources.count <= recipe.limit)
    let page = try #require(SourceTree.file("Docs/Contributing.md")).text
    #expect(page.contains("`\(name)`"))
    for path in recipe.sources {
      let file = try #require(path.split(separator: "/").last)
      #expect(page.contains("`\(file)`"), "\(path)")
    }
  }

  @Test func `there are ten, and no more is allowed than was promised`() throws {
    let limits = try Dictionary(
      uniqueKeysWithValues: Self.names.map { ($0, try Self.recipe($0).limit) })
    #expect(
      limits == [
        "field": 4, "command": 10, "limit": 2, "entry-member": 3, "list-filter": 3, "function": 3,
        "blame-column": 3, "locale": 1, "simplification": 1, "store-kind": 2,
      ])
  }
}

/// What recipes are made of.
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
    let recipe = try Recipe(name: "r", text: "A recipe.\nlimit 1\n@@ F.swift\n\(step)\n\(text)")
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

  @Test func `a new file mustn't be there yet`() throws {
    let recipe = try Recipe(name: "r", text: "A recipe.\nlimit 1\n@@ new F.swift\na\nb\n")
    #expect(try recipe.result { _ in nil }.map(\.text) == ["a\nb\n"])
    #expect(throws: RecipeError.self) { try recipe.result { _ in "" } }
  }
}
