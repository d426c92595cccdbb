// The meanings of the columns of orders, for all tables that have them.

extension Orders {
  /// A phrase that says what a field of orders contains.
  static func columnMeaning(of field: String) -> String {
    switch field {
    case "rev": "the order's revision"
    case "status": "how far it has come"
    case "customer": "the customer's id"
    case "shippingMethod": "how it is shipped"
    case "payment.kind": "how it is to be paid"
    case "currency": "the currency of its amounts"
    case "shippingFee": "what shipping costs"
    case "tax": "the tax"
    case "discount": "what is subtracted"
    case "total": "items, shipping fee and tax, less the discount"
    case "paid": "all that was received; refunds aren't subtracted"
    case "refunded": "all that was paid back"
    case "balance": "total − paid + refunded"
    case "due": "the balance, or 0 if it is cancelled, returned or deleted"
    case "placedAt": "when it was created"
    case "updatedAt": "when it was changed last"
    case "carrier": "who carries it"
    case "tracking": "the carrier's number for it"
    case "items.sku": "the article's code"
    case "items.name": "its name"
    case "items.quantity": "how many"
    case "items.unitPrice": "the price of one"
    default:
      OrderFlag.meaning(of: field)
        ?? (personalFields.contains(field) ? "as entered; personal data" : "as entered")
    }
  }
}
