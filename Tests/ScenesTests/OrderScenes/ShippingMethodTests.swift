import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ShippingMethodTests {
  private let story: Story
  private let presenter = PresenterSpy<ShippingMethodOutcome>()

  init() throws { story = try Story() }

  private func add(
    _ code: String, _ name: String, _ request: ChangeRequest = ChangeRequest(actor: "clerk")
  ) throws -> Bool {
    try Interactor<AddShippingMethod>(story.engine, presenter: presenter)
      .handle(.init(code, name, change: request))
  }

  private func retire(
    _ code: String, _ request: ChangeRequest = ChangeRequest(actor: "clerk")
  ) throws -> Bool {
    try Interactor<RetireShippingMethod>(story.engine, presenter: presenter)
      .handle(.init(code, change: request))
  }

  private func list(at position: RequestedPosition? = nil) throws -> ListShippingMethods.Response {
    let spy = PresenterSpy<ListShippingMethods.Response>()
    try Interactor<ListShippingMethods>(History(story.store, of: .orders), presenter: spy)
      .handle(position)
    return try #require(spy.response)
  }

  @Test func `a new store offers three methods, and its log is empty`() throws {
    #expect(try list().methods.map(\.code) == ["standard", "one-day", "two-day"])
    #expect(story.store.end.seq == 0)
  }

  @Test func `methods are added and retired, and the past stays`() throws {
    #expect(try add("drone", "Drone Delivery"))
    #expect(try retire("two-day"))
    #expect(try list().methods.map(\.code) == ["standard", "one-day", "two-day", "drone"])
    #expect(try list().methods.map(\.isRetired) == [false, false, true, false])
    #expect(try list(at: "1").methods.allSatisfy { !$0.isRetired })
    #expect(try list(at: "start").methods.count == 3)
    #expect(presenter.responses.map(\.rev) == [1, 2])
    #expect(presenter.responses.map(\.method?.code) == ["drone", "two-day"])
  }

  @Test func `a dry run records nothing, a repeated id nothing more, another revision is refused`()
    throws
  {
    var request = ChangeRequest(actor: "clerk")
    request.isDryRun = true
    #expect(try add("drone", "Drone Delivery", request))
    #expect(presenter.responses.last?.method?.name == "Drone Delivery")
    #expect(story.store.end.seq == 0)
    request.isDryRun = false
    request.commandID = "m-1"
    request.expect = 0
    for _ in 1...2 { #expect(try add("drone", "Drone Delivery", request)) }
    #expect(presenter.responses.map(\.isRepeated) == [false, false, true])
    #expect(story.store.end.seq == 1)
    request.commandID = nil
    let failure = try #require(throws: Failure.self) { try retire("drone", request) }
    #expect(failure.revisions == .init(expected: 0, actual: 1))
  }

  /// The requests, and their messages.
  static let refusals: [(code: String, isNew: Bool, message: String)] = [
    ("standard", true, "There is already a shipping method standard."),
    ("two-day", true, "There was a shipping method two-day before."),
    ("two-day", false, "The shipping method two-day is already retired."),
    ("nix", false, "There is no shipping method nix."),
    ("", true, "2 fields are wrong."),
    ("", false, "1 field is wrong."),
  ]

  @Test func `a refusal is recorded and has a hint`() throws {
    #expect(try retire("two-day"))
    let display = DisplaySpy<OutcomeViewModel>()
    let json = DocumentSpy()
    for (index, row) in Self.refusals.enumerated() {
      #expect(try !(row.isNew ? add(row.code, row.code.isEmpty ? " " : "X") : retire(row.code)))
      let response = try #require(presenter.responses.last)
      if row.isNew {
        AddShippingMethod.presenter(on: display).present(response)
      } else {
        RetireShippingMethod.presenter(on: display).present(response)
      }
      JSONPresenter<ShippingMethodOutcome>(display: json).present(response)
      #expect(
        display.refusals.last?.message == row.message + " The refusal is entry \(index + 2).")
      #expect(display.refusals.last?.hint?.isEmpty == false)
    }
    #expect(display.refusals == json.refusals)
    #expect(
      display.refusals.map(\.code) == [
        "method-exists", "method-exists", "method-not-found", "method-not-found", "invalid",
        "invalid",
      ])
    #expect(
      display.refusals[4].fields.map { "\($0.field) \($0.message)" } == [
        "code is missing", "name is missing",
      ])
  }

  @Test func `the wording for an added and a retired one`() throws {
    _ = try add("drone", "Drone Delivery")
    _ = try retire("two-day")
    let display = DisplaySpy<OutcomeViewModel>()
    AddShippingMethod.presenter(on: display).present(
      presenter.responses[0])
    RetireShippingMethod.presenter(on: display).present(
      presenter.responses[1])
    #expect(
      display.viewModels == [
        .init(
          id: "", headline: "Shipping method drone (Drone Delivery) is now offered.",
          record: "Entry 1, revision 1."),
        .init(
          id: "", headline: "Shipping method two-day is retired; orders that have it keep it.",
          record: "Entry 2, revision 2."),
      ])
    let json = DocumentSpy()
    JSONPresenter<ShippingMethodOutcome>(display: json).present(presenter.responses[1])
    #expect(
      json.documents == [
        #"{"outcome":"accepted","seq":2,"rev":2,"at":"2026-01-05T09:02:00.000000Z","#
          + #""events":["shipping-method-retired"],"#
          + #""method":{"code":"two-day","name":"Two-Day Shipping","retired":true}}"#
      ])
  }

  @Test func `the list as text and as JSON`() throws {
    _ = try retire("two-day")
    let display = DisplaySpy<ListShippingMethods.ViewModel>()
    let presenter = ListShippingMethods.presenter(on: display)
    presenter.present(try list(at: "start"))
    #expect(display.viewModel?.summary == "3 offered.")
    presenter.present(try list())
    #expect(display.viewModel?.summary == "2 offered, 1 retired.")
    #expect(
      display.viewModel?.rows == [
        ["standard", "Standard Shipping", ""], ["one-day", "One-Day Shipping", ""],
        ["two-day", "Two-Day Shipping", "retired"],
      ])
    let json = DocumentSpy()
    JSONPresenter<ListShippingMethods.Response>(display: json).present(try list())
    #expect(json.notes.isEmpty)
    #expect(
      json.documents == [
        #"{"code":"standard","name":"Standard Shipping","retired":false}"#,
        #"{"code":"one-day","name":"One-Day Shipping","retired":false}"#,
        #"{"code":"two-day","name":"Two-Day Shipping","retired":true}"#,
      ])
  }
}
