import EventSourcing
import Foundation
import HistoryScenes
import QuizDomain
import Testing

@testable import HistoryTool
@testable import QuizTool

/// The tool of another domain than the product's: each command on a quiz's log, in the quiz's own words.
@Suite struct QuizToolTests {
  /// The end of a command line, and the text it must show.
  struct Case: CustomTestStringConvertible, Sendable {
    let line: String
    var code = ExitStatus.done
    /// Texts that must be in what it says, in this order.
    let shows: [String]

    init(_ line: String, _ code: ExitStatus = .done, _ shows: String...) {
      self.line = line
      self.code = code
      self.shows = shows
    }

    var testDescription: String { line }
  }

  static let cases = [
    Case("verify", .done, "Good: 8 entries"),
    Case("log spanish --rejected", .done, "spanish@1", "refused: not-revealed", "1 entry."),
    Case("log -p french..8 --field revealed", .usage, "'french' isn't a position", "ID@5"),
    Case("log --where left==1", .done, "COMMAND                 OUTCOME"),
    Case(
      "show spanish", .done, "Quiz spanish: revision 4", "card      perro = dog", "left      2"),
    Case("show spanish@1", .done, "Quiz spanish at spanish@1: revision 1", "gato = cat"),
    Case("show spanish --at 1 --json", .done, #"{"card":"gato = cat","left":3,"revealed":false}"#),
    Case("show latin --at 3", .notFound, "There is no quiz latin at 3.", "`quiz list`"),
    Case("show spanish@2 --at 3", .usage, "both name a position"),
    Case("show @4 --json", .done, #""stream":"quiz/spanish""#, #""field":"card""#),
    Case("blame spanish", .done, "card      perro = dog    4    3", "revealed  true"),
    Case("explain 7", .done, "refused: last-card", "BROKEN  last-card"),
    Case("diff spanish@1 end", .negative, "~ quiz spanish: 3 fields", "+ quiz french", "2 quizzes"),
    Case("find left==1", .done, "french@1    begins", "1 time, for 1 quiz"),
    Case("watch card --quiz french", .done, "ENTRY  TIME (UTC)           QUIZ        card"),
    Case("check", .done, "cards-never-come-back    holds"),
    Case("stats --json", .done, #""quizzes":2"#),
    Case("replay", .done, "Identical: decided 8 commands"),
    Case("replay --only french --json", .done, #""identical":true,"compared":3"#),
    Case("replay --only latin", .notFound, "There is no quiz latin."),
    Case("replay --outcomes", .done, #"{"stream":"quiz/french","rev":2,"state":{"card""#),
    Case("extract french", .done, #""stream":"quiz/french""#, #""code":"last-card""#),
    Case("extract latin", .notFound, "There is no quiz latin."),
    Case("bisect --run true", .negative, "Both ends are good"),
    Case(
      "what-if --skip 3", .negative, "@4  quiz/spanish  show-next", "+ rejected: not-revealed",
      "left: 3"),
    Case(#"what-if --insert 4={"type":"nope"}"#, .usage, "There is no such command."),
    Case(
      "minimize --when left==1 --json", .done, #""stream":"quiz/french""#, #""original-seq":"5""#,
      #"{"commands":1,"of":8,"#),
    Case(
      "minimize --when left==2 --max-runs 4", .done, "commands of 8 show it; histories tried: 4.",
      "left==2 holds for spanish at the end", "a smaller one may exist"),
    Case("minimize --when left==9", .negative, "'left==9' holds for no quiz at the end."),
    Case("minimize --when left==9 --ever", .negative, "no quiz.", "`quiz find`"),
    Case("minimize --when total>0", .usage, "total", "`quiz help conditions`"),
    Case("minimize --diverges", .negative, "A replay finds no divergence."),
    Case("minimize --run false", .negative, "The program doesn't exit with 0"),
    Case("minimize", .usage, "Pass --when, --diverges or --run."),
    Case("help minimize", .done, "Removes quizzes, then commands", "hold for a quiz at the end"),
    Case("help what-if", .done, #"{"at","actor","quiz","command"}"#),
    Case("help find", .done, "begins or ceases to hold for a quiz", "for how many", "quizzes."),
    Case("help exit-codes", .done, "No such store or quiz.", "A bug in quiz.", "meanwhile."),
    Case(
      "help", .done, "practise", "Looking at quizzes and history:", "Show a quiz, now or", "man "),
    Case("help practise", .done, "quiz practise spanish 'gato = cat'", "CARD", "--actor"),
    Case(
      "help browse", .done, "Shows the list of quizzes; from there, a quiz, its history",
      "as with `quiz do`"),
    Case("help do", .done, "quiz do spanish '{\"type\":\"show-next\"}'", "--dry-run", "QUIZ_TRACE"),
    Case("list", .done, "QUIZ     REV  CARD         LEFT  REVEALED", "french", "2 quizzes."),
    Case("man", .done, #".TH "QUIZ" 1 "" "quiz 0.1.0""#, ".SS \"practise\"", ".SS \"minimize\""),
    Case("completions bash", .done, "_quiz", "practise", "what-if"),
    Case("completions zsh", .done, "#compdef quiz", "practise"),
    Case("completions fish", .done, "complete -c quiz", "practise"),
    Case("completions tcsh", .usage, "'completions' takes bash, zsh or fish"),
    Case("help step", .done, "[QUIZ]", "this quiz's entries only"),
    Case("help positions", .done, "spanish@5", "quiz spanish to revision 5"),
    Case("help conditions", .done, "card, left, revealed."),
    Case("--version", .done, "quiz 0.1.0"),
    Case("blame latin", .notFound, "quiz: There is no quiz latin.", "`quiz list`"),
    Case("blame latin --json", .notFound, #""code":"no-such-quiz""#),
    Case("log --csv", .done, "outcome,code,events\r\n"),
    Case("stats --by actor --csv", .done, "deleted,quizzes\r\n"),
    Case("log --at 99", .usage, "no entry 99: the log ends at 8."),
    Case("step latin", .notFound, "There is no quiz latin."),
    Case("pay spanish 5", .usage, "quiz: "),
    Case("practise spanish --json", .usage, #"{"code":"wrong-usage","#, "is for people"),
    Case(
      "export cloudevents", .done, #""source":"urn:quiz:"#, #""type":"quiz.load-deck.accepted""#),
    Case(
      "log --store nowhere", .notFound, "no store at nowhere.", "`quiz init`"),
  ]

  @Test(arguments: cases) func `the quiz's history is examined in its own words`(_ row: Case) throws
  {
    let finished = try Self.run(row.line.split(separator: " ").map(String.init))
    #expect(finished.code == row.code.rawValue, "\(finished)")
    var rest = (finished.output + finished.errors)[...]
    for text in row.shows {
      let found = try #require(rest.range(of: text), "\(text) is not in \(finished)")
      rest = rest[found.upperBound...]
    }
    let words = (finished.output + finished.errors)
      .replacing(/(Reverse the|out of|canonical) order/, with: "")
    let ofOrders = /\b([Oo]rders?|cleanstore|1001|[Aa]mounts?|AMOUNT|[Mm]oney)\b/
    #expect(!words.contains(ofOrders), "\(finished)")
  }

  @Test(
    arguments: [
      (1, []), (3, ["no-deck held"]),
      (2, ["no-deck held", "not-revealed broken", "last-card unasked"]),
      (7, ["no-deck held", "not-revealed held", "last-card broken"]),
    ] as [(Int, [String])])
  func `only rules that were evaluated are said to hold`(_ entry: Int, _ expected: [String]) throws
  {
    let document = try Self.run(["explain", String(entry), "--json"]).document()
    let rules = (document["rules"]?.array ?? []).map {
      "\($0["code"]?.string ?? "") \($0["verdict"]?.string ?? "")"
    }
    #expect(rules == expected)
    let shown = try Self.run(["explain", String(entry)]).output
    #expect(shown.split(separator: "held").count - 1 == expected.count { $0.hasSuffix("held") })
    #expect(shown.contains("not reached  last-card") == (entry == 2), "\(shown)")
  }

  @Test func `a user steps through the quiz and looks around`() throws {
    let finished = try Self.run(
      ["step", "spanish"], input: "show card\nb\nwhy\nbu left == 3\nshow\n")
    #expect(finished.code == 0, "\(finished)")
    #expect(
      finished.output.split(separator: "\n").filter { $0.contains("card") } == [
        "  card  perro = dog", "            card gato = cat by seq 1, amy (load-deck)",
        "  held    last-card     There is another card.", "  card      gato = cat",
      ])
  }

  @Test func `a deck is practised, recorded in a folder, and decided again`() throws {
    let workspace = try Workspace()
    func run(_ arguments: String..., input: String = "") throws -> Finished {
      try Self.run(["--store", "cards"] + arguments, in: workspace.path, input: input)
    }
    let none = try run("practise", "spanish")
    #expect(none.code == ExitStatus.notFound.rawValue)
    #expect(none.errors.contains("Create one with `quiz init`"), "\(none)")
    #expect(try run("init").output.contains("Created an empty store in cards."))
    let first = try run(
      "practise", "spanish", "gato = cat", "perro = dog", "--actor", "amy", input: "\n\n\n")
    #expect(first.output == "gato \ngato = cat\nperro \nperro = dog\n", "\(first)")
    let later = try run("practise", "spanish", input: "\n")
    #expect(later.output == "perro = dog\n")
    #expect(later.code == ExitStatus.negative.rawValue)
    #expect(later.errors.hasPrefix("quiz: Refused: last-card."), "\(later)")
    let replay = try run("replay")
    #expect(replay.output.contains("decided 5 commands again"), "\(replay)")
    let odd = try run("practise", "a/b")
    #expect(odd.code == ExitStatus.usage.rawValue, "\(odd)")
    #expect(odd.errors.contains("Check the quiz's id."), "\(odd)")
  }

  @Test func `commands are recorded, refused, repeated, and listed`() throws {
    let workspace = try Workspace()
    func run(_ arguments: String...) throws -> Finished {
      try Self.run(["--store", "cards"] + arguments, in: workspace.path)
    }
    func expect(
      _ code: ExitStatus, _ arguments: String..., shows text: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let finished = try Self.run(["--store", "cards"] + arguments, in: workspace.path)
      #expect(finished.code == code.rawValue, "\(finished)", sourceLocation: sourceLocation)
      #expect(
        (finished.output + finished.errors).contains(text), "\(finished)",
        sourceLocation: sourceLocation)
    }
    let load = #"{"type":"load-deck","deck":"gato = cat\nperro = dog"}"#
    try expect(.notFound, "do", "spanish", load, shows: "no store at cards.")
    try expect(.done, "init", "--json", shows: #"{"store":"cards","id":""#)
    try expect(.cannotCreate, "init", shows: "cards")
    try expect(.done, "list", shows: "No quizzes.")
    try expect(
      .done, "do", "spanish", load, "--dry-run", shows: "Dry run: Quiz spanish: deck-loaded.")
    try expect(.done, "do", "spanish", load, "--id", "c-1", shows: "Entry 1, revision 1.")
    try expect(
      .done, "do", "spanish", load, "--id", "c-1", shows: "Executed before with the same id")
    try expect(
      .negative, "do", "spanish", #"{"type":"show-next"}"#, shows: "`quiz explain 2` shows")
    try expect(
      .negative, "do", "spanish", #"{"type":"show-next"}"#, "--json",
      shows: #""code":"not-revealed""#)
    try expect(
      .tryAgain, "do", "spanish", #"{"type":"reveal-answer"}"#, "--expect", "7",
      shows: "Expected revision 7")
    try expect(
      .done, "do", "spanish", #"{"type":"reveal-answer"}"#, "--json", "--actor", "amy",
      shows: #""events":["answer-revealed"],"quiz":{"card":"gato = cat","left":2,"revealed":true}}"#
    )
    try expect(.usage, "do", "spanish", #"{"type":"nope"}"#, shows: "There is no such command.")
    try expect(.usage, "do", "today", load, shows: "Check the quiz's id.")
    try expect(.usage, "do", "spanish", load, "--actor", "", shows: "--actor is empty.")
    try expect(.done, "list", shows: "spanish    2  gato = cat     2  true")
    try expect(
      .done, "list", "--json",
      shows: #"{"quiz":"spanish","rev":2,"state":{"card":"gato = cat","left":2,"revealed":true}}"#)
    try expect(
      .done, "list", "--csv", "--dialect", "database",
      shows: "id,rev,card,left,revealed\r\nspanish,2,gato = cat,2,true\r\n")
    try expect(.done, "list", "--at", "start", shows: "No quizzes.")
    try expect(.done, "complete", "streams", shows: "spanish\n")
  }

  @Test func `the error of a damaged store names the tool that recovers it`() throws {
    let workspace = try Workspace()
    _ = try Self.run(["init", "cards"], in: workspace.path)
    _ = try Self.run(
      ["--store", "cards", "practise", "spanish", "gato = cat"], in: workspace.path)
    let segment = try #require(workspace.segments(of: "cards").first)
    try workspace.write(workspace.text(segment).replacing("gato", with: "gata"), to: segment)
    let finished = try Self.run(["--store", "cards", "log"], in: workspace.path)
    #expect(finished.errors.contains("or run `quiz recover`, which moves"), "\(finished)")
  }

  @Test func `an unexpected error ends the tool as a bug, and not with a trap`() throws {
    struct Odd: Error {}
    let tool = DomainTool(
      "odd", version: "1", of: HistoryDomains(Quiz.self),
      commands: [
        ToolCommand("fail", summary: "Fail.") { _ in throw Odd() },
        ToolCommand("lose", summary: "Fail.") { _ in throw LogError(.diskFull, "No room.") },
      ])
    let bug = try Tool.run(["fail"], in: Files.repository, of: ("odd", tool.description))
    #expect(bug.code == 70 && bug.errors.hasPrefix("odd: Odd()"), "\(bug)")
    let full = try Tool.run(
      ["lose", "--json"], in: Files.repository, of: ("odd", tool.description))
    #expect(full.code == ExitStatus.inputOutput.rawValue, "\(full)")
    #expect(full.errors.hasPrefix(#"{"code":"disk-full","message":"No room.""#), "\(full)")
  }

  @Test func `the binary is the same tool`() throws {
    let finished = try RunningProcess(
      Tool.path("quiz"), ["practise"], in: Files.repository, environment: Tool.environment
    ).finish()
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
  }

  /// Runs the tool in a folder, on the quiz's log.
  static func run(
    _ arguments: [String], in folder: String = Files.repository, input: String = ""
  ) throws -> Finished {
    try Tool.run(
      arguments, in: folder, input: Array(input.utf8),
      environment: ["QUIZ_STORE": Files.repository + "/Fixtures/quiz.jsonl"],
      of: ("quiz", DomainTool.quiz.description))
  }
}
