import EventSourcing
import Formatting
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ImportCommandsTests {
  private static func line(_ minute: Int, _ order: String, _ command: String) -> String {
    let time = "2026-01-05T10:0\(minute):00.000000Z"
    return #"{"at":"\#(time)","actor":"amy","order":"\#(order)","command":{"type":\#(command)}}"#
      + "\n"
  }

  private static let noon = Timestamp(microseconds: Story.start.microseconds + 3 * 3_600_000_000)

  private static let cancel = #""cancel-order""#

  /// Imports behind Amy's, Bob's and Chris's story.
  private func run(
    _ text: String, into story: Story, interruptedAfter looks: Int = .max,
    _ change: (inout ImportCommands.Request) -> Void = { _ in },
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> (PresenterSpy<ImportCommands.Response>, Failure?) {
    let spy = PresenterSpy<ImportCommands.Response>()
    var count = 0
    var context = ImportCommands.Context(
      history(text), into: story.engine, clock: { Self.noon })
    context.progress = progress
    context.isInterrupted = {
      count += 1
      return count > looks
    }
    var request = ImportCommands.Request(name: "sent.jsonl")
    change(&request)
    do throws(Failure) {
      try ImportCommands.handle(request, in: context, spy)
      return (spy, nil)
    } catch {
      return (spy, error)
    }
  }

  @Test func `what is accepted, refused, repeated, unchanged or in conflict is counted`() throws {
    let story = try Story.told()
    let text = [
      Self.line(0, "1002", #""pay-order","amount":96,"id":"p-1""#),
      Self.line(1, "1002", #""pay-order","amount":96,"id":"p-1""#),
      Self.line(2, "1002", #""pay-order","amount":97,"id":"p-1""#),
      Self.line(3, "1002", #""cancel-order","expect":9"#),
      Self.line(4, "1002", #""update-order","customer":"bob""#),
      Self.line(5, "1009", Self.cancel),
    ].joined()
    let (spy, failure) = try run(text, into: story)
    let response = try #require(spy.response)
    #expect(failure == nil)
    #expect(response.lines == 6)
    #expect(response.accepted == 1)
    #expect(response.refused == ["order-not-found": 1])
    #expect(response.repeated == 1)
    #expect(response.unchanged == 1)
    #expect(response.conflicts.map(\.line) == [3, 4])
    #expect(response.conflicts.map(\.code) == ["command-id-reused", "revision-conflict"])
    #expect(story.store.end.seq == 11)
  }

  @Test func `a malformed line stops the import; what was before is kept and presented`() throws {
    let story = try Story.told()
    let first = Self.line(0, "1002", Self.cancel)
    let (spy, failure) = try run(first + "nonsense\n", into: story)
    #expect(failure?.kind == .badData)
    #expect(failure?.place == Place(file: "sent.jsonl", line: 2, byte: first.utf8.count, column: 1))
    #expect(spy.response?.accepted == 1)
    #expect(story.store.end.seq == 10)
  }

  @Test func `times may neither go back nor lie ahead`() throws {
    let late = Self.line(5, "1002", Self.cancel)
    let early = Self.line(4, "1001", Self.cancel)
    let (_, backwards) = try run(late + early, into: Story.told())
    #expect(backwards?.place?.line == 2)
    #expect(backwards?.message.contains("before that of the previous line") == true)

    let beforeTheEnd = early.replacing("T10:04", with: "T09:00")
    let (_, first) = try run(beforeTheEnd, into: Story.told())
    #expect(first?.message.contains("before the end of the log") == true)
    #expect(first?.hint?.contains("--resume") == true)

    let ahead = early.replacing("T10:04", with: "T12:01")
    let (_, future) = try run(ahead, into: Story.told())
    #expect(future?.message.contains("in the future") == true)
  }

  @Test func `the hint after a late line is a way to go on`() throws {
    // Given one line that was recorded, and one that wasn't, because it changes nothing.
    let recorded = Self.line(2, "1002", Self.cancel)
    let unrecorded = Self.line(8, "1002", #""update-order","customer":"bob","expect":9"#)
    // A line that is late, but not too late for the log, can be moved.
    let movable = Self.line(5, "1001", Self.cancel)
    let story = try Story.told()
    let (_, sorted) = try run(recorded + unrecorded + movable, into: story)
    #expect(sorted?.hint == "Sort the lines after line 1 by time, then continue with --resume.")
    let (_, done) = try run(recorded + movable + unrecorded, into: story) { $0.resumes = true }
    #expect(done == nil)
    // One that is too late can't.
    let late = Self.line(1, "1009", Self.cancel)
    for resumes in [false, true] {
      let story = try Story.told()
      if resumes { _ = try run(recorded, into: story) }
      let (_, stopped) = try run(recorded + late + movable, into: story) { $0.resumes = resumes }
      #expect(
        stopped?.hint
          == "Older commands can't be added to this log. Take the line out, then continue with --resume."
      )
      let (spy, rest) = try run(recorded + movable, into: story) { $0.resumes = true }
      #expect(rest == nil)
      #expect(spy.response?.skipped == 1)
    }
    // Nothing was recorded: nothing has to be resumed.
    let (_, again) = try run(unrecorded + movable, into: Story.told())
    #expect(again?.hint == "Sort the lines by time, then import the file again.")
    let (_, preview) = try run(recorded + late, into: Story.told()) { $0.isDryRun = true }
    #expect(preview?.hint == "Sort the lines by time, then import the file again.")
    // A file of another name has nothing to resume.
    let (_, renamed) = try run(late.replacing("T10:01", with: "T09:00"), into: Story.told()) {
      $0.resumes = true
    }
    #expect(renamed?.hint?.contains("if the file was renamed, give it its old name") == true)
    // Lines that were sorted after a partial import aren't to be renamed.
    let other = try Story.told()
    _ = try run(recorded + movable, into: other)
    let (_, moved) = try run(movable + recorded, into: other) { $0.resumes = true }
    #expect(moved?.hint?.contains("undo that up to line 2") == true)
  }

  @Test func `a resumed import leaves out what is in the log`() throws {
    let story = try Story.told()
    let text = Self.line(0, "1002", Self.cancel) + Self.line(1, "1009", Self.cancel)
    _ = try run(Self.line(0, "1002", Self.cancel), into: story)
    let (spy, failure) = try run(text, into: story) { $0.resumes = true }
    #expect(failure == nil)
    #expect(spy.response?.skipped == 1)
    #expect(spy.response?.refused == ["order-not-found": 1])
    let (other, _) = try run(text.replacing("T10", with: "T11"), into: story) {
      $0.resumes = true
      $0.name = "other.jsonl"
    }
    #expect(other.response?.skipped == 0)
  }

  @Test func `an import isn't resumed with another file of the same name`() throws {
    let story = try Story.told()
    let text = Self.line(0, "1002", Self.cancel) + Self.line(1, "1009", Self.cancel)
    _ = try run(text, into: story)
    let others = [
      text.replacing("T10:01", with: "T10:02"), text.replacing("1009", with: "1008"),
      text.replacing("amy", with: "bob"), Self.line(0, "1002", Self.cancel),
    ]
    for other in others {
      let (spy, failure) = try run(other, into: story) { $0.resumes = true }
      #expect(failure?.code == "another-import")
      #expect(failure?.place?.line == 2)
      #expect(spy.response?.accepted == 0)
    }
    #expect(story.store.end.seq == 11)
  }

  @Test func `what a full disk didn't take isn't counted as recorded`() throws {
    let store = FullStore(room: 3)
    let engine = try OrderEngine(store, clock: { Self.noon }, salts: { Salt(1, 2) })
    let spy = PresenterSpy<ImportCommands.Response>()
    let lines = (0..<5).map { Self.line($0, "1009", Self.cancel) }
    let context = ImportCommands.Context(
      history(lines.joined()), into: engine, clock: { Self.noon })
    let full = try failure { () throws(Failure) in
      try ImportCommands.handle(.init(name: "sent.jsonl"), in: context, spy)
    }
    #expect(full.kind == .inputOutput)
    #expect(spy.response?.accepted == 0)
    #expect(spy.response?.refused == ["order-not-found": 3])
    #expect(spy.response?.lines == 5)
  }

  /// Four lines have entries, one of them two lines; there is room for three entries.
  private static let moreThanFit = [
    line(0, "1009", cancel), line(1, "1009", cancel + #","id":"c""#),
    line(2, "1009", cancel + #","id":"c""#), line(3, "1009", cancel),
    line(4, "1009", #""deliver-order","id":"c""#), line(5, "1009", cancel + #","id":"d""#),
    line(6, "1009", cancel + #","id":"d""#),
  ]

  private func importMoreThanFits(_ room: Int, _ rejects: RejectsSpy) throws -> (
    failure: Failure, view: RejectsView
  ) {
    let engine = try OrderEngine(
      FullStore(room: room), clock: { Self.noon }, salts: { Salt(1, 2) })
    let view = RejectsView(rejects)
    var context = ImportCommands.Context(
      history(Self.moreThanFit.joined()), into: engine, clock: { Self.noon })
    context.rejects = rejects
    var request = ImportCommands.Request(name: "sent.jsonl")
    request.rejects = "rejects.jsonl"
    return (
      try failure { () throws(Failure) in
        try ImportCommands.handle(request, in: context, view)
      }, view
    )
  }

  @Test(arguments: [true, false])
  func `rejects are what was recorded, and are there when that is said`(_ isWritable: Bool) throws {
    let rejects = RejectsSpy(isWritable)
    let (full, view) = try importMoreThanFits(3, rejects)
    #expect(full.code == "disk-full")
    let response = try #require(view.response)
    #expect(response.refused == ["order-not-found": 3])
    #expect(response.refusals.map(\.line) == [1, 2, 3, 4])
    #expect(response.repeated == 1)
    #expect(response.conflicts.isEmpty)
    #expect(response.recordedThrough == 4)
    #expect(view.wasComplete == isWritable)
    if isWritable { #expect(rejects.text == Self.moreThanFit[..<4].joined()) }
    let undone = ImportCommands.viewModel(of: response, .standard).undone
    #expect(
      undone.first
        == "The lines after line 4 weren't recorded. When the store can be written to again, "
        + "import the file again, with --resume.")
    #expect(
      undone.last?.hasPrefix(
        isWritable
          ? "These lines are in rejects.jsonl."
          : "These lines couldn't be written to rejects.jsonl.") == true)
  }

  @Test func `where nothing was recorded, all is for another try`() throws {
    let view = try importMoreThanFits(0, RejectsSpy(true)).view
    let response = try #require(view.response)
    #expect(response.refused.isEmpty && response.refusals.isEmpty && response.repeated == 0)
    #expect(!view.wasComplete)
    #expect(
      ImportCommands.viewModel(of: response, .standard).undone == [
        "No line was recorded. When the store can be written to again, import the file again."
      ])
  }

  @Test func `an interrupted import says after which line it stopped`() throws {
    let story = try Story.told()
    let lines = (0..<600).map { _ in Self.line(0, "1009", Self.cancel) }
    var progress: [Int] = []
    let (spy, failure) = try run(
      lines.joined(), into: story, interruptedAfter: 1,
      progress: { progress.append($0) })
    #expect(failure?.kind == .interrupted)
    #expect(failure?.message == "Interrupted after line 256.")
    #expect(spy.response?.lines == 256)
    #expect(progress == [0, 256])
    #expect(story.store.end.seq == 9 + 256)
  }

  @Test func `the text counts, and names what conflicts`() throws {
    let display = DisplaySpy<ImportCommands.ViewModel>()
    let presenter = ImportCommands.presenter(on: display)
    var response = ImportCommands.Response()
    response.accepted = 3
    response.refused = ["order-not-paid": 2, "invalid": 1]
    response.conflicts = [.init(line: 7, code: "revision-conflict", message: "No.")]
    response.refusals = [.init(line: 3, code: OrderRefusal.notPaid.code, [])]
    response.isDryRun = true
    presenter.present(response)
    #expect(
      display.viewModel
        == .init(
          lines: [
            "Would record: 3 accepted, 3 refused.", "  refused: invalid 1",
            "  refused: order-not-paid 2", "Not evaluated: 1",
          ],
          undone: [
            "line 3: Refused: order-not-paid.", "line 7: No.",
            "--rejects FILE writes these lines to a file, for another try.",
          ]))
  }

  @Test(arguments: [(10, nil), (11, 1), (5000, 4990)])
  func `of what conflicts, the first ten are named and the rest counted`(
    _ count: Int, _ more: Int?
  ) {
    var response = ImportCommands.Response()
    response.conflicts = (1...count).map { .init(line: $0, code: "c", message: "No.") }
    response.rejects = "rejects.jsonl"
    let undone = ImportCommands.viewModel(of: response, Formatting()).undone
    #expect(undone.prefix(10) == ArraySlice((1...10).map { "line \($0): No." }))
    let rest = more.map { ["\($0) more like these. --json names every line."] } ?? []
    let next =
      "These lines are in rejects.jsonl. Correct them, give them new times and ids, and import that "
      + "file."
    #expect(undone.dropFirst(10) == ArraySlice(rest + [next]))
  }

  @Test func `the JSON has every count`() throws {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<ImportCommands.Response>(display: spy)
    presenter.present(ImportCommands.Response())
    #expect(
      spy.documents == [
        #"{"lines":0,"skipped":0,"accepted":0,"rejected":{},"unchanged":0,"repeated":0,"conflicts":[],"refusals":[]}"#
      ])
  }
}

/// A file of rejects.
private final class RejectsSpy: ByteOutput {
  private let isWritable: Bool
  private(set) var text = ""
  private(set) var isComplete = false
  let isClosed = false

  init(_ isWritable: Bool) { self.isWritable = isWritable }

  func write(_ bytes: [UInt8]) { text += String(decoding: bytes, as: UTF8.self) }

  func complete() throws(Failure) {
    guard isWritable else {
      throw Failure(.inputOutput, code: "io-error", "Can't write it.", hint: "Free some space.")
    }
    isComplete = true
  }
}

/// Looks at the file of rejects when the counts are shown.
private final class RejectsView: Presenter {
  private let rejects: RejectsSpy
  private(set) var response: ImportCommands.Response?
  private(set) var wasComplete = false

  init(_ rejects: RejectsSpy) { self.rejects = rejects }

  func present(_ response: ImportCommands.Response) {
    (self.response, wasComplete) = (response, rejects.isComplete)
  }
}
