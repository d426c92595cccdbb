// What a clerk is asked when an order is filled in field by field.

import UseCases

/// A question, and where its answer goes.
struct FormQuestion {
  let text: String
  let place: WritableKeyPath<OrderForm, OrderForm.Entry?>
  /// The field as errors call it.
  let name: String
  /// What an empty answer stands for.
  var suggestion: String?
  /// Whether an empty answer leaves the field empty.
  var isOptional = false
  /// Whether the answer must not be seen.
  var isSecret = false
  /// Whether the answer can be to blame for the total.
  var changesTotal = false
}

extension FormQuestion {
  /// A question for one of the order's fields.
  init(_ field: OrderField, _ text: String, suggesting suggestion: String? = nil) {
    self.init(
      text: text, place: \OrderForm[field], name: field.rawValue, suggestion: suggestion)
  }

  static var customer: FormQuestion { FormQuestion(.customer, "Customer") }

  static var contact: [FormQuestion] {
    [
      FormQuestion(.firstName, "First name"), FormQuestion(.lastName, "Last name"),
      FormQuestion(.phone, "Phone"), FormQuestion(.email, "E-mail"),
    ]
  }

  /// The country comes before the postal code, whose form depends on it.
  static func address(_ fields: [OrderField]) -> [FormQuestion] {
    let texts = ["Street", "Street, line 2", "City", "State", "Postal code", "Country"]
    var questions = zip(fields, texts).map { FormQuestion($0, $1) }
    questions[1].isOptional = true
    questions[5].suggestion = "US"
    questions.swapAt(4, 5)
    return questions
  }

  static func shippingMethod(suggesting code: String?) -> FormQuestion {
    FormQuestion(.shippingMethod, "Shipping method", suggesting: code)
  }

  static var paymentKind: FormQuestion {
    FormQuestion(.paymentKind, "Payment", suggesting: "card")
  }

  static var cardSecrets: [FormQuestion] {
    var questions = [FormQuestion(.cardNumber, "Card number"), FormQuestion(.cardCVV, "CVV")]
    for index in questions.indices { questions[index].isSecret = true }
    return questions
  }

  static var expires: FormQuestion { FormQuestion(.cardExpires, "Card expires (YYYY-MM)") }

  static var currency: FormQuestion { FormQuestion(.currency, "Currency", suggesting: "USD") }

  static var fees: [FormQuestion] {
    var questions = [
      FormQuestion(.shippingFee, "Shipping fee", suggesting: "0"),
      FormQuestion(.tax, "Tax", suggesting: "0"),
      FormQuestion(.discount, "Discount", suggesting: "0"),
    ]
    questions[2].changesTotal = true
    return questions
  }
}

// Items.
extension FormQuestion {
  /// The first question for an item; an empty answer means that there is none.
  static func sku(ofItem index: Int) -> FormQuestion {
    FormQuestion(
      text: "SKU of item \(index + 1)", place: \OrderForm[item: index].sku,
      name: "items[\(index)].sku", isOptional: true)
  }

  /// The other questions for an item.
  static func rest(ofItem index: Int) -> [FormQuestion] {
    let item = "items[\(index)]"
    return [
      FormQuestion(
        text: "Name", place: \OrderForm[item: index].name, name: item + ".name", isOptional: true),
      FormQuestion(
        text: "Quantity", place: \OrderForm[item: index].quantity, name: item + ".quantity",
        suggestion: "1"),
      FormQuestion(
        text: "Price of one", place: \OrderForm[item: index].unitPrice, name: item + ".unitPrice",
        changesTotal: true),
    ]
  }
}

extension OrderForm {
  /// The fields of an item; a new one behind the last.
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

  /// Drops what was begun behind so many items.
  mutating func keepItems(_ count: Int) { items = items.map { Array($0.prefix(count)) } }
}
