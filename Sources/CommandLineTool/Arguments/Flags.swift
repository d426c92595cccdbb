// The flags and operands of orders, each once: table, parser, help and commands refer to these.

extension Flags {
  static let store = CommandTable.history.store
  static let at = CommandTable.history.at
  static let actor = CommandTable.history.actor
  static let commandID = CommandTable.history.commandID
  static let expect = CommandTable.history.expect
  static let trace = CommandTable.history.trace

  static let status = Flag(
    "status", .texts(placeholder: "STATUS", .commaSeparated(Order.Status.allCases.map(\.rawValue))),
    help: "Only orders with this status, or one of several as in placed,paid: "
      + Order.Status.allCases.map(\.rawValue).joined(separator: ", ")
      + ". By default, all but deleted ones.")
  static let customer = Flag(
    "customer", .text(placeholder: "NAME", Operands.customers), help: "Only this customer's orders."
  )
  static let since = Flag(
    "since", .text(placeholder: "TIME", Operands.times),
    help: "Only orders placed at or after this time.")
  static let until = Flag(
    "until", .text(placeholder: "TIME", Operands.times),
    help: "Only orders placed at or before this time.")
  static let sort = Flag(
    "sort",
    .choice(placeholder: "KEY", of: ListOrders.Sorting.self),
    help:
      "Sort by this key; \(ListOrders.Request().sort.rawValue) by default. Ids that are numbers are sorted as numbers, total "
      + "by currency first, and ties by their first entries.")
  static let limit = Flag(
    "limit", short: "n", .integer(placeholder: "N", within: 0...Int.max), isCount: true,
    help: "List at most this many.")
  static let orders = Flag(
    "orders", .integer(placeholder: "N", within: 1...100_000_000),
    help: "How many orders, each with about four commands; \(GenerateFlags().orders) by default.")
  static let seed = Flag(
    "seed", .integer(placeholder: "N", within: 0...Int.max),
    help: "Another number makes other orders; \(GenerateFlags().seed) by default.")
  static let offset = Flag(
    "offset", .integer(placeholder: "N", within: 0...Int.max), help: "Skip this many first.")

  static let method = Flag(
    "method", .text(placeholder: "TEXT"), help: "How it was paid, such as card or cash.")
  static let reference = Flag(
    "reference", .text(placeholder: "TEXT"), help: "The bank's reference for the payment.")
  static let carrier = Flag("carrier", .text(placeholder: "NAME"), help: "Who ships the order.")
  static let tracking = Flag(
    "tracking", .text(placeholder: "NUMBER"), help: "The carrier's tracking number.")
  /// Flags of every command that changes an order.
  static func changingOrder<Request>(
    _ place: any WritableKeyPath<Request, ChangeRequest> & Sendable
  ) -> [RequestFlag<Request>] { CommandTable.history.changing(place) + common(yes) }
  /// Flags of every command that creates something that has no revision yet.
  static func creating<Request>(
    _ place: any WritableKeyPath<Request, ChangeRequest> & Sendable
  ) -> [RequestFlag<Request>] {
    [
      RequestFlag(common: actor), commandID { $0[keyPath: place].commandID = $1 },
      reason { $0[keyPath: place].reason = $1 }, RequestFlag(common: meta),
    ]
  }
}

extension Operands {
  static let customers = Content.listed(by: "complete customers")
  static let methods = Content.listed(by: "complete shipping-methods")
  static let order = CommandTable.history.stream
  /// An order, of which a shell offers those that would accept a command of this kind.
  static func order(accepting kind: OrderCommand.Kind) -> Operand<String> {
    CommandTable.history.stream(.listed(by: "complete \(kind)"))
  }
  static let payment = amount(byDefault: "what is due")
  static let refund = amount(byDefault: "what the customer is owed")
  private static func amount(byDefault standard: String) -> Operand<String?> {
    Operand(
      "AMOUNT", .optional,
      help:
        "The amount in major units of the order's currency, such as 12.99 or 12,99; \(standard) "
        + "by default.")
  }
  static let action = Operand(
    "ACTION", optional: ShippingMethodAction.self,
    help: "What to do; \(ShippingMethodRequest().action.rawValue) by default.")
  static let methodCode = Operand(
    "CODE", .optional, methods,
    help: "The method's code, to add or retire it.")
  static let methodName = Operand("NAME", .optional, help: "The method's name, to add it.")
  static let demoDirectory = Operand(
    "DIR", .optional, .folder,
    help: "Create the demo's store in this folder and keep it; by default it is in memory.")
}
