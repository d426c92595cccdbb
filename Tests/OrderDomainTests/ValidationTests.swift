// Every field against everything that can be wrong with it.

import EventSourcing
import EventSourcingTesting
import JSONLines
import Testing

@testable import OrderDomain

extension OrderField: CustomTestStringConvertible {
  /// The field's name.
  public var testDescription: String { name }

  /// The fields that must not be blank, not even if they are missing.
  fileprivate static let required = texts.filter {
    switch $0.need(in: .current) {
    case .required, .requiredForCards: true
    case .requiredWithStates, .notBlank, .free: false
    }
  }
  fileprivate static let notBlank = texts.filter {
    if case .notBlank = $0.need(in: .current) { true } else { false }
  }
  fileprivate static let free = texts.filter {
    if case .free = $0.need(in: .current) { true } else { false }
  }
}

@Suite struct TextValidationTests: OrderSpecification {
  func creating(_ change: (inout OrderFields) -> Void) -> Decided<Orders> {
    given().when(.create(.amy.with(change)))
  }

  /// The tests below have these lists from the rules themselves.
  @Test func `every text is required, or only not blank, or free, or depends on the country`() {
    #expect(
      OrderField.required.map(\.name) == [
        "customer", "contact.firstName", "contact.lastName", "contact.phone", "contact.email",
        "billing.street1", "billing.city", "billing.zip", "shipment.street1", "shipment.city",
        "shipment.zip", "shippingMethod", "paymentKind", "payment.last4", "payment.expires",
        "currency",
      ])
    #expect(
      OrderField.notBlank.map(\.name) == ["billing.country", "shipment.country", "payment.brand"])
    #expect(Set(OrderField.free).isSuperset(of: [.billingStreet2, .shipmentStreet2]))
    let others = Set(OrderField.texts)
      .subtracting(OrderField.required + OrderField.notBlank + OrderField.free)
    #expect(others == [.billingState, .shipmentState])
  }

  @Test(arguments: OrderField.required)
  func `a required text must be there and not blank`(
    text: OrderField
  ) {
    // A card is needed only if the kind says so.
    let expected = ["\(text.name) blank"]
    creating { $0[text] = nil }.thenInvalid(expected)
    creating { $0.remove(text) }.thenInvalid(expected)
    for blank in ["", " ", "\t\n", "\u{A0}", "\u{2003}\u{3000}"] {
      creating { $0[text] = blank }.thenInvalid(expected)
      given(.amyOrdered).when(
        .update {
          $0[text] = blank; $0.keepCard(but: text)
        }
      )
      .thenInvalid(expected)
    }
  }

  @Test(arguments: OrderField.notBlank) func `some texts may be missing but not blank`(
    text: OrderField
  ) {
    // Amy's parcel goes abroad, where postal codes are free: without its country they aren't.
    let expected = text.name == "shipment.country" ? ["shipment.zip malformed"] : []
    creating { $0[text] = nil }.thenInvalid(expected)
    creating { $0[text] = " " }.thenInvalid(["\(text.name) blank"])
  }

  @Test(arguments: OrderField.free) func `some texts may be missing or blank`(
    text: OrderField
  ) {
    creating { $0[text] = nil }.thenInvalid([])
    creating { $0[text] = " " }.thenInvalid([])
  }

  @Test(arguments: OrderField.texts)
  func `no text has more than 200 scalars`(text: OrderField) {
    let tooLong = String(repeating: "x", count: 201)
    creating { $0[text] = tooLong }.thenInvalid(["\(text.name) too-long"])
  }

  @Test func `the limit counts scalars, not bytes or characters`() {
    let family = "👨‍👩‍👧"  // Five scalars, eighteen bytes, one character.
    creating { $0[.customer] = String(repeating: family, count: 40) }.thenInvalid([])
    creating { $0[.customer] = String(repeating: family, count: 40) + "x" }
      .thenInvalid(["customer too-long"])
  }

  @Test(arguments: [
    "contact.email": ["amy", "@", "a@", "@b", "a@b@c", "@@"],
    "contact.phone": ["1234", "1234a", "+-().", "٠١٢٣٤٥", "12345;"],
    "billing.zip": ["1234", "123456", "12345-", "12345-678", "12345 6789", "1234a", "12345-67890"],
    "billing.country": ["us", "U", "USA", "U1", "ÄÖ"],
    "currency": ["usd", "US", "USDD", "US1"],
    "payment.last4": ["123", "12345", "12a4", "١٢٣٤"],
    "payment.expires": ["2027", "2027-13", "2027-00", "27-11", "2027/11", "2027-1", "2027-111"],
  ]) func `a text without the form that it must have is malformed`(
    field: String, texts: [String]
  ) throws {
    let text = try #require(OrderField(named: field))
    for malformed in texts {
      creating { $0[text] = malformed }.thenInvalid(["\(field) malformed"])
    }
  }

  @Test(arguments: [
    ("contact.email", "a@b"), ("contact.phone", "+1 (408) 555-0100.9"), ("billing.zip", "12345"),
    ("billing.zip", "12345-6789"), ("payment.last4", "0000"), ("currency", "UYW"),
  ]) func `a text with its form is fine`(field: String, value: String) throws {
    let text = try #require(OrderField(named: field))
    creating { $0[text] = value }.thenInvalid([])
  }

  @Test func `postal codes have a form only in the US`() {
    creating { $0[.shipmentZip] = "EC1A 1BB" }.thenInvalid([])
    creating { $0[.shipmentCountry] = "US" }.thenInvalid(["shipment.zip malformed"])
  }

  @Test func `a card is good until the end of its last month, UTC`() {
    let fields = OrderFields.amy.with { $0[.cardExpires] = "2026-10" }
    let scenario = given()
    scenario.at(Timestamp("2026-10-31T23:59:59.999999Z")!).when(.create(fields)).thenInvalid([])
    scenario.at(Timestamp("2026-11-01T00:00:00.000000Z")!).when(.create(fields))
      .thenInvalid(["payment.expires expired"])
  }

  @Test func `last digits and month are needed exactly for cards`() {
    creating {
      $0[.paymentKind] = "invoice"
      $0[.cardLast4] = nil
      $0[.cardExpires] = nil
    }.thenInvalid([])
    creating {
      $0[.paymentKind] = "invoice"
      $0[.cardLast4] = "x"
    }.thenInvalid(["payment.last4 malformed"])
  }
}

extension OrderFields {
  /// Names the rest of Amy's card, so that only one text of it is wrong.
  fileprivate mutating func keepCard(but text: OrderField) {
    guard text.group == .payment else { return }
    let card: [OrderField] = [.paymentKind, .cardLast4, .cardExpires]
    for field in card where field != text { self[field] = OrderFields.amy[field] }
  }
}

@Suite struct NumberValidationTests: OrderSpecification {
  static let limit: Int64 = 1_000_000_000_000

  func creating(_ change: (inout OrderFields) -> Void) -> Decided<Orders> {
    given().when(.create(.bob.with(change)))
  }

  func item(_ quantity: Amount = 1, _ price: Amount = 1) -> [Item] {
    [Item(sku: "A", quantity: quantity, unitPrice: price)]
  }

  @Test func `quantities run from 1 to a million`() {
    for quantity: Amount in [1, 1_000_000] {
      creating { $0.items = item(quantity) }.thenInvalid([])
    }
    for quantity: Amount in [0, -1, 1_000_001, .absent, .null] {
      creating { $0.items = item(quantity, 0) }
        .thenInvalid(["items[0].quantity out-of-range"])
    }
  }

  @Test func `prices run from 0 to a million millions`() {
    for price in [0, Self.limit] { creating { $0.items = item(1, Amount(price)) }.thenInvalid([]) }
    for price: Amount in [.absent, .null] {
      creating { $0.items = item(1, price) }.thenInvalid(["items[0].unitPrice out-of-range"])
    }
    for price in [-1, Self.limit + 1] {
      creating { $0.items = item(1, Amount(price)) }
        .thenInvalid(["items[0].unitPrice out-of-range", "total out-of-range"])
    }
  }

  @Test func `fees run from 0 to a million millions`() {
    creating {
      $0.items = item(1, 0); $0.set(.shippingFee, to: Amount(Self.limit))
    }.thenInvalid([])
    creating { $0.set(.shippingFee, to: -1) }.thenInvalid(["shippingFee out-of-range"])
    creating { $0.set(.tax, to: -1) }.thenInvalid(["tax out-of-range"])
    creating { $0.set(.discount, to: -1) }.thenInvalid(["discount out-of-range"])
    creating { $0.set(.tax, to: Amount(Self.limit + 1)) }
      .thenInvalid(["tax out-of-range", "total out-of-range"])
    creating { $0.set(.tax, to: .null) }.thenInvalid([])
  }

  @Test func `the total runs from 0 to a million millions`() {
    creating { $0.set(.discount, to: 1000) }.thenInvalid([])
    creating { $0.set(.discount, to: 1001) }.thenInvalid(["total out-of-range"])
    creating { $0.items = item(10, Amount(Self.limit / 10)) }.thenInvalid([])
    creating {
      $0.items = item(10, Amount(Self.limit / 10)); $0.set(.tax, to: 1)
    }
    .thenInvalid(["total out-of-range"])
  }

  @Test(arguments: [(Int64.max / 2, Int64.max / 2), (1 << 53, 1 << 53), (-1 << 53, 1 << 53)])
  func `a total beyond 64 bits is out of range and doesn't trap`(quantity: Int64, price: Int64) {
    creating { $0.items = item(Amount(quantity), Amount(price)) }
      .thenInvalid([
        "items[0].quantity out-of-range", "items[0].unitPrice out-of-range", "total out-of-range",
      ])
  }

  static let mostItems = 1000

  @Test func `an order has at least an item, and not too many`() {
    creating { $0.items = nil }.thenInvalid(["items empty"])
    creating { $0.items = [] }.thenInvalid(["items empty"])
    creating { $0.items = Array(repeating: item()[0], count: Self.mostItems) }
      .thenInvalid([])
    creating { $0.items = Array(repeating: item()[0], count: Self.mostItems + 1) }
      .thenInvalid(["items too-many"])
    given(.amyOrdered).when(.update { $0.items = [] }).thenInvalid(["items empty"])
  }

  @Test func `texts of items are checked one by one`() {
    let long = String(repeating: "x", count: 201)
    creating {
      $0.items = [
        Item(sku: "A", name: "", quantity: 1, unitPrice: 1),
        Item(sku: " ", name: long, quantity: 1, unitPrice: 1),
        Item(sku: long, quantity: 0, unitPrice: 1),
      ]
    }.thenInvalid([
      "items[1].sku blank", "items[1].name too-long", "items[2].sku too-long",
      "items[2].quantity out-of-range",
    ])
  }

  @Test(arguments: [Amount.absent, .null, 0, -1, Amount(limit + 1)])
  func `payments and refunds run from 1 to a million millions`(amount: Amount) {
    given(.amyOrdered).when(.pay(amount)).thenInvalid(["amount out-of-range"])
    given(.amyOrdered).when(.refund(amount: amount)).thenInvalid(["amount out-of-range"])
  }
}

@Suite struct EnvelopeValidationTests: OrderSpecification {
  static let long = String(repeating: "ä", count: 201)

  @Test func `actor, id and reason are checked before the command's own fields`() {
    given(.amyOrdered).by(Self.long)
      .when(
        .pay(Payment(amount: 0, method: Text(Self.long), reference: Text(Self.long))),
        id: Self.long, reason: Self.long
      )
      .thenInvalid([
        "actor too-long", "id too-long", "reason too-long", "amount out-of-range",
        "method too-long", "reference too-long",
      ])
    given(.amyOrdered).by(" ").when(.cancel, id: "").thenInvalid(["actor blank", "id blank"])
  }

  @Test func `carrier and tracking are only limited in length`() {
    let paid = given(.amyOrdered, .amyPaidAll, .paid)
    paid.when(.ship(Shipping(carrier: Text(Self.long), tracking: Text(Self.long))))
      .thenInvalid(["carrier too-long", "tracking too-long"])
    paid.when(.ship(Shipping(carrier: "", tracking: " ")), reason: " ").thenInvalid([])
  }

  @Test func `every command is checked for validity after the order's own state`() {
    given().by("").when(.deliver).thenRefused(.notFound)
    given(.amyOrdered, .deleted).by("").when(.deliver).thenRefused(.deleted)
    given(.amyOrdered, .cancelled).by("").when(.deliver).thenRefused(.cancelled)
    let commands: [OrderCommand] = [.ship(), .deliver, .cancel, .return, .delete]
    for command in commands { given(.amyOrdered).by("").when(command).thenInvalid(["actor blank"]) }
  }

  @Test func `an empty order is wrong everywhere, in the order of the keys`() {
    given().when(.create(OrderFields())).thenInvalid([
      "customer blank", "shippingMethod blank", "paymentKind blank", "items empty",
      "currency blank", "contact.firstName blank", "contact.lastName blank",
      "contact.phone blank", "contact.email blank", "billing.street1 blank", "billing.city blank",
      "billing.state blank", "billing.zip blank", "shipment.street1 blank", "shipment.city blank",
      "shipment.state blank", "shipment.zip blank",
    ])
  }
}

@Suite struct UpdateValidationTests: OrderSpecification {
  @Test func `a change is checked only in what it names`() {
    // Recorded as a fact, though today's rules would refuse it.
    let odd = OrderFields.amy.with {
      $0[.email] = "?"; $0[.billingZip] = "?"
    }
    let update = OrderFields.only { $0[.phone] = "55555" }
    given(.created(odd, total: 3099)).when(.update(update)).then(.updated(update, total: nil))
  }

  @Test func `with the country goes the postal code`() {
    given(.amyOrdered).when(.update { $0[.shipmentCountry] = "US" })
      .thenInvalid(["shipment.zip malformed"])
    given(.amyOrdered).when(.update { $0.remove(.shipmentCountry) })
      .thenInvalid(["shipment.zip malformed"])
    given(.amyOrdered).when(
      .update {
        $0[.billingCountry] = "DE"; $0[.billingZip] = "D 1"
      }
    )
    .thenInvalid([])
  }

  @Test func `with items and fees goes the total`() {
    given(.amyOrdered).when(.update { $0.set(.discount, to: 3200) }).thenInvalid([
      "total out-of-range"
    ])
  }

  @Test func `with the kind goes the card`() {
    given(.amyOrdered).when(.update { $0[.paymentKind] = "card" })
      .thenInvalid(["payment.last4 blank", "payment.expires blank"])
    given(.amyOrdered).when(.update { $0[.cardBrand] = "amex" })
      .thenInvalid(["payment.last4 blank", "payment.expires blank"])
  }
}

/// The actor of a line, as its reader passes it to the rules: not unescaped yet.
@Suite struct RecordedActorTests {
  @Test(arguments: [
    ("", TextRange.absent, "blank"), ("", .empty, "blank"),
    (#"\t\n"#, TextRange(offset: 0, count: 4, hasEscapes: true), "blank"),
    (#"\ta"#, TextRange(offset: 0, count: 3, hasEscapes: true), nil),
    ("amy", TextRange(offset: 0, count: 3), nil),
  ])
  func `is checked as what it means`(_ bytes: String, _ actor: TextRange, _ code: String?) {
    let context = EntryContext(
      storage: ByteStorage.copy(of: bytes), stream: .empty, actor: actor, rev: 1, at: .noon)
    let expected = code.map { InvalidField(field: "actor", code: $0) }
    do throws(OrderRefusal) {
      _ = try Orders.decide(.create(.amy), on: nil, in: context)
      #expect(expected == nil)
    } catch {
      #expect(error.fields == expected.map { [$0] })
    }
  }
}
