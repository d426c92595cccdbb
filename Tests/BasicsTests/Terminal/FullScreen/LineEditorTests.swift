import TerminalKit
import TestKit
import Testing

@testable import Terminal

/// The input for a row of a table: text, and keys in between.
private enum Typed {
  case text(String)
  case keys(Int, Key)
}

extension LineEditor {
  fileprivate mutating func type(_ typed: [Typed]) {
    for part in typed {
      switch part {
      case .text(let text):
        for scalar in text.unicodeScalars { _ = handle(.key(Key(.character(Character(scalar))))) }
      case .keys(let count, let key): for _ in 0..<count { _ = handle(.key(key)) }
      }
    }
  }

  /// The text with a bar where the cursor is.
  fileprivate var marked: String {
    var marker = self
    _ = marker.handle(.paste("|"))
    return marker.text
  }
}

@Suite struct LineEditorTests {
  @Test(
    arguments: [
      ([.text("amy")], "amy|"), ([.text("amy"), .keys(1, .left), .text("x")], "amx|y"),
      ([.text("amy"), .keys(9, .left), .text("x")], "x|amy"),
      ([.text("amy"), .keys(2, .backspace)], "a|"),
      ([.text("amy"), .keys(9, .backspace)], "|"), ([.text("amy"), .keys(1, .delete)], "amy|"),
      ([.text("amy"), .keys(1, .home), .keys(1, .delete)], "|my"),
      ([.text("amy"), .keys(2, .left), .keys(1, .end), .text("!")], "amy!|"),
      ([.text("amy apple"), .keys(1, .control(.left))], "amy |apple"),
      ([.text("amy apple"), .keys(2, .alt("b"))], "|amy apple"),
      ([.text("amy apple"), .keys(1, .home), .keys(1, .alt("f"))], "amy| apple"),
      ([.text("amy apple"), .keys(1, .home), .keys(9, .control(.right))], "amy apple|"),
      ([.text("total > 10"), .keys(1, .control("w"))], "total > |"),
      ([.text("total > 10"), .keys(2, .alt(.backspace))], "|"),
      ([.text("amy apple"), .keys(1, .home), .keys(1, .alt("d"))], "| apple"),
      ([.text("amy apple"), .keys(5, .left), .keys(1, .control("u"))], "|apple"),
      ([.text("amy apple"), .keys(5, .left), .keys(1, .control("k"))], "amy |"),
      (
        [.text("amy"), .keys(1, .control("a")), .text("1"), .keys(1, .control("e")), .text("2")],
        "1amy2|"
      ),
      // Marks join the character before the cursor, and go with it.
      ([.text("漢字"), .keys(1, .left), .text("x")], "漢x|字"),
      ([.text("e\u{301}x"), .keys(2, .backspace)], "|"),
      ([.text("ex"), .keys(1, .left), .text("\u{301}")], "e\u{301}|x"),
      ([.text("👨‍👩‍👧"), .keys(1, .backspace)], "|"),
      ([.text("👨‍👩‍👧"), .keys(1, .left), .text("a")], "a|👨‍👩‍👧"),
    ] as [([Typed], String)])
  fileprivate func `keys edit the line`(typed: [Typed], expected: String) {
    var editor = LineEditor()
    editor.type(typed)
    #expect(editor.marked == expected)
  }

  @Test func `the history is gone through, and the new line is kept`() {
    var editor = LineEditor(history: ["first", "second"])
    editor.type([.text("new"), .keys(1, .up)])
    #expect(editor.marked == "second|")
    editor.type([.keys(5, .up)])
    #expect(editor.text == "first")
    editor.type([.text("!"), .keys(2, .down)])
    #expect(editor.marked == "new|")
    editor.type([.keys(3, .down)])
    #expect(editor.text == "new")
    var without = LineEditor("text")
    without.type([.keys(1, .up), .keys(1, .down)])
    #expect(without.text == "text")
  }

  @Test(
    arguments: [
      (.key(.enter), .accepted), (.key(.escape), .cancelled), (.key(.control("c")), .cancelled),
      (.key(.control("g")), .cancelled), (.key("x"), .used), (.key(.tab), .unused),
      (.key(.function(1)), .unused),
      (.key(.alt("x")), .unused), (.resized, .unused), (.paste("a"), .used),
    ] as [(ScreenEvent, LineEditor.Response)])
  func `events mean something, or are for the app`(
    event: ScreenEvent, response: LineEditor.Response
  ) {
    var editor = LineEditor("text")
    expect(editor.handle(event), response)
    if response != .used { #expect(editor.text == "text") }
  }

  @Test(arguments: [
    ("one\n", "one"), ("one\r\ntwo\n\n", "one  two"), ("\u{1B}[31mred\u{7}", "[31mred"),
    ("a\tb", "a b"),
    ("\u{202E}x", "\u{202E}x"), ("", ""), ("\n", ""),
  ])
  func `a paste is one line without control characters`(pasted: String, expected: String) {
    var editor = LineEditor()
    expect(editor.handle(.paste(pasted)), .used)
    #expect(editor.text == expected)
  }

  @Test func `a line has an end`() {
    var editor = LineEditor()
    _ = editor.handle(.paste(String(repeating: "x", count: LineEditor.longest)))
    #expect(editor.text.count == LineEditor.longest)
    _ = editor.handle(.key("y"))
    _ = editor.handle(.paste("yy"))
    #expect(!editor.text.contains("y"))
  }

  @Test func `what doesn't fit is scrolled, with the cursor always on the screen`() {
    var editor = LineEditor()
    var frame = Frame(ScreenSize(rows: 1, columns: 12))
    func shown(_ keys: Key...) -> String {
      for key in keys { _ = editor.handle(.key(key)) }
      editor.draw(prompt: "/", in: frame.region, on: &frame)
      return frame.text + " \(frame.cursor?.column ?? -1)"
    }
    editor.type([.text("abcdefghij")])
    #expect(shown() == "/abcdefghij 11")
    #expect(shown("k") == "/bcdefghijk 11")
    #expect(shown("l") == "/cdefghijkl 11")
    #expect(shown(.left, .left) == "/cdefghijkl 9")
    #expect(shown(.home) == "/abcdefghijk 1")
    #expect(shown(.end, .backspace) == "/bcdefghijk 11")
    #expect(shown(.control("u")) == "/ 1")
  }

  @Test func `wide and invisible characters take their room`() {
    var editor = LineEditor("漢字\u{202E}x")
    var frame = Frame(ScreenSize(rows: 1, columns: 30))
    editor.draw(prompt: "> ", in: frame.region, on: &frame)
    #expect(frame.text == #"> 漢字\u{202e}x"#)
    #expect(frame.cursor == Frame.Position(row: 0, column: 15))
    var narrow = Frame(ScreenSize(rows: 1, columns: 6))
    editor.draw(in: narrow.region, on: &narrow)
    #expect(narrow.cursor == Frame.Position(row: 0, column: 5))
    for _ in 0..<4 {
      _ = editor.handle(.key(.left))
      editor.draw(in: narrow.region, on: &narrow)
      #expect(narrow.cursor != nil)
    }
    #expect(narrow.text.hasPrefix("漢字"))
  }

  @Test func `in little room the end shows, and in none nothing`() {
    // The shown part depends on the one before, so that each width has an editor of its own.
    for (columns, shown) in ["", "", "…", "…y"].enumerated() {
      var editor = LineEditor("amy")
      var frame = Frame(ScreenSize(rows: 1, columns: columns))
      editor.draw(prompt: "Condition: ", in: frame.region, on: &frame)
      #expect(frame.text == shown)
      // After the text, in the last column.
      let place: Int? = columns == 0 ? nil : columns - 1
      #expect(frame.cursor?.column == place)
    }
  }

  @Test func `random keys and texts keep the cursor where it is possible`() {
    var seeded = Seeded.forTest()
    let keys: [Key] = [
      .left, .right, .home, .end, .backspace, .delete, .control("w"), .alt("d"), .alt("b"),
      .alt("f"),
      .up, .down, "a", " ", "漢", "\u{301}", "\u{200D}", "👩", "🇩", "\u{FE0F}", "\u{1F3FD}",
    ]
    for _ in 0..<Seeded.trials(200) {
      var editor = LineEditor(history: ["one", "zwei", "三"])
      for _ in 0..<40 {
        _ = editor.handle(.key(seeded.pick(keys)))
        var frame = Frame(ScreenSize(rows: 1, columns: 1 + seeded.below(20)))
        editor.draw(prompt: "? ", in: frame.region, on: &frame)
        #expect(frame.cursor != nil, "seed \(seeded.seed): \(editor.text)")
      }
    }
  }
}
