import Testing

/// Documentation comments name all parameters or none: docc warns of those that are left out.
@Suite struct DocumentationCommentTests {
  /// Which parameters of a public function its comment names, and which there are.
  private struct Documented: Equatable {
    let place: String
    let named: [Substring]
    let parameters: [Substring]

    /// One without a name can't be documented, and is missed nevertheless.
    var isWhole: Bool { Set(named) == Set(parameters) }
  }

  private static func all(in file: SourceFile) -> [Documented] {
    let lines = file.lines.map { $0.drop { $0 == " " } }
    var found: [Documented] = []
    var index = 0
    while index < lines.count {
      let start = index
      while index < lines.count, lines[index].hasPrefix("///") { index += 1 }
      let named = names(in: lines[start..<index])
      if !named.isEmpty, isPublic(index, in: file), let parameters = parameters(lines[index...]) {
        found.append(
          Documented(
            place: "\(file.path):\(start + 1)", named: named, parameters: parameters))
      }
      index = max(index, start + 1)
    }
    return found
  }

  private static func names(in comment: ArraySlice<Substring>) -> [Substring] {
    var isInList = false
    return comment.compactMap { line in
      if line.hasPrefix("/// - Parameters:") {
        isInList = true
      } else if line.hasPrefix("/// -") {
        isInList = false
      }
      for start in ["/// - Parameter "] + (isInList ? ["///   - "] : []) {
        if line.hasPrefix(start) { return line.dropFirst(start.count).prefix { $0 != ":" } }
      }
      return nil
    }
  }

  /// Whether what begins in this line is public itself, or asked for by a public protocol.
  private static func isPublic(_ index: Int, in file: SourceFile) -> Bool {
    let declaration = file.lines[index...].first {
      !$0.drop { $0 == " " }.hasPrefix("@") || isOpen($0)
    }
    if let declaration, isOpen(declaration) { return true }
    let outer = file.lines[..<index].last { line in
      line.first.map { $0 != " " && $0 != "/" && $0 != "}" } ?? false
    }
    return outer?.hasPrefix("public protocol ") ?? false
  }

  private static func isOpen(_ line: Substring) -> Bool {
    line.split(separator: " ").contains("public")
  }

  /// The names by which a function's body knows its parameters; nil if it isn't one.
  private static func parameters(_ lines: ArraySlice<Substring>) -> [Substring]? {
    let text = lines.prefix(20).joined(separator: " ")[...]
    let starts = ["func ", "init(", "init?(", "init<", "subscript("]
    guard let start = starts.compactMap({ text.firstRange(of: $0)?.lowerBound }).min(),
      let open = text[start...].firstIndex(of: "(")
    else { return nil }
    var parts: [Substring] = [""]
    var depth = 0
    var last: Character = " "
    for character in text[open...] {
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) || (character == ">" && last != "-") { depth -= 1 }
      if depth == 0 { break }
      if character == "," && depth == 1 {
        parts.append("")
      } else if depth > 1 || character != "(" {
        parts[parts.count - 1].append(character)
      }
      last = character
    }
    return parts.compactMap { $0.prefix { $0 != ":" }.split(separator: " ").last }
  }

  @Test func `a comment names all parameters or none`() {
    let documented = SourceTree.sources.flatMap(Self.all)
    #expect(documented.count > 30)
    for comment in documented where !comment.isWhole {
      Issue.record("\(comment.place) names \(comment.named) of \(comment.parameters)")
    }
  }

  @Test func `comments that leave out parameters are found`() {
    let file = SourceFile(
      path: "X.swift",
      text: """
        extension X {
          /// Does it.
          ///
          /// - Parameter one: The first
          ///   of two.
          @inline(__always)
          public func f<A, B>(_ one: Map<A, B>, of two: (A, B) -> B, _: Int) -> Bool {
          /// - Parameters:
          ///   - one: The first.
          ///   - two: The second.
          /// - Returns: Something
          ///   - else.
          @inlinable public init?(one: [A], two: B = g(1, 2)) {
          /// - Parameter one: Hidden.
          func g(one: Int, two: Int)
        }
        public protocol Y {
          /// - Parameter one: The first.
          func g(one: Int, two: Int)
        }
        """)
    let found = Self.all(in: file)
    #expect(found.map(\.parameters) == [["one", "two", "_"], ["one", "two"], ["one", "two"]])
    #expect(found.map(\.named) == [["one"], ["one", "two"], ["one"]])
    #expect(found.map(\.isWhole) == [false, true, false])
  }
}
