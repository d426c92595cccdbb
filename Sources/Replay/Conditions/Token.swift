// The words of the condition language.

import EventSourcing

enum Token: Hashable {
  case integer(Int64)
  case text(String)
  /// A moment, or the first and the last of a day.
  case time(ClosedRange<Timestamp>)
  /// A field, a function, or one of the language's own words.
  case name(String)
  /// `==`, `(`, and so on.
  case symbol(String)
  case end
}

struct PlacedToken {
  let token: Token
  let range: Range<Int>

  func `is`(_ word: String) -> Bool { token == .symbol(word) || token == .name(word) }
}

/// The language's own words: they are no fields.
enum Keyword {
  static let all: Set = ["and", "or", "not", "in", "else", "true", "false"]
}
