import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// The scenes that take an amount as people type it: payments and refunds.
@Suite struct AmountTests {
  private func pay(
    _ amount: String, of id: String, in story: Story, dryRun isDryRun: Bool = false
  ) throws -> OrderOutcome {
    let spy = PresenterSpy<OrderOutcome>()
    var request = PayOrder.Request(change: .init(id: id, actor: "amy"), amount: amount)
    request.change.isDryRun = isDryRun
    _ = try Interactor<PayOrder>(story.engine, presenter: spy).handle(request)
    return try #require(spy.responses.last)
  }

  private func refund(_ amount: String?, of id: String, in story: Story) throws -> OrderOutcome {
    let spy = PresenterSpy<OrderOutcome>()
    _ = try Interactor<RefundOrder>(story.engine, presenter: spy)
      .handle(.init(change: ChangeRequest(id: id, actor: "clerk"), amount: amount))
    return try #require(spy.responses.last)
  }

  private func headline(of change: OrderOutcome) -> String? {
    let spy = DisplaySpy<OutcomeViewModel>()
    PayOrder.presenter(on: spy).present(change)
    return spy.viewModels.first?.headline
  }

  private func fields(of change: OrderOutcome) -> [InvalidField]? {
    guard case .refused(.invalid(let fields)) = change.result else { return nil }
    return fields
  }

  @Test func `amounts have the decimals of the order's currency`() throws {
    let story = try Story()
    var yen = OrderFields.bob
    yen[.currency] = "JPY"
    var dinar = OrderFields.bob
    dinar[.currency] = "KWD"
    try story.asks("bob", "1001", .create(.bob))
    try story.asks("bob", "1002", .create(yen))
    try story.asks("bob", "1003", .create(dinar))
    #expect(try pay("15.9", of: "1001", in: story).order?.balance == 6)
    #expect(try pay("1590", of: "1002", in: story).order?.balance == 6)
    #expect(try pay("1.59", of: "1003", in: story).order?.balance == 6)
    #expect(fields(of: try pay("0.001", of: "1001", in: story))?.map(\.field) == ["amount"])
    #expect(fields(of: try pay("1.0", of: "1002", in: story))?.map(\.field) == ["amount"])
    #expect(
      headline(of: try pay("0.006", of: "1003", in: story))
        == "Order 1003: received 0.006 KWD, paid in full.")
  }

  @Test(arguments: [
    "", " ", "x", "1,500", "1.", ".5", "1e3", "+1", "12.999", "9223372036854775808", "0x10", "١",
    "1 000",
  ])
  func `an invalid amount is reported with all other errors`(_ amount: String) throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let spy = PresenterSpy<OrderOutcome>()
    var request = PayOrder.Request(change: .init(id: "1001", actor: ""), amount: amount)
    request.method = String(repeating: "m", count: 201)
    #expect(try !Interactor<PayOrder>(story.engine, presenter: spy).handle(request))
    let change = try #require(spy.responses.last)
    let code = amount.contains { $0 != " " } ? "malformed" : "blank"
    #expect(
      fields(of: change) == [
        InvalidField(field: "actor", code: "blank"),
        InvalidField(field: "amount", code: code),
        InvalidField(field: "method", code: "too-long"),
      ])
    #expect(change.seq == 0)
    #expect(change.rev == 1)
    #expect(story.store.end.seq == 1)
    #expect(fields(of: try refund(amount, of: "1001", in: story))?.map(\.code) == [code])
  }

  @Test(arguments: ["0", "-1", "10000000000.01", "92233720368547758.07"])
  func `an amount out of range is the rules' matter`(_ amount: String) throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let change = try pay(amount, of: "1001", in: story)
    #expect(fields(of: change) == [InvalidField(field: "amount", code: "out-of-range")])
    #expect(change.seq == 2)
    #expect(
      fields(of: try refund(amount, of: "1001", in: story))?.map(\.code) == ["out-of-range"])
  }

  @Test func `a problem doesn't hide that there is no such order`() throws {
    let story = try Story()
    let change = try pay("x", of: "1001", in: story)
    guard case .refused(.notFound) = change.result else { return #expect(Bool(false)) }
    #expect(change.seq == 0)
  }

  @Test func `payments add up, refunds take away`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let texts = try [
      headline(of: pay("5", of: "1001", in: story)),
      headline(of: pay("20", of: "1001", in: story, dryRun: true)),
      headline(of: pay("20", of: "1001", in: story)),
    ]
    #expect(
      texts == [
        "Order 1001: received 5.00 USD, 20.00 USD left to pay.",
        "Dry run: Order 1001: received 20.00 USD, paid in full.",
        "Order 1001: received 20.00 USD, paid in full.",
      ])
    let spy = DisplaySpy<OutcomeViewModel>()
    let presenter = RefundOrder.presenter(on: spy)
    presenter.present(try refund("24.99", of: "1001", in: story))
    presenter.present(try refund("0.02", of: "1001", in: story))
    presenter.present(try refund("0.01", of: "1001", in: story))
    #expect(
      spy.viewModels.map(\.headline) == [
        "Order 1001: refunded 24.99 USD, 0.01 USD of payments remain; 24.99 USD is due again.",
        "Order 1001: refunded 0.01 USD, no payments remain; 25.00 USD is due again.",
      ])
    #expect(
      spy.refusals.map(\.message) == [
        "The amount exceeds what can be refunded, 0.01 USD. The refusal is entry 5."
      ])
  }

  private func announcement(in story: Story) throws -> String? {
    try RefundOrder.announcement(
      of: .init(change: ChangeRequest(id: "1001", actor: "clerk")), with: story.engine, .standard)
  }

  @Test func `without an amount, what was overpaid is refunded`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    _ = try pay("25", of: "1001", in: story)
    var form = OrderForm()
    form.items = [OrderForm.Item(typed: "A:1:20")]
    #expect(try story.edit("1001", form).isDone)
    #expect(
      try announcement(in: story) == "Order 1001: refunding 5.00 USD, which is what was overpaid.")
    let refunded = try refund(nil, of: "1001", in: story)
    #expect(refunded.order?.refunded == 500 && refunded.order?.status == .paid)
  }

  static let endings: [[OrderCommand]] = [
    [.cancel], [.ship(Shipping(carrier: nil, tracking: nil)), .deliver, .return],
  ]

  @Test(arguments: endings) func `without an amount, all is refunded of an order that is off`(
    _ ending: [OrderCommand]
  ) throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    _ = try pay("25", of: "1001", in: story)
    for command in ending { try story.asks("amy", "1001", command) }
    if ending.count == 1 { _ = try refund("10", of: "1001", in: story) }
    let rest = ending.count == 1 ? 15 : 25
    #expect(
      try announcement(in: story)
        == "Order 1001: refunding \(rest).00 USD, which is all that remains of its payments.")
    #expect(try refund(nil, of: "1001", in: story).order?.refunded == 2500)
    let failure = try #require(throws: Failure.self) { try refund(nil, of: "1001", in: story) }
    #expect(failure.kind == .negative && failure.code == "nothing-to-refund")
  }

  @Test func `without an amount, an order that goes on is only refunded what was overpaid`() throws
  {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let nothing = try #require(throws: Failure.self) { try refund(nil, of: "1001", in: story) }
    #expect(nothing.code == "nothing-to-refund")
    _ = try pay("25", of: "1001", in: story)
    let failure = try #require(throws: Failure.self) { try refund(nil, of: "1001", in: story) }
    #expect(failure.kind == .usage && failure.code == "missing-operand")
    #expect(
      failure.message == "Order 1001 isn't overpaid, cancelled or returned: say how much to refund."
    )
    #expect(failure.hint?.contains("`cleanstore refund 1001 25.00`") == true)
    #expect(story.store.end.seq == 2)
    #expect(try refund(nil, of: "77", in: story).wrong == ["order-not-found"])
  }

  @Test func `without an amount, a repeated command is of the amount of the first time`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    var change = ChangeRequest(id: "1001", actor: "clerk")
    change.commandID = "p-1"
    for isRepeated in [false, true] {
      let paid = try PayOrder.respond(to: .init(change: change), with: story.engine)
      #expect(paid.isDone && paid.isRepeated == isRepeated)
    }
    try story.asks("amy", "1001", .cancel)
    change.commandID = "r-1"
    for isRepeated in [false, true] {
      let refunded = try RefundOrder.respond(to: .init(change: change), with: story.engine)
      #expect(refunded.isDone && refunded.isRepeated == isRepeated)
    }
    let announcements = [
      try PayOrder.announcement(of: .init(change: change), with: story.engine, .standard),
      try RefundOrder.announcement(of: .init(change: change), with: story.engine, .standard),
    ]
    #expect(announcements == [nil, nil])
  }

  @Test func `a card's number is no way of payment`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let spy = PresenterSpy<OrderOutcome>()
    var request = PayOrder.Request(change: .init(id: "1001", actor: "amy"), amount: "1")
    request.method = "card 4111 1111 1111 1111"
    #expect(try !Interactor<PayOrder>(story.engine, presenter: spy).handle(request))
    #expect(spy.responses.last?.wrong == ["method malformed"])
    #expect(story.store.end.seq == 1)
    request.method = "411111111111111"
    #expect(try Interactor<PayOrder>(story.engine, presenter: spy).handle(request))
  }

  @Test func `how it was paid is kept, and an empty text is none`() throws {
    let story = try Story()
    try story.asks("amy", "1001", .create(.amy))
    let spy = PresenterSpy<OrderOutcome>()
    var request = PayOrder.Request(change: .init(id: "1001", actor: "amy"), amount: "1")
    request.method = ""
    request.reference = "bank 7"
    _ = try Interactor<PayOrder>(story.engine, presenter: spy).handle(request)
    let payment = Payment(amount: 100, method: nil, reference: "bank 7")
    #expect(spy.responses.last?.events == [.paymentReceived(payment)])
  }
}
