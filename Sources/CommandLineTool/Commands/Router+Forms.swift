// The commands that take a form for an order: each becomes a request for its scene.

import CleanStore
import Terminal

extension Router {
  func create() throws(Failure) -> ExitCode {
    var change = changeRequest()
    change.id = invocation.text(FormFlags.order) ?? ""
    return try create(change)
  }

  /// As `create`, but only to see whether it would work.
  func validate() throws(Failure) -> ExitCode {
    var change = changeRequest()
    change.id = invocation.text(FormFlags.order) ?? ""
    change.isDryRun = true
    return try create(change)
  }

  private func create(_ change: ChangeRequest) throws(Failure) -> ExitCode {
    var request = CreateOrder.Request(change: change, form: try FormInput(self).form())
    request.reusesLastOrder = invocation.has(FormFlags.reuse)
    let view = CreateOrderView(screen, isQuiet: invocation.has(FormFlags.quiet))
    let presenter: any CreateOrderPresentationLogic =
      wantsJSON ? ChangeJSONPresenter(display: screen) : CreateOrderPresenter(display: view)
    return try changing(isDryRun: change.isDryRun) { (engine) throws(Failure) in
      try CreateOrderInteractor(engine: engine, presenter: presenter).create(request)
    }
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
