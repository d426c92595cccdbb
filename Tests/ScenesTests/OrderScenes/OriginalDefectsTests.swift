import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// The order app of the Clean Swift literature, which this engine redoes, had these defects. Each has
/// a test that shows it isn't here.
@Suite struct OriginalDefectsTests {
  private func shown(_ id: String, in source: any EntrySource) throws -> Order? {
    let spy = PresenterSpy<ShowOrder.Response>()
    try Interactor<ShowOrder>(History(source, of: .orders), presenter: spy).handle(.init(id: id))
    return spy.response?.order
  }

  private func listed(_ source: any EntrySource) throws -> [String] {
    let spy = PresenterSpy<ListOrders.Response>()
    try Interactor<ListOrders>(History(source, of: .orders), presenter: spy).handle(.init())
    return spy.response?.orders.map(\.id) ?? []
  }

  @Test func `errors are not swallowed into an empty list or nothing`() throws {
    let broken = history("{\"seq\":1\n")
    #expect(try #require(throws: Failure.self) { try listed(broken) }.kind == .badData)
    #expect(try #require(throws: Failure.self) { try shown("1", in: broken) }.kind == .badData)
    let empty = try Story().store
    #expect(try #require(throws: Failure.self) { try shown("1", in: empty) }.kind == .notFound)
  }

  @Test func `the total is the sum of what was ordered, not always 1`() throws {
    let story = try Story()
    var form = OrderForm.amy.with([.shippingFee: "4.90", .tax: "1", .discount: "0.90"])
    form.items = [OrderForm.Item(typed: "A:2:12.50"), OrderForm.Item(typed: "B:1:19.99")]
    #expect(try story.create(form).response?.outcome.order?.total == 4999)
  }

  /// An order that was created and shipped at one moment.
  private func order(_ fields: OrderFields, _ shipping: Shipping = Shipping()) throws -> Order {
    var order = Orders.initial
    let context = EntryContext(stream: "order/1001", at: Story.start)
    for event in [OrderEvent.created(fields, total: 2500), .shipped(shipping)] {
      Orders.evolve(&order, with: event, in: context)
    }
    return try #require(order)
  }

  @Test func `equality is the same from both sides`() throws {
    var longer = OrderFields.amy
    longer[.billingStreet2] = "2nd floor"
    let one = try order(.amy)
    // Each has a text that the one hasn't, and everything else like it.
    for other in [try order(longer), try order(.amy, Shipping(carrier: "Snail & Co."))] {
      #expect(one != other && other != one)
    }
    let same = try order(.amy)
    #expect(one == same && same == one)
  }

  @Test func `ids aren't random`() throws {
    for _ in 1...3 {
      let story = try Story()
      let ids = try (1...3).map { _ in try story.create(.amy).response?.outcome.id }
      #expect(ids == ["1001", "1002", "1003"])
    }
  }

  @Test func `a card's number and CVV are nowhere`() throws {
    let story = try Story()
    let card: [OrderField: String?] = [
      .paymentKind: "card", .cardNumber: "6011 1111 1111 1117", .cardCVV: "739",
      .cardExpires: "2031-05",
    ]
    let texts = DocumentSpy()
    let presenter = JSONPresenter<CreateOrder.Response>(display: texts)
    let display = DisplaySpy<CreateOrder.ViewModel>()
    var shown = ""
    for form in [
      OrderForm.amy.with(card), .amy.with(card).with([.cardCVV: "7391"]),
      .amy.with(card).with([.cardNumber: "6011 1111 1111 1118"]),
      .amy.with(card).with([.email: "wrong"]),
    ] {
      for isDryRun in [true, false] {
        let response = try #require(
          try story.create(form) { $0.change.isDryRun = isDryRun }.response)
        presenter.present(response)
        CreateOrder.presenter(on: display).present(response)
        shown += "\(String(describing: display.viewModel))"
      }
    }
    let everything =
      shown + texts.documents.joined() + (try story.log().joined())
      + texts.refusals.map { "\($0)" }.joined()
    let digits = everything.filter(\.isNumber)
    #expect(!digits.contains("60111111"))
    #expect(!everything.contains("739"))
    #expect(everything.contains("1117"))
  }

  @Test func `stores share nothing`() throws {
    let (one, other) = (try Story(), try Story())
    _ = try one.create(.amy)
    #expect(try listed(one.store) == ["1001"])
    #expect(try listed(other.store) == [])
    #expect(try other.create(.amy).response?.outcome.id == "1001")
  }

  @Test func `the second line of an address is kept`() throws {
    let story = try Story()
    _ = try story.create(.amy.with([.billingStreet2: "2nd floor"]))
    let order = try shown("1001", in: story.store)
    #expect(order?.fields[.billingStreet2] == "2nd floor")
    #expect(order?.fields[.shipmentStreet2] == "2nd floor")
    _ = try story.edit("1001", .only([.shipmentStreet2: "c/o Bob"]))
    #expect(try shown("1001", in: story.store)?.fields[.shipmentStreet2] == "c/o Bob")
    #expect(try shown("1001", in: story.store)?.fields[.billingStreet2] == "2nd floor")
  }

  @Test func `a failed edit creates nothing`() throws {
    let story = try Story()
    _ = try story.create(.amy)
    _ = try story.edit("1001", .amy.with([.email: "wrong"]))
    _ = try story.edit("1001", .amy.with([.shippingMethod: "pony"]))
    _ = try story.edit("4711", .amy)
    #expect(throws: Failure.self) {
      try story.edit("1001", .only([.tax: "1"])) { $0.change.expect = 9 }
    }
    #expect(try listed(story.store) == ["1001"])
    #expect(try shown("1001", in: story.store)?.rev == 1)
  }

  @Test func `what is stored is the shipping method's code, not a row of a picker`() throws {
    let story = try Story()
    for row in ["0", "1", "2"] {
      let wrong = try story.create(.amy.with([.shippingMethod: row])).response?.outcome.wrong
      #expect(wrong == ["shippingMethod unknown"])
    }
    for code in ["two-day", "one-day", "standard"] {
      let id = try #require(
        try story.create(.amy.with([.shippingMethod: code])).response?.outcome.id)
      #expect(try shown(id, in: story.store)?.fields[.shippingMethod] == code)
    }
  }

  @Test func `an edit that reports success is in the store`() throws {
    let story = try Story()
    _ = try story.create(.amy)
    #expect(try story.edit("1001", .only([.lastName: "Avocado"])).isDone)
    // A store that is opened again shows it.
    let reopened = try OrderEngine(story.store, clock: { Story.start }, salts: { Salt(1, 2) })
    let stream = try #require(StreamName(category: Orders.category, id: "1001"))
    let order = try reopened.engine.state(of: stream, in: reopened.orders)?.state
    #expect(order?.fields[.lastName] == "Avocado")
    #expect(try shown("1001", in: story.store)?.fields[.lastName] == "Avocado")
  }

  @Test func `an order is chosen by its id, however the list has changed since`() throws {
    let story = try Story()
    for name in ["Apple", "Battery", "Camera"] {
      _ = try story.create(.amy.with([.lastName: name]))
    }
    let second = try listed(story.store)[1]
    try story.asks("clerk", "1001", .delete)
    #expect(try listed(story.store) == ["1002", "1003"])
    #expect(try shown(second, in: story.store)?.fields[.lastName] == "Battery")
    #expect(try story.edit(second, .only([.lastName: "Cell"])).response?.outcome.id == "1002")
    #expect(try shown("1003", in: story.store)?.fields[.lastName] == "Camera")
  }
}
