// Prompts for what a form lacks, field by field. Each answer is checked before the next question by
// the rules that will evaluate the order; nothing is recorded meanwhile, and no lock is held.

final class FormDialogue {
  /// The form so far, and how to create it.
  var creation: CreateOrder.Request
  var hasAnswers = false
  /// Whether to ask for confirmation even if there is nothing else to ask.
  var confirmsCompleteForm = false
  /// Whether earlier questions were interrupted.
  var continuesDraft = false
  /// Whether to ask about a kind of payment that may be mistyped.
  var asksConfirmation = false
  /// The texts that were typed before the clerk went back, as far as they haven't been asked for again.
  var earlierAnswers = OrderForm()
  /// Whether everything is gone through again now, with the previous answers in brackets.
  var isRevising = false
  /// The sections to go through again, whatever their contents; none the first time.
  private var revised: Set<FormSection> = []
  /// Whether the form needed no answers; in a draft, what is absent wasn't asked yet.
  private var wasComplete = false
  let questioner: Questioner
  private let screen: Screen
  let formatting: Formatting
  private var methods: [FillInOrder.Method] = []
  var suggestions: FillInOrder.Suggestions?
  private var isAfterRevised = false
  private var waitingTitle: String?
  /// The unusual kind of payment that the clerk means.
  private(set) var agreedPayment: String?
  /// Whether it was said how the list of items ends.
  private var knowsEndOfItems = false

  init(
    _ creation: CreateOrder.Request, _ questioner: Questioner, _ screen: Screen,
    _ formatting: Formatting
  ) {
    self.creation = creation
    self.questioner = questioner
    self.screen = screen
    self.formatting = formatting
  }

  var form: OrderForm {
    get { creation.form }
    set { creation.form = newValue }
  }

  /// Prompts for everything that the form needs, and for confirmation. A complete form needs at most
  /// that, except for what was refused after earlier prompts.
  ///
  /// - Returns: Whether the order can be created; if not, no answer can help, and why is shown.
  /// - Throws: `given-up` or `interrupted` if the clerk cancels.
  func fillIn(on engine: OrderEngine) throws(Failure) -> Bool {
    try goingBack { () throws(Failure) in try fillIn(FillInOrder(with: engine, formatting)) }
  }

  private func fillIn(_ scene: FillInOrder) throws(Failure) -> Bool {
    let state = try check(form, scene)
    if let refusal = state.refusal {
      if !hasAnswers { screen.display(failure: refusal) }
      return false
    }
    let isComplete = state.summary != nil && !hasAnswers
    if isComplete && !confirmsCompleteForm { return true }
    wasComplete = isComplete && !continuesDraft
    methods = try scene.methods()
    if !hasAnswers && !questioner.hasGoneBack {
      show(line: StyledText("New order", .bold))
      hint("Nothing is recorded until you confirm. Ctrl-C stops and keeps what you typed.")
      hint("Type < to go back to the question before.")
    }
    revised = []
    repeat { try askForEverything(scene) } while try !isAllRight(scene)
    return true
  }

  /// Asks for what the form lacks of a card, and for nothing else.
  func fillInCard(on engine: OrderEngine) throws(Failure) {
    let scene = FillInOrder(with: engine, formatting)
    var number = FormQuestion.cardNumber
    // There is nothing to go back to.
    number.isOptional = false
    number.hints = []
    let questions = [number, FormQuestion(.cardCVV), .expires]
    try goingBack { () throws(Failure) in try ask(questions, scene) }
  }

  /// Asks as the body does, and again from the beginning whenever the clerk goes back: the answers up to there are
  /// taken without asking.
  private func goingBack<Answer>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    let start = (creation, hasAnswers, isRevising, revised, suggestions)
    questioner.begin { [unowned self] in complain($0) }
    while true {
      do throws(Failure) {
        let answer = try body()
        earlierAnswers = OrderForm()
        return answer
      } catch {
        guard error == Questioner.wentBack else { throw error }
        if earlierAnswers.isEmpty { hint(Self.howToKeep) }
        earlierAnswers = typed ?? OrderForm()
        (creation, hasAnswers, isRevising, revised, suggestions) = start
        waitingTitle = nil
      }
    }
  }

  /// Whether a question can be left out because the form has the answer. What follows the sections that are gone
  /// through again isn't before the next question.
  func leavesOut(_ subject: String) -> Bool { isAfterRevised || questioner.leavesOut(subject) }
}

// The order of the questions.
extension FormDialogue {
  private func askForEverything(_ scene: FillInOrder) throws(Failure) {
    (isRevising, isAfterRevised) = (false, false)
    begin(.customer)
    try askForCustomer(scene)
    begin(.contact)
    try ask(OrderField.contact.map { FormQuestion($0) }, scene)
    begin(.billing)
    try askForAddress(OrderField.billing, scene)
    begin(.shipment)
    try askForShipmentAddress(scene)
    begin(.shipping)
    try ask(.shippingMethod(among: methods), scene)
    begin(.payment)
    try askForPayment(scene)
    begin(.items)
    try ask(.currency(suggesting: formatting.locale.currency), scene)
    try askForItems(scene)
    begin(.amounts)
    for fee in FormQuestion.fees {
      try ask(fee, scene, isSettled: wasComplete && !form.has(fee.place))
    }
    waitingTitle = nil
  }

  /// A title is shown above the first prompt of its section.
  private func begin(_ section: FormSection) {
    isAfterRevised =
      !revised.isEmpty && (isRevising || isAfterRevised) && !revised.contains(section)
    isRevising = revised.contains(section)
    waitingTitle = section.title
  }

  private func askForCustomer(_ scene: FillInOrder) throws(Failure) {
    repeat {
      try ask(FormQuestion(.customer), scene)
      suggestions = try scene.suggestions(
        for: form.text(.customer) ?? "", isTaken: creation.reusesLastOrder)
      guard let note = suggestions?.note else {
        guard creation.reusesLastOrder else { return }
        complain("Customer: has no earlier order")
        form[.customer] = nil
        continue
      }
      let isNew = revised.isEmpty && !wasComplete
      if isNew { hint(note) }
      if creation.reusesLastOrder { return takeSuggestions() }
      if isNew {
        hint(
          "Press Return to accept the value in brackets. Type - to leave an optional field empty.")
      }
    } while form[.customer] == nil
  }

  /// Takes over contact and addresses where the form has none.
  private func takeSuggestions() {
    creation.reusesLastOrder = false
    for (field, text) in suggestions?.texts ?? [:] where form[field] == nil {
      form[field] = .text(text)
    }
  }

  private func askForShipmentAddress(_ scene: FillInOrder) throws(Failure) {
    let isKnown = form.hasShipmentAddress || form.shipsToBillingAddress != nil
    let isSame = form.shipsToBillingAddress ?? form.hasOneAddress
    if isKnown, !isRevising, leavesOut(FormSection.shipment.rawValue) {
      form.shipsToBillingAddress = isSame
    } else {
      showTitle()
      let willBeSame = try questioner.confirm(
        "Same as the billing address", about: FormSection.shipment.rawValue,
        suggesting: isKnown ? isSame : suggestions?.isOneAddress ?? true)
      // The known address is that of the bill, which isn't meant any more.
      if !willBeSame && isSame {
        for field in OrderField.shipment { form[field] = nil }
      }
      form.shipsToBillingAddress = willBeSame
    }
    guard form.shipsToBillingAddress != true else { return }
    try askForAddress(OrderField.shipment, scene)
  }

  /// A known address, from its first field to its last, needn't have a second line or a country.
  private func askForAddress(_ fields: [OrderField], _ scene: FillInOrder) throws(Failure) {
    let (street, state, zip, country) = (fields[0], fields[3], fields[4], fields[5])
    let isKnown = form.has(\.[street]) && form.has(\.[zip])
    func ask(_ questions: [FormQuestion]) throws(Failure) {
      for question in questions {
        let isNeeded = !question.isOptional && question.suggestion == nil
        let isSettled = isKnown && !isNeeded && !form.has(question.place)
        try self.ask(question, scene, isSettled: isSettled)
      }
    }
    try ask(
      FormQuestion.address(Array(fields[..<3])) + [
        .country(country, suggesting: formatting.locale.country)
      ])
    try ask([.state(state, in: form.text(country) ?? ""), FormQuestion(zip)])
  }

  private func askForPayment(_ scene: FillInOrder) throws(Failure) {
    let wasByCard = form.isByCard
    try ask(.paymentKind, scene)
    guard try isMeant(scene) else {
      form[.paymentKind] = nil
      return try askForPayment(scene)
    }
    guard form.isByCard else {
      if isRevising || wasByCard { form.forgetCard() }
      // It may have been answered before the clerk went back.
      earlierAnswers.forgetCard()
      return
    }
    if form.lacksCardNumber || form.has(\.[.cardNumber]) {
      guard try ask(.cardNumber, scene) else {
        form[.paymentKind] = nil
        return try askForPayment(scene)
      }
      try ask(FormQuestion(.cardCVV), scene)
    }
    try ask(.expires, scene)
  }

  /// Whether the kind of payment is meant, if it is nearly another one. Once it was agreed to, it is.
  private func isMeant(_ scene: FillInOrder) throws(Failure) -> Bool {
    guard asksConfirmation else { return true }
    guard let confirmation = try scene.confirmation(creation), let kind = form.text(.paymentKind)
    else {
      return true
    }
    let subject = "the kind of payment \(kind)"
    if agreedPayment == kind, leavesOut(subject) { return true }
    hint(confirmation.reason)
    guard try questioner.confirm(confirmation.question, about: subject, suggesting: false) else {
      return false
    }
    agreedPayment = kind
    return true
  }

  private func askForItems(_ scene: FillInOrder) throws(Failure) {
    var index = 0
    knowsEndOfItems = false
    // A list goes on after an item that isn't finished.
    var isComplete = !isRevising && form.items?.last?.isFinished == true
    if form.items?.last == .parts(.init()) { form.items?.removeLast() }
    while true {
      let isGiven = index < form.items?.count ?? 0
      if isComplete && !isGiven {
        if leavesOut(FormQuestion.sku(ofItem: index).name) { return }
        isComplete = false
      }
      if try ask(item: index, isGiven: isGiven, scene) {
        index += 1
      } else {
        form.removeItem(index)
        earlierAnswers.endItems(before: index)
        if isGiven { continue }
        if index > 0 { return }
        complain("There must be at least one item.")
      }
    }
  }

  /// - Returns: Whether there is such an item.
  private func ask(item index: Int, isGiven: Bool, _ scene: FillInOrder) throws(Failure) -> Bool {
    var isRight = isGiven && !isRevising
    if isRight, !wasComplete { isRight = try isRightAsItIs(item: index, scene) }
    // An empty item tells, in a draft, that the list goes on.
    let wasEnded = earlierAnswers.items.map { $0.count <= index } ?? false
    if !isGiven && index > 0 && !wasEnded { form.addItem() }
    let lacksNothing = isGiven && form.items?[index].isFinished == true
    var sku = FormQuestion.sku(ofItem: index)
    sku.hints = wayOut(of: sku, isFirst: index == 0, isGiven: isGiven)
    guard try ask(sku, scene, isSettled: isRight) else { return false }
    for question in FormQuestion.rest(ofItem: index) {
      let isLeftEmpty = lacksNothing && question.isOptional && !form.has(question.place)
      try ask(question, scene, isSettled: isRight || isLeftEmpty)
    }
    return true
  }

  /// The answers saying that there is no such item: shown once for all without a suggestion, whose answer is the same.
  private func wayOut(of sku: FormQuestion, isFirst: Bool, isGiven: Bool) -> [String] {
    // Said before everything is gone through again.
    if isGiven && isRevising { return [] }
    if isGiven { return ["Type - to leave out the item."] }
    if questioner.suggests(sku.name) { return isFirst ? [] : ["Type - to end the list."] }
    defer { knowsEndOfItems = true }
    return knowsEndOfItems ? [] : ["Leave the SKU empty to end the list."]
  }

  /// Whether an item of a list is right; if not, shows which one it is.
  private func isRightAsItIs(item index: Int, _ scene: FillInOrder) throws(Failure) -> Bool {
    let problems = try problems(with: FormQuestion.names(ofItem: index), of: form, scene)
    if problems.isEmpty { return true }
    hint("Item \(index + 1):")
    for problem in problems where problem.field == "items[\(index)]" { complain(problem.message) }
    return false
  }

  private func isAllRight(_ scene: FillInOrder) throws(Failure) -> Bool {
    let state = try check(form, scene)
    if let summary = state.summary {
      show(summary.draw(on:))
      show(line: .empty)
      let question = "Total \(summary.total). Is everything right"
      // Return isn't enough: it has been pressed a lot before.
      if try questioner.confirm(question, suggesting: nil) { return true }
      revised = try sectionsToRevise()
    } else {
      for problem in state.problems { complain("\(problem.field): \(problem.message)") }
      revised = Set(FormSection.allCases)
    }
    hint(Self.howToKeep)
    return false
  }

  private func sectionsToRevise() throws(Failure) -> Set<FormSection> {
    hint(FormSection.allCases.map(\.rawValue).joined(separator: ", ") + " or all")
    while true {
      let answer = try questioner.line("Which part is wrong", suggesting: "all").lowercased()
      if answer == "all" { return Set(FormSection.allCases) }
      if let section = FormSection(rawValue: answer) { return [section] }
      complain("Type one of these words.")
    }
  }
}

// The texts that are shown.
extension FormDialogue {
  func showTitle() {
    guard let title = waitingTitle else { return }
    waitingTitle = nil
    show(line: .empty)
    show(line: StyledText(title, .bold))
  }

  func hint(_ text: String) { show(text, .dim) }

  func complain(_ text: String) { show(text, .red) }

  private func show(_ text: String, _ style: TextStyle) {
    showTitle()
    show { $0.paragraph(text, after: "  ", style) }
  }

  private func show(line: StyledText) { show { $0.line(line) } }

  /// Shows a line, unless it was shown before the clerk went back.
  private func show(_ draw: (inout StyledLines) -> Void) {
    if !questioner.isRepeating { screen.showAside(draw) }
  }
}
