// The wording for a wrong field: the meaning of the code, and for malformed ones the expected form.

enum FieldWording {
  static func sentence(for field: InvalidField, _ amounts: AmountWording = AmountWording())
    -> String
  {
    let name = field.field.split(separator: ".").last.map(String.init) ?? field.field
    return switch field.code {
    case "blank": missing(field.field)
    case "too-long": "is longer than \(Limits.current.scalars) characters"
    case "malformed": form(of: name, in: field.field, amounts)
    case "expired": "the card has expired"
    case "out-of-range": range(of: name, amounts)
    case "empty": "there must be at least one item"
    case "too-many": "an order can have at most \(Limits.current.items) items"
    case "unknown": unknown(name)
    default: "is wrong"
    }
  }

  /// Items and amounts that are otherwise optional are missing if the old ones would change their
  /// value.
  private static func missing(_ field: String) -> String {
    field == "items" || OrderField(named: field)?.isAmount == true
      ? "must be given again: the new currency has a different number of decimals" : "is missing"
  }

  private static func unknown(_ name: String) -> String {
    switch name {
    case "country": "is not the code of a country, such as DE or GB (ISO 3166)"
    case "currency": "is not the code of a currency, such as EUR (ISO 4217)"
    default: "is not offered; `cleanstore shipping-methods` lists the methods"
    }
  }

  private static func form(of name: String, in field: String, _ amounts: AmountWording) -> String {
    switch name {
    case "email": "must be like name@example.com"
    case "phone": "must be digits, spaces and + - ( ) . with at least 5 digits"
    case "zip": "must be like 95014 or 95014-1234 in the US"
    case "country": "must be two capital letters, such as US"
    case "currency": "must be three capital letters, such as USD"
    case "last4": "must be four digits"
    case "expires": "must be a month, such as 2028-06"
    case "number": "is not a card number: a digit is wrong or missing"
    case "cvv": "must be 3 digits, or 4 for American Express"
    case "order":
      "must be 1 to 64 of A-Z a-z 0-9 . _ -, begin with a letter or digit, not contain '..', and "
        + "not be \(alternatives(Position.words + TimeWord.allCases.map(\.rawValue)))"
    case _ where OrderField(named: field)?.isAmount == true, "amount", "unitPrice":
      amounts.form(of: field)
    case "quantity": "must be a whole number"
    case "paymentKind", "brand", "method": "must not contain a card number"
    default:
      field.hasPrefix("items")
        ? "must be SKU:QUANTITY:PRICE[:NAME]; in JSON, an object with sku, quantity and unitPrice"
        : "is malformed"
    }
  }

  private static func range(of name: String, _ amounts: AmountWording) -> String {
    let amount =
      "\(Limits.current.amount.lowerBound) to \(amounts.limit(Limits.current.amount.upperBound))"
    return switch name {
    case "quantity":
      "must be \(Limits.current.quantity.lowerBound) to \(Limits.current.quantity.upperBound)"
    case "amount":
      "must be more than 0, and at most \(amounts.limit(Limits.current.payment.upperBound))"
    case "total":
      "the discount must not be more than items, shipping fee and tax together, and the total not more "
        + "than \(amounts.limit(Limits.current.amount.upperBound))"
    default: "must be \(amount)"
    }
  }
}
