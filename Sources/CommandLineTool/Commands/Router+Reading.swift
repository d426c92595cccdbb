// The commands that only read.

import Terminal
import UseCases

extension Router {
  func list() throws(Failure) -> ExitCode {
    var request = ListOrders.Request()
    request.at = invocation.text(Flags.at)
    request.statuses = invocation.texts(Flags.status)
    request.customer = invocation.text(Flags.customer)
    request.since = invocation.text(Flags.since)
    request.until = invocation.text(Flags.until)
    request.sort = invocation.text(Flags.sort)
    request.isReversed = invocation.has(Flags.reverse)
    request.limit = invocation.integer(Flags.limit)
    request.offset = invocation.integer(Flags.offset) ?? 0
    let presenter: any ListOrdersPresentationLogic =
      wantsJSON
      ? ListOrdersJSONPresenter(display: screen, notes: screen)
      : ListOrdersPresenter(display: screen, formatting: try formatting())
    try ListOrdersInteractor(source: source(storePath), presenter: presenter).list(request)
    return .done
  }

  func stats() throws(Failure) -> ExitCode {
    let request = StoreStatistics.Request(at: invocation.text(Flags.at))
    let presenter: any StoreStatisticsPresentationLogic =
      wantsJSON
      ? StoreStatisticsJSONPresenter(display: screen, notes: screen)
      : StoreStatisticsPresenter(display: screen, formatting: try formatting())
    try StoreStatisticsInteractor(source: source(storePath), presenter: presenter).count(request)
    return .done
  }

  func verify() throws(Failure) -> ExitCode {
    let presenter: any VerifyHistoryPresentationLogic =
      wantsJSON
      ? VerifyHistoryJSONPresenter(display: screen) : VerifyHistoryPresenter(display: screen)
    let interactor = VerifyHistoryInteractor(source: try source(storePath), presenter: presenter)
    return try interactor.verify(VerifyHistory.Request()) ? .done : .badData
  }
}
