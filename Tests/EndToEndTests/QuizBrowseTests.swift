import EventLog
import EventSourcing
import HistoryScenes
import QuizDomain
import Synchronization
import Terminal
import TerminalKit
import Testing

@testable import HistoryTool
@testable import QuizTool

/// The browser of a domain that says nothing about it. Entries 1 to 4 and 8 are of spanish, 5 to 7 of french; the rules
/// refused 2 and 7.
@Suite struct QuizBrowseTests: BrowserSuite {
  let workspace: Workspace
  let browsed: (tool: ToolDescription, domain: any BrowsedDomain)

  init() throws {
    workspace = try Workspace()
    try workspace.write(Files.text(Files.repository + "/Fixtures/quiz.jsonl"), to: "store")
    let tool = DomainTool.quiz.description
    browsed = (tool, BrowsedStreams(of: tool.history))
  }

  @Test func `the list has the fields of each quiz as they were`() throws {
    let texts = try screens([.left, .left, .left, .left])
    let lines = texts[0].split(separator: "\n")
    #expect(lines[0].hasPrefix("Quizzes  ") && lines[1].hasPrefix(" 2 quizzes"))
    #expect(lines[2].hasPrefix(" QUIZ     REV  CARD         LEFT  REVEALED"), "\(texts[0])")
    #expect(lines[3].hasPrefix(" spanish    4  perro = dog     2  true"), "\(texts[0])")
    #expect(lines[4].hasPrefix(" french     2  chat = cat      1  true"), "\(texts[0])")
    #expect(texts[4].contains("1 quiz\n") && texts[4].contains("\n spanish    3  perro = dog"))
    #expect(texts[4].contains("@4 spanish@3 amy show-next → next-shown"), "\(texts[4])")
  }

  @Test func `from a quiz to its history, an entry, why, and who set its fields`() throws {
    let texts = try screens([
      .enter, "h", .up, .up, .up, .enter, "x", .escape, .escape, .escape, "b",
    ])
    #expect(texts[1].contains("Quiz spanish at 8: revision 4") && texts[1].contains("perro = dog"))
    #expect(texts[2].contains("History of quiz spanish"))
    #expect(texts[6].contains("Entry 2: show-next") && texts[6].contains("not-revealed"))
    #expect(texts[7].contains("Why @2 was decided so") && texts[7].contains("BROKEN"))
    #expect(texts[11].contains("Blame of quiz spanish") && texts[11].contains("gato = cat"))
  }

  @Test func `before its first entry there is no quiz`() throws {
    #expect(try last([.enter] + keys("0")).contains("There is no quiz spanish yet"))
    #expect(try last(keys("0")).contains("There are no quizzes at this moment."))
  }

  @Test func `moments are found and compared, invariants checked, and quizzes counted`() throws {
    #expect(try last(keys("0/left == 1") + [.enter]).contains("begins to hold for quiz french"))
    let compared = try last(keys("m0d"))
    #expect(compared.contains("@0 → @8") && compared.contains("+ quiz french"))
    #expect(try last(keys("gspanish@2") + [.enter]).contains("3 of 8"))
    #expect(try last(keys("i")).contains("cards-never-come-back"))
    #expect(try last(keys("t")).contains("Quizzes"))
  }

  @Test func `what it says is in the quiz's own words`() throws {
    let size = ScreenSize(rows: 70, columns: 100)
    let texts = try ToolName.$current.withValue("quiz") {
      try screens(["?", .escape, "g", .escape, "/", .escape, ":", .escape, "R"], size: size)
    }
    let help = texts[1]
    #expect(help.contains("Changing quizzes") && help.contains("R       Record a command"))
    #expect(help.contains("C       Record a command for another quiz"))
    #expect(!help.contains("another column"))
    #expect(texts[3].contains("spanish@5") && texts[5].contains("changed(card) or refused"))
    #expect(texts[7].contains(#"do spanish '{"type":"show-next"}'"#), "\(texts[7])")
    #expect(texts[9].contains("A history in a file can be looked at, but not changed."))
    for text in texts { #expect(!text.contains(/\b([Oo]rders?|cleanstore)\b/), "\(text)") }
  }

  // MARK: - As a process at a terminal

  private func quiz(_ arguments: String..., input: String = "") throws {
    let finished = try Tool.run(
      arguments, in: workspace.path, input: Array(input.utf8),
      of: ("quiz", DomainTool.quiz.description))
    #expect(finished.code == 0, "\(finished)")
  }

  /// Begins a command with a key, types the rest of it, and goes back to the browser.
  private func record(
    from start: String, _ key: String, begins command: String, _ rest: String, to end: String
  ) throws {
    let session = try TerminalSession(
      Tool.path("quiz"), ["browse", "--store", "quizzes", "--actor", "amy"], in: workspace.path,
      environment: Tool.environment)
    for (text, typed) in [
      (start, key), (command, rest + "\r"), ("Press Enter to go back to browse", "\r"), (end, "q"),
    ] {
      try session.wait { bytes in
        var terminal = VirtualTerminal(ScreenSize(rows: 24, columns: 80))
        terminal.feed(bytes[...])
        return terminal.text.contains(text)
      }
      session.type(typed)
    }
    #expect(try session.finish() == .exited(0))
  }

  private static let load = #"{"type":"load-deck","deck":"gato = cat"}"#

  @Test(.timeLimit(.minutes(20))) func `the first quiz of an empty store is created there`() throws
  {
    try quiz("init", "--store", "quizzes")
    try record(
      from: "There are no quizzes at this moment.", "C", begins: "quiz do",
      "spanish '\(Self.load)'", to: "gato = cat")
  }

  @Test(.timeLimit(.minutes(20))) func `a command is recorded from there`() throws {
    try quiz("init", "--store", "quizzes")
    try quiz("do", "--store", "quizzes", "spanish", Self.load)
    try record(
      from: "1 of 1", "R", begins: "quiz do spanish --expect 1", "reveal-answer", to: "2 of 2")
  }

  @Test func `the list is read once, however many of its rows are looked at`() throws {
    let source = CountedSource(try openSource(workspace.file("store")))
    let list = try BrowsedStreams(of: browsed.tool.history).list(
      by: 0, at: .entry(8), in: History(source, of: HistoryDomains(Quiz.self)), .standard)
    let readings = source.readings
    for (rows, ids) in [(0..<1, ["spanish"]), (1..<2, ["french"]), (0..<9, ["spanish", "french"])] {
      let part = try list(rows)
      #expect(part.table.rows.map { $0[0] } == ids && part.count == 2)
    }
    #expect(readings > 0 && source.readings == readings)
  }
}

/// Counts how often reading it begins.
private final class CountedSource: LogSource {
  private let base: any EntrySource
  private let count = Atomic(0)
  var readings: Int { count.load(ordering: .relaxed) }
  var form: LineForm { base.form }
  var storeID: String? { base.storeID }

  init(_ base: any EntrySource) { self.base = base }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    count.add(1, ordering: .relaxed)
    return try base.chunks(from: cursor)
  }
}
