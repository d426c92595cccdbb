// The commands that take a form for an order: each becomes a request for its scene.

import Platform

extension CommandRun {
  func create(_ typed: FormRequest) throws(Failure) -> ExitCode {
    let input = try read(typed)
    var request = CreateOrder.Request(change: typed.change, form: input.form)
    request.reusesLastOrder = typed.reusesLastOrder
    let draft = OrderDraft(self, input.draft)
    let create: NewOrderSession.Creation = { (request, agreedPayment) throws(Failure) in
      try self.create(request, isQuiet: typed.isQuiet, agreedPayment)
    }
    let code =
      canAsk
      ? try NewOrderSession(self, request, draft, isFromFile: typed.from != nil).run(create)
      : try create(request, nil)
    if code == .done && !typed.change.isDryRun { draft.discard() }
    return code
  }

  /// - Parameter agreedPayment: The kind of payment that needn't be asked about any more.
  private func create(
    _ request: CreateOrder.Request, isQuiet: Bool, _ agreedPayment: String?
  ) throws(Failure) -> ExitCode {
    let presenter = try presenter(for: CreateOrder.self) { viewModel in
      if isQuiet { viewModel.id } else { viewModel }
    }
    let confirmations = try confirmations(request.change) { (_, engine, _) throws(Failure) in
      guard request.form.text(.paymentKind) != agreedPayment else { return nil }
      return try Confirmation.unusualPayment(in: request.form, of: request.change.id, with: engine)
    } trying: { (_, engine) throws(Failure) in
      var trial = request
      trial.change.isDryRun = true
      return try CreateOrder.respond(to: trial, with: engine).outcome
    }
    return try change(
      CreateOrder.self, request, on: request.change.order, presenter,
      asking: request.change.isDryRun ? nil : confirmations)
  }

  private func read(_ typed: FormRequest) throws(Failure) -> ReadForm {
    try tracingFailure(on: typed.change.order) { () throws(Failure) in
      try FormInput(self, typed).read()
    }
  }

  func edit(_ typed: FormRequest) throws(Failure) -> ExitCode {
    if typed.opensEditor {
      guard typed.form.isEmpty, typed.cardFile == nil else { throw Self.editorAndFields }
      return try EditorSession(self, typed).run()
    }
    var form = try read(typed).form
    if form.isEmpty && world.prompt.canAsk { return try EditorSession(self, typed).run() }
    if lacksCard(form) {
      // A check before any question.
      guard try EditorSession(self, typed).canBeEdited() else { return .negative }
      form = try withCard(form)
    }
    return try edit(EditOrder.Request(change: typed.change, form: form))
  }

  func edit(_ request: EditOrder.Request) throws(Failure) -> ExitCode {
    let confirmations = try confirmations(request.change) {
      (change, engine, formatting) throws(Failure) in
      if let confirmation = try Confirmation.missingOrder(change, with: engine, formatting) {
        return confirmation
      }
      return try Confirmation.unusualPayment(in: request.form, of: change.id, with: engine)
    } trying: { (_, engine) throws(Failure) in
      var trial = request
      trial.change.isDryRun = true
      return try EditOrder.respond(to: trial, with: engine).outcome
    }
    return try change(
      EditOrder.self, request, on: request.change.order, try presenter(for: EditOrder.self),
      asking: confirmations)
  }
}

// Prompts at a terminal.
extension CommandRun {
  private static let editorAndFields = Failure(
    .usage, code: "exclusive-flags", "--editor can't be combined with flags for fields.",
    hint: "Change the fields in the editor.")

  /// Whether to prompt for a card.
  private func lacksCard(_ form: OrderForm) -> Bool {
    canAsk && form.isByCard && form.lacksCardNumber
  }

  /// A form, completed with the card that it says it is paid by.
  func withCard(_ form: OrderForm) throws(Failure) -> OrderForm {
    guard lacksCard(form) else { return form }
    // Number and code are checked by themselves, whatever order they are for.
    let dialogue = try dialogue(CreateOrder.Request(change: ChangeRequest(actor: "-"), form: form))
    try withEngine(isDryRun: true) { (engine) throws(Failure) in
      try dialogue.fillInCard(on: engine)
    }
    return dialogue.creation.form
  }

  /// Saves what was typed to a file of about this name, and reports which command takes it.
  ///
  /// - Parameters:
  ///   - masked: The text with asterisks for what must not be kept.
  ///   - old: The earlier draft, which isn't needed any more.
  @discardableResult
  func keep(
    _ text: String, masked: String? = nil, as name: String, taking command: [String],
    replacing old: Draft? = nil
  ) throws(Failure) -> Draft {
    let kept = try world.keep(masked ?? text, name, old)
    let hasMask = masked.map { $0 != text } ?? false
    reportKept(kept.path, taking: command, more: hasMask ? Self.maskNote : "")
    return kept
  }

  func reportKept(_ path: String, taking command: [String], more: String = "") {
    screen.display(
      note: "What you typed is saved in \(path). "
        + "To use it, run `\(line(of: command, from: path))`." + more)
  }

  static let maskNote =
    " Digits that may belong to a card number are replaced with asterisks."

  /// A command that takes what was kept, with the flags of this one that say what becomes of it.
  func line(of command: [String], from path: String) -> String {
    let changing: [RequestFlag<FormRequest>] = CommandTable.history.changing(\.change)
    let kept =
      [Flags.store.row, Flags.locale.row, Flags.timeZone.row, FormFlags.order.row]
      + changing.map(\.row)
    // The command's id is used up if a refusal was recorded.
    let left = command + [Flags.commandID.spelling]
    let flags = kept.filter { !left.contains($0.spelling) }.flatMap { invocation.words(of: $0) }
    return commandLineText(command + flags + [FormFlags.from.spelling, path])
  }

  func dialogue(_ creation: CreateOrder.Request) throws(Failure) -> FormDialogue {
    FormDialogue(creation, Questioner(prompt: prompt), screen, try formatting())
  }
}
