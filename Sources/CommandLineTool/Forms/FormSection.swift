// The parts of a form that a clerk can go through again.

import Orders

/// A part of a form; the raw value is what a clerk types who wants to go through it again.
enum FormSection: String, CaseIterable {
  case customer, contact, billing, shipment, shipping, payment, items, amounts

  /// What stands above its questions; nil if there is only one.
  var title: String? {
    switch self {
    case .customer: nil
    case .contact: "Contact"
    case .billing: "Billing address"
    case .shipment: "Shipment address"
    case .shipping: "Shipping"
    case .payment: "Payment"
    case .items: "Items"
    case .amounts: "Amounts"
    }
  }
}
