// The scenes that examine a history, with a domain that is none of the product's: a quiz, whose log they show
// with its own fields and words.

import EventSourcing
import Examination
import Formatting
import HistoryScenes
import JSONLines
import QuizDomain
import Testing

@Suite struct QuizHistoryTests {
  /// Six entries: a deck of two cards, a refusal, both answers, and a second quiz.
  private static func history() throws -> History {
    let store = MemoryStore()
    let quizzes = StreamStates(Quiz.self)
    let engine = try Engine(
      store, states: [quizzes.erased], clock: { Timestamp(microseconds: 0) },
      salts: { Salt(1, 2) })
    func ask(_ command: Quiz.Command, _ id: String = "spanish") throws {
      _ = try engine.execute(Submission(command, on: .id(id), by: "amy"), in: quizzes)
    }
    try ask(.init(.load, Quiz.deck("gato = cat\nperro = dog")))
    try ask(.init(.next))
    try ask(.init(.reveal))
    try ask(.init(.next))
    try ask(.init(.load, Quiz.deck("chat = cat")), "french")
    try ask(.init(.reveal))
    return History(store, of: HistoryDomains(Quiz.self))
  }

  /// The documents of a scene that answers with one response.
  private func documents<S: RespondingScene>(of scene: S.Type, _ request: S.Request) throws
    -> [String] where S.Context == History
  {
    let spy = DocumentSpy()
    try Interactor<S>(try Self.history(), presenter: JSONPresenter(display: spy)).handle(request)
    return spy.documents
  }

  @Test func `its log is good, and is shown under the names of its streams`() throws {
    let verified = try documents(of: VerifyHistory.self, ())
    #expect(try #require(verified.first).hasPrefix(#"{"ok":true,"entries":6,"#))
    let spy = DisplaySpy<ShowLog.ViewModel>()
    let presenter = ShowLog.presenter(on: spy)
    try Interactor<ShowLog>(try Self.history(), presenter: presenter)
      .handle(ShowLog.Request(ids: ["spanish"]))
    let lines = spy.viewModels.compactMap { model -> String? in
      if case .entry(let line) = model { "\(line.stream) \(line.outcome)" } else { nil }
    }
    #expect(
      lines == [
        "spanish@1 deck-loaded", "spanish@1 refused: not-revealed", "spanish@2 answer-revealed",
        "spanish@3 next-shown", "spanish@4 answer-revealed",
      ])
  }

  @Test func `the changes of an entry and the origin of a field are known`() throws {
    let shown = try documents(of: ShowEntry.self, .init("@4"))
    #expect(
      try #require(shown.first).hasSuffix(
        #""changes":[{"field":"card","old":"gato = cat","new":"perro = dog"},"#
          + #"{"field":"left","old":2,"new":1},{"field":"revealed","old":true,"new":false}]}"#))
    let blamed = try documents(of: BlameFields.self, BlameFields.Request(id: "spanish"))
    #expect(blamed.count == 3)
    #expect(blamed[0].hasPrefix(#"{"field":"card","value":"perro = dog","seq":4,"#))
  }

  @Test func `a quiz is shown as it was`() throws {
    #expect(
      try documents(of: ShowStream.self, ShowStream.Request(id: "spanish", at: "3"))
        == [#"{"card":"gato = cat","left":2,"revealed":true}"#])
    let response = try ShowStream.respond(
      to: ShowStream.Request(id: "french"), with: try Self.history())
    let shown = ShowStream.viewModel(of: response, .standard)
    #expect(shown.title == "Quiz french: revision 1")
    #expect(shown.rows == [["card", "chat = cat"], ["left", "1"], ["revealed", "false"]])
  }

  @Test func `quizzes at two positions are compared`() throws {
    var request = CompareStates.Request()
    request.from = "spanish@1"
    let spy = DocumentSpy()
    let context = CompareStates.Context(try Self.history())
    try Interactor<CompareStates>(context, presenter: JSONPresenter(display: spy)).handle(request)
    #expect(spy.documents.map { String($0.prefix(18)) }.count == 2)
    #expect(spy.documents[0].hasPrefix(#"{"quiz":"spanish","kind":"changed""#))
    #expect(spy.documents[1].hasPrefix(#"{"quiz":"french","kind":"added""#))
  }

  @Test func `conditions and formulas know its fields`() throws {
    let spy = DocumentSpy()
    try Interactor<FindMoments>(
      try Self.history(), presenter: JSONPresenter(display: spy)
    ).handle(FindMoments.Request(condition: #"left == 1 and not revealed"#))
    #expect(
      spy.documents.contains { $0.contains(#""seq":4,"#) && $0.contains(#""quiz":"spanish""#) })
    let watched = DocumentSpy()
    try Interactor<WatchFormulas>(
      try Self.history(), presenter: JSONPresenter(display: watched)
    ).handle(WatchFormulas.Request(formulas: ["left"], id: "french"))
    #expect(watched.documents.count == 1)
    #expect(watched.documents[0].hasSuffix(#""values":{"left":1}}"#))
    let checked = try documents(of: CheckInvariants.self, CheckInvariants.Request())
    #expect(try #require(checked.first).contains(#""name":"cards-never-come-back""#))
  }

  @Test func `a refusal is explained by its rules`() throws {
    let explained = try documents(of: ExplainDecision.self, .init("2"))
    let text = try #require(explained.first)
    #expect(text.contains(#""rejected":"not-revealed""#))
    #expect(text.contains(#"{"code":"not-revealed","verdict":"broken""#))
  }

  /// The numbers of the entries that are left of its log.
  private func minimized(_ request: MinimizeHistory.Request) throws -> [Int] {
    let output = LineSpy()
    let response = try MinimizeHistory.respond(
      to: request, with: MinimizeHistory.Context(try Self.history(), output: output))
    #expect(output.lines.count == response.items.count)
    return response.items.map(\.seq)
  }

  @Test func `its history is minimized to what a condition or a program needs`() throws {
    #expect(try minimized(.condition("revealed and left == 1", ever: false)) == [1, 3])
    #expect(
      try minimized(.condition(#"rejected.code == "not-revealed""#, ever: true)) == [1, 2])
    #expect(try minimized(.program(Reader(of: "next-shown"))) == [4])
  }

  @Test func `what no quiz shows can't be minimized`() throws {
    for (request, message) in [
      (MinimizeHistory.Request.condition("left == 9", ever: true), "holds for no quiz."),
      (.divergence, "A replay finds no divergence."),
    ] {
      let failure = #expect(throws: Failure.self) { try minimized(request) }
      #expect(failure?.message.hasSuffix(message) == true)
    }
  }

  @Test func `a test of its history is in its own words`() throws {
    let (output, test) = (LineSpy(), LineSpy())
    var context = MinimizeHistory.Context(try Self.history(), output: output)
    context.test = ("French", "french.jsonl", test)
    _ = try MinimizeHistory.respond(to: .condition("left == 1", ever: false), with: context)
    #expect(test.lines.contains("  @Test func `a quiz fulfils left == 1`() throws {"))
    #expect(test.lines.contains("    let history = try RecordedHistory<Quiz>("))
    #expect(
      test.lines[3...7] == [
        "import HistoryTool", "import Testing", "", "@testable import QuizDomain", "",
      ])
  }

  @Test func `it is exported in every format, by its fields`() throws {
    let tables = Files()
    for format in ExportFormat.allCases {
      _ = try ExportHistory.respond(
        to: .init(format),
        with: (try Self.history(), { tables.open("\(format) \($0)") }, { false }))
    }
    #expect(
      tables["csv quizzes.csv"]
        == "id,card,left,revealed\r\nspanish,perro = dog,1,true\r\nfrench,chat = cat,1,false\r\n")
    #expect(tables["cloudevents "].split(separator: "\n").count == 6)
    #expect(tables["sql "].contains("CREATE TABLE IF NOT EXISTS quizzes (\n  id TEXT NOT NULL,\n"))
    #expect(tables["xes "].split(separator: "<trace>").count == 3)
    let log = try JSONValue(parsing: tables["ocel "])
    #expect(
      log["objects"]?.array?.compactMap { $0["id"]?.string } == ["quiz/spanish", "quiz/french"])
    let lefts = log["objects"]?.array?.first?["attributes"]?.array?
      .filter { $0["name"]?.string == "left" }.compactMap { $0["value"]?.string }
    #expect(lefts == ["2", "1"])
  }

  @Test(arguments: [("order", "\"order\""), ("end-user", "\"end-user\""), ("dueAt", "due_at")])
  func `databases take any name`(_ name: String, _ written: String) {
    #expect(name.sqlName == written)
  }

  @Test func `it is audited for what any history can have`() throws {
    let response = try AuditHistory.respond(to: .init(), with: (try Self.history(), nil, nil))
    var writer = JSONWriter()
    response.writeJSON(to: &writer)
    let audit = try JSONValue(writer.storage(), in: 0..<writer.count, profile: .anyOrder)
    #expect(audit["decided"]?.integer == 6 && audit["money"] == nil)
    let finding = audit["findings"]?.array?.first
    #expect(finding?["name"]?.string == "clock-held" && finding?["count"]?.integer == 5)
    #expect(finding?["witnesses"]?.array?[3]["quiz"]?.string == "french")
  }

  @Test func `what isn't there is missed by its own name`() throws {
    let failure = #expect(throws: Failure.self) {
      try documents(of: BlameFields.self, BlameFields.Request(id: "latin"))
    }
    #expect(failure?.code == "no-such-quiz")
    #expect(failure?.message == "There is no quiz latin.")
  }
}

/// Keeps the files of exports.
private final class Files {
  private final class File: ByteOutput {
    var bytes: [UInt8] = []
    let isClosed = false
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
    func complete() {}
  }

  private var files: [String: File] = [:]

  func open(_ name: String) -> any ByteOutput {
    let file = File()
    files[name] = file
    return file
  }

  subscript(name: String) -> String { String(decoding: files[name]?.bytes ?? [], as: UTF8.self) }
}

/// Keeps lines of a history, or of a test.
private final class LineSpy: HistoryLineOutput {
  private(set) var lines: [String] = []

  func write(line: borrowing JSONWriter) {
    lines.append(line.withBytes { String(decoding: $0, as: UTF8.self) })
  }
}

/// A program that looks for a word.
private final class Reader: HistoryProbe {
  private let word: String

  init(of word: String) { self.word = word }

  func ask(_ lines: [String]) -> Showing {
    lines.contains { $0.contains(word) } ? .shows : .doesNot
  }
}
