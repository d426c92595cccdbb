// Payments and refunds: what is known of one, and how it is written and read.

/// Money that was received, and how.
public struct Payment: Equatable, Sendable {
  /// The amount, in minor units.
  public var amount: Amount
  /// The method and the reference.
  var texts = TextPair()

  /// The way in which it was paid: `card`; optional.
  public var method: Text? {
    get { texts.firstText }
    set { texts = TextPair(newValue, reference) }
  }
  /// The bank's reference; optional.
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
  static let refundMembers = [ObjectShape.Member.integer("amount")]
  static let members = refundMembers + [.text("method"), .text("reference")]

  init(_ payload: Payload) {
    amount = Self.amount(payload)
    texts = TextPair(payload.storage, payload.text(1), payload.text(2))
  }

  static func amount(_ payload: Payload) -> Amount {
    Amount(bits: UInt64(bitPattern: payload.integer()))
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member(#","amount":"#, amount)
    texts.writeMembers(#","method":"#, #","reference":"#, to: &writer)
  }
}
