// The rules as a table: the requirements of each kind of command, in order.

extension RuleTable {
  /// The rules that orders are decided by.
  public static let standard = standard(.current)

  /// The rules of all versions, the oldest first.
  public static let versions = RulesVersion.all.map { standard($0) }

  /// The rules as they are in a version.
  public static func standard(_ version: RulesVersion) -> RuleTable {
    let isValid = Rule.isValid(in: version)
    return RuleTable(version) { kind in rules(of: kind, isValid) }
  }

  /// The rules of a kind of command, whatever version they are among.
  static func rules(of kind: OrderCommand.Kind, _ isValid: Rule) -> [Rule] {
    switch kind {
    case .create: [.isNew, isValid]
    case .update:
      [
        .isThere, .isNotDeleted, .isNotCancelled, .keepsErased, isValid, .keepsWhatWasShipped,
        .keepsWhatIsPaid, .keepsCurrencyOfPayments,
      ]
    case .pay:
      [
        .isThere, .isNotDeleted, .isNotCancelled, isValid, .isNotReturnedWhenPaid,
        .paysNoMoreThanBalance,
      ]
    case .ship: [.isThere, .isNotDeleted, .isNotCancelled, isValid, .isNotShipped, .isPaid]
    case .deliver:
      [.isThere, .isNotDeleted, .isNotCancelled, isValid, .isNotDelivered, .isShipped]
    case .cancel: [.isThere, .isNotDeleted, .isNotCancelled, isValid, .isNotShipped]
    case .return:
      [.isThere, .isNotDeleted, .isNotCancelled, isValid, .isNotReturned, .isDelivered]
    case .refund: [.isThere, .isNotDeleted, isValid, .refundsNoMoreThanPayments]
    case .delete: [.isThere, .isNotDeleted, isValid, .isNotShipped, .hasNoMoney]
    // An order that was never created has personal data, too, if it was requested and refused.
    case .erase: [isValid]
    }
  }
}

extension Rule {
  static let isNew = Rule(.exists, "An order can be created only once.", facts: ["status"]) {
    _, order in
    // Comparing the whole order with nil would copy it.
    order?.status != nil
  }

  static let isThere = Rule(
    .notFound, "Only an order that exists can be changed.", facts: ["status"]
  ) {
    _, order in order?.status == nil
  }

  static let isNotDeleted = Rule(.deleted, "A deleted order can't be changed.", facts: ["status"]) {
    _, order in
    order?.status == .deleted
  }

  static let isNotCancelled = Rule(
    .cancelled, "A cancelled order can only be refunded or deleted.", facts: ["status"]
  ) {
    _, order in order?.status == .cancelled
  }

  static let keepsErased = Rule(
    .personalErased, "Once personal data of an order was erased, none can be added or removed.",
    facts: [], requested: { command, _ in command.personalFields.names },
    in: RulesVersions(since: 3)
  ) { command, order in
    guard let order, order.isErased else { return false }
    return !command.personalFields.isEmpty
  }

  static func isValid(in version: RulesVersion) -> Rule {
    let checks = FieldChecks(in: version)
    return Rule(code: "invalid", explanation: "Every field must be valid.") {
      command, order, context in
      let fields = command.invalidFields(on: order, in: context, by: checks)
      return fields.isEmpty ? nil : .invalid(fields)
    }
  }

  static let keepsWhatWasShipped = Rule(
    .alreadyShipped, "Once an order is shipped, only its contact can be changed.",
    facts: ["status"], requested: { $0.changed(in: $1).subtracting(.contact).names }
  ) { command, order in
    guard let order, order.isShipped else { return false }
    return !command.changed(in: order).isSubset(of: .contact)
  }

  static let keepsWhatIsPaid = Rule(
    .hasPayments,
    "Items, currency, fees, tax and discount can be changed only before a payment.",
    facts: ["status", "paid"], requested: { $0.changed(in: $1).intersection(.money).names },
    in: RulesVersions(since: 1, through: 1)
  ) { command, order in
    guard let order, order.status != .placed || order.paid != 0 else { return false }
    return command.changed(in: order).intersects(.money)
  }

  static let keepsCurrencyOfPayments = Rule(
    .hasPayments, "The currency can be changed only before a payment.",
    facts: ["paid"], requested: { $0.changed(in: $1).intersection(.currency).names },
    in: RulesVersions(since: 2)
  ) { command, order in
    guard let order, order.paid != 0 else { return false }
    return command.changed(in: order).intersects(.currency)
  }

  static let isNotReturnedWhenPaid = Rule(
    .alreadyReturned, "A returned order takes no payments.", facts: ["status"],
    in: RulesVersions(since: 2)
  ) { _, order in order?.status == .returned }

  static let paysNoMoreThanBalance = Rule(
    .paymentExceedsBalance, "A payment can't exceed the balance.",
    facts: ["balance", "total", "paid", "refunded"], requested: { _, _ in ["amount"] }
  ) { command, order in
    guard let order, case .pay(let payment) = command else { return false }
    return (payment.amount.value ?? 0) > order.balance
  }

  static let isNotShipped = Rule(
    .alreadyShipped, "An order that was shipped can't be shipped again, cancelled or deleted.",
    facts: ["status"]
  ) { _, order in order?.isShipped ?? false }

  static let isPaid = Rule(
    .notPaid, "An order can be shipped only when it is paid in full.",
    facts: ["balance", "total", "paid", "refunded"]
  ) {
    _, order in order.map { !$0.isSettled } ?? false
  }

  static let isNotDelivered = Rule(
    .alreadyDelivered, "An order that was delivered can't be delivered again.", facts: ["status"]
  ) { _, order in order?.isDelivered ?? false }

  static let isShipped = Rule(
    .notShipped, "Only an order that was shipped can be delivered.", facts: ["status"]
  ) {
    _, order in order?.status != .shipped
  }

  static let isNotReturned = Rule(
    .alreadyReturned, "An order that was returned can't be returned again.", facts: ["status"]
  ) { _, order in order?.status == .returned }

  static let isDelivered = Rule(
    .notDelivered, "Only an order that was delivered can be returned.", facts: ["status"]
  ) {
    _, order in order?.status != .delivered
  }

  static let refundsNoMoreThanPayments = Rule(
    .refundExceedsPayments, "A refund can't exceed what was paid and not yet refunded.",
    facts: ["paid", "refunded"], requested: { _, _ in ["amount"] }
  ) { command, order in
    guard let order, case .refund(let amount) = command else { return false }
    return (amount.value ?? 0) > order.refundable
  }

  static let hasNoMoney = Rule(
    .hasPayments, "An order can be deleted only when all its payments are refunded.",
    facts: ["paid", "refunded"]
  ) { _, order in order.map { $0.refundable != 0 } ?? false }
}

extension OrderCommand {
  /// The personal fields that it names if it is a change; otherwise none.
  fileprivate var personalFields: FieldSet {
    if case .update(let fields) = self { fields.values.named.intersection(.personal) } else { [] }
  }

  /// The fields that it names of those that the total follows from.
  var moneyFields: FieldSet {
    switch self {
    case .create(let fields), .update(let fields): fields.values.named.intersection(.money)
    default: []
    }
  }

  /// The fields that it changes if it is a change; otherwise none.
  func changed(in order: Order?) -> FieldSet {
    guard let order, case .update(let fields) = self else { return [] }
    let changes = fields.values
    let after = OrderFields(changes, onto: order.fields).values
    return order.differences(after: changes, to: after)
  }
}

extension FieldSet {
  /// Their names, as the log has them.
  var names: [String] { OrderField.recorded.filter(contains).map(\.name) }
}
