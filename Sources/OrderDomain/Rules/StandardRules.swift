// The rules as a table: the requirements of each kind of command, in order.

extension RuleTable {
  /// The rules that orders are decided by.
  public static let standard = standard(.current)

  /// The rules of all versions, the oldest first.
  public static let versions = RulesVersion.all.map { standard($0) }

  /// The rules as they are in a version.
  public static func standard(_ version: RulesVersion) -> RuleTable {
    RuleTable(version) { rules(of: $0) }
  }

  /// The rules of a kind of command, whatever version they are among.
  static func rules(of kind: OrderCommand.Kind) -> [Rule] {
    switch kind {
    case .create: [.isNew, .isValid]
    case .update:
      [
        .isThere, .isNotDeleted, .isNotCancelled, .keepsErased, .isValid, .keepsWhatWasShipped,
        .keepsWhatIsPaid, .keepsCurrencyOfPayments,
      ]
    case .pay:
      [
        .isThere, .isNotDeleted, .isNotCancelled, .isValid, .isNotReturnedWhenPaid,
        .paysNoMoreThanBalance,
      ]
    case .ship: [.isThere, .isNotDeleted, .isNotCancelled, .isValid, .isNotShipped, .isPaid]
    case .deliver:
      [.isThere, .isNotDeleted, .isNotCancelled, .isValid, .isNotDelivered, .isShipped]
    case .cancel: [.isThere, .isNotDeleted, .isNotCancelled, .isValid, .isNotShipped]
    case .return:
      [.isThere, .isNotDeleted, .isNotCancelled, .isValid, .isNotReturned, .isDelivered]
    case .refund: [.isThere, .isNotDeleted, .isValid, .refundsNoMoreThanPayments]
    case .delete: [.isThere, .isNotDeleted, .isValid, .isNotShipped, .hasNoMoney]
    // An order that was never created has personal data, too, if it was requested and refused.
    case .erase: [.isValid]
    }
  }
}

extension Rule {
  static let isNew = Rule(.exists, "An order can be created only once.", facts: ["status"]) {
    $0.order != nil
  }

  static let isThere = Rule(
    .notFound, "Only an order that exists can be changed.", facts: ["status"]
  ) { $0.order == nil }

  static let isNotDeleted = Rule(.deleted, "A deleted order can't be changed.", facts: ["status"]) {
    $0.order?.status == .deleted
  }

  static let isNotCancelled = Rule(
    .cancelled, "A cancelled order can only be refunded or deleted.", facts: ["status"]
  ) { $0.order?.status == .cancelled }

  static let keepsErased = Rule(
    .personalErased, "Once personal data of an order was erased, none can be added or removed.",
    facts: [], requested: { $0.named.intersection(.personal).names },
    in: RulesVersions(since: 3)
  ) { $0.order?[.erased] == true && $0.named.intersects(.personal) }

  static let isValid = Rule(code: "invalid", explanation: "Every field must be valid.") {
    $0.invalid.isEmpty ? nil : .invalid($0.invalid)
  }

  static let keepsWhatWasShipped = Rule(
    .alreadyShipped, "Once an order is shipped, only its contact can be changed.",
    facts: ["status"], requested: { $0.changed.subtracting(.contact).names }
  ) { $0.order?.isShipped == true && !$0.changed.isSubset(of: .contact) }

  static let keepsWhatIsPaid = Rule(
    .hasPayments,
    "Items, currency, fees, tax and discount can be changed only before a payment.",
    facts: ["status", "paid"], requested: { $0.changed.intersection(.money).names },
    in: RulesVersions(since: 1, through: 1)
  ) {
    $0.changed.intersects(.money) && ($0.order?.status != .placed || $0.order?.paid != 0)
  }

  static let keepsCurrencyOfPayments = Rule(
    .hasPayments, "The currency can be changed only before a payment.",
    facts: ["paid"], requested: { $0.changed.intersection(.currency).names },
    in: RulesVersions(since: 2)
  ) { $0.changed.intersects(.currency) && $0.order?.paid != 0 }

  static let isNotReturnedWhenPaid = Rule(
    .alreadyReturned, "A returned order takes no payments.", facts: ["status"],
    in: RulesVersions(since: 2)
  ) { $0.order?.status == .returned }

  static let paysNoMoreThanBalance = Rule(
    .paymentExceedsBalance, "A payment can't exceed the balance.",
    facts: ["balance", "total", "paid", "refunded"], requested: { _ in ["amount"] }
  ) { $0.amount > $0.order?.balance.held ?? .max }

  static let isNotShipped = Rule(
    .alreadyShipped, "An order that was shipped can't be shipped again, cancelled or deleted.",
    facts: ["status"]
  ) { $0.order?.isShipped ?? false }

  static let isPaid = Rule(
    .notPaid, "An order can be shipped only when it is paid in full.",
    facts: ["balance", "total", "paid", "refunded"]
  ) { $0.order?.isSettled == false }

  static let isNotDelivered = Rule(
    .alreadyDelivered, "An order that was delivered can't be delivered again.", facts: ["status"]
  ) { $0.order?.isDelivered ?? false }

  static let isShipped = Rule(
    .notShipped, "Only an order that was shipped can be delivered.", facts: ["status"]
  ) { $0.order?.status != .shipped }

  static let isNotReturned = Rule(
    .alreadyReturned, "An order that was returned can't be returned again.", facts: ["status"]
  ) { $0.order?.status == .returned }

  static let isDelivered = Rule(
    .notDelivered, "Only an order that was delivered can be returned.", facts: ["status"]
  ) { $0.order?.status != .delivered }

  static let refundsNoMoreThanPayments = Rule(
    .refundExceedsPayments, "A refund can't exceed what was paid and not yet refunded.",
    facts: ["paid", "refunded"], requested: { _ in ["amount"] }
  ) { $0.amount > $0.order?.refundable ?? .max }

  static let hasNoMoney = Rule(
    .hasPayments, "An order can be deleted only when all its payments are refunded.",
    facts: ["paid", "refunded"]
  ) { $0.order?.refundable ?? 0 != 0 }
}
