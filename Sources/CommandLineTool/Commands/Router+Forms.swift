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
      wantsJSON ? ChangeJSONPresenter(display: screen) : CreateOrderPresenter(display: view)
    return try changing(isDryRun: isDryRun) { (engine) throws(Failure) in
      try CreateOrderInteractor(engine: engine, presenter: presenter).create(request)
    }
  }

  /// What the command line says of a new order; on a terminal, what it lacks is asked for.
  private func filledInForm() throws(Failure) -> OrderForm {
    let input = FormInput(self)
    var form = try input.form()
    let isFromElsewhere = invocation.has(FormFlags.from) || invocation.has(FormFlags.reuse)
    guard world.prompt.canAsk, !wantsJSON else { return form }
    let dialogue = FormDialogue(form, Asking(prompt: world.prompt), screen)
    if isFromElsewhere && !(form.isByCard && form.lacksCardNumber) { return form }
    try withEngine(isDryRun: true) { (engine) throws(Failure) in
      form = try isFromElsewhere ? dialogue.fillInCard(on: engine) : dialogue.fillIn(on: engine)
    }
    return form
  }

  func edit() throws(Failure) -> ExitCode {
    let request = EditOrder.Request(change: changeRequest(), form: try FormInput(self).form())
    let presenter: any EditOrderPresentationLogic =
      wantsJSON ? EditOrderJSONPresenter(display: screen) : EditOrderPresenter(display: screen)
    return try changing { (engine) throws(Failure) in
      try EditOrderInteractor(engine: engine, presenter: presenter).edit(request)
    }
  }
}
