// The command of an import line: everything inline, nothing unknown.

import EventSourcing
import JSONLines
import OrderDomain
import Testing

@Suite struct ImportTests {
  func read(_ text: String) throws -> ImportedCommand<OrderCommand> {
    var json = RecordedOrders.reader(text)
    let command = try Orders.readImport(&json)
    try json.endOfDocument()
    return command
  }

  func code(of text: String) -> JSONError.Code? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? JSONError)?.code
    }
  }

  @Test func `personal data is inline, and the kind of payment is with the card`() throws {
    let imported = try read(
      #"""
      {"payment":{"kind":"card","brand":"visa","last4":"4242","expires":"2027-11"},
       "type":"create-order","customer":"amy","id":"c-1","reason":"why\n",
       "contact":{"firstName":"Amy","email":"a@b"},"billing":{"zip":"95014"},
       "items":[{"sku":"A","quantity":1,"unitPrice":5}],"currency":"USD","tax":7}
      """#)
    let expected = OrderFields.only {
      $0[.customer] = "amy"
      $0[.paymentKind] = "card"
      $0[.cardBrand] = "visa"
      $0[.cardLast4] = "4242"
      $0[.cardExpires] = "2027-11"
      $0[.firstName] = "Amy"
      $0[.email] = "a@b"
      $0[.billingZip] = "95014"
      $0.items = [Item(sku: "A", quantity: 1, unitPrice: 5)]
      $0[.currency] = "USD"
      $0.set(.tax, to: 7)
    }
    #expect(imported.command == .create(expected))
    #expect(imported.id == "c-1")
    #expect(imported.reason == "why\n")
    #expect(imported.expect == nil)
  }

  @Test func `other commands are as in the log`() throws {
    let pay = try read(#"{"type":"pay-order","id":"p-1","expect":3,"amount":5,"method":"card"}"#)
    #expect(pay.command == .pay(Payment(amount: 5, method: "card")))
    #expect(pay.expect == 3)
    #expect(try read(#"{"type":"cancel-order","reason":"lost"}"#).command == .cancel)
  }

  @Test(arguments: [
    #"{"type":"pay-order","amount":5,"id":"p-1","expect":3,"reason":"why"}"#,
    #"{"type":"pay-order","id":"p-1","amount":5,"reason":"why","expect":3}"#,
    #"{"amount":5,"reason":"why","expect":3,"id":"p-1","type":"pay-order"}"#,
  ]) func `errors that aren't the rules' are found wherever they are`(text: String) throws {
    let pay = try read(text)
    #expect(pay.command == .pay(Payment(amount: 5)))
    #expect(pay.id == "p-1")
    #expect(pay.expect == 3)
    #expect(pay.reason == "why")
  }

  @Test(arguments: [
    #"{"type":"pay-order","amount":5,"id":"p-1","id":"p-2"}"#,
    #"{"type":"pay-order","id":"p-1","amount":5,"id":"p-2"}"#,
  ]) func `a duplicate id is refused wherever it is`(text: String) {
    #expect(code(of: text) == .duplicateKey)
  }

  @Test func `the kind of payment may be by itself`() throws {
    let update = try read(#"{"type":"update-order","paymentKind":"invoice"}"#)
    #expect(update.command == .update { $0[.paymentKind] = "invoice" })
  }

  @Test(arguments: ["null", "{}"]) func `a payment of nothing removes the card`(
    payment: String
  ) throws {
    guard
      case .update(let fields) =
        try read(#"{"type":"update-order","payment":\#(payment)}"#).command
    else {
      Issue.record("no update")
      return
    }
    #expect(fields.removes(.cardLast4))
    #expect(!fields.removes(.paymentKind))
  }

  @Test(arguments: [
    #"{"type":"create-order","cardNumber":"4111111111111111"}"#,
    #"{"type":"create-order","payment":{"kind":"card","number":"4111111111111111"}}"#,
    #"{"type":"create-order","payment":{"cvv":"123"}}"#,
    #"{"type":"create-order","contact":{"fax":"1"}}"#,
    #"{"type":"create-order","billing":{"street3":"1"}}"#,
    #"{"type":"create-order","items":[{"sku":"A","price":1}]}"#,
    #"{"type":"create-order","total":5}"#, #"{"type":"create-order","amount":5}"#,
    #"{"type":"pay-order","customer":"amy"}"#, #"{"type":"cancel-order","amount":1}"#,
  ]) func `unknown keys are refused, so that no card number slips in`(text: String) {
    #expect(code(of: text) == .unknownKey)
  }

  @Test(arguments: [
    (#"{"type":"order-created"}"#, JSONError.Code.invalidValue),
    (#"{"customer":"amy"}"#, .missingKey), (#"{"type":5}"#, .wrongType),
    (#"{"type":"pay-order","amount":1.0}"#, .notAnInteger),
    (#"{"type":"pay-order","amount":1e3}"#, .notAnInteger),
    (#"{"type":"pay-order","amount":"1"}"#, .wrongType),
    (#"{"type":"pay-order","expect":"1"}"#, .wrongType), (#"[]"#, .wrongType),
    (
      #"{"type":"create-order","paymentKind":"a","payment":{"kind":"b"}}"#,
      .duplicateKey
    ),
  ]) func `what isn't a command is refused`(text: String, expected: JSONError.Code) {
    #expect(code(of: text) == expected)
  }

  @Test func `the catalogue's commands are imported, too`() throws {
    var json = RecordedOrders.reader(
      #"{"type":"add-shipping-method","code":"bike","name":"By Bike"}"#)
    #expect(
      try Catalogue.readImport(&json).command
        == .addShippingMethod(code: "bike", name: "By Bike"))
    json = RecordedOrders.reader(#"{"type":"retire-shipping-method","code":"bike","name":"x"}"#)
    #expect { try Catalogue.readImport(&json) } throws: {
      ($0 as? JSONError)?.code == .unknownKey
    }
  }
}
