// A line that a person types, with the keys that shells have. Its text is what was typed; on the screen,
// invisible characters are written out.

package struct LineEditor: Sendable {
  private var characters: [Character]
  /// Before which character the cursor is.
  private var cursor: Int
  /// The first column of the text that shows.
  private var left = 0

  private let history: [String]
  /// The text's place in the history; its end means that the text is new.
  private var place: Int
  private var unfinished: [Character] = []

  /// The largest length; a longer text isn't a line that a person types.
  static let longest = 4096

  /// - Parameters:
  ///   - text: The text to begin with.
  ///   - history: Earlier lines, the latest last; Up and Down go through them.
  package init(_ text: String = "", history: [String] = []) {
    characters = Array(text)
    cursor = characters.count
    self.history = history
    place = history.count
  }

  package var text: String { String(characters) }

  package enum Response: Hashable, Sendable {
    /// The event is for something else.
    case unused
    /// The text or the cursor may have changed.
    case used
    /// Enter was pressed.
    case accepted
    /// Escape was pressed, or Ctrl-C or Ctrl-G.
    case cancelled
  }

  package mutating func handle(_ event: ScreenEvent) -> Response {
    switch event {
    case .key(.enter): return .accepted
    case .key(.escape), .key(.control("c")), .key(.control("g")): return .cancelled
    case .key(let key):
      if let character = key.typed {
        insert(String(character))
        return .used
      }
      guard let change = Self.changes[key] else { return .unused }
      change(&self)
      return .used
    case .paste(let text):
      insert(Self.line(text))
      return .used
    default: return .unused
    }
  }

  /// Draws the prompt and as much of the text around the cursor as fits, with the terminal's cursor in it.
  package mutating func draw(
    prompt: StyledText = .empty, in region: Region, on frame: inout Frame
  ) {
    guard !region.isEmpty else { return }
    // The typed text has at least half of the room.
    let prompt = prompt.truncated(to: region.width / 2)
    frame.fill(region.part(height: 1))
    frame.write(prompt, in: region)
    let field = region.part(column: prompt.width, height: 1)
    // A character at a time, so that what is shown of one doesn't depend on the next one.
    let shown = characters.map { StyledText(String($0)) }
    let whole = shown.reduce(.empty, +)
    let before = shown[..<cursor].reduce(0) { $0 + $1.width }
    left = max(min(left, before), before - field.width + 1)
    // After deleting, what fits moves back in.
    left = min(left, max(0, whole.width + 1 - field.width))
    frame.write(whole.part(from: left, width: field.width), in: field)
    frame.showCursor(row: 0, column: before - left, in: field)
  }

  // A row for each key.
  private static let changes: [Key: @Sendable (inout Self) -> Void] = {
    let rows: [([Key], @Sendable (inout Self) -> Void)] = [
      ([.left, .control("b")], { $0.cursor = max(0, $0.cursor - 1) }),
      ([.right, .control("f")], { $0.cursor = min($0.characters.count, $0.cursor + 1) }),
      ([.home, .control("a")], { $0.cursor = 0 }),
      ([.end, .control("e")], { $0.cursor = $0.characters.count }),
      ([.control(.left), .alt(.left), .alt("b")], { $0.cursor = $0.startOfWord }),
      ([.control(.right), .alt(.right), .alt("f")], { $0.cursor = $0.endOfWord }),
      ([.backspace], { $0.remove($0.cursor - 1..<$0.cursor) }),
      ([.delete, .control("d")], { $0.remove($0.cursor..<$0.cursor + 1) }),
      ([.control("w"), .alt(.backspace)], { $0.remove($0.startOfWord..<$0.cursor) }),
      ([.alt("d"), .control(.delete)], { $0.remove($0.cursor..<$0.endOfWord) }),
      ([.control("u")], { $0.remove(0..<$0.cursor) }),
      ([.control("k")], { $0.remove($0.cursor..<$0.characters.count) }),
      ([.up, .control("p")], { $0.goThroughHistory(by: -1) }),
      ([.down, .control("n")], { $0.goThroughHistory(by: 1) }),
    ]
    return Dictionary(
      uniqueKeysWithValues: rows.flatMap { keys, change in keys.map { ($0, change) } })
  }()

  /// Inserts a text and joins all parts, because a mark belongs to the character before it.
  private mutating func insert(_ text: String) {
    let head = String(characters[..<cursor]) + text
    let tail = String(characters[cursor...])
    let sum = Array(head + tail)
    guard sum.count <= Self.longest else { return }
    // The cursor is after both if the tail joined the head.
    cursor = min(head.count, sum.count)
    characters = sum
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    let head = String(characters[..<range.lowerBound])
    let tail = String(characters[range.upperBound...])
    characters = Array(head + tail)
    cursor = min(head.count, characters.count)
  }

  private var startOfWord: Int {
    var index = cursor
    while index > 0, !characters[index - 1].isPartOfWord { index -= 1 }
    while index > 0, characters[index - 1].isPartOfWord { index -= 1 }
    return index
  }

  private var endOfWord: Int {
    var index = cursor
    while index < characters.count, !characters[index].isPartOfWord { index += 1 }
    while index < characters.count, characters[index].isPartOfWord { index += 1 }
    return index
  }

  private mutating func goThroughHistory(by step: Int) {
    let next = place + step
    guard (0...history.count).contains(next) else { return }
    if place == history.count { unfinished = characters }
    place = next
    characters = next == history.count ? unfinished : Array(history[next])
    cursor = characters.count
  }

  /// A pasted text as a line: line feeds and tabs become spaces, other control characters are dropped.
  private static func line(_ text: String) -> String {
    let isOneLine = text.trimmingEnd
    var result = String.UnicodeScalarView()
    for scalar in isOneLine.unicodeScalars {
      if ["\n", "\r", "\t"].contains(scalar) {
        result.append(" ")
      } else if scalar.properties.generalCategory != .control {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}

extension String {
  /// Without the line ends at its end: a whole line is often copied with its own.
  fileprivate var trimmingEnd: Substring {
    var text = self[...]
    while let last = text.unicodeScalars.last, last == "\n" || last == "\r" {
      text.unicodeScalars.removeLast()
    }
    return text
  }
}
