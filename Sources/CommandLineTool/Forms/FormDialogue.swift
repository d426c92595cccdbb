// Asks a clerk for what a form lacks, field by field. Each answer is checked before the next question
// by the same rules that the order will be put to; nothing is recorded meanwhile, and no lock held.

import CleanStore
import Terminal

/// Fills in a form by asking.
final class FormDialogue: FillInOrderDisplayLogic {
  private let asking: Asking
  private let screen: Screen
  private let formatting: Formatting
  private var form: OrderForm
  private var methods: [FillInOrder.Opening.ViewModel.Method] = []
  private var suggestions: FillInOrder.Suggesting.ViewModel?
  private var checked: FillInOrder.Checking.ViewModel?

  init(_ form: OrderForm, _ asking: Asking, _ screen: Screen, _ formatting: Formatting) {
    self.form = form
    self.asking = asking
    self.screen = screen
    self.formatting = formatting
  }

  func display(_ viewModel: FillInOrder.Opening.ViewModel) { methods = viewModel.methods }
  func display(_ viewModel: FillInOrder.Suggesting.ViewModel) { suggestions = viewModel }
  func display(_ viewModel: FillInOrder.Checking.ViewModel) { checked = viewModel }

  /// The form with everything that it needs.
  ///
  /// - Throws: `given-up` or `interrupted` if the clerk doesn't go on.
  func fillIn(on engine: OrderEngine) throws(Failure) -> OrderForm {
    let scene = scene(on: engine)
    try scene.check(.init(form: form, fields: []))
    // Whoever has said everything is asked nothing.
    if checked?.total != nil { return form }
    try scene.open()
    title("New order")
    hint("Nothing is recorded before the end. Ctrl-C gives up.")
    try ask(.customer, scene)
    try scene.suggest(.init(customer: form.typed(.customer) ?? ""))
    if let note = suggestions?.note {
      hint(note)
      hint("Return takes what stands in brackets, - leaves an optional field empty.")
    }
    try askForPeopleAndPlaces(scene)
    try askForShippingAndPayment(scene)
    try askForMoney(scene)
    return form
  }

  /// Asks for number and code of a card that the form lacks, and for nothing else.
  func fillInCard(on engine: OrderEngine) throws(Failure) -> OrderForm {
    try ask(FormQuestion.cardSecrets, scene(on: engine))
    return form
  }

  private func scene(on engine: OrderEngine) -> FillInOrderInteractor {
    FillInOrderInteractor(
      engine: engine, presenter: FillInOrderPresenter(display: self, formatting: formatting))
  }
}

// The order of the questions.
extension FormDialogue {
  private func askForPeopleAndPlaces(_ scene: FillInOrderInteractor) throws(Failure) {
    title("Contact")
    try ask(FormQuestion.contact, scene)
    title("Billing address")
    try ask(FormQuestion.address(OrderField.billing), scene)
    title("Shipment address")
    if !OrderField.shipment.contains(where: { form[$0] != nil }) && !form.shipsToBillingAddress {
      form.shipsToBillingAddress = try asking.confirm(
        "Same as the billing address", suggesting: suggestions?.isOneAddress ?? true)
    }
    guard !form.shipsToBillingAddress else { return }
    try ask(FormQuestion.address(OrderField.shipment), scene)
  }

  private func askForShippingAndPayment(_ scene: FillInOrderInteractor) throws(Failure) {
    title("Shipping and payment")
    if form[.shippingMethod] == nil {
      let width = methods.map(\.code.count).max() ?? 0
      for method in methods { hint(method.code.padded(to: width) + "  " + method.name) }
    }
    try ask(.shippingMethod(suggesting: methods.first?.code), scene)
    try ask(.paymentKind, scene)
    guard form.isByCard else { return }
    if form.lacksCardNumber { try ask(FormQuestion.cardSecrets, scene) }
    try ask(.expires, scene)
  }

  private func askForMoney(_ scene: FillInOrderInteractor) throws(Failure) {
    title("Items")
    try ask(.currency, scene)
    if form.items == nil { try askForItems(scene) }
    title("Amounts")
    try ask(FormQuestion.fees, scene)
    try scene.check(.init(form: form, fields: []))
    guard let total = checked?.total else { return }
    screen.display(problem: "\n")
    guard try asking.confirm("Total \(total). Is all of it right", suggesting: true) else {
      throw Asking.givenUp
    }
  }

  private func askForItems(_ scene: FillInOrderInteractor) throws(Failure) {
    hint("An empty SKU ends the list.")
    var count = 0
    while true {
      if try ask(.sku(ofItem: count), scene) {
        for question in FormQuestion.rest(ofItem: count) { try ask(question, scene) }
        count += 1
      } else if count > 0 {
        return form.keepItems(count)
      } else {
        complain("There must be at least one item.")
      }
    }
  }
}

// How a question is asked.
extension FormDialogue {
  private func ask(_ questions: [FormQuestion], _ scene: FillInOrderInteractor) throws(Failure) {
    for question in questions { try ask(question, scene) }
  }

  /// Asks until the answer is right. What the form says already is asked for only if it is wrong.
  ///
  /// - Returns: Whether the field is filled in now.
  @discardableResult
  private func ask(_ question: FormQuestion, _ scene: FillInOrderInteractor) throws(Failure) -> Bool
  {
    if form[keyPath: question.place] != nil, try isRight(question, scene) { return true }
    while true {
      let answer = try answer(to: question)
      let isLeftEmpty = answer.isEmpty || answer == "-" && question.isOptional
      form[keyPath: question.place] = isLeftEmpty ? nil : .text(answer)
      if isLeftEmpty && question.isOptional { return false }
      if try isRight(question, scene) { return true }
    }
  }

  private func answer(to question: FormQuestion) throws(Failure) -> String {
    if question.isSecret { return try asking.secret(question.text) }
    let earlier = OrderField(rawValue: question.name).flatMap { suggestions?.texts[$0] }
    return try asking.line(question.text, suggesting: earlier ?? question.suggestion)
  }

  private func isRight(_ question: FormQuestion, _ scene: FillInOrderInteractor) throws(Failure)
    -> Bool
  {
    var fields: Set = [question.name]
    if question.changesTotal { fields.insert("total") }
    try scene.check(.init(form: form, fields: fields))
    let problems = checked?.problems ?? []
    for problem in problems { complain("\(question.text): \(problem.message)") }
    return problems.isEmpty
  }

  private func title(_ text: String) {
    screen.display(problem: "\n" + screen.palette.styled(text, .bold) + "\n")
  }

  private func hint(_ text: String) {
    screen.display(problem: screen.palette.styled("  " + visible(text), .dim) + "\n")
  }

  private func complain(_ text: String) {
    screen.display(problem: screen.palette.styled("  " + visible(text), .red) + "\n")
  }
}

extension OrderForm {
  /// A text as it was typed.
  fileprivate func typed(_ field: OrderField) -> String? {
    if case .text(let text) = self[field] { text } else { nil }
  }

  /// Whether it is paid by card.
  var isByCard: Bool { self[.paymentKind] == .text("card") }

  /// Whether nothing tells which card.
  var lacksCardNumber: Bool {
    [.cardNumber, .cardLast4].allSatisfy { self[$0] == nil || self[$0] == .removed }
  }
}

extension FillInOrder.Suggesting.ViewModel {
  /// Whether bill and parcel went to the same place.
  fileprivate var isOneAddress: Bool {
    zip(OrderField.billing, OrderField.shipment).allSatisfy { texts[$0] == texts[$1] }
  }
}
