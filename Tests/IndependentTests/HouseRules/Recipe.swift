// A change that Docs/Contributing.md describes, as something that can be carried out: which files it touches, and
// beside which symbols. It depends on those symbols and on nothing else that the files say.

import Foundation

/// The reason why a recipe can't be carried out.
struct RecipeError: Error, CustomStringConvertible {
  let description: String
}

/// A recipe: a sentence, and its steps.
///
/// Its file has the sentence on the first line. A line `@@ PATH` names the file that the steps after it change,
/// `@@ new PATH` one that has what follows. A step is one of these, with the lines to insert after it:
///
///     @ after «SYMBOL» [in «SCOPE»]
///     @ before «SYMBOL» [in «SCOPE»]
///     @ end of «SYMBOL»
///     @ replace «OLD» with «NEW» at «SYMBOL» [in «SCOPE»]
///
/// A symbol is how a statement begins, without its attributes and modifiers: `case customer`, `func events`. Where
/// there are several, the outermost is meant. A scope is the statement that it is part of.
struct Recipe {
  struct Change {
    let path: String
    let isNew: Bool
    /// The text of a new file.
    var text: [String] = []
    var steps: [Step] = []
  }

  struct Step {
    enum Kind { case after, before, end, replace(old: String, new: String) }
    let kind: Kind
    let symbol: String
    let scope: String?
    var text: [String] = []
  }

  let name: String
  private(set) var changes: [Change] = []

  init(name: String, text: String) throws {
    self.name = name
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    for line in lines.dropFirst() {
      if line.hasPrefix("@@ ") {
        let path = String(line.dropFirst(3))
        changes.append(
          path.hasPrefix("new ")
            ? Change(path: String(path.dropFirst(4)), isNew: true)
            : Change(path: path, isNew: false))
      } else if line.hasPrefix("@ "), !changes.isEmpty {
        changes[changes.count - 1].steps.append(try Self.step(line, of: name))
      } else {
        try append(line)
      }
    }
  }

  private mutating func append(_ line: String) throws {
    guard let change = changes.indices.last else {
      if line.isEmpty { return }
      throw RecipeError(description: "\(name): '\(line)' precedes the first file.")
    }
    if changes[change].isNew {
      changes[change].text.append(line)
    } else if let step = changes[change].steps.indices.last {
      changes[change].steps[step].text.append(line)
    }
  }

  private static func step(_ line: String, of name: String) throws -> Step {
    let words = line.split(separator: "«").dropFirst().map { String($0.prefix { $0 != "»" }) }
    if line.hasPrefix("@ after «") || line.hasPrefix("@ before «"), (1...2).contains(words.count) {
      let kind: Step.Kind = line.hasPrefix("@ after") ? .after : .before
      return Step(kind: kind, symbol: words[0], scope: words.count > 1 ? words[1] : nil)
    }
    if line.hasPrefix("@ end of «"), words.count == 1 {
      return Step(kind: .end, symbol: words[0], scope: nil)
    }
    if line.hasPrefix("@ replace «"), (3...4).contains(words.count) {
      return Step(
        kind: .replace(old: words[0], new: words[1]), symbol: words[2],
        scope: words.count > 3 ? words[3] : nil)
    }
    throw RecipeError(description: "\(name): '\(line)' is no step.")
  }

  /// Throws if it changes other files than its row of the page names, tests aside, or more of Sources than a change of
  /// its kind may.
  func check(against page: String) throws {
    let paths = changes.map(\.path).filter { !$0.hasPrefix("Tests/") }
    let files = paths.map { $0.split(separator: "/").suffix(1).joined() }
    let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }
    let named = row?.split(separator: "|").last?.matches(of: /`(.+?)`/).map { String($0.1) }
    guard files == named else {
      throw RecipeError(
        description: "\(name): changes \(files), but the page says \(named ?? []).")
    }
    let limit = name == "command" ? 7 : 3
    guard 1...limit ~= paths.count(where: { $0.hasPrefix("Sources/") }) else {
      throw RecipeError(description: "\(name): changes more than \(limit) source files.")
    }
  }

  /// The files as they are after it.
  ///
  /// - Parameter read: The text of a file; nil if it isn't there.
  func result(_ read: (String) -> String?) throws -> [(path: String, text: String)] {
    try changes.map { change in
      if change.isNew {
        guard read(change.path) == nil else {
          throw RecipeError(description: "\(name): \(change.path) is there already.")
        }
        return (change.path, change.text.joined(separator: "\n") + "\n")
      }
      guard let text = read(change.path) else {
        throw RecipeError(description: "\(name): there is no file \(change.path).")
      }
      var file = SymbolLines(path: change.path, text: text)
      for step in change.steps { try file.apply(step) }
      return (change.path, file.lines.joined(separator: "\n"))
    }
  }
}

/// A file as recipes see it: lines, of which some begin with a symbol. Relies on the layout that `swift format` gives.
struct SymbolLines {
  let path: String
  private(set) var lines: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  mutating func apply(_ step: Recipe.Step) throws {
    let place = try statement(step.symbol, in: step.scope)
    switch step.kind {
    case .after: lines.insert(contentsOf: step.text, at: place.upperBound)
    case .before: lines.insert(contentsOf: step.text, at: start(of: place.lowerBound))
    case .end: lines.insert(contentsOf: step.text, at: place.upperBound - 1)
    case .replace(let old, let new):
      guard let line = place.first(where: { lines[$0].contains(old) }),
        let range = lines[line].range(of: old)
      else { throw RecipeError(description: "\(path): `\(step.symbol)` has no `\(old)`.") }
      lines[line].replaceSubrange(range, with: new)
    }
  }

  /// The lines of the outermost statement that begins with a symbol.
  private func statement(_ symbol: String, in scope: String?) throws -> Range<Int> {
    let lines = try scope.map { try statement($0, in: nil) } ?? self.lines.indices
    let found = lines.filter { begins($0, with: symbol) }
    let least = found.map(indentation).min()
    let outermost = found.filter { indentation($0) == least }
    guard outermost.count == 1 else {
      let what = outermost.isEmpty ? "no line that begins" : "more than one line that begins"
      throw RecipeError(
        description: "\(path): there is \(what) with `\(symbol)`"
          + (scope.map { " in `\($0)`." } ?? "."))
    }
    return outermost[0]..<end(of: outermost[0])
  }

  private func begins(_ line: Int, with symbol: String) -> Bool {
    var rest = lines[line].drop { $0 == " " }
    while let word = rest.split(separator: " ", maxSplits: 1).first,
      Self.modifiers.contains(String(word)) || word.hasPrefix("@"), word.count < rest.count,
      !rest.hasPrefix(symbol)
    {
      rest = rest.dropFirst(word.count + 1)
    }
    // A call whose first argument has a line of its own.
    if let last = rest.last, "([".contains(last), lines.indices.contains(line + 1) {
      rest += lines[line + 1].drop { $0 == " " }
    }
    guard rest.hasPrefix(symbol) else { return false }
    guard let next = rest.dropFirst(symbol.count).first, let last = symbol.last else { return true }
    return !(Self.isLetter(next) && Self.isLetter(last))
  }

  private static let modifiers: Set = [
    "public", "package", "private", "fileprivate", "static", "mutating", "final", "indirect",
  ]

  private static func isLetter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private func indentation(_ line: Int) -> Int { lines[line].prefix { $0 == " " }.count }

  /// The end of a statement: after what is indented below it, and after the line that closes what it opens.
  private func end(of start: Int) -> Int {
    let depth = indentation(start)
    var end = start + 1
    var isOpen = opens(start)
    while end < lines.count {
      let text = lines[end].drop { $0 == " " }
      if !text.isEmpty && indentation(end) <= depth {
        // The brace of a body may have a line of its own.
        guard indentation(end) == depth, isOpen || text == "{" else { break }
        isOpen = opens(end)
        if !isOpen { return end + 1 }
      }
      end += 1
    }
    while lines[end - 1].isEmpty { end -= 1 }
    return end
  }

  /// Whether a line ends with an opening bracket.
  private func opens(_ line: Int) -> Bool { lines[line].last.map { "{[(".contains($0) } ?? false }

  /// The beginning of a statement: with the comments and attributes before it.
  private func start(of line: Int) -> Int {
    var line = line
    while line > 0 {
      let text = lines[line - 1].drop { $0 == " " }
      guard text.hasPrefix("//") || text.hasPrefix("@") else { break }
      line -= 1
    }
    return line
  }
}
