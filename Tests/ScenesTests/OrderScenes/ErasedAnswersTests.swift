import EventSourcing
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Where an entry's personal data was erased, no answer passes off an older value as the current one.
@Suite struct ErasedAnswersTests {
  private let source: InMemoryHistory
  private var past: History { History(source, of: .orders) }
  private let note = "The personal data of entry 2 was erased: what it changed isn't shown."

  init() throws {
    let story = try Story()
    var fields = OrderFields()
    fields[.email] = "amy@apple.example"
    try story.asks("amy", "1001", .create(.amy))
    try story.asks("amy", "1001", .update(fields))
    try story.asks("bob", "1002", .create(.bob))
    var lines = try story.lines()
    let hash = "sha256:" + String(repeating: "0", count: 64)
    lines[1].replace(/"personal":\{.*\}\}/, with: #""personal":"\#(hash)"}"#)
    source = history(lines.joined(separator: "\n"))
  }

  /// The documents for programs, and the notes for people and programs.
  private func documents<S: Interaction>(_ scene: S.Type, _ request: S.Request, in past: S.Context)
    throws -> DocumentSpy where S.Response: SceneResponse
  {
    let spy = DocumentSpy()
    try Interactor<S>(past, presenter: JSONPresenter<S.Response>(display: spy)).handle(request)
    return spy
  }

  private func texts<S: Interaction>(_ scene: S.Type, _ request: S.Request, in past: S.Context)
    throws -> DisplaySpy<S.ViewModel> where S: Scene
  {
    let spy = DisplaySpy<S.ViewModel>()
    try Interactor<S>(past, presenter: S.presenter(on: spy)).handle(request)
    return spy
  }

  @Test func `an order that is shown says what was erased`() throws {
    let request = ShowOrder.Request(id: "1001")
    let text = try texts(ShowOrder.self, request, in: past)
    #expect(text.viewModel?.facts.last == note)
    let json = try documents(ShowOrder.self, request, in: past)
    #expect(json.documents.last?.hasSuffix(#","erased":[2]}"#) == true)
    let before = try documents(ShowOrder.self, .init(id: "1001", at: "1"), in: past)
    #expect(before.documents.last?.contains("erased") == false)
  }

  @Test func `a list says it of the orders in it`() throws {
    let all = try texts(ListOrders.self, .init(), in: past).viewModel
    #expect(all?.summary == "2 orders. " + note)
    var request = ListOrders.Request()
    request.customer = "bob"
    #expect(try texts(ListOrders.self, request, in: past).viewModel?.summary == "1 order.")
  }

  @Test func `blame names the erased entries that may have set a field`() throws {
    let request = BlameFields.Request(id: "1001")
    let text = try texts(BlameFields.self, request, in: past)
    let table = try #require(text.viewModel)
    let commands = Dictionary(
      uniqueKeysWithValues: zip(table.texts("FIELD"), table.texts("COMMAND")))
    #expect(commands["contact.email"] == "create-order, or erased @2")
    #expect(commands["customer"] == "create-order")
    #expect(text.notes == [note])
    let json = try documents(BlameFields.self, request, in: past).documents
    #expect(json.filter { $0.hasSuffix(#","erased":[2]}"#) }.count == 14)
  }

  @Test func `a difference that was erased is one`() throws {
    var request = CompareStates.Request()
    (request.from, request.to) = ("1", "2")
    let context = CompareStates.Context(past)
    let text = try texts(CompareStates.self, request, in: context).viewModels.first
    guard case .section(let section) = text else { throw Failure(.usage, code: "", "", hint: nil) }
    #expect(section.title == "order 1001: personal data erased")
    let json = try documents(CompareStates.self, request, in: context).documents
    #expect(json.first?.hasSuffix(#","erased":[2]}"#) == true)
  }

  @Test func `what is added and lacks personal data says so`() throws {
    var request = CompareStates.Request()
    (request.from, request.to) = ("start", "2")
    let text = try texts(CompareStates.self, request, in: CompareStates.Context(past)).viewModels
      .first
    guard case .section(let section) = text else { throw Failure(.usage, code: "", "", hint: nil) }
    #expect(section.title.hasSuffix(", personal data erased"))
  }

  @Test func `changes in full say what they can't show`() throws {
    var request = ShowLog.Request()
    request.showsChanges = true
    #expect(try texts(ShowLog.self, request, in: past).notes == [note])
  }

  @Test(arguments: [("contact", true), ("contact.email", true), ("customer", false)])
  func `a search for changes of a personal field says what it can't see`(
    field: String, isPersonal: Bool
  ) throws {
    for (isReversed, limit) in [(false, Int?.none), (true, nil), (false, 1)] {
      var request = ShowLog.Request()
      (request.field, request.isReversed, request.limit) = (field, isReversed, limit)
      #expect(try texts(ShowLog.self, request, in: past).notes == (isPersonal ? [note] : []))
    }
  }

  @Test(arguments: [(#"contact.email == "a@b""#, true), ("total > 0.05", false)])
  func `so do a condition and a formula`(text: String, isPersonal: Bool) throws {
    let notes = isPersonal ? [note] : []
    #expect(try texts(FindMoments.self, .init(condition: text), in: past).notes == notes)
    #expect(try texts(WatchFormulas.self, .init(formulas: [text]), in: past).notes == notes)
    let check = CheckInvariants.Request(invariants: ["own=\(text)"])
    #expect(try texts(CheckInvariants.self, check, in: past).notes == notes)
    let json = try documents(CheckInvariants.self, check, in: past).documents
    #expect(json.first?.hasSuffix(#","erased":[2]}"#) == isPersonal)
    let other = FindMoments.Request(condition: text, id: "1002")
    #expect(try texts(FindMoments.self, other, in: past).notes == [])
  }
}
