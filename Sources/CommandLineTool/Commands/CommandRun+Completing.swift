// The words that `complete` lists of a store, by its operand.

extension CompleteArguments.Request {
  static let all: [(word: String, request: Self)] =
    [("orders", .orders), ("customers", .customers), ("shipping-methods", .shippingMethods)]
    + OrderCommand.Kind.allCases.filter { $0 != .create }
    .map { ("\($0)", .ordersAccepting($0)) }
}

extension ToolCommand {
  static let complete = CommandTable.history.complete { (run, word) throws(Failure) in
    guard let row = CompleteArguments.Request.all.first(where: { $0.word == word }) else {
      return nil
    }
    return try run.examine(CompleteArguments.self, row.request)
  }
}
