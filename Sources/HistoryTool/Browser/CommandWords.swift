// The words of a command that is typed in the browser, as a shell would read them.

struct CommandWords {
  private(set) var words: [String] = []

  /// - Throws: A usage error for a quote that isn't closed.
  init(_ text: String) throws(Failure) {
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else {
      throw Failure(.usage, code: "open-quote", "A quote isn't closed.")
    }
    if let word { words.append(word) }
    if words.first == ToolName.current { words.removeFirst() }
  }
}
