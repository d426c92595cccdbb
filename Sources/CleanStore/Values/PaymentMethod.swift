// Ways of paying an order. There is no place for a card's number.

/// A way of paying an order.
public struct PaymentMethod: Hashable, Sendable {
  /// The name in the log: `cash`.
  public var kind: String
  /// The recorded part of the card, if it is paid by card.
  public var card: Card?

  /// A method of payment.
  public init(kind: String, card: Card? = nil) {
    self.kind = kind
    self.card = card
  }

  /// Payment in cash.
  public static let cash = PaymentMethod(kind: "cash")
  /// Payment by a transfer, after the invoice.
  public static let invoice = PaymentMethod(kind: "invoice")

  /// Payment by card.
  public static func card(_ card: Card) -> PaymentMethod {
    PaymentMethod(kind: "card", card: card)
  }
}

/// The recorded part of a card. Its number is never recorded.
public struct Card: Hashable, Sendable {
  /// The brand; optional.
  public var brand: String?
  /// The last four digits of the number.
  public var last4: String
  /// The last month it can be used in: `2027-05`.
  public var expires: String

  /// A card.
  public init(brand: String? = nil, last4: String, expires: String) {
    self.brand = brand
    self.last4 = last4
    self.expires = expires
  }
}

extension PaymentMethod {
  init(_ texts: [OrderField: String]) {
    kind = texts[.paymentKind] ?? ""
    let (brand, last4, expires) = (texts[.cardBrand], texts[.cardLast4], texts[.cardExpires])
    guard brand != nil || last4 != nil || expires != nil else { return }
    card = Card(brand: brand, last4: last4 ?? "", expires: expires ?? "")
  }

  var texts: [OrderField: String] {
    var texts: [OrderField: String] = [.paymentKind: kind]
    texts[.cardBrand] = card?.brand
    texts[.cardLast4] = card?.last4
    texts[.cardExpires] = card?.expires
    return texts
  }
}
