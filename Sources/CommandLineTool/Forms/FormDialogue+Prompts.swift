// Prompts for a field until the answer is right.

extension FormDialogue {
  static let howToKeep =
    "Press Return to keep the value in brackets. Type - to leave out a field or an item."

  /// All that was typed and still stands; nil if nothing was.
  var typed: OrderForm? {
    hasAnswers || !earlierAnswers.isEmpty ? earlierAnswers.continued(by: form) : nil
  }

  func ask(_ questions: [FormQuestion], _ scene: FillInOrder) throws(Failure) {
    for question in questions { try ask(question, scene) }
  }

  /// Prompts until the answer is right. A field that the form already has is prompted for only if
  /// it is wrong, if everything is gone through again, or if the clerk goes back to it.
  ///
  /// - Parameter isSettled: Whether the field is right as it is, even if it is empty.
  /// - Returns: Whether the field is filled in now.
  @discardableResult
  func ask(
    _ question: FormQuestion, _ scene: FillInOrder, isSettled: Bool = false
  ) throws(Failure) -> Bool {
    if case .text(let text)? = form[keyPath: question.place] {
      form[keyPath: question.place] = .text(question.meaning(text))
    }
    let given = form[keyPath: question.place]
    let isAnswered = try isSettled ? !isRevising : isAnswered(question, scene)
    if isAnswered, leavesOut(question.name) { return form.has(question.place) }
    for text in question.hints { hint(text) }
    while true {
      let entry = try answer(to: question, keeping: isRevising || isAnswered ? given : nil)
      hasAnswers = true
      form[keyPath: question.place] = entry ?? question.emptyEntry
      if entry == nil { earlierAnswers[keyPath: question.place] = nil }
      if entry == nil && question.isOptional { return false }
      if try isRight(question, scene) { return true }
      // A wrong number must not be mistaken for one that was kept.
      if question.isSecret { form[keyPath: question.place] = nil }
    }
  }

  private func isAnswered(_ question: FormQuestion, _ scene: FillInOrder) throws(Failure) -> Bool {
    guard !isRevising else { return false }
    let entry = form[keyPath: question.place]
    if entry == nil || entry == .removed { return entry != nil && entry == question.emptyEntry }
    return try isRight(question, scene)
  }

  /// The entry that an answer fills in; nil leaves the field empty.
  private func answer(to question: FormQuestion, keeping given: OrderForm.Entry?) throws(Failure)
    -> OrderForm.Entry?
  {
    showTitle()
    if question.isSecret {
      let answer = try questioner.secret(question.text, about: question.name, isKept: given != nil)
      if answer == "-" && question.isOptional { return nil }
      return answer.isEmpty ? given ?? .text("") : .text(answer)
    }
    let kept = form.typed(given, isMoney: question.isMoney, by: formatting.locale)
    let answer = try questioner.line(
      question.text, about: question.name,
      suggesting: kept ?? earlier(question) ?? question.suggestion)
    if let kept, answer.hasSameBytes(as: kept) { return given }
    if answer == "-" { return question.isOptional ? nil : .text("") }
    return answer.isEmpty ? nil : .text(question.meaning(answer))
  }

  /// The text that the customer filled in the last time. A clerk who has answered already has decided.
  private func earlier(_ question: FormQuestion) -> String? {
    guard !isRevising else { return nil }
    return OrderField(named: question.name).flatMap { suggestions?.texts[$0] }
  }

  private func isRight(_ question: FormQuestion, _ scene: FillInOrder) throws(Failure) -> Bool {
    var fields: Set = [question.name]
    if question.changesTotal { fields.insert("total") }
    var form = form
    // More items may make up for a discount that is too large for those so far.
    if question.name != OrderField.discount.name { form[.discount] = nil }
    let problems = try problems(with: fields, of: form, scene)
    for problem in problems { complain("\(question.text): \(problem.message)") }
    return problems.isEmpty
  }

  func problems(
    with fields: Set<String>, of form: OrderForm, _ scene: FillInOrder
  ) throws(Failure) -> [Failure.Field] {
    try check(form, scene, fields).problems
  }

  func check(
    _ form: OrderForm, _ scene: FillInOrder, _ fields: Set<String>? = nil
  ) throws(Failure) -> FillInOrder.Check {
    var creation = creation
    creation.form = form
    // The customer whose order is to be reused may still be prompted for, and is looked up then.
    if fields != nil || form.text(.customer) == nil { creation.reusesLastOrder = false }
    return try scene.check(creation, fields: fields)
  }
}

extension OrderForm {
  var isByCard: Bool { self[.paymentKind] == .text("card") }

  var hasShipmentAddress: Bool { OrderField.shipment.contains { has(\.[$0]) } }

  /// Whether bill and parcel go to the same address.
  var hasOneAddress: Bool {
    hasShipmentAddress
      && zip(OrderField.billing, OrderField.shipment).allSatisfy { text($0) == text($1) }
  }

  var lacksCardNumber: Bool {
    !has(\.[.cardNumber]) && !has(\.[.cardLast4])
  }

  func has(_ place: KeyPath<OrderForm, Entry?>) -> Bool {
    self[keyPath: place] != nil && self[keyPath: place] != .removed
  }

  mutating func forgetCard() {
    for field in [OrderField.cardNumber, .cardCVV, .cardBrand, .cardLast4, .cardExpires] {
      self[field] = nil
    }
  }
}

extension FillInOrder.Suggestions {
  /// Whether bill and parcel went to the same address.
  var isOneAddress: Bool {
    zip(OrderField.billing, OrderField.shipment).allSatisfy {
      texts[$0].map { ExactString($0) } == texts[$1].map { ExactString($0) }
    }
  }
}
