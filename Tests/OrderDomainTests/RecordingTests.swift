// Commands and events in the log: bytes that must never change, and the way back.

import EventSourcing
import JSONLines
import OrderDomain
import Testing

@Suite struct GoldenLineTests {
  static let plain = """
    "customer":"amy","shippingMethod":"standard","paymentKind":"card",\
    "items":[{"sku":"A-1","name":"Apple","quantity":2,"unitPrice":1250},\
    {"sku":"B-2","quantity":1,"unitPrice":99}],\
    "currency":"USD","shippingFee":500,"tax":100,"discount":100
    """
  static let personal = """
    {"salt":"00000000000000000000000000000000","contact":{"firstName":"Amy","lastName":"Apple",\
    "phone":"+1 (408) 555-0100",\
    "email":"amy@example.com"},\
    "billing":{"street1":"1 Infinite Loop","street2":"Suite 2","city":"Cupertino","state":"CA",\
    "zip":"95014","country":"US"},\
    "shipment":{"street1":"2 Orchard Way","city":"São Paulo","state":"SP","zip":"01310-100",\
    "country":"BR"},\
    "payment":{"brand":"visa","last4":"4242","expires":"2027-11"}}
    """
  static let change = OrderFields.only {
    $0[.paymentKind] = "invoice"
    $0.remove(.billingStreet2)
    $0.set(.tax, to: .null)
    $0.items = [Item(sku: "\"\\\u{1}", quantity: 1, unitPrice: 2)]
  }

  static let commands: [(OrderCommand, String)] = [
    (.create(.amy), #"{"type":"create-order",\#(plain)}"#),
    (
      .update(change),
      #"{"type":"update-order","paymentKind":"invoice","items":[{"sku":"\"\\\u0001","quantity":1,"unitPrice":2}],"tax":null}"#
    ),
    (
      .pay(Payment(amount: 5, method: "card", reference: "r")),
      #"{"type":"pay-order","amount":5,"method":"card","reference":"r"}"#
    ),
    (.pay(Payment(amount: .absent)), #"{"type":"pay-order"}"#),
    (
      .ship(Shipping(carrier: "ACME", tracking: "T")),
      #"{"type":"ship-order","carrier":"ACME","tracking":"T"}"#
    ),
    (.ship(), #"{"type":"ship-order"}"#), (.deliver, #"{"type":"deliver-order"}"#),
    (.cancel, #"{"type":"cancel-order"}"#), (.return, #"{"type":"return-order"}"#),
    (.refund(amount: 7), #"{"type":"refund-order","amount":7}"#),
    (.delete, #"{"type":"delete-order"}"#), (.erase, #"{"type":"erase-personal"}"#),
  ]

  static let events: [(OrderEvent, String)] = [
    (.created(.amy, total: 3099), #"{"type":"order-created",\#(plain),"total":3099}"#),
    (
      .updated(.only { $0[.customer] = "bob" }, total: 5),
      #"{"type":"order-updated","customer":"bob","total":5}"#
    ),
    (.updated(OrderFields(), total: nil), #"{"type":"order-updated"}"#),
    (.received(5), #"{"type":"payment-received","amount":5}"#),
    (.paid, #"{"type":"order-paid"}"#),
    (.shipped(Shipping(tracking: "T")), #"{"type":"order-shipped","tracking":"T"}"#),
    (.delivered, #"{"type":"order-delivered"}"#), (.cancelled, #"{"type":"order-cancelled"}"#),
    (.returned, #"{"type":"order-returned"}"#),
    (.refunded(amount: 7), #"{"type":"payment-refunded","amount":7}"#),
    (.deleted, #"{"type":"order-deleted"}"#),
    (.personalErased, #"{"type":"personal-erased"}"#),
  ]

  @Test func `commands are written as they always were, and read back`() throws {
    for (command, line) in Self.commands {
      #expect(RecordedOrders.line(of: command) == line)
      let personal = RecordedOrders.personal(of: command)
      #expect(try RecordedOrders.command(line, personal: personal) == command)
    }
    #expect(Set(Self.commands.map { $0.0.kind }) == Set(OrderCommand.Kind.allCases))
  }

  @Test func `events are written as they always were, and read back`() throws {
    for (event, line) in Self.events {
      #expect(RecordedOrders.line(of: event) == line)
      let isOfAmy = event == .amyOrdered
      #expect(try RecordedOrders.event(line, personal: isOfAmy ? Self.personal : nil) == event)
    }
  }

  @Test func `personal data is in its own block`() {
    #expect(RecordedOrders.personal(of: .create(.amy)) == Self.personal)
    #expect(
      RecordedOrders.personal(of: .update(Self.change))
        == #"{"salt":"00000000000000000000000000000000","billing":{"street2":null}}"#)
    #expect(RecordedOrders.personal(of: .update { $0.set(.tax, to: 1) }) == nil)
    #expect(RecordedOrders.personal(of: .deliver) == nil)
  }

  @Test func `a new order has no nulls in the log`() {
    let fields = OrderFields.bob.with {
      $0.remove(.billingStreet2)
      $0.set(.tax, to: .null)
    }
    #expect(
      RecordedOrders.line(of: .create(fields)) == RecordedOrders.line(of: OrderCommand.create(.bob))
    )
    #expect(
      RecordedOrders.personal(of: .create(fields)) == RecordedOrders.personal(of: .create(.bob)))
  }
}

@Suite struct ReadingTests {
  @Test func `escapes are decoded in both parts of an entry`() throws {
    let command = try RecordedOrders.command(
      #"{"type":"update-order","customer":"\u0041my","items":[{"sku":"\t\/"}],"currency":"USD"}"#,
      personal: #"{"salt":"00000000000000000000000000000000","contact":{"email":"\u00e4@b"}}"#)
    guard case .update(let fields)? = command else {
      Issue.record("no update")
      return
    }
    #expect(fields[.customer] == "Amy")
    #expect(fields[.currency] == "USD")
    #expect(fields[.email] == "ä@b")
    #expect(fields.items?.first?.sku == "\t/")
    #expect(fields.text(.customer)?.range.hasEscapes == false)
  }

  @Test func `null as a whole removes every text of it`() throws {
    let command = try RecordedOrders.command(
      #"{"type":"update-order"}"#,
      personal: """
        {"salt":"00000000000000000000000000000000","contact":null,"billing":null,"payment":null}
        """)
    guard case .update(let fields)? = command else {
      Issue.record("no update")
      return
    }
    #expect(fields.removes(.email))
    #expect(fields.removes(.billingCountry))
    #expect(fields.removes(.cardLast4))
    #expect(!fields.removes(.shipmentCity))
  }

  @Test func `an unknown type isn't decoded`() throws {
    #expect(try RecordedOrders.command(#"{"type":"pay-order.2"}"#) == nil)
    #expect(try RecordedOrders.event(#"{"type":"order-lost"}"#) == nil)
  }

  @Test func `unknown keys of a log are stepped over`() throws {
    let line = #"{"type":"payment-received","amount":5,"fee":[1,{"a":null}],"method":"card"}"#
    #expect(
      try RecordedOrders.event(line) == .paymentReceived(Payment(amount: 5, method: "card")))
  }

  @Test(arguments: [
    #"{"type":"order-created","customer":"amy"}"#, #"{"type":"payment-received"}"#,
    #"{"type":"payment-received","amount":null}"#, #"{"type":"payment-refunded"}"#,
  ]) func `an event without its number isn't decoded`(line: String) {
    #expect { try RecordedOrders.event(line) } throws: { ($0 as? JSONError)?.code == .missingKey }
  }

  @Test(arguments: [
    (#"{"type":"create-order","customer":5}"#, JSONError.Code.wrongType),
    (#"{"type":"create-order","items":{}}"#, .wrongType),
    (#"{"type":"create-order","items":[5]}"#, .wrongType),
    (#"{"type":"create-order","tax":1.5}"#, .notAnInteger),
    (#"{"type":"pay-order","amount":9007199254740992}"#, .integerOutOfRange),
    (#"{"type":"pay-order","amount":"5"}"#, .wrongType),
    (#"{"type":"pay-order","amount":5,"amount":5}"#, .duplicateKey),
  ]) func `what isn't of the right shape is refused`(line: String, code: JSONError.Code) {
    #expect { try RecordedOrders.command(line) } throws: { ($0 as? JSONError)?.code == code }
  }
}

@Suite struct RefusalRecordingTests {
  static let codes: [(refusal: OrderRefusal, code: String)] = [
    (.exists, "order-exists"), (.notFound, "order-not-found"), (.deleted, "order-deleted"),
    (.cancelled, "order-cancelled"), (.alreadyShipped, "order-already-shipped"),
    (.hasPayments, "order-has-payments"), (.paymentExceedsBalance, "payment-exceeds-balance"),
    (.notPaid, "order-not-paid"), (.alreadyDelivered, "order-already-delivered"),
    (.notShipped, "order-not-shipped"), (.alreadyReturned, "order-already-returned"),
    (.notDelivered, "order-not-delivered"), (.refundExceedsPayments, "refund-exceeds-payments"),
    (.personalErased, "personal-erased"),
    (.invalid([InvalidField(field: "items[0].sku", code: "blank")]), "invalid"),
  ]

  @Test(arguments: codes) func `a refusal is found again by its code and fields`(
    refusal: OrderRefusal, code: String
  ) {
    #expect(refusal.code == code)
    #expect(OrderRefusal(code: code, fields: refusal.fields) == refusal)
  }

  @Test func `other codes are unknown`() {
    #expect(OrderRefusal(code: "order-lost", fields: []) == nil)
  }
}
