import EventSourcing
import JSONLines
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// Forms: what is read out of JSON, what lies on top of what, what is written for an editor.
@Suite struct OrderFormTests {
  private func form(_ json: String, isFromEditor: Bool = false) throws(Failure) -> OrderForm {
    try OrderForm(json: Array(json.utf8), name: "form.json", isFromEditor: isFromEditor)
  }

  @Test func `a form has the shape of an order`() throws {
    let form = try form(
      #"""
      {"customer": "amy", "contact": {"firstName": "Amy"}, "billing": {"zip": "95014"},
       "shippingMethod": "one-day", "payment": {"kind": "card", "number": "4", "cvv": "1"},
       "items": [{"sku": "A", "name": null, "quantity": 2, "unitPrice": 1250}],
       "currency": "USD", "tax": 3, "discount": null}
      """#)
    #expect(form[.customer] == .text("amy"))
    #expect(form[.firstName] == .text("Amy"))
    #expect(form[.billingZip] == .text("95014"))
    #expect(form[.shipmentZip] == nil)
    #expect(form[.shippingMethod] == .text("one-day"))
    #expect(form[.paymentKind] == .text("card"))
    #expect(form[.cardNumber] == .text("4"))
    #expect(form[.tax] == .number(3))
    #expect(form[.discount] == .removed)
    guard case .parts(let item)? = form.items?.first else {
      Issue.record("no item")
      return
    }
    #expect(item.sku == .text("A"))
    #expect(item.name == .removed)
    #expect(item.quantity == .number(2))
    #expect(item.unitPrice == .number(1250))
  }

  static let typeErrors: [(json: String, problems: [String])] = [
    (#"{"customer": 42}"#, ["customer malformed"]),
    (#"{"customer": ["amy"]}"#, ["customer malformed"]),
    (#"{"tax": "1.505"}"#, ["tax malformed"]),
    (#"{"currency": "USD", "shippingFee": true}"#, ["shippingFee malformed"]),
    (#"{"items": {}}"#, ["items[0] malformed"]),
    (#"{"items": [{"sku": "A", "quantity": 1, "unitPrice": 1}, 7]}"#, ["items[1] malformed"]),
    (
      #"{"items": [{"sku": 7, "quantity": "2", "unitPrice": 1}]}"#,
      ["items[0].sku malformed", "items[0].quantity malformed"]
    ),
    (
      #"{"contact": "Amy"}"#,
      [
        "contact.firstName malformed", "contact.lastName malformed", "contact.phone malformed",
        "contact.email malformed",
      ]
    ),
    (#"{"payment": {"number": 4111111111111111, "cvv": "123"}}"#, ["payment.number malformed"]),
  ]

  @Test(arguments: typeErrors.indices)
  func `impossible values are reported together with other errors`(_ index: Int) throws {
    let row = Self.typeErrors[index]
    let filled = FilledForm(try form(row.json), methods: .initial)
    #expect(filled.problems.map { "\($0.field) \($0.code)" } == row.problems)
  }

  @Test func `unknown keys are refused by name, wherever they are`() throws {
    let failure = try #require(throws: Failure.self) {
      try form(
        #"{"id": "1", "total": 5, "contact": {"fax": "1"}, "items": [{"sku": "A", "size": 4}]}"#)
    }
    #expect(failure.code == "unknown-key")
    #expect(failure.kind == .badData)
    #expect(failure.message.contains("'id', 'total', 'contact.fax', 'items[0].size'"))
  }

  @Test func `the hint says how to remove what only a recorded order has`() throws {
    let failure = try #require(throws: Failure.self) {
      try form(#"{"id": "1", "rev": 2, "customer": "amy", "total": 5}"#)
    }
    #expect(failure.code == "unknown-key")
    #expect(
      failure.message.hasSuffix("because they are computed: 'id', 'rev', 'total'."))
    #expect(failure.hint == "Remove them: jq 'del(.id, .rev, .total)'")
  }

  @Test func `a recorded order has no other keys than a form and those`() throws {
    let story = try Story.told()
    let order = try #require(try story.engine.order("1001"))
    var writer = JSONWriter()
    order.writeJSON(to: &writer, id: "1001")
    let failure = try #require(throws: Failure.self) {
      try form(writer.withBytes { String(decoding: $0, as: UTF8.self) })
    }
    #expect(failure.hint?.hasPrefix("Remove them") == true, "\(failure)")
  }

  @Test func `an amount in quotes is in major units, and a number in minor ones`() throws {
    let form = try form(
      #"""
      {"currency": "USD", "shippingFee": 490, "tax": "9,99", "discount": "0.5",
       "items": [{"sku": "A", "quantity": 2, "unitPrice": "12.50"}]}
      """#)
    let fields = FilledForm(form, methods: .initial).fields
    #expect(fields.amount(.shippingFee) == 490 && fields.amount(.tax) == 999)
    #expect(fields.amount(.discount) == 50)
    #expect(fields.items?.map(\.unitPrice) == [1250])
  }

  static let numbers: [(json: String, fields: String, hint: String)] = [
    (#"{"currency": "USD", "tax": 490}"#, "'tax'", #"For 490, write "490.00" or "4.90"."#),
    (#"{"currency": "KWD", "tax": 490}"#, "'tax'", #"For 490, write "490.000" or "0.490"."#),
    (#"{"currency": "JPY", "tax": 490}"#, "'tax'", #"For 490, write "490"."#),
    (
      #"{"items": [{"unitPrice": 5}, {"unitPrice": "5"}], "shippingFee": -1}"#,
      "'shippingFee', 'items[0].unitPrice'", #"For -1, write "-1.00" or "-0.01"."#
    ),
  ]

  @Test(arguments: numbers.indices) func `an amount without quotes isn't guessed after an edit`(
    _ index: Int
  ) throws {
    let row = Self.numbers[index]
    let failure = try #require(throws: Failure.self) { try form(row.json, isFromEditor: true) }
    #expect(failure.kind == .badData && failure.code == "amount-without-quotes")
    #expect(failure.message == "Amounts must be in quotes: \(row.fields).")
    #expect(failure.hint == row.hint)
  }

  @Test func `an amount without quotes is reported with its place`() throws {
    let failure = try #require(throws: Failure.self) {
      try form(
        "{\"items\": [\n{\"quantity\": 5, \"unitPrice\": \"5\"},\n{\"unitPrice\":\n 5}]}",
        isFromEditor: true)
    }
    #expect(failure.place == Place(file: "form.json", line: 4, byte: 62, column: 2))
  }

  static let drafts = [
    (#"{"tax" : 490, "quantity": 2}"#, #"{"tax" : "490", "quantity": 2}"#),
    ("{\"unitPrice\":\r\n4.90}", "{\"unitPrice\":\r\n\"4.90\"}"),
    (#"{"discount":0,"shippingFee":-1"#, #"{"discount":"0","shippingFee":"-1""#),
    (#"{"tax": "490", "name": "\"tax\": 5"}"#, #"{"tax": "490", "name": "\"tax\": 5"}"#),
    (#"{"tax": 14,90, "total": 5}"#, #"{"tax": 14,90, "total": 5}"#),
  ]

  @Test(arguments: drafts) func `amounts without quotes get them when an edited form is kept`(
    _ text: String, _ kept: String
  ) {
    #expect(BareAmounts.quoted(in: text) == kept)
  }

  @Test func `0 means the same with and without quotes`() throws {
    #expect(try form(#"{"tax": 0}"#, isFromEditor: true)[.tax] == .number(0))
  }

  @Test func `a fraction without quotes is reported with its place, and put in them`() throws {
    let failure = try #require(throws: Failure.self) {
      try form("{\n\"tax\": 4.90}", isFromEditor: true)
    }
    #expect(failure.place?.line == 2 && failure.hint == #"Amounts are in quotes: "2.50"."#)
  }

  @Test func `a draft has what was typed so far, without secrets`() throws {
    var draft = OrderForm.amy.with([
      .tax: "1.5", .discount: "much", .email: nil, .paymentKind: "card", .cardExpires: "2099-12",
      .cardNumber: "4111 1111 1111 1111", .cardCVV: "739",
    ])
    draft.shipsToBillingAddress = true
    let text = draft.draft()
    #expect(!text.contains("411111") && !text.contains("739"))
    let again = try form(text)
    #expect(again[.tax] == .text("1.50") && again[.discount] == nil)
    #expect(again[.email] == nil && again[.cardLast4] == .text("1111"))
    #expect(again[.shipmentCity] == .text("Cupertino"))
    #expect(again.items?.count == 1)
  }

  @Test func `a draft tells that the shipping address is another one`() throws {
    var draft = OrderForm.amy
    for field in OrderField.shipment { draft[field] = nil }
    draft.shipsToBillingAddress = false
    let again = try form(draft.draft())
    #expect(again.shipsToBillingAddress == false && again.draft() == draft.draft())
    draft[.shipmentCity] = .text("Ampere")
    #expect(try form(draft.draft())[.shipmentCity] == .text("Ampere"))
    draft.shipsToBillingAddress = true
    #expect(try form(draft.draft())[.shipmentCity] == .text("Cupertino"))
  }

  @Test func `a draft makes up no digits of a card whose number is wrong`() throws {
    let wrong = OrderForm.amy.with([.paymentKind: "card", .cardNumber: "4111", .cardCVV: "739"])
    #expect(try form(wrong.draft())[.cardLast4] == nil)
    let without = OrderForm.amy.with([.paymentKind: "card", .cardCVV: "739"])
    #expect(try form(without.draft())[.cardLast4] == nil)
    let misplaced = OrderForm.amy.with([
      .paymentKind: "4111.1111.1111.1111", .customer: "4006381333931",
    ])
    #expect(try form(misplaced.draft())[.paymentKind] == nil)
    #expect(try form(misplaced.draft())[.customer] == .text("4006381333931"))
  }

  @Test
  func `a draft tells what was left empty from what wasn't asked, and is read as it was written`()
    throws
  {
    var draft = OrderForm.amy
    draft[.billingStreet2] = .removed
    var half = OrderForm.Item.Parts()
    (half.sku, half.name) = (.text("PEN-7"), .removed)
    draft.items = (draft.items ?? []) + [.unreadable, .parts(half), .parts(.init())]
    let again = try form(draft.draft())
    #expect(again[.billingStreet2] == .removed && again[.shipmentStreet2] == nil)
    #expect(again.items?.dropFirst() == [.parts(half), .parts(.init())])
    #expect(again.draft() == draft.draft())
    #expect(OrderForm().draft() == "{}\n")
  }

  @Test func `an entry is shown as it would be typed`() {
    let form = OrderForm.only([.currency: "USD"])
    #expect(form.typed(.number(1250), isMoney: true, by: .iso) == "12.50")
    #expect(form.typed(.number(1250), isMoney: false, by: .iso) == "1250")
    #expect(form.typed(.text("12.5"), isMoney: true, by: .iso) == "12.5")
    #expect(form.typed(.unreadable, isMoney: false, by: .iso) == nil)
  }

  static let numberKeys = [
    #"{"payment": {"kind": "card", "4111111111111111": 1}}"#,
    #"{"items": [{"4111 1111 1111 1111": 1}]}"#, #"{"4111-1111-1111-1111": 1}"#,
  ]

  @Test(arguments: numberKeys) func `a key that is a card's number isn't quoted`(_ json: String)
    throws
  {
    let failure = try #require(throws: Failure.self) { try form(json) }
    #expect(failure.message == "The form has unknown keys: a key.")
  }

  @Test func `where the text is kept, a card's number has no place`() throws {
    let failure = try #require(throws: Failure.self) {
      try form(#"{"payment": {"number": "4111111111111111"}}"#, isFromEditor: true)
    }
    #expect(failure.message.contains("'payment.number'"))
    #expect(!failure.message.contains("4111"))
  }

  static let broken = [
    ("", 1, 0), ("{\n \"customer\": }", 2, 15), ("[1]", 1, 0), (#"{"tax": 1.5}"#, 1, 8),
    (#"{"tax": 99999999999999999999}"#, 1, 8), (#"{"tax":1,"tax":2}"#, 1, 9),
  ]

  @Test(arguments: broken)
  func `invalid JSON is reported with its place`(_ json: String, _ line: Int, _ byte: Int) throws {
    let failure = try #require(throws: Failure.self) { try form(json) }
    #expect(failure.code == "malformed-form")
    #expect(failure.kind == .badData)
    #expect(failure.place?.line == line && failure.place?.byte == byte)
    #expect(failure.hint != nil)
  }

  static let mistakes = [
    ("{\"customer\": \"amy\"\n  \"tax\": 1}", "A comma or a colon is missing before this.", 2, 21),
    (#"{"contact": {} "tax": 1}"#, "A comma or a colon is missing before this.", 1, 15),
    (#"{"items": [{} {}]}"#, "A comma or a colon is missing before this.", 1, 14),
    (#"{"tax" 1}"#, "A comma or a colon is missing before this.", 1, 7),
    ("{\"customer\": \"amy\",\n}", "Remove the comma before this.", 2, 20),
    (#"{"items": [1, ]}"#, "Remove the comma before this.", 1, 14),
    (#"{"customer": amy}"#, "Text must be in quotes.", 1, 13),
    ("{customer: 1}", "Text must be in quotes.", 1, 1),
    (#"{"tax": 2,50}"#, "This byte isn't allowed here.", 1, 10),
    ("{,", "This byte isn't allowed here.", 1, 1), (",", "This byte isn't allowed here.", 1, 0),
  ]

  @Test(arguments: mistakes) func `a mistake in the text of a form is told as people would`(
    _ json: String, _ message: String, _ line: Int, _ byte: Int
  ) throws {
    let failure = try #require(throws: Failure.self) { try form(json) }
    #expect(failure.message == message)
    #expect(failure.place?.line == line && failure.place?.byte == byte)
  }

  @Test func `invalid UTF-8 is reported, not repaired`() throws {
    let bytes = Array(#"{"customer": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    let failure = try #require(throws: Failure.self) { try OrderForm(json: bytes, name: "f") }
    #expect(failure.place?.byte == 14)
  }

  @Test func `any bytes end in a form or a failure`() {
    // Every text of up to four of these.
    let pieces = ["{", "}", "[", "]", ":", ",", "\"items\"", "\"contact\"", "\"zip\"", "null", "7"]
    var texts = [""]
    for _ in 0..<4 {
      texts = texts.flatMap { text in pieces.map { text + $0 } }
      for text in texts {
        guard let form = try? form(text) else { continue }
        _ = FilledForm(form, methods: .initial)
      }
    }
  }

  static let items: [(typed: String, problems: [String])] = [
    ("A:1:2", []), ("A:1:2:Name: with colons", []), ("A:1", ["items[0] malformed"]),
    ("", ["items[0] malformed"]), ("A:one:2", ["items[0].quantity malformed"]),
    ("A:1:2.345", ["items[0].unitPrice malformed"]), ("A:1:", ["items[0].unitPrice blank"]),
    ("A::2", ["items[0].quantity blank"]), ("A:1.5:2", ["items[0].quantity malformed"]),
  ]

  @Test(arguments: items.indices) func `items are typed with colons`(_ index: Int) {
    let row = Self.items[index]
    var form = OrderForm()
    form.items = [OrderForm.Item(typed: row.typed)]
    let filled = FilledForm(form, methods: .initial)
    #expect(filled.problems.map { "\($0.field) \($0.code)" } == row.problems)
  }

  @Test(arguments: [
    ("billing.country", "is not the code of a country, such as DE or GB (ISO 3166)"),
    ("currency", "is not the code of a currency, such as EUR (ISO 4217)"),
    ("shippingMethod", "is not offered; `cleanstore shipping-methods` lists the methods"),
  ]) func `what there isn't is called by what it should be`(field: String, words: String) {
    #expect(FieldWording.sentence(for: InvalidField(field: field, code: "unknown")) == words)
  }

  @Test func `the error for an item covers flags and JSON`() {
    let field = InvalidField(field: "items[0]", code: "malformed")
    #expect(
      FieldWording.sentence(for: field)
        == "must be SKU:QUANTITY:PRICE[:NAME]; in JSON, an object with sku, quantity and unitPrice")
  }

  @Test func `amounts are read by the exponent of the currency`() {
    let table: [(currency: String, typed: String, minor: Int64?)] = [
      ("USD", "12.9", 1290), ("JPY", "129", 129), ("JPY", "129.0", nil), ("KWD", "1.234", 1234),
      ("USD", "1.234", nil), ("USD", "-1", -100), ("USD", "1,5", 150), ("USD", "1,234.5", nil),
      ("USD", "", nil),
      ("USD", "99999999999999999999", Amount(.max).value), ("USD", "99999999999999999999.999", nil),
    ]
    for row in table {
      let form = OrderForm.only([.currency: row.currency, .tax: row.typed])
      #expect(FilledForm(form, methods: .initial).fields.amount(.tax).value == row.minor, "\(row)")
    }
  }

  @Test func `another card takes nothing over from the one before`() {
    var before = OrderForm.amy.with([
      .paymentKind: "card", .cardBrand: "visa", .cardLast4: "1111", .cardExpires: "2030-01",
    ])
    let overlays: [(OrderForm, brand: OrderForm.Entry?, expires: OrderForm.Entry?)] = [
      (.only([.cardExpires: "2031-01"]), .text("visa"), .text("2031-01")),
      (.only([.cardLast4: "4444"]), nil, nil),
      (.only([.cardLast4: "1111"]), .text("visa"), .text("2030-01")),
      (.only([.cardNumber: "5555555555554444", .cardExpires: "2031-01"]), nil, .text("2031-01")),
      (.only([.paymentKind: "cash"]), nil, nil),
      (.only([.paymentKind: "card"]), .text("visa"), .text("2030-01")),
    ]
    for (overlay, brand, expires) in overlays {
      let merged = before.overlaid(with: overlay)
      #expect(merged[.cardBrand] == brand, "\(overlay)")
      #expect(merged[.cardExpires] == expires, "\(overlay)")
    }
    before[.paymentKind] = .text("cash")
    #expect(before.overlaid(with: .only([.tax: "1"]))[.cardBrand] == .text("visa"))
  }

  @Test func `what is written for an editor is read as the same order`() throws {
    let story = try Story()
    let form = OrderForm.amy.with([
      .paymentKind: "card", .cardNumber: "4111111111111111", .cardCVV: "123",
      .cardExpires: "2030-01", .billingStreet2: "2nd \"floor\"\n", .tax: "1.50",
    ])
    let order = try #require(try story.create(form).response?.outcome.order)
    let written = OrderForm(order).indentedJSON()
    #expect(!written.contains("number") && !written.contains("cvv"))
    #expect(written.contains(#""tax": "1.50""#) && written.contains(#""unitPrice": "12.50""#))
    let read = FilledForm(try self.form(written, isFromEditor: true), methods: .initial)
    #expect(read.problems.isEmpty)
    #expect(read.fields.changes(from: order.fields).names.isEmpty)
  }
}
