// A line that says which keys do what. Where it is too narrow for all, the least important ones are left out.

package struct KeyHint: Hashable, Sendable {
  package let key: String
  package let action: String
  /// The importance: of two hints, the one with the higher number stays longer.
  package let importance: Int

  /// - Parameters:
  ///   - key: The key's name on the keyboard: `Enter`, `?`.
  ///   - action: The key's effect, in a word or two: `open`.
  ///   - importance: The hints with the least are left out first where there is little room.
  package init(_ key: String, _ action: String, importance: Int = 0) {
    (self.key, self.action, self.importance) = (key, action, importance)
  }

  fileprivate var text: StyledText { StyledText(key, .bold) + StyledText(" " + action) }
}

package struct KeyHints: Hashable, Sendable {
  private let hints: [KeyHint]

  package init(_ hints: [KeyHint]) { self.hints = hints }

  /// The hints that fit, in the order in which they were given, two spaces between them.
  package func text(width: Int) -> StyledText {
    var shown = Array(hints.indices)
    let widths = hints.map(\.text.width)
    while shown.reduce(-2, { $0 + widths[$1] + 2 }) > width {
      // The last of equally important ones goes first.
      guard let least = shown.map({ hints[$0].importance }).min(),
        let index = shown.lastIndex(where: { hints[$0].importance == least })
      else { break }
      shown.remove(at: index)
    }
    return shown.reduce(into: StyledText.empty) { text, index in
      text += (text.isEmpty ? .empty : "  ") + hints[index].text
    }
  }
}
