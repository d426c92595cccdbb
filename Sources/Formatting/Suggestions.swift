// Did you mean …? Offers the words that a typing mistake most likely started from.

import EventSourcing

/// The candidates that may have been meant, best first, at most three.
///
/// A candidate is offered if it begins with the word (of two or more characters), or if at most a
/// third of the longer one's characters (at least one, at most three) were mistyped, omitted,
/// added, or swapped with their neighbours. Complexity: O(n) distances, each at most quadratic in
/// the candidate's length, whatever the word's length.
///
/// - Parameter limit: The most mistakes instead, for ids: how they begin says nothing.
package func suggestions(
  for word: String, among candidates: [String], withinMistakes limit: Int? = nil
) -> [String] {
  let typed = Array(word)
  var ranked: [(candidate: String, distance: Int)] = []
  for candidate in candidates where candidate != word {
    let letters = Array(candidate)
    let allowed = limit ?? min(3, max(1, max(typed.count, letters.count) / 3))
    if limit == nil, typed.count > 1, letters.starts(with: typed) {
      ranked.append((candidate, 0))
    } else if abs(typed.count - letters.count) <= allowed, letters.count > 1 {
      let distance = editDistance(typed, letters)
      if distance <= allowed { ranked.append((candidate, distance)) }
    }
  }
  // A stable order: by distance, then as in the table.
  return ranked.enumerated()
    .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    .prefix(3).map(\.element.candidate)
}

/// `a`, `a or b`, `a, b or c`.
package func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}

/// `Did you mean a, b or c?`; nil without words.
package func didYouMean(_ words: [String], quotes: Bool = false) -> String? {
  words.isEmpty
    ? nil : "Did you mean \(alternatives(quotes ? words.map { "'\($0)'" } : words))?"
}

/// `Did you mean a, b or c?`, of the words that may have been meant; nil without any.
package func didYouMean(_ typed: String, among words: [String], quotes: Bool = false) -> String? {
  didYouMean(suggestions(for: typed, among: words), quotes: quotes)
}

/// The words that may have been meant, or all there are: `The fields are: a, b.`
package func didYouMean(_ typed: String, among words: [String], called plural: String) -> String {
  didYouMean(typed, among: words) ?? "The \(plural) are: \(words.joined(separator: ", "))."
}

extension StreamName {
  /// All ids that differ from one by a single typing mistake.
  package static func idsNear(_ id: String) -> Set<String> {
    // A longer one is more than one mistake away from any id.
    id.utf8.count > longestID + 1 ? [] : misspellings(of: id, with: idCharacters)
  }
}

/// All words that differ from one by a single typing mistake: a character too many, one too few, a wrong one, or
/// two that changed places. Complexity: quadratic in the word's length.
func misspellings(of word: String, with alphabet: String) -> Set<String> {
  let letters = Array(word)
  var words: Set<String> = []
  for place in 0...letters.count {
    let (head, tail) = (letters[..<place], letters[place...])
    words.formUnion(alphabet.map { String(head + [$0] + tail) })
    guard let letter = tail.first else { break }
    words.insert(String(head + tail.dropFirst()))
    words.formUnion(alphabet.map { String(head + [$0] + tail.dropFirst()) })
    if let next = tail.dropFirst().first {
      words.insert(String(head + [next, letter] + tail.dropFirst(2)))
    }
  }
  words.remove(word)
  return words
}

/// The number of insertions, deletions, substitutions and swaps of neighbours that turn one word into the
/// other, none of them inside another (optimal string alignment, the restricted form of Damerau's
/// and Levenshtein's distance).
///
/// - Complexity: O(n·m) time, O(m) space.
func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1]
    current.reserveCapacity(second.count + 1)
    for (column, other) in second.enumerated() {
      var cost = min(previous[column + 1], current[column]) + 1
      cost = min(cost, previous[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[second.count]
}
