// The fields of a form, with the names by which errors call them.

import JSONLines
import Orders

/// A field of a form for an order; the raw value is what errors call it.
public enum OrderField: String, CaseIterable, Sendable {
  /// Who orders, as the shop calls them.
  case customer
  /// The first name.
  case firstName = "contact.firstName"
  /// The last name.
  case lastName = "contact.lastName"
  /// The telephone number.
  case phone = "contact.phone"
  /// The e-mail address.
  case email = "contact.email"
  /// Where the bill goes: street and number.
  case billingStreet1 = "billing.street1"
  /// What else the postman must know; optional.
  case billingStreet2 = "billing.street2"
  /// The town.
  case billingCity = "billing.city"
  /// The state, province or region.
  case billingState = "billing.state"
  /// The postal code.
  case billingZip = "billing.zip"
  /// Two capital letters; optional.
  case billingCountry = "billing.country"
  /// Where the parcel goes: street and number.
  case shipmentStreet1 = "shipment.street1"
  /// What else the postman must know; optional.
  case shipmentStreet2 = "shipment.street2"
  /// The town.
  case shipmentCity = "shipment.city"
  /// The state, province or region.
  case shipmentState = "shipment.state"
  /// The postal code.
  case shipmentZip = "shipment.zip"
  /// Two capital letters; optional.
  case shipmentCountry = "shipment.country"
  /// The code of the shipping method.
  case shippingMethod
  /// How it is paid: `card`, `cash`, ….
  case paymentKind
  /// The card's brand; follows from the number.
  case cardBrand = "payment.brand"
  /// The last four digits of the card's number; follow from it.
  case cardLast4 = "payment.last4"
  /// The last month that the card is good for.
  case cardExpires = "payment.expires"
  /// The card's number, of which only brand and last digits are kept.
  case cardNumber = "payment.number"
  /// The card's security code, of which nothing is kept.
  case cardCVV = "payment.cvv"
  /// Three capital letters.
  case currency
  /// What shipping costs.
  case shippingFee
  /// The tax.
  case tax
  /// What is taken off.
  case discount

  /// What is kept of a card.
  static let card: [OrderField] = [.cardBrand, .cardLast4, .cardExpires]
  /// What is never kept.
  static let secrets: [OrderField] = [.cardNumber, .cardCVV]
  /// Whom to write to.
  public static let contact: [OrderField] = [.firstName, .lastName, .phone, .email]
  /// Where the bill goes.
  public static let billing: [OrderField] = [
    .billingStreet1, .billingStreet2, .billingCity, .billingState, .billingZip, .billingCountry,
  ]
  /// Where the parcel goes, in the same order.
  public static let shipment: [OrderField] = [
    .shipmentStreet1, .shipmentStreet2, .shipmentCity, .shipmentState, .shipmentZip,
    .shipmentCountry,
  ]
  /// What somebody can be asked for who fills in a new order field by field, besides its items.
  static let asked: [OrderField] =
    [.customer] + contact + billing + shipment
    + [.shippingMethod, .paymentKind, .cardExpires] + secrets
    + [.currency, .shippingFee, .tax, .discount]
  /// What an order needn't have, so that it can be removed from one.
  public static let removable: [OrderField] = [
    .billingStreet2, .shipmentStreet2, .cardBrand, .cardLast4, .cardExpires, .shippingFee, .tax,
    .discount,
  ]

  /// Whether it is an amount of money.
  var isAmount: Bool { amountPath != nil }

  /// Where the amount stands in an order; nil if it isn't one.
  var amountPath: WritableKeyPath<OrderFields, Amount>? {
    switch self {
    case .shippingFee: \.shippingFee
    case .tax: \.tax
    case .discount: \.discount
    default: nil
    }
  }

  /// Where the text stands in an order; nil if it is an amount, or isn't kept.
  var textPath: WritableKeyPath<OrderTexts, TextRange>? {
    switch self {
    case .customer: \.customer
    case .firstName: \.contact.firstName
    case .lastName: \.contact.lastName
    case .phone: \.contact.phone
    case .email: \.contact.email
    case .billingStreet1: \.billing.street1
    case .billingStreet2: \.billing.street2
    case .billingCity: \.billing.city
    case .billingState: \.billing.state
    case .billingZip: \.billing.zip
    case .billingCountry: \.billing.country
    case .shipmentStreet1: \.shipment.street1
    case .shipmentStreet2: \.shipment.street2
    case .shipmentCity: \.shipment.city
    case .shipmentState: \.shipment.state
    case .shipmentZip: \.shipment.zip
    case .shipmentCountry: \.shipment.country
    case .shippingMethod: \.shippingMethod
    case .paymentKind: \.paymentKind
    case .cardBrand: \.payment.brand
    case .cardLast4: \.payment.last4
    case .cardExpires: \.payment.expires
    case .currency: \.currency
    case .cardNumber, .cardCVV, .shippingFee, .tax, .discount: nil
    }
  }
}
