// Payments and refunds: what is known of one, and how it is written and read.

import EventSourcing
import JSONLines

/// Money that was received, and how.
public struct Payment: Equatable, Sendable {
  /// How much, in minor units.
  public var amount: Amount
  /// The method and the reference.
  var texts = TextPair()

  /// How it was paid: `card`; optional.
  public var method: Text? {
    get { texts.firstText }
    set { texts = TextPair(newValue, reference) }
  }
  /// What the bank calls it; optional.
  public var reference: Text? {
    get { texts.secondText }
    set { texts = TextPair(method, newValue) }
  }

  /// A payment.
  public init(amount: Amount, method: Text? = nil, reference: Text? = nil) {
    self.amount = amount
    texts = TextPair(method, reference)
  }
}

extension Payment {
  static let commandShape = ObjectShape.command(
    .integer("amount"), .text("method"), .text("reference"))
  static let eventShape = ObjectShape.event(
    .integer("amount"), .text("method"), .text("reference"))
  static let refundCommandShape = ObjectShape.command(.integer("amount"))
  static let refundEventShape = ObjectShape.event(.integer("amount"))

  init(_ payload: inout Payload, _ shape: ObjectShape) throws(JSONError) {
    var values = MoneyAndTexts()
    try payload.read(shape, into: &values)
    amount = values.amount
    texts = TextPair(payload.storage, values.first, values.second)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member(#","amount":"#, amount)
    texts.writeMembers(#","method":"#, #","reference":"#, to: &writer)
  }
}

/// What a payment has in the log.
private struct MoneyAndTexts: BitwiseCopyable {
  var amount = Amount.absent
  var first = TextRange.absent
  var second = TextRange.absent
}

extension Payload {
  /// The amount of a refund.
  mutating func amount(_ shape: ObjectShape) throws(JSONError) -> Amount {
    var amount = Amount.absent
    try read(shape, into: &amount)
    return amount
  }
}
