// The commands that take a form for an order: each becomes a request for its scene.

import CleanStore
import Terminal

extension Router {
  func create() throws(Failure) -> ExitCode {
    try create(isDryRun: invocation.has(Flags.dryRun))
  }

  /// As `create`, but only to see whether it would work.
  func validate() throws(Failure) -> ExitCode { try create(isDryRun: true) }

  private func create(isDryRun: Bool) throws(Failure) -> ExitCode {
    var change = changeRequest()
    change.id = invocation.text(FormFlags.order) ?? ""
    change.isDryRun = isDryRun
    var request = CreateOrder.Request(change: change, form: try filledInForm())
    request.reusesLastOrder = invocation.has(FormFlags.reuse)
    let view = CreateOrderView(screen, isQuiet: invocation.has(FormFlags.quiet))
    let presenter: any CreateOrderPresentationLogic =
      wantsJSON
      ? ChangeJSONPresenter(display: screen)
      : CreateOrderPresenter(display: view, formatting: try formatting())
    return try changing(isDryRun: isDryRun) { (engine) throws(Failure) in
      try CreateOrderInteractor(engine: engine, presenter: presenter).create(request)
    }
  }

  func edit() throws(Failure) -> ExitCode {
    var form = try FormInput(self).form()
    let wantsEditor = invocation.has(FormFlags.editor)
    if wantsEditor && !form.isEmpty { throw Self.editorAndFields }
    if wantsEditor || form.isEmpty && world.prompt.canAsk {
      return try EditorSession(self).run()
    }
    form = try withCard(form)
    let request = EditOrder.Request(change: changeRequest(), form: form)
    let presenter: any EditOrderPresentationLogic =
      wantsJSON
      ? EditOrderJSONPresenter(display: screen)
      : EditOrderPresenter(display: screen, formatting: try formatting())
    return try changing { (engine) throws(Failure) in
      try EditOrderInteractor(engine: engine, presenter: presenter).edit(request)
    }
  }
}

// What is asked for on a terminal.
extension Router {
  private static let editorAndFields = Failure(
    .usage, code: "exclusive-flags", "Fields can't be named together with --editor.",
    hint: "Change them in the editor.")

  /// What the command line says of a new order, with what it lacks.
  private func filledInForm() throws(Failure) -> OrderForm {
    let form = try FormInput(self).form()
    guard world.prompt.canAsk, !wantsJSON else { return form }
    if invocation.has(FormFlags.from) || invocation.has(FormFlags.reuse) {
      return try withCard(form)
    }
    return try asking(form) { (dialogue, engine) throws(Failure) in
      try dialogue.fillIn(on: engine)
    }
  }

  /// A form with the number of the card that it says it is paid by.
  func withCard(_ form: OrderForm) throws(Failure) -> OrderForm {
    guard world.prompt.canAsk, !wantsJSON, form.isByCard, form.lacksCardNumber else {
      return form
    }
    return try asking(form) { (dialogue, engine) throws(Failure) in
      try dialogue.fillInCard(on: engine)
    }
  }

  private func asking(
    _ form: OrderForm,
    _ ask: (FormDialogue, OrderEngine) throws(Failure) -> OrderForm
  ) throws(Failure) -> OrderForm {
    var form = form
    let dialogue = FormDialogue(form, Asking(prompt: world.prompt), screen, try formatting())
    try withEngine(isDryRun: true) { (engine) throws(Failure) in
      form = try ask(dialogue, engine)
    }
    return form
  }
}
