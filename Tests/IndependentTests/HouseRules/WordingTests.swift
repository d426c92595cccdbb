import Testing

/// Comments are sentences with a subject, or phrases with a noun, and those who act have names.
@Suite struct WordingTests {
  /// The beginnings of clauses without a noun, and of answers to a question that wasn't asked.
  private static let clauses = [
    "What ", "That of ", "Those ", "As ", "Who ", "Whose ", "Whoever ", "Whatever ", "How ",
    "None.", "It has.", "The same as ever",
  ]

  /// The caller, a writer, readers or no process are meant; or again.
  private static let nameless = [
    "whoever", "somebody", "nobody", "anybody", "someone", "anyone", "oneself", "anew",
  ]

  /// The texts that comments and the items of their lists begin with, each with its place.
  private static func beginnings(in file: SourceFile) -> [(place: String, text: Substring)] {
    var found: [(place: String, text: Substring)] = []
    var isContinued = false
    for (index, line) in file.lines.enumerated() {
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("//") else {
        isContinued = false
        continue
      }
      var text = line.drop { $0 == "/" }.drop { $0 == " " }
      let wasContinued = isContinued
      isContinued = !text.isEmpty
      if text.hasPrefix("- "), let colon = text.firstRange(of: ": ") {
        text = text[colon.upperBound...]
      } else if wasContinued {
        continue
      }
      found.append(("\(file.path):\(index + 1)", text))
    }
    return found
  }

  private static func clauses(in file: SourceFile) -> [(place: String, text: Substring)] {
    beginnings(in: file).filter { comment in clauses.contains { comment.text.hasPrefix($0) } }
  }

  @Test func `a comment begins with a noun or a verb`() {
    let files = SourceTree.sources + SourceTree.tests + SourceTree.recipes
    for comment in files.filter({ $0.name != "WordingTests" }).flatMap(Self.clauses) {
      Issue.record("\(comment.place): \(comment.text)")
    }
  }

  @Test func `agents have names`() {
    let words = Self.nameless.flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst()] }
    let isPlain = { (hit: SourceFile.Hit) in !hit.place.hasPrefix("Tests/") || hit.isInComment }
    for file in SourceTree.sources + SourceTree.tests + SourceTree.recipes + SourceTree.pages {
      for hit in words.flatMap({ file.hits(of: $0) }).filter(isPlain) {
        Issue.record("\(hit.place): \(hit.line)")
      }
    }
  }

  @Test func `clauses are found at the beginning of comments and of their items`() {
    let file = SourceFile(
      path: "X.swift",
      text: """
        // What it is.
        /// The name.
        ///
        /// As ever.
        /// - Parameter name: What it is called.
        /// - Returns: The name,
        ///   and what it means.
        /// Says so to readers.
        let what = "What is it?"
        """)
    #expect(
      Self.clauses(in: file).map(\.text) == ["What it is.", "As ever.", "What it is called."])
  }
}
