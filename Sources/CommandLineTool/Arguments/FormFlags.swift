// The flags that fill in a form for an order, and the form that they make.

import Terminal
import UseCases

enum FormFlags {
  static let order = Flag(
    "order", .text(placeholder: "ID"),
    help: "The new order's id; the next free number from 1001 up if left out.")
  static let from = Flag(
    "from", .text(placeholder: "FILE"),
    help: "Read the form from a JSON file, - for standard input. Its keys are those of "
      + "`cleanstore show --json`, amounts are in minor units; flags come on top of it.")
  static let reuse = Flag(
    "reuse",
    help: "Take contact and addresses that are left out from the customer's last order.")
  static let sameAddress = Flag("same-address", help: "Ship to the billing address.")
  static let cardFile = Flag(
    "card-file", .text(placeholder: "FILE"),
    help: "Read the card's number and, on the next line, its CVV from a file, - for standard "
      + "input. Both are checked and forgotten: only brand and last four digits are kept.")
  static let item = Flag(
    "item", .text(placeholder: "SKU:QUANTITY:PRICE[:NAME]"), repeats: true,
    help: "An item, the price of one in major units; once for each item.")
  static let remove = Flag(
    "remove", .choice(placeholder: "FIELD", among: OrderField.removable.map(\.rawValue)),
    repeats: true, help: "Remove what stands in this field; as often as needed.")
  static let editor = Flag(
    "editor", help: "Edit the order's JSON form in $VISUAL, else $EDITOR, else vi.")
  static let quiet = Flag("quiet", short: "q", help: "Print the new order's id and nothing else.")

  /// The flags that fill in one field each.
  static let fields: [(field: OrderField, flag: Flag)] =
    [
      (.customer, text("customer", "NAME", "Who orders, as the shop calls them.")),
      (.firstName, text("first-name", "NAME", "The contact's first name.")),
      (.lastName, text("last-name", "NAME", "The contact's last name.")),
      (.phone, text("phone", "NUMBER", "The contact's telephone number.")),
      (.email, text("email", "ADDRESS", "The contact's e-mail address.")),
      (.shippingMethod, text("shipping-method", "CODE", "How it is shipped, as in one-day.")),
      (.paymentKind, text("payment-kind", "KIND", "How it is paid, as in card or invoice.")),
      (.cardExpires, text("card-expires", "YYYY-MM", "The last month that the card is good for.")),
      (.cardBrand, text("card-brand", "NAME", "The card's brand, where its number isn't known.")),
      (
        .cardLast4,
        text("card-last4", "DIGITS", "The number's last four digits, where only they are.")
      ),
      (.currency, text("currency", "CODE", "Three letters, as in USD.")),
      (.shippingFee, text("shipping-fee", "AMOUNT", "What shipping costs, in major units.")),
      (.tax, text("tax", "AMOUNT", "The tax, in major units.")),
      (.discount, text("discount", "AMOUNT", "What is taken off, in major units.")),
    ] + address(OrderField.billing, "billing") + address(OrderField.shipment, "shipment")

  private static func text(_ name: String, _ placeholder: String, _ help: String) -> Flag {
    Flag(name, .text(placeholder: placeholder), help: help)
  }

  private static func address(_ fields: [OrderField], _ whose: String) -> [(OrderField, Flag)] {
    let parts = [
      ("street1", "TEXT", "street and number"), ("street2", "TEXT", "second line, if any"),
      ("city", "NAME", "town"), ("state", "NAME", "state or region"),
      ("zip", "CODE", "postal code"),
      ("country", "CODE", "country, two letters; US if left out"),
    ]
    return zip(fields, parts).map { field, part in
      (field, text("\(whose)-\(part.0)", part.1, "The \(whose) address: \(part.2)."))
    }
  }

  /// What every command takes that reads a form.
  static let all = fields.map(\.flag) + [sameAddress, cardFile, item, from]
}

extension Invocation {
  /// What the flags say of the form, and nothing else.
  var form: OrderForm {
    var form = OrderForm()
    for (field, flag) in FormFlags.fields {
      if let text = text(flag) { form[field] = .text(text) }
    }
    form.shipsToBillingAddress = has(FormFlags.sameAddress)
    let items = texts(FormFlags.item)
    if !items.isEmpty { form.items = items.map { OrderForm.Item(typed: $0) } }
    for name in texts(FormFlags.remove) {
      if let field = OrderField(rawValue: name) { form[field] = .removed }
    }
    return form
  }
}
