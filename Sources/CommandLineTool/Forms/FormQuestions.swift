// What a clerk is asked when an order is filled in field by field.

import EventSourcing
import Conventions
import Orders
import HistoryScenes
import OrderScenes

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
  /// Whether the answer is an amount of money.
  var isMoney = false
  /// What is said before it is asked.
  var hints: [String] = []
  /// What an answer stands for that is written otherwise than the rules have it.
  var meaning: (_ answer: String) -> String = { $0 }
}

extension FormQuestion {
  /// A question for one of the order's fields.
  init(_ field: OrderField, _ text: String, suggesting suggestion: String? = nil) {
    self.init(
      text: text, place: \OrderForm[field], name: field.name, suggestion: suggestion)
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
    let texts = ["Street", "Street, line 2 (optional)", "City", "State", "Postal code", "Country"]
    var questions = zip(fields, texts).map { FormQuestion($0, $1) }
    questions[1].isOptional = true
    questions[5].suggestion = "US"
    questions[5].meaning = { $0.uppercased() }
    questions.swapAt(4, 5)
    return questions
  }

  static func shippingMethod(among methods: [FillInOrder.Method])
    -> FormQuestion
  {
    var question = FormQuestion(
      .shippingMethod, "Shipping method", suggesting: methods.first?.code)
    question.meaning = Self.choice(among: methods.map(\.code))
    let width = methods.map(\.code.count).max() ?? 0
    question.hints = methods.map { $0.code.padded(to: width) + "  " + $0.name }
    return question
  }

  static var paymentKind: FormQuestion {
    var question = FormQuestion(.paymentKind, "Payment", suggesting: "card")
    question.meaning = choice(among: ["card", "invoice", "cash"])
    question.hints = ["card, invoice, cash, or another kind in your own words"]
    return question
  }

  /// One of these, even if it is typed in capitals.
  private static func choice(among choices: [String]) -> (String) -> String {
    { answer in choices.first { $0.lowercased() == answer.lowercased() } ?? answer }
  }

  /// Whoever has no card can go back.
  static var cardNumber: FormQuestion {
    var question = secret(.cardNumber, "Card number")
    question.isOptional = true
    question.hints = ["What you type doesn't show. - goes back to the kind of payment."]
    return question
  }

  static var cardCVV: FormQuestion { secret(.cardCVV, "CVV") }

  private static func secret(_ field: OrderField, _ text: String) -> FormQuestion {
    var question = FormQuestion(field, text)
    question.isSecret = true
    return question
  }

  static var expires: FormQuestion {
    var question = FormQuestion(.cardExpires, "Card expires (YYYY-MM or MM/YY)")
    question.meaning = { answer in
      let parts = answer.split(separator: "/", omittingEmptySubsequences: false)
      let isAsOnCards = parts.count == 2 && parts.allSatisfy { $0.utf8.count == 2 }
      return isAsOnCards ? "20\(parts[1])-\(parts[0])" : answer
    }
    return question
  }

  static var currency: FormQuestion {
    var question = FormQuestion(.currency, "Currency", suggesting: "USD")
    question.meaning = { $0.uppercased() }
    return question
  }

  static var fees: [FormQuestion] {
    var questions = [
      FormQuestion(.shippingFee, "Shipping fee", suggesting: "0"),
      FormQuestion(.tax, "Tax", suggesting: "0"),
      FormQuestion(.discount, "Discount", suggesting: "0"),
    ]
    for index in questions.indices { questions[index].isMoney = true }
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
      name: "items[\(index)].sku", isOptional: true,
      hints: index == 0 ? ["An empty SKU ends the list."] : [])
  }

  /// The other questions for an item.
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
        text: "Price of one", place: \OrderForm[item: index].unitPrice, name: item + ".unitPrice",
        changesTotal: true, isMoney: true),
    ]
  }

  /// An item and all of its fields, as errors call them.
  static func names(ofItem index: Int) -> Set<String> {
    Set(["items[\(index)]", sku(ofItem: index).name] + rest(ofItem: index).map(\.name))
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

  /// Drops an item.
  mutating func removeItem(_ index: Int) { items?.remove(at: index) }
}
