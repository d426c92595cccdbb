import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct ExtractHistoryTests {
  private static let key = Array("thirty-two bytes are long enough".utf8)

  private func extract(
    _ request: ExtractHistory.Request, of source: (any EntrySource)? = nil
  ) throws -> (lines: [String], isFound: Bool, response: ExtractHistory.Response?) {
    let presenter = PresenterSpy<ExtractHistory.Response>()
    let output = HistoryLineSpy()
    let interactor = Interactor<ExtractHistory>(
      source: try source ?? Story.told().store, output: output, presenter: presenter)
    let isFound = try interactor.handle(request)
    return (output.lines, isFound, presenter.response)
  }

  /// The numbers of the entries that are taken.
  private func entries(_ orders: [String] = [], _ range: String? = nil) throws -> [Int64?] {
    var request = ExtractHistory.Request()
    request.ids = orders
    request.range = range
    return try extract(request).lines.map { try JSONValue(parsing: $0)["seq"]?.integer }
  }

  @Test func `orders are taken with all their entries`() throws {
    #expect(try entries(["1002"]) == [2, 5, 6])
    #expect(try entries(["1003", "1002"]) == [2, 5, 6, 7, 8])
    #expect(try entries() == [1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test func `a range takes along what its orders need from before`() throws {
    #expect(try entries(["1001"], "3..") == [1, 3, 4, 9])
    #expect(try entries([], "5..7") == [2, 5, 6, 7])
    // The refusal before the range changes nothing.
    #expect(try entries([], "6..") == [1, 3, 4, 7, 8, 9])
    #expect(try entries(["1002", "1003"], "6..") == [7, 8])
    #expect(try entries([], "..1001@2") == [1, 2, 3])
  }

  @Test func `lines stay as they are`() throws {
    let store = try Story.told().store
    var reader = try EntryReader(store)
    var all: [String] = []
    while let entry = try reader.next() { all.append(String(decoding: entry.bytes, as: UTF8.self)) }
    #expect(try extract(.init(), of: store).lines == all)
    var request = ExtractHistory.Request()
    request.ids = ["1002"]
    // Of what isn't copied, only the version of the rules is missing.
    let lines = try extract(request, of: store).lines
    #expect(Array(lines.dropFirst()) == [all[4], all[5]])
    #expect(lines[0].contains(#""actor":"bob","engine":"\#(Orders.version)","command":"#))
    let bare = { (line: String) in
      line.replacing(#","engine":"\#(Orders.version)""#, with: "").replacing(
        /,"crc":"\w+"/, with: "")
    }
    #expect(bare(lines[0]) == bare(all[1]))
    #expect(lines[0].contains(#""crc""#))
  }

  @Test func `it reports how much was copied`() throws {
    var request = ExtractHistory.Request()
    request.range = "5..7"
    request.file = "bug.jsonl"
    let (_, isFound, response) = try extract(request)
    #expect(isFound)
    #expect(response?.entries == 4)
    #expect(response?.streams == 2)
    let display = DisplaySpy<ExtractHistory.ViewModel>()
    ExtractHistory.presenter(on: display).present(try #require(response))
    #expect(display.viewModel == "Wrote 4 entries of 2 streams to bug.jsonl.")
    let documents = DocumentSpy()
    JSONPresenter<ExtractHistory.Response>(display: documents)
      .present(try #require(response))
    #expect(documents.documents == [#"{"file":"bug.jsonl","entries":4,"streams":2}"#])
  }

  @Test(arguments: [
    (Damage.none, true), (.lastLineLost, false), (.otherRules, false),
  ]) func `a file is read back before it gets its name`(_ damage: Damage, isGood: Bool) throws {
    let output = HistoryLineSpy()
    output.damage = damage.apply
    var request = ExtractHistory.Request()
    (request.ids, request.file) = (["1002"], "bug.jsonl")
    let presenter = PresenterSpy<ExtractHistory.Response>()
    let interactor = Interactor<ExtractHistory>(
      source: try Story.told().store, output: output, presenter: presenter)
    let result = Result { () throws(Failure) in try interactor.handle(request) }
    #expect(output.isComplete == isGood)
    #expect((presenter.response?.isReadBack ?? false) == isGood)
    if case .failure(let failure) = result {
      #expect(failure.code == "not-read-back" && !isGood)
    } else {
      let model = ExtractHistory.viewModel(of: try #require(presenter.response), .standard)
      #expect(model == "Wrote 3 entries of 1 stream to bug.jsonl, and read them back.")
    }
  }

  /// Damage to a file on its way to the disk and back.
  enum Damage: Sendable {
    case none, lastLineLost, otherRules

    func apply(to text: String) -> String {
      switch self {
      case .none: text
      case .lastLineLost: text.split(separator: "\n").dropLast().joined(separator: "\n")
      case .otherRules:
        text.replacing(/,"crc":"\w+"/, with: "").replacing(/"engine":"\d+"/, with: #""engine":"2""#)
      }
    }
  }

  @Test func `missing orders are reported`() throws {
    var request = ExtractHistory.Request()
    request.ids = ["1001", "77"]
    #expect(try failure { () throws(Failure) in try take(request) }.code == "no-such-order")
    request.ids = ["no order"]
    #expect(try failure { () throws(Failure) in try take(request) }.kind == .notFound)
    request.ids = []
    request.range = "5..77"
    #expect(try failure { () throws(Failure) in try take(request) }.code == "position-beyond-end")
    request.range = nil
    request.key = [1, 2, 3]
    #expect(try failure { () throws(Failure) in try take(request) }.code == "short-key")
    request.key = nil
    request.range = "7..3"
    #expect(try failure { () throws(Failure) in try take(request) }.code == "empty-range")
  }

  private func take(_ request: ExtractHistory.Request) throws(Failure) {
    let story: Story
    do { story = try Story.told() } catch { return }
    let interactor = Interactor<ExtractHistory>(
      source: story.store, output: HistoryLineSpy(),
      presenter: PresenterSpy<ExtractHistory.Response>())
    _ = try interactor.handle(request)
  }

  @Test func `nothing personal is left under pseudonyms`() throws {
    var request = ExtractHistory.Request()
    request.key = Self.key
    let text = try extract(request).lines.joined(separator: "\n")
    let personal = [
      "amy", "Amy", "Apple", "bob", "Battery\"},", "chris", "clerk", "duplicate", "111-111-1111",
      "example.com", "Infinite", "Volt", "Cupertino", "Ampere", "95014", "10001", "S-1", "crc",
    ]
    for word in personal { #expect(!text.contains(word), "\(word)") }
    for word in ["DECK-52", "Snail & Co.", "order-has-payments", #""state":"CA""#, "standard"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test func `a history under pseudonyms replays as before, whatever its texts are`() throws {
    let story = try Story()
    let odd = [
      "", " ", "\u{2003}", "x", "a@b", "a@@b", "@", "a@", "@a", "12345", "12345-6789", "1234",
      "+1 (2) 345", "phone 12345", "😀", String(repeating: "9", count: 200),
      String(repeating: "9", count: 201), String(repeating: "a@", count: 100),
      String(repeating: "é", count: 201), "\u{0}\u{1b}[31m", "x\u{301}",
    ]
    for (number, text) in odd.enumerated() {
      var fields = OrderFields.amy
      for path in OddTexts.paths { fields[path] = text }
      try story.asks(text, "odd-\(number)", .create(fields), because: text)
      try story.asks("clerk", "even-\(number)", .create(.amy))
      for (index, path) in OddTexts.paths.enumerated() {
        fields = OrderFields()
        fields[path] = text
        // The second time, nothing changes, or everything is as wrong as before.
        try story.asks("clerk", "even-\(number)", .update(fields), because: "\(index)")
        try story.asks("clerk", "even-\(number)", .update(fields))
      }
    }
    var request = ExtractHistory.Request()
    request.key = Self.key
    let lines = try extract(request, of: story.store).lines
    #expect(lines.count > 400)
    let spy = PresenterSpy<ReplayHistory.Response>()
    let result = try replayed(history(lines.joined(separator: "\n")), spy, ReplayHistory.Request())
    #expect(result == .identical, "\(spy.items.first.debugDescription)")
  }

  /// Two texts of an order, as a condition.
  @Test(arguments: [
    ("customer == contact.email", "amy@example.com"), ("customer == contact.phone", "111-111-1111"),
    ("contact.lastName == shipment.zip", "95014"), ("customer == contact.firstName", "Amy"),
    ("actor == customer", "amy"), ("tracking == contact.phone", "111-111-1111"),
  ]) func `equal texts stay equal, whatever fields they are in`(condition: String, text: String)
    throws
  {
    let story = try Story()
    var fields = OrderFields.amy
    for path in OrderField.recorded where path.isText && condition.contains(path.path) {
      fields[path] = text
    }
    try story.asks(condition.contains("actor") ? text : "bob", "1001", .create(fields))
    try story.asks("bob", "1001", .pay(Payment(amount: 2500)))
    try story.asks("bob", "1001", .ship(Shipping(tracking: "111-111-1111")))
    var request = ExtractHistory.Request()
    request.key = Self.key
    let lines = try extract(request, of: story.store).lines
    for source in [story.store as any EntrySource, history(lines.joined(separator: "\n"))] {
      let finder = Interactor<FindMoments>(
        History(source, of: .orders), presenter: PresenterSpy<FindMoments.Response>())
      #expect(try finder.handle(.init(condition: condition)), "\(lines)")
    }
  }

  @Test func `entries of older versions get pseudonyms in today's form`() throws {
    let line =
      #"{"seq":1,"at":"2026-01-05T09:00:00.000000Z","stream":"order/1","rev":1,"actor":"amy","#
      + #""meta":{"id":"Amy Apple"},"command":{"type":"create-order.0","customer":"amy","#
      + #""shippingMethod":"standard","paymentKind":"cash","items":[],"currency":"USD"},"#
      + #""rejected":{"code":"invalid","fields":[{"field":"items","code":"empty"}]},"#
      + #""personal":{"salt":"00000000000000000000000000000000","contact":{"name":"Amy Apple"},"#
      + #""pet":"Rex"}}"#
    var request = ExtractHistory.Request()
    request.key = Self.key
    let text = try #require(try extract(request, of: history(line)).lines.first)
    #expect(text.contains(#""contact":{"firstName":""#))
    #expect(text.contains(#""meta":{"id":""#))
    for word in ["amy", "Amy", "Rex"] { #expect(!text.contains(word)) }
  }
}

/// Texts of an order that odd things are put into.
private enum OddTexts {
  static var paths: [OrderField] {
    [
      .customer, .firstName, .lastName, .phone, .email,
      .billingStreet1, .billingStreet2, .billingCity, .billingZip, .shipmentStreet1,
      .shipmentCity, .shipmentZip,
    ]
  }
}
