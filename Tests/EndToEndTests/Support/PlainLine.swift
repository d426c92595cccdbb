// Which recorded lines need no shell for the tool itself.

/// A recorded line that calls the tool and nothing else, but for what its output is piped through: once, or in a loop,
/// `each FILE …`, `moments FIRST LAST …` or `for entry in …`.
struct PlainLine {
  enum Loop {
    case none
    /// Once for each line of a file, which is the input.
    case each(file: String)
    /// The line of several moments.
    case moments(ClosedRange<Int>)
    /// With several values of `$entry`.
    case entries([String])
  }

  let loop: Loop
  let words: [String]
  /// A line for the shell.
  let filter: String?

  init?(_ command: String) {
    let form =
      /(?<start>cleanstore|each [\w.\/-]+|moments \d+ \d+|for entry in (?:[\d ]+|\$\(seq \d+ \d+\)); do cleanstore) (?<words>(?:[\w.,:@=\/+%! -]|\$entry|'[^'\n]*'|"[^"$`\\\n]*")+?)(?:; done)?(?: \| (?<filter>[^;&<>()\n]+))?/
    // A program that the tool starts writes to the standard error of a process.
    let startsPrograms = command.contains("--run ") || command.contains("--against ")
    guard !startsPrograms,
      let match = command.wholeMatch(of: form),
      match.filter?.contains("cleanstore") != true
    else { return nil }
    let start = match.start.split(separator: " ").map(String.init)
    func number(_ text: String) -> Int { Int(text) ?? 0 }
    let numbers = match.start.matches(of: /\d+/).map { String($0.output) }
    loop =
      switch start[0] {
      case "each": .each(file: start[1])
      case "moments": .moments(number(start[1])...number(start[2]))
      case "for" where match.start.contains("seq"):
        .entries((number(numbers[0])...number(numbers[1])).map(String.init))
      case "for": .entries(numbers)
      default: .none
      }
    words = Self.words(match.words)
    filter = match.filter.map(String.init)
  }

  /// The words of a line, as a shell splits it: a quote may begin and end inside of a word.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var quote: Character?
    var isInWord = false
    for character in line {
      if character == quote {
        quote = nil
      } else if quote == nil, character == " " {
        isInWord = false
      } else {
        if !isInWord { words.append("") }
        isInWord = true
        if quote == nil, character == "'" || character == "\"" {
          quote = character
        } else {
          words[words.count - 1].append(character)
        }
      }
    }
    return words
  }
}
