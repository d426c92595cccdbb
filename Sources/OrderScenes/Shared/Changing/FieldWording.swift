// What is said of a wrong field: the code's meaning, and for malformed ones how it should look.

import HistoryScenes
import EventSourcing
import Orders

enum FieldWording {
  /// What is wrong with a field, in a sentence that needs no other.
  static func sentence(for field: InvalidField) -> String {
    let name = field.field.split(separator: ".").last.map(String.init) ?? field.field
    return switch field.code {
    case "blank": missing(field.field)
    case "too-long": "is longer than 200 characters"
    case "malformed": form(of: name, in: field.field)
    case "expired": "the card's last month is over"
    case "out-of-range": range(of: name)
    case "empty": "there must be at least one item"
    case "too-many": "an order has at most 1000 items"
    case "unknown": "is not offered; `cleanstore shipping-methods` lists what is"
    default: "is wrong"
    }
  }

  /// Items and amounts that needn't be given are missing if the old ones would change their worth.
  private static func missing(_ field: String) -> String {
    field == "items" || OrderField(named: field)?.isAmount == true
      ? "must be given anew: the new currency has another number of decimals" : "is missing"
  }

  private static func form(of name: String, in field: String) -> String {
    switch name {
    case "email": "must be like name@example.com"
    case "phone": "must be digits, spaces and + - ( ) . with at least 5 digits"
    case "zip": "must be like 95014 or 95014-1234 in the US"
    case "country": "must be two capital letters, as in US"
    case "currency": "must be three capital letters, as in USD"
    case "last4": "must be four digits"
    case "expires": "must be a month like 2028-06"
    case "number": "is no card number: a digit is wrong or missing"
    case "cvv": "must be 3 or 4 digits"
    case "order":
      "must be 1 to 64 of A-Z a-z 0-9 . _ -, start with a letter or digit, have no '..', and be "
        + "neither start nor end"
    case _ where OrderField(named: field)?.isAmount == true, "amount", "unitPrice":
      "must be an amount like 12.99, with no more decimals than the currency has"
    case "quantity": "must be a whole number"
    case "paymentKind", "brand", "method": "must not have a card's number in it"
    default:
      field.hasPrefix("items")
        ? "must be SKU:QUANTITY:PRICE[:NAME]; in JSON, an object with sku, quantity and unitPrice"
        : "has a wrong form"
    }
  }

  private static func range(of name: String) -> String {
    switch name {
    case "quantity": "must be 1 to 1000000"
    case "amount": "must be more than 0, and at most 10^12 minor units"
    case "total": "items, fee and tax less the discount must come to 0 to 10^12 minor units"
    default: "must be 0 to 10^12 minor units"
    }
  }
}
