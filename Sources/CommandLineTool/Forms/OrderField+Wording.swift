// Texts for people about an order's fields where they fill them in: the flags of a form and the questions
// at a terminal follow from these rows.

extension OrderField {
  /// Its flag's placeholder and help, and its prompt.
  var wording: (placeholder: String, help: String, question: String) {
    switch self {
    case .customer: ("NAME", "The customer's name in the shop.", "Customer")
    case .firstName: ("NAME", "The first name.", "First name")
    case .lastName: ("NAME", "The last name.", "Last name")
    case .phone: ("NUMBER", "The phone number.", "Phone")
    case .email: ("ADDRESS", "The email address.", "E-mail")
    case .billingStreet1, .shipmentStreet1: ("TEXT", "Street and number.", "Street")
    case .billingStreet2, .shipmentStreet2:
      ("TEXT", "A second line, if needed.", "Street, line 2 (optional)")
    case .billingCity, .shipmentCity: ("NAME", "The city.", "City")
    case .billingState, .shipmentState: ("NAME", "The state or region.", "State")
    case .billingZip, .shipmentZip: ("CODE", "The postal code.", "Postal code")
    case .billingCountry, .shipmentCountry:
      ("CODE", "The country, two letters; US by default.", "Country")
    case .shippingMethod: ("CODE", "How it is shipped, such as one-day.", "Shipping method")
    case .paymentKind: ("KIND", "How it is paid, such as card or invoice.", "Payment")
    case .cardBrand: ("NAME", "The card's brand, if its number isn't given.", "Card brand")
    case .cardLast4:
      ("DIGITS", "The number's last four digits, if the number isn't given.", "Last four digits")
    case .cardExpires:
      ("YYYY-MM", "The card's expiry month.", "Card expires (YYYY-MM or MM/YY)")
    case .cardNumber: ("NUMBER", "The card's number.", "Card number")
    case .cardCVV: ("DIGITS", "The card's security code.", "CVV")
    case .items: ("ITEMS", "What is ordered.", "Items")
    case .currency: ("CODE", "Three letters, such as USD.", "Currency")
    case .shippingFee: ("AMOUNT", "The shipping fee, in major units.", "Shipping fee")
    case .tax: ("AMOUNT", "The tax, in major units.", "Tax")
    case .discount: ("AMOUNT", "The discount, in major units.", "Discount")
    }
  }

  /// The flag that fills it in: `--billing-street1`.
  var flag: Flag<String?> {
    let name = "\(self)".map { $0.isUppercase ? "-" + $0.lowercased() : "\($0)" }.joined()
    let content: Content =
      switch self {
      case .customer: Operands.customers
      case .shippingMethod: Operands.methods
      default: .anything
      }
    return Flag(name, .text(placeholder: wording.placeholder, content), help: wording.help)
  }
}
