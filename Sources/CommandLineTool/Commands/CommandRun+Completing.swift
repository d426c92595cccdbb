// What `complete` lists of a store, by its operand.

import HistoryScenes
import HistoryTool
import OrderDomain
import OrderScenes
import Terminal

extension CompleteWords.Request {
  static let all: [(word: String, request: Self)] =
    [("orders", .orders), ("customers", .customers), ("shipping-methods", .shippingMethods)]
    + OrderCommand.Kind.allCases.filter { $0 != .create }
    .map { ("\($0)", .ordersAccepting($0)) }
}

extension CommandRun {
  func complete() throws(Failure) -> ExitCode {
    let word = invocation.operand(CommandTable.history.completed)
    guard let row = CompleteWords.Request.all.first(where: { $0.word == word }) else {
      return try carryOutShared()
    }
    return try examine(CompleteWords.self, row.request)
  }
}
