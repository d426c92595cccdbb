import EventSourcing
import Examination
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

@Suite struct CheckInvariantsTests {
  private func check(
    _ source: any EntrySource, _ request: CheckInvariants.Request = .init()
  ) throws -> CheckInvariants.Response {
    let spy = PresenterSpy<CheckInvariants.Response>()
    let isGood = try Interactor<CheckInvariants>(source, presenter: spy).handle(request)
    let response = try #require(spy.response)
    #expect(response.isPositive == isGood)
    return response
  }

  private func broken(_ source: any EntrySource, _ request: CheckInvariants.Request = .init())
    throws -> [String]
  {
    try check(source, request).findings.filter { $0.breach != nil }.map(\.name)
  }

  /// The story as a file, with a text replaced in one line.
  private func story(line: Int = 0, _ old: String = "", _ new: String = "") throws
    -> InMemoryHistory
  {
    var reader = try EntryReader(Story.told().store)
    var lines: [String] = []
    while let entry = try reader.next() {
      lines.append(
        String(decoding: entry.bytes, as: UTF8.self).replacing(/,"crc":"\w+"/, with: ""))
    }
    if line > 0 {
      try #require(lines[line - 1].contains(old), "\(lines[line - 1])")
      lines[line - 1] = lines[line - 1].replacing(old, with: new)
    }
    return history(lines.joined(separator: "\n"))
  }

  @Test func `everything holds in a history decided by the rules`() throws {
    #expect(try broken(Story.told().store) == [])
    #expect(try broken(story()) == [])
    let response = try check(Story.told().store)
    #expect(response.entries == 9)
    #expect(response.findings.count == 9)
  }

  @Test(arguments: [
    (4, "09:04", "08:04", ["time-never-decreases"], 4),
    (4, #""rev":3"#, #""rev":4"#, ["revisions-without-gaps"], 4),
    (6, #""rev":2"#, #""rev":3"#, ["refused-changes-nothing"], 6),
    (
      1, #""total":2500"#, #""total":2400"#,
      [
        "total-is-its-parts", "payments-within-total", "paid-means-nothing-due",
        "shipped-implies-paid",
      ], 1
    ),
    (
      5, #"payment-received","amount":500"#, #"payment-received","amount":5000"#,
      ["payments-within-total"], 5
    ),
    (
      5, #"payment-received","amount":500"#, #"payment-refunded","amount":500"#,
      ["refunds-within-payments"], 5
    ),
    (3, #",{"type":"order-paid"}"#, "", ["paid-means-nothing-due", "legal-status-changes"], 3),
    (9, "order-delivered", "order-cancelled", ["legal-status-changes"], 9),
    (
      3, #"payment-received","amount":2500"#, #"payment-received","amount":2499"#,
      ["paid-means-nothing-due", "shipped-implies-paid"], 3
    ),
  ]) func `what is wrong is found where it shows first`(
    line: Int, old: String, new: String, names: [String], seq: Int
  ) throws {
    let response = try check(story(line: line, old, new))
    let broken = response.findings.filter { $0.breach != nil }
    #expect(broken.map(\.name) == names)
    #expect(broken.first?.breach?.first.seq == seq)
    #expect(broken.allSatisfy { $0.breach?.count == 1 })
    #expect(broken.allSatisfy { $0.breach?.values.isEmpty == false })
  }

  @Test func `a refund after shipping breaks no invariant`() throws {
    let story = try Story.told()
    try story.asks("clerk", "1001", .refund(amount: 500))
    try story.asks("amy", "1001", .pay(Payment(amount: 200)))
    #expect(try broken(story.store) == [])
  }

  @Test func `custom invariants are evaluated for orders that exist`() throws {
    let story = try Story.told()
    try story.asks("amy", "1009", .ship())
    let request = CheckInvariants.Request(
      invariants: ["small = total <= 25.00", "named=customer != ''"],
      files: [.init(name: "rules", lines: ["# Ours", "", "  known=status != 'returned'  "])])
    let response = try check(story.store, request)
    #expect(response.findings.suffix(3).map(\.name) == ["known", "small", "named"])
    #expect(response.findings.filter { $0.breach != nil }.map(\.name) == ["small"])
    let breach = try #require(response.findings.first { $0.name == "small" }?.breach)
    #expect(breach.first.seq == 7)
    #expect(breach.first.stream == "order/1003")
    #expect(breach.values.map(\.name) == ["total"])
    #expect(breach.values.map(\.value) == [FormulaValue(.integer(129_900), in: "EUR")])
  }

  @Test(arguments: [
    (
      "owing = balance == 0", "broken in 3 streams, at the end in 2",
      ["balance = 25.00 USD", "held again after entry @3, revision 2, 2026-01-05 09:03:00 UTC"]
    ),
    (
      "unpaid = sum(items, quantity * unitPrice) - paid != 25.00", "broken in 1 stream, healed",
      [
        "sum(items, quantity * unitPrice) = 25.00 USD", "paid = 0.00 USD",
        "held again after entry @3, revision 2, 2026-01-05 09:03:00 UTC",
      ]
    ),
    (
      "few = sum(items, quantity) < 3 and len(items) < 9", "broken in 1 stream",
      ["sum(items, quantity) = 4", "len(items) = 1", "never held again there"]
    ),
  ]) func `amounts read as elsewhere, and where a violation healed is said`(
    invariant: String, verdict: String, details: [String]
  ) throws {
    let response = try check(Story.told().store, .init(invariants: [invariant]))
    let line = try #require(CheckInvariants.viewModel(of: response, .standard).lines.last)
    #expect(line.verdict == verdict)
    #expect(Array(line.details.dropFirst(2)) == details)
  }

  @Test func `programs learn where a violation healed`() throws {
    let response = try check(Story.told().store, .init(invariants: ["owing = balance == 0"]))
    var writer = JSONWriter()
    writer.object { response.writeMembers(to: &$0) }
    let json = try JSONValue(writer.storage(), in: 0..<writer.count, profile: .anyOrder)
    let owing = try #require(json["invariants"]?.array?.last)
    #expect(owing["streamsAtEnd"] == .integer(2))
    #expect(owing["healed"]?["seq"] == .integer(3))
  }

  @Test func `up to a moment`() throws {
    let request = CheckInvariants.Request(invariants: ["small=total <= 25.00"], at: "6")
    #expect(try broken(Story.told().store, request) == [])
  }

  @Test(arguments: [
    ("total > 0", "bad-invariant", 1), ("=total > 0", "bad-invariant", 1),
    ("  a b=total > 0", "bad-invariant", 3),
    ("\tlegal-status-changes=total > 0", "bad-invariant", 2),
    ("time-never-decreases=true", "bad-invariant", 1), ("x=", "condition-syntax", 3),
    ("x=totl > 0", "unknown-field", 3), ("x==1", "condition-syntax", 3),
    ("  x = total", "wrong-type", 7), ("x = customer == 'é' or paid > 5", "wrong-type", 31),
  ])
  func `an invariant that can't be read is refused, at its place`(
    line: String, code: String, column: Int
  ) throws {
    let typed = try failure(of: .init(invariants: [line]))
    #expect(typed.kind == .usage)
    #expect(typed.code == code)
    let read = try failure(
      of: .init(files: [.init(name: "rules", lines: ["# é", "ok=true", line])]))
    #expect(read.kind == .badData)
    #expect(read.place?.description == "rules:3:\(column)")
    #expect(
      read.place?.byte == 13
        + line.unicodeScalars.prefix(column - 1).reduce(0) { $0 + $1.utf8.count })
  }

  @Test func `an amount that an order's currency doesn't have has its place, too`() throws {
    let story = try Story()
    var yen = OrderFields.bob
    yen[.currency] = "JPY"
    try story.asks("bob", "1001", .create(yen))
    let failure = try ScenesTests.failure { () throws(Failure) in
      let interactor = Interactor<CheckInvariants>(
        story.store, presenter: PresenterSpy<CheckInvariants.Response>())
      _ = try interactor.handle(
        .init(files: [.init(name: "rules", lines: ["ok=true", "dear = total > 0.99"])]))
    }
    #expect(failure.place == Place(file: "rules", line: 2, byte: 23, column: 16))
  }

  @Test func `two of a name are refused`() throws {
    #expect(try failure(of: .init(invariants: ["x=true", "x=true"])).code == "bad-invariant")
  }

  private func failure(of request: CheckInvariants.Request) throws -> Failure {
    try ScenesTests.failure { () throws(Failure) in
      let interactor = Interactor<CheckInvariants>(
        MemoryStore(), presenter: PresenterSpy<CheckInvariants.Response>())
      _ = try interactor.handle(request)
    }
  }

  @Test func `the text names the first witness`() throws {
    let display = DisplaySpy<CheckInvariants.ViewModel>()
    let interactor = Interactor<CheckInvariants>(
      try Story.told().store,
      presenter: CheckInvariants.presenter(on: display))
    _ = try interactor.handle(.init())
    #expect(display.viewModel?.summary == "9 entries: all 9 invariants hold.")
    _ = try interactor.handle(.init(invariants: ["small=total <= 25.00"]))
    let line = try #require(display.viewModel?.lines.last)
    #expect(line.verdict == "broken in 1 stream")
    #expect(
      line.details == [
        "first at entry @7 of order 1003, revision 1, 2026-01-05 09:07:00 UTC",
        "must hold: total <= 25.00", "total = 1299.00 EUR", "never held again there",
      ])
    #expect(display.viewModel?.summary == "9 entries: 1 of 10 invariants broken.")
  }

  @Test func `the JSON says the same`() throws {
    let spy = DocumentSpy()
    let interactor = Interactor<CheckInvariants>(
      try Story.told().store,
      presenter: JSONPresenter<CheckInvariants.Response>(display: spy))
    _ = try interactor.handle(.init(invariants: ["small=total <= 25.00"]))
    let document = try JSONValue(parsing: try #require(spy.documents.first))
    #expect(document["ok"] == .boolean(false))
    #expect(
      spy.documents.first?.hasSuffix(
        #"{"name":"small","rule":"total <= 25.00","ok":false,"streams":1,"streamsAtEnd":1,"first":{"seq":7,"#
          + #""at":"2026-01-05T09:07:00.000000Z","order":"1003","rev":1,"#
          + #""values":{"total":129900}}}]}"#) == true)
  }
}
