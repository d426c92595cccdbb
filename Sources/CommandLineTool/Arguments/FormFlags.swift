// The flags that fill in a form for an order, and the form that they make.

enum FormFlags {
  static let order = Flag(
    "order", .text(placeholder: "ID"),
    help: "The new order's id; by default the next free number from 1001 up.")
  static let from = Flag(
    "from", .text(placeholder: "FILE", .file),
    help: "Read the form from a JSON file, or standard input for -. Its keys are those of "
      + "`cleanstore show --json` that can be filled in. An amount is a number of minor units, such "
      + "as 250, or major units in quotes, such as \"2.50\". Flags override it.")
  static let reuse = Flag(
    "reuse",
    help: "Take missing contact and addresses from the customer's last order.")
  static let sameAddress = Flag("same-address", help: "Ship to the billing address.")
  static let cardFile = Flag(
    "card-file", .text(placeholder: "FILE", .file),
    help: "Read the card's number and, on the next line, its CVV from a file, or standard input "
      + "for -. Both are checked and discarded: only brand and last four digits are kept.")
  static let item = Flag(
    "item", .texts(placeholder: "SKU:QUANTITY:PRICE[:NAME]"),
    help: "An item, with its unit price in major units.")
  static let remove = Flag(
    "remove", .choices(placeholder: "FIELD", among: OrderField.removable.map(\.name)),
    help: "Remove the value of this field.")
  static let editor = Flag(
    "editor",
    help:
      "Edit the order's JSON form in $VISUAL, $EDITOR or vi. Its amounts are in quotes, in major units."
  )
  static let quiet = Flag("quiet", short: "q", help: "Print the new order's id and nothing else.")

  /// The fields that have flags, and the flags beside them, under the headings that help shows.
  private static let groups:
    [(title: String, fields: [OrderField], others: [RequestFlag<FormRequest>])] = [
      ("Order", OrderField.allCases.filter { $0.group == nil && !amounts.contains($0) }, []),
      ("Contact", OrderField.contact, []),
      ("Billing address", OrderField.billing, []),
      ("Shipping address", OrderField.shipment, [sameAddress(\.typed.shipsToBillingAddress, true)]),
      ("Payment", [.paymentKind, .cardExpires, .cardBrand, .cardLast4], [cardFile(\.cardFile)]),
      (
        "Items and amounts", amounts.filter { $0 != .items },
        [item { $0.typed.items = $1.isEmpty ? nil : $1.map { OrderForm.Item(typed: $0) } }]
      ),
    ]

  private static let amounts = OrderField.allCases.filter {
    $0.isAmount || $0 == .currency || $0 == .items
  }

  static let fields = groups.flatMap(\.fields)

  static let form = groups.map { group in
    Group(
      group.title,
      group.fields.map { field in
        field.flag { request, text in
          if let text { request.typed[field] = .text(text) }
        }
      } + group.others)
  }

  /// The flag that removes fields.
  static let removing: RequestFlag<FormRequest> = remove { request, names in
    request.removed = names.compactMap(OrderField.init(named:))
  }
}

/// An order's form as a command line describes it: a file, fields that override it, a card's secrets.
struct FormRequest: ChangingRequest {
  var change = ChangeRequest()
  /// The file; nil if there is none.
  var from: String?
  /// The fields that were typed.
  var typed = OrderForm()
  var removed: [OrderField] = []
  var cardFile: String?
  var reusesLastOrder = false
  var isQuiet = false
  var opensEditor = false

  init(isDryRun: Bool = false) { change.isDryRun = isDryRun }

  /// The typed fields, with those to be removed marked.
  var form: OrderForm {
    var form = typed
    for field in removed { form[field] = .removed }
    return form
  }

  /// Two flags that contradict each other about one field, as they are typed; nil if there are
  /// none.
  var contradiction: (String, String)? {
    for field in FormFlags.fields {
      let given = typed[field].map { _ in field.flag.spelling }
      let removal = removed.contains(field) ? "--remove \(field.name)" : nil
      if let given, let removal { return (removal, given) }
      if typed.shipsToBillingAddress == true, OrderField.shipment.contains(field),
        let said = given ?? removal
      {
        return (FormFlags.sameAddress.spelling, said)
      }
    }
    return nil
  }
}
