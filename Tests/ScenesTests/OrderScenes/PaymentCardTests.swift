import EventSourcing
import OrderDomain
import Testing

@testable import HistoryScenes
@testable import OrderScenes

/// The checks of a card, and what is kept of it. The numbers are those that card schemes
/// publish for tests.
@Suite struct PaymentCardTests {
  static let brands = [
    ("4111111111111111", "visa"), ("4222222222222", "visa"), ("5555555555554444", "mastercard"),
    ("2223003122003222", "mastercard"), ("378282246310005", "amex"), ("371449635398431", "amex"),
    ("6011111111111117", "discover"), ("6445644564456445", "discover"),
    ("30569309025904", "diners"), ("3530111333300000", "jcb"), ("6200000000000005", "unionpay"),
    ("6759649826438453", "maestro"),
  ]

  @Test(arguments: brands) func `the brand follows from the number`(
    _ number: String, _ brand: String
  ) {
    let cvv = brand == "amex" ? "1234" : "123"
    let (card, problems) = PaymentCard.check(number: number, cvv: cvv)
    #expect(problems.isEmpty)
    #expect(card?.brand == brand)
    #expect(card?.last4 == String(number.suffix(4)))
  }

  @Test func `a number of an unknown issuer has no brand`() {
    let (card, problems) = PaymentCard.check(number: "9000000000000001", cvv: "123")
    #expect(problems.isEmpty)
    #expect(card?.brand == nil)
    #expect(card?.last4 == "0001")
  }

  @Test(arguments: ["4111 1111 1111 1111", "4111-1111-1111-1111", " 41 11-1111111111 11 "])
  func `spaces and dashes don't count`(_ number: String) {
    #expect(PaymentCard.check(number: number, cvv: "123").card?.last4 == "1111")
  }

  static let wrong: [(number: String?, cvv: String?, problems: [String])] = [
    ("4111111111111112", "123", ["payment.number malformed"]),
    ("4111111111111111", "12", ["payment.cvv malformed"]),
    ("4111111111111111", "1234", ["payment.cvv malformed"]),
    ("378282246310005", "123", ["payment.cvv malformed"]),
    ("4111111111111111", "12a", ["payment.cvv malformed"]),
    ("4111111111111111", "１２３", ["payment.cvv malformed"]),
    ("4111111111111111", nil, ["payment.cvv blank"]),
    (nil, "123", ["payment.number blank"]),
    (" - ", "", ["payment.number blank", "payment.cvv blank"]),
    ("0", "1", ["payment.number malformed", "payment.cvv malformed"]),
    ("41111111111", "123", ["payment.number malformed"]),
    ("41111111111111111111", "123", ["payment.number malformed"]),
    ("4111.1111.1111.1111", "123", ["payment.number malformed"]),
    ("４１１１１１１１１１１１１１１１", "123", ["payment.number malformed"]),
  ]

  @Test(arguments: wrong.indices) func `errors have a field and a code`(_ index: Int) {
    let row = Self.wrong[index]
    let problems = PaymentCard.check(number: row.number, cvv: row.cvv).problems
    #expect(problems.map { "\($0.field) \($0.code)" } == row.problems)
  }

  @Test func `one wrong digit, and most swapped ones, are noticed`() {
    let number = Array("4111111111111111".utf8)
    for place in number.indices {
      for digit in UInt8(0x30)...0x39 where digit != number[place] {
        var wrong = number
        wrong[place] = digit
        let text = String(decoding: wrong, as: UTF8.self)
        #expect(PaymentCard.check(number: text, cvv: "123").card == nil, "\(text)")
      }
    }
    #expect(PaymentCard.check(number: "1411111111111111", cvv: "123").card == nil)
  }

  static let masks = [
    (#""lastName": "4111-1111-1111-1111","#, #""lastName": "****-****-****-****","#),
    ("4111 1111 1111 1112", "**** **** **** ****"),
    ("4111 1111 1111 1111 2030-01 123", "**** **** **** **** ****-** ***"),
    ("4111.1111.1111.1111", "****.****.****.****"), ("４１１１１１１１１１１１１１１１", "****************"),
    (#""sku": "4006381333931""#, #""sku": "4006381333931""#),
    (#""phone": "+49 176 12345678""#, #""phone": "+49 176 12345678""#),
    (#""cvv": "123""#, #""cvv": "***""#),
    (#""phone": "111-111-1111""#, #""phone": "111-111-1111""#),
    (
      "\"zip\": \"95014\",\n\"expires\": \"2030-01\"",
      "\"zip\": \"95014\",\n\"expires\": \"2030-01\""
    ),
  ]

  @Test(arguments: masks) func `a text that is kept has no number in it`(
    _ text: String, _ masked: String
  ) {
    #expect(CardMask.masked(text) == masked)
  }

  static let latin1 = [
    ("Zo\u{EB} 4111\u{A0}1111\u{A0}1111\u{A0}1111", "Zo\u{EB} ****\u{A0}****\u{A0}****\u{A0}****"),
    (String(repeating: "\u{B2}", count: 14), String(repeating: "\u{B2}", count: 14)),
    ("cvv 12\u{B9}, m\u{B3}\ncvv 5\n7", "cvv **\u{B9}, m\u{B3}\ncvv *\n7"),
  ]

  @Test(arguments: latin1) func `of a text in another encoding, only digits are masked`(
    _ text: String, _ masked: String
  ) {
    let bytes = [text, masked].map { $0.unicodeScalars.map { UInt8($0.value) } }
    #expect(CardMask.masked(bytes[0]) == bytes[1])
  }
}
