import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Promises of every scene that changes an order.
@Suite struct ChangingOrdersTests {
  private func request(_ id: String = "1001") -> ChangeRequest {
    ChangeRequest(id: id, actor: "clerk")
  }

  private func entries(of story: Story) throws -> [String] {
    let spy = DocumentSpy()
    let presenter = JSONPresenter<ShowLog.Response>(display: spy)
    try Interactor<ShowLog>(History(story.store, of: .orders), presenter: presenter)
      .handle(ShowLog.Request())
    return spy.documents
  }

  @Test(arguments: OrderScene.all) func `an accepted command is recorded`(_ scene: OrderScene)
    throws
  {
    let story = try Story.before(scene)
    var request = request()
    request.reason = "asked by phone"
    request.commandID = "c-1"
    request.expect = scene.given.count
    let (isDone, change) = try story.ask(scene, request)
    #expect(isDone)
    #expect(change?.id == "1001")
    #expect(change?.seq == scene.given.count + 1)
    #expect(change?.rev == scene.given.count + 1)
    #expect(change?.order?.status == scene.status)
    let entry = try JSONValue(parsing: #require(try entries(of: story).last))
    #expect(entry["actor"]?.string == "clerk")
    #expect(entry["command"]?["type"]?.string == scene.description)
    #expect(entry["command"]?["reason"]?.string == "asked by phone")
    #expect(entry["command"]?["id"]?.string == "c-1")
  }

  @Test(arguments: OrderScene.all) func `a refused command is recorded, too`(_ scene: OrderScene)
    throws
  {
    let story = try Story()
    let (isDone, change) = try story.ask(scene, request())
    #expect(!isDone)
    guard case .refused(.notFound)? = change?.result else {
      return #expect(Bool(false), "\(String(describing: change))")
    }
    #expect(change?.seq == 1)
    #expect(change?.rev == 0)
    #expect(try entries(of: story).count == 1)
  }

  @Test(arguments: OrderScene.all) func `a dry run reports the same and records nothing`(
    _ scene: OrderScene
  ) throws {
    let story = try Story.before(scene)
    var request = request()
    request.isDryRun = true
    let (isDone, change) = try story.ask(scene, request)
    #expect(isDone)
    #expect(change?.isDryRun == true)
    #expect(change?.seq == 0)
    #expect(change?.order?.status == scene.status)
    #expect(try entries(of: story).count == scene.given.count)
    #expect(try story.ask(scene, self.request()).change?.order?.status == scene.status)
  }

  @Test(arguments: OrderScene.all, [true, false])
  func `repeated with the same id, it is executed once`(_ scene: OrderScene, isDryRun: Bool) throws
  {
    let story = try Story.before(scene)
    var request = request()
    request.commandID = "c-1"
    let first = try #require(try story.ask(scene, request).change)
    request.isDryRun = isDryRun
    // A revision that has passed since is none of the first outcome's business.
    request.expect = scene.given.count
    let (isDone, change) = try story.ask(scene, request)
    #expect(isDone)
    #expect(change?.isRepeated == true)
    #expect(change?.seq == first.seq)
    #expect(change?.rev == first.rev)
    #expect(change?.order == first.order)
    #expect(try entries(of: story).count == scene.given.count + 1)
  }

  @Test(arguments: OrderScene.all)
  func `a revision that isn't there is a conflict`(_ scene: OrderScene) throws {
    let story = try Story.before(scene)
    var request = request()
    request.expect = 7
    let failure = try #require(throws: Failure.self) { try story.ask(scene, request) }
    #expect(failure.kind == .tryAgain)
    #expect(failure.code == "revision-conflict")
    #expect(failure.revisions == .init(expected: 7, actual: scene.given.count))
    #expect(try entries(of: story).count == scene.given.count)
  }

  @Test(arguments: OrderScene.all)
  func `a malformed id is distinguished from a missing order`(_ scene: OrderScene) throws {
    for id in ["", "../1001", "10 01", "end", String(repeating: "1", count: 65)] {
      let story = try Story.before(scene)
      let failure = try #require(throws: Failure.self) { try story.ask(scene, request(id)) }
      #expect(failure.kind == .usage)
      #expect(failure.code == "malformed-id")
      #expect(failure.message.contains("A-Z a-z 0-9 . _ -"))
    }
  }

  @Test(arguments: OrderScene.all) func `an empty reason is none`(_ scene: OrderScene) throws {
    let story = try Story.before(scene)
    var request = request()
    request.reason = ""
    #expect(try story.ask(scene, request).isDone)
    #expect(try entries(of: story).last?.contains("reason") == false)
  }

  @Test(arguments: OrderScene.all)
  func `actor, reason and id are checked like other fields`(_ scene: OrderScene) throws {
    let story = try Story.before(scene)
    var request = ChangeRequest(id: "1001", actor: " ")
    request.commandID = ""
    request.reason = String(repeating: "x", count: 201)
    let (isDone, change) = try story.ask(scene, request)
    #expect(!isDone)
    guard case .refused(let refusal)? = change?.result else { return #expect(Bool(false)) }
    #expect(
      refusal.fields == [
        InvalidField(field: "actor", code: "blank"), InvalidField(field: "id", code: "blank"),
        InvalidField(field: "reason", code: "too-long"),
      ])
  }

  @Test(arguments: OrderScene.all) func `the wording`(_ scene: OrderScene) throws {
    let story = try Story.before(scene)
    let display = DisplaySpy<OutcomeViewModel>()
    let json = DocumentSpy()
    var request = request()
    func ask() throws {
      let change = try #require(try story.ask(scene, request).change)
      scene.show(change, display)
      JSONPresenter<OrderOutcome>(display: json).present(change)
    }
    request.isDryRun = true
    try ask()
    request.isDryRun = false
    request.commandID = "c-1"
    try ask()
    try ask()
    let number = scene.given.count + 1
    #expect(
      display.viewModels == [
        .init(
          id: "1001", headline: "Dry run: \(scene.headline)", record: "Nothing was recorded."),
        .init(
          id: "1001", headline: scene.headline, record: "Entry \(number), revision \(number)."),
        .init(
          id: "1001", headline: scene.headline,
          record: "Executed before with the same id: entry \(number), revision \(number)."),
      ])
    let documents = try json.documents.map { try JSONValue(parsing: $0) }
    #expect(documents.map { $0["outcome"]?.string } == ["accepted", "accepted", "accepted"])
    #expect(documents.map { $0["seq"]?.integer } == [0, Int64(number), Int64(number)])
    #expect(documents.map { $0["dryRun"] != nil } == [true, false, false])
    #expect(documents.map { $0["repeated"] != nil } == [false, false, true])
    for document in documents {
      #expect(document["order"]?["status"]?.string == scene.status.rawValue)
      #expect(document["order"]?["rev"]?.integer == Int64(number))
    }
    #expect(display.refusals.isEmpty && json.refusals.isEmpty)
  }

  @Test(arguments: OrderScene.all) func `how it is refused`(_ scene: OrderScene) throws {
    let story = try Story()
    let display = DisplaySpy<OutcomeViewModel>()
    let json = DocumentSpy()
    var request = request("7")
    request.commandID = "c-1"
    for isDryRun in [true, false, false] {
      request.isDryRun = isDryRun
      let change = try #require(try story.ask(scene, request).change)
      scene.show(change, display)
      JSONPresenter<OrderOutcome>(display: json).present(change)
    }
    #expect(
      display.refusals.map(\.message) == [
        "There is no order 7. Nothing was recorded.",
        "There is no order 7. The refusal is entry 1.",
        "There is no order 7. It was refused before with the same id, in entry 1.",
      ])
    #expect(display.refusals == json.refusals)
    #expect(display.refusals.allSatisfy { $0.code == "order-not-found" && $0.fields.isEmpty })
    #expect(display.viewModels.isEmpty && json.documents.isEmpty)
  }
}
