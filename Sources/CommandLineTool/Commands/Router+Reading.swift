// The commands that only read.

import Terminal
import HistoryScenes
import OrderScenes

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
    return try answer(ListOrders.self, request)
  }

  func stats() throws(Failure) -> ExitCode {
    try answer(StoreStatistics.self, StoreStatistics.Request(at: invocation.text(Flags.at)))
  }

  func verify() throws(Failure) -> ExitCode {
    try examine(VerifyHistory.self, VerifyHistory.Request(), orElse: .badData)
  }
}
