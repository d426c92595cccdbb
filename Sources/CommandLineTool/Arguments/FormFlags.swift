// The flags that fill in a form for an order, and the form that they make.

import Orders
import Terminal
import HistoryScenes
import OrderScenes

enum FormFlags {
  static let order = Flag(
    "order", .text(placeholder: "ID"),
    help: "The new order's id; the next free number from 1001 up if left out.")
  static let from = Flag(
    "from", .text(placeholder: "FILE", .file),
    help: "Read the form from a JSON file, - for standard input. Its keys are those of "
      + "`cleanstore show --json` that can be filled in, amounts are in minor units; flags come on "
      + "top of it.")
  static let reuse = Flag(
    "reuse",
    help: "Take contact and addresses that are left out from the customer's last order.")
  static let sameAddress = Flag("same-address", help: "Ship to the billing address.")
  static let cardFile = Flag(
    "card-file", .text(placeholder: "FILE", .file),
    help: "Read the card's number and, on the next line, its CVV from a file, - for standard "
      + "input. Both are checked and forgotten: only brand and last four digits are kept.")
  static let item = Flag(
    "item", .text(placeholder: "SKU:QUANTITY:PRICE[:NAME]"), repeats: true,
    help: "An item, the price of one in major units; once for each item.")
  static let remove = Flag(
    "remove", .choice(placeholder: "FIELD", among: OrderField.removable.map(\.name)),
    repeats: true, help: "Remove what stands in this field; as often as needed.")
  static let editor = Flag(
    "editor", help: "Edit the order's JSON form in $VISUAL, else $EDITOR, else vi.")
  static let quiet = Flag("quiet", short: "q", help: "Print the new order's id and nothing else.")

  /// The flags that fill in one field each, under the headings that help shows.
  private static let groups: [(title: String, rows: [(field: OrderField, flag: Flag)])] = [
    (
      "Order",
      [
        (.customer, text("customer", "NAME", "Who orders, as the shop calls them.")),
        (
          .shippingMethod,
          text(
            "shipping-method", "CODE", "How it is shipped, as in one-day.", Operands.listedMethods)
        ),
      ]
    ),
    (
      "Contact",
      [
        (.firstName, text("first-name", "NAME", "The first name.")),
        (.lastName, text("last-name", "NAME", "The last name.")),
        (.phone, text("phone", "NUMBER", "The telephone number.")),
        (.email, text("email", "ADDRESS", "The e-mail address.")),
      ]
    ),
    ("Billing address", address(OrderField.billing, "billing")),
    ("Shipment address", address(OrderField.shipment, "shipment")),
    (
      "Payment",
      [
        (.paymentKind, text("payment-kind", "KIND", "How it is paid, as in card or invoice.")),
        (
          .cardExpires, text("card-expires", "YYYY-MM", "The last month that the card is good for.")
        ),
        (.cardBrand, text("card-brand", "NAME", "The card's brand, if its number isn't known.")),
        (
          .cardLast4,
          text("card-last4", "DIGITS", "The number's last four digits, if only they are known.")
        ),
      ]
    ),
    (
      "Items and amounts",
      [
        (.currency, text("currency", "CODE", "Three letters, as in USD.")),
        (.shippingFee, text("shipping-fee", "AMOUNT", "What shipping costs, in major units.")),
        (.tax, text("tax", "AMOUNT", "The tax, in major units.")),
        (.discount, text("discount", "AMOUNT", "What is taken off, in major units.")),
      ]
    ),
  ]

  /// The flags that stand with those of a group, but fill in no field.
  private static let others = [
    "Shipment address": [sameAddress], "Payment": [cardFile], "Items and amounts": [item],
  ]

  /// The flags that fill in one field each.
  static let fields = groups.flatMap(\.rows)

  /// What every command takes that reads a form.
  static let form = groups.map { title, rows in
    FlagGroup(title, rows.map(\.flag) + (others[title] ?? []))
  }

  private static func text(
    _ name: String, _ placeholder: String, _ help: String, _ content: Content = .anything
  ) -> Flag {
    Flag(name, .text(placeholder: placeholder, content), help: help)
  }

  private static func address(_ fields: [OrderField], _ whose: String) -> [(OrderField, Flag)] {
    let parts = [
      ("street1", "TEXT", "Street and number."), ("street2", "TEXT", "A second line, if any."),
      ("city", "NAME", "The town."), ("state", "NAME", "The state or region."),
      ("zip", "CODE", "The postal code."),
      ("country", "CODE", "The country, two letters; US if left out."),
    ]
    return zip(fields, parts).map { field, part in
      (field, text("\(whose)-\(part.0)", part.1, part.2))
    }
  }
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
      if let field = OrderField(named: name) { form[field] = .removed }
    }
    return form
  }
  /// Two flags that say different things of one field, as they are typed; nil if there are none.
  var contradiction: (String, String)? {
    let removed = texts(FormFlags.remove)
    for (field, flag) in FormFlags.fields {
      let given = has(flag) ? "--\(flag.name)" : nil
      let removal = removed.contains(field.name) ? "--remove \(field.name)" : nil
      if let given, let removal { return (removal, given) }
      if has(FormFlags.sameAddress), OrderField.shipment.contains(field),
        let said = given ?? removal
      {
        return ("--\(FormFlags.sameAddress.name)", said)
      }
    }
    return nil
  }
}
