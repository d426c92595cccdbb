// The prompts for filling in an order field by field.

/// A question, and where its answer goes.
struct FormQuestion {
  var text: String
  let place: WritableKeyPath<OrderForm, OrderForm.Entry?>
  /// The field as errors call it.
  let name: String
  /// The meaning of an empty answer.
  var suggestion: String?
  /// Whether an empty answer leaves the field empty.
  var isOptional = false
  /// Whether an empty answer ends more than this question.
  var isWayOut = false
  /// Whether the answer must not be seen.
  var isSecret = false
  var changesTotal = false
  var isMoney = false
  /// The lines before the prompt.
  var hints: [String] = []
  /// The value of an answer that is written in another way than the rules expect.
  var meaning: (_ answer: String) -> String = { $0 }
}

extension FormQuestion {
  /// The form's entry after an empty answer: that is one, too, unless the field is asked for again.
  var emptyEntry: OrderForm.Entry? { isOptional && !isWayOut ? .removed : nil }

  /// A question for one of the order's fields.
  init(_ field: OrderField, suggesting suggestion: String? = nil) {
    self.init(
      text: field.wording.question, place: \OrderForm[field], name: field.name,
      suggestion: suggestion, isSecret: field.isSecret, isMoney: field.isAmount)
  }

  /// The fields before the country: streets and city.
  static func address(_ fields: [OrderField]) -> [FormQuestion] {
    var questions = fields.map { FormQuestion($0) }
    questions[1].isOptional = true
    return questions
  }

  static func country(_ field: OrderField, suggesting country: String) -> FormQuestion {
    var question = FormQuestion(field, suggesting: country)
    question.meaning = { $0.uppercased() }
    return question
  }

  /// The state, which not every country has in its addresses.
  static func state(_ field: OrderField, in country: String) -> FormQuestion {
    var question = FormQuestion(field)
    question.isOptional = !OrderField.isStateRequired(in: country)
    if question.isOptional { question.text += " (optional)" }
    return question
  }

  static func shippingMethod(among methods: [FillInOrder.Method]) -> FormQuestion {
    var question = FormQuestion(.shippingMethod, suggesting: methods.first?.code)
    question.meaning = Self.choice(among: methods.map(\.code))
    let width = methods.map(\.code.count).max() ?? 0
    question.hints = methods.map { $0.code.padded(to: width) + "  " + $0.name }
    return question
  }

  static var paymentKind: FormQuestion {
    var question = FormQuestion(.paymentKind, suggesting: "card")
    question.meaning = choice(among: Confirmation.usualPayments)
    question.hints = [
      Confirmation.usualPayments.joined(separator: ", ") + ", or another kind of payment"
    ]
    return question
  }

  /// One of these, even if it is typed in capitals.
  private static func choice(among choices: [String]) -> (String) -> String {
    { answer in choices.first { $0.lowercased() == answer.lowercased() } ?? answer }
  }

  /// The question for a card's number. A clerk without a card can go back.
  static var cardNumber: FormQuestion {
    var question = FormQuestion(.cardNumber)
    question.isOptional = true
    question.isWayOut = true
    question.hints = ["Your input isn't shown. Type - to go back to the kind of payment."]
    return question
  }

  static var expires: FormQuestion {
    var question = FormQuestion(.cardExpires)
    question.meaning = month
    return question
  }

  /// A month as on cards, `6/28` or `06/2028`, as the rules expect it: `2028-06`.
  private static func month(_ answer: String) -> String {
    let parts = answer.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, 1...2 ~= parts[0].utf8.count, [2, 4].contains(parts[1].utf8.count)
    else { return answer }
    return (parts[1].utf8.count == 2 ? "20" : "") + parts[1] + "-"
      + (parts[0].utf8.count == 1 ? "0" : "") + parts[0]
  }

  static func currency(suggesting currency: String) -> FormQuestion {
    var question = FormQuestion(.currency, suggesting: currency)
    question.meaning = { $0.uppercased() }
    return question
  }

  static var fees: [FormQuestion] {
    let fields: [OrderField] = [.shippingFee, .tax, .discount]
    var questions = fields.map { FormQuestion($0, suggesting: "0") }
    questions[2].changesTotal = true
    return questions
  }
}

// Items.
extension FormQuestion {
  static func sku(ofItem index: Int) -> FormQuestion {
    FormQuestion(
      text: "SKU of item \(index + 1)", place: \OrderForm[item: index].sku,
      name: "items[\(index)].sku", isOptional: true, isWayOut: true)
  }

  static func rest(ofItem index: Int) -> [FormQuestion] {
    let item = "items[\(index)]"
    return [
      FormQuestion(
        text: "Name (optional)", place: \OrderForm[item: index].name, name: item + ".name",
        isOptional: true),
      FormQuestion(
        text: "Quantity", place: \OrderForm[item: index].quantity, name: item + ".quantity",
        suggestion: "1"),
      FormQuestion(
        text: "Unit price", place: \OrderForm[item: index].unitPrice, name: item + ".unitPrice",
        changesTotal: true, isMoney: true),
    ]
  }

  /// An item and all of its fields, as errors call them.
  static func names(ofItem index: Int) -> Set<String> {
    Set(["items[\(index)]", sku(ofItem: index).name] + rest(ofItem: index).map(\.name))
  }
}

extension OrderForm {
  /// The fields of an item; a new one after the last.
  fileprivate subscript(item index: Int) -> Item.Parts {
    get {
      guard let items, items.indices.contains(index), case .parts(let parts) = items[index]
      else { return Item.Parts() }
      return parts
    }
    set {
      var items = items ?? []
      if items.indices.contains(index) {
        items[index] = .parts(newValue)
      } else {
        items.append(.parts(newValue))
      }
      self.items = items
    }
  }

  mutating func addItem() { items = (items ?? []) + [.parts(.init())] }

  mutating func removeItem(_ index: Int) { items?.remove(at: index) }

  mutating func endItems(before index: Int) { items = items.map { Array($0.prefix(index)) } }
}

enum FormSection: String, CaseIterable {
  case customer, contact, billing, shipment, shipping, payment, items, amounts

  /// The title above its prompts; nil if there is only one.
  var title: String? {
    switch self {
    case .customer: nil
    case .contact: "Contact"
    case .billing: "Billing address"
    case .shipment: "Shipping address"
    case .shipping: "Shipping"
    case .payment: "Payment"
    case .items: "Items"
    case .amounts: "Amounts"
    }
  }
}
