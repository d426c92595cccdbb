import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct StepThroughHistoryTests {
  private let spy = PresenterSpy<StepThroughHistory.Response>()

  private func scene(
    _ id: String? = nil, at position: RequestedPosition? = nil, on source: (any EntrySource)? = nil
  ) throws -> StepSession {
    try StepSession(
      .init(id: id, at: position), in: History(source ?? Story.told().store, of: .orders), spy)
  }

  /// The place after each of these commands; 0 at the start.
  private func places(_ commands: String..., in scene: StepSession) throws -> [Int] {
    try commands.map { command in
      #expect(try scene.perform(command))
      return try #require(spy.places.last)
    }
  }

  private func failure(_ command: String, in scene: StepSession) throws -> Failure {
    try ScenesTests.failure { () throws(Failure) in _ = try scene.perform(command) }
  }

  @Test func `it begins at the end, or at a given position`() throws {
    _ = try scene()
    _ = try scene(at: "3")
    _ = try scene(at: "1001@2")
    _ = try scene(at: "start")
    _ = try scene("1002")
    _ = try scene("1002", at: "4")
    _ = try scene(on: MemoryStore())
    #expect(spy.places == [9, 3, 3, 0, 6, 2, 0])
  }

  @Test func `it goes back and forth`() throws {
    let scene = try scene()
    #expect(
      try places("back", "b", "b 3", "next", "n 2", "goto 2", "end", "g -1", in: scene)
        == [8, 7, 4, 5, 7, 2, 9, 8])
    #expect(try places("goto start", "n", "n 100", in: scene) == [0, 1, 9])
    #expect(try failure("n", in: scene).code == "no-more-entries")
    #expect(try places("b 100", in: scene) == [0])
    #expect(try failure("b", in: scene).code == "no-more-entries")
    #expect(try places("g 2026-01-05T09:04Z", in: scene) == [4])
  }

  @Test func `with an order, it knows no others`() throws {
    let scene = try scene("1001")
    #expect(try places("b", "b", "b", "b", "n", in: scene) == [4, 3, 1, 0, 1])
    #expect(try places("g 8", "n", "g start", "until paid > 0", in: scene) == [4, 9, 0, 3])
  }

  @Test func `an empty line repeats the last one`() throws {
    let scene = try scene()
    #expect(try places("", "b", "", "  ", "n 2", "", in: scene) == [9, 8, 7, 6, 8, 9])
  }

  @Test func `it stops where a condition holds`() throws {
    let scene = try scene(at: "start")
    #expect(
      try places(
        "until paid > 0", "u paid > 0", "u paid > 0", "u status == 'deleted'",
        "back-until rejected.code == 'order-has-payments'", "bu paid > 0",
        "bu status == 'placed'", in: scene) == [3, 4, 5, 8, 6, 5, 2])
  }

  @Test func `what never holds, or is none, is a failure that changes nothing`() throws {
    let scene = try scene(at: "5")
    #expect(try failure("until total < 0", in: scene).code == "never-holds")
    #expect(try failure("bu total < 0", in: scene).code == "never-holds")
    #expect(try failure("until totl > 0", in: scene).code == "unknown-field")
    #expect(try failure("goto 77", in: scene).code == "position-beyond-end")
    #expect(try failure("goto nowhere", in: scene).code == "bad-position")
    #expect(try failure("next -1", in: scene).code == "bad-count")
    #expect(try failure("next 99999999999999999999", in: scene).code == "bad-count")
    #expect(try failure("jump", in: scene).code == "unknown-command")
    #expect(try failure("until", in: scene).code == "bad-arguments")
    #expect(try failure("why not", in: scene).code == "bad-arguments")
    #expect(try failure("mark end", in: scene).code == "bad-mark")
    #expect(try failure("mark 7", in: scene).code == "bad-mark")
    #expect(try failure("mark a b", in: scene).code == "bad-mark")
    #expect(try failure("show nothing", in: scene).code == "no-such-field")
    #expect(try places("n", in: scene) == [6])
  }

  @Test func `places can be named`() throws {
    let scene = try scene()
    #expect(try places("b 2", "mark here", "g start", in: scene).last == 0)
    #expect(try places("m begin", "g here", in: scene).last == 7)
    #expect(try places("n", "mark here", "g begin", "g here", in: scene).last == 8)
    _ = try scene.perform("marks")
    #expect(spy.marks == [.init(name: "begin", seq: 0), .init(name: "here", seq: 8)])
  }

  @Test func `what is there to see is that of the place`() throws {
    let scene = try scene(at: "3")
    for command in ["show", "show billing", "s status", "diff", "why"] {
      #expect(try scene.perform(command))
    }
    #expect(spy.order?.id == "1001")
    #expect(spy.order?.order.status == .paid)
    #expect(spy.fields[0].map(\.path).first == "billing.street1")
    #expect(spy.fields[0].count == 5)
    #expect(spy.fields[1].map(\.json) == [#""paid""#])
    #expect(spy.changes?.map(\.path).contains("balance") == true)
    #expect(spy.decision?.item.entry.seq == 3)
    #expect(spy.decision?.checks.contains { $0.facts.contains { $0.origin?.seq == 1 } } == true)
    #expect(try scene.perform("help"))
    #expect(spy.commands == StepCommand.allCases)
    #expect(try !scene.perform("q"))
  }

  @Test func `at the start there is nothing to see`() throws {
    let scene = try scene(at: "start")
    for command in ["show", "diff", "why"] {
      #expect(try failure(command, in: scene).code == "no-entry-here")
    }
  }

  @Test func `entries of the catalogue can be looked at, too`() throws {
    let line =
      #"{"seq":4,"at":"2026-01-05T09:01:00.000000Z","stream":"catalog","rev":1,"actor":"admin","#
      + #""command":{"type":"retire-shipping-method","code":"standard"},"#
      + #""events":[{"type":"shipping-method-retired","code":"standard"}]}"#
    let scene = try scene(on: history(line))
    #expect(try scene.perform("show"))
    #expect(spy.fields.first?.isEmpty == false)
    #expect(try scene.perform("diff"))
    #expect(try scene.perform("why"))
  }

  @Test func `a missing order is reported at once`() throws {
    let story = try Story.told()
    let failure = try ScenesTests.failure { () throws(Failure) in
      _ = try StepSession(.init(id: "77"), in: History(story.store, of: .orders), spy)
    }
    #expect(failure.code == "no-such-order")
  }

  @Test func `as JSON, every answer is an object a line`() throws {
    let documents = DocumentSpy()
    let scene = try StepSession(
      .init(at: "5"), in: History(Story.told().store, of: .orders),
      JSONPresenter(display: documents))
    for command in ["diff", "show balance", "mark a", "g start", "n", "show"] {
      #expect(try scene.perform(command))
    }
    let objects = try documents.documents.map { try JSONValue(parsing: $0) }
    #expect(objects.count == 7)
    #expect(objects[0]["entry"]?["seq"] == .integer(5))
    #expect(objects[1]["changes"] == objects[0]["changes"])
    #expect(documents.documents[2] == #"{"field":"balance","value":1096}"#)
    #expect(documents.documents[3] == #"{"mark":"a","seq":5}"#)
    #expect(documents.documents[4] == #"{"entry":null,"changes":[]}"#)
    #expect(objects[6]["status"] == .string("placed"))
  }
}
