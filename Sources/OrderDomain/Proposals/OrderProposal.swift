// A request for an order as a command: made from the order at the moment when it is decided, and checked for what the
// rules can't know.

package struct OrderProposal: Sendable {
  package let command: OrderCommand
  /// The errors of the request besides those that the rules find. With any, nothing is recorded, and they are reported
  /// together with the errors from the rules.
  let problems: [InvalidField]
  /// The typed texts of amounts that couldn't be read, by field.
  package let unreadAmounts: [String: String]
  /// The order that the command was made from; nil if there is none, or it doesn't depend on it.
  package let order: Order?

  package init(
    _ command: OrderCommand, from order: Order? = nil, problems: [InvalidField] = [],
    unreadAmounts: [String: String] = [:]
  ) {
    (self.command, self.order) = (command, order)
    (self.problems, self.unreadAmounts) = (problems, unreadAmounts)
  }

  /// A command of a program, which is checked as one that was typed.
  package init(
    checking command: OrderCommand, _ basis: inout CommandBasis<Orders>,
    with catalogue: StreamStates<Catalogue>
  ) {
    let order = basis.state
    var problems = command.unrecordable
    // A repeated command isn't recorded again, whatever is offered now.
    if basis.earlier == nil, let method = command.fields?.text(.shippingMethod) {
      problems += ShippingMethods(for: &basis, in: catalogue)
        .problems(with: method, keeping: order?.fields.text(.shippingMethod))
    }
    self.init(command, from: order, problems: problems)
  }

  /// The command, which is only evaluated if there are problems.
  package func command(for basis: inout CommandBasis<Orders>) -> OrderCommand {
    basis.isRecorded = problems.isEmpty
    return command
  }

  /// The refusal of a request with problems; nil if it has none, or its outcome was returned before.
  fileprivate func refusal(after outcome: Outcome<Orders>) -> OrderRefusal? {
    if problems.isEmpty || outcome.isRepeated { return nil }
    switch outcome.result {
    case .refused(.invalid(let fields)): return .invalid(FieldOrder.merge(problems, fields))
    case .refused(let other): return other
    case .accepted, .unchanged: return .invalid(FieldOrder.merge(problems, []))
    }
  }
}

extension Engine {
  /// The outcome of a request with problems, a refusal that isn't recorded; nil if it has none, or its outcome was
  /// returned before.
  ///
  /// - Parameter outcome: The outcome of the command by the rules alone.
  package func refusal(
    of proposal: OrderProposal, after outcome: Outcome<Orders>, _ circumstances: Circumstances,
    isDryRun: Bool = false
  ) -> Outcome<Orders>? {
    guard let refusal = proposal.refusal(after: outcome) else { return nil }
    if !isDryRun {
      report(
        .refused, "\(Orders.type(of: proposal.command))", circumstances, in: Orders.category,
        code: refusal.code)
    }
    let order = proposal.order
    return Outcome(
      .refused(refusal), stream: outcome.stream, seq: 0, rev: order?.rev ?? 0, at: outcome.at,
      state: order)
  }
}

extension ShippingMethods {
  /// The methods at the moment when a command is decided.
  package init(for basis: inout CommandBasis<Orders>, in catalogue: StreamStates<Catalogue>) {
    self =
      StreamName(category: Catalogue.category, id: nil).map { basis.state(of: $0, in: catalogue) }
      ?? .initial
  }

  /// The error of a method that isn't offered. The rules don't know it: they use no catalogue.
  ///
  /// - Parameter kept: The method that the order has already, which may have been retired since.
  package func problems(with method: Text?, keeping kept: Text?) -> [InvalidField] {
    guard let method, method != kept, method.range.count > 0,
      !offered.contains(where: { $0.code == method })
    else { return [] }
    return [InvalidField(field: OrderField.shippingMethod.name, code: "unknown")]
  }
}

extension OrderCommand {
  package var fields: OrderFields? {
    switch self {
    case .create(let fields), .update(let fields): fields
    default: nil
    }
  }

  /// The fields with a text that could be a card's number, and so must not be recorded, not even in a refusal.
  fileprivate var unrecordable: [InvalidField] {
    if case .pay(let payment) = self { return payment.unrecordable }
    return fields?.unrecordable ?? []
  }
}

extension Payment {
  package var unrecordable: [InvalidField] {
    guard PaymentCard.isNumberIn(method.map { String($0) } ?? "") else { return [] }
    return [InvalidField(field: "method", code: FieldCode.malformed.rawValue)]
  }
}

extension OrderFields {
  package var unrecordable: [InvalidField] {
    OrderField.ofPayment.filter { field in
      guard field.isText, let text = self[field], !text.allSatisfy(\.isWhitespace) else {
        return false
      }
      switch field {
      case .paymentKind, .cardBrand: return PaymentCard.isNumberIn(text)
      case .cardLast4: return !CardText.isLastFour(text)
      case .cardExpires: return !CardText.isMonth(text)
      default: return false
      }
    }.map { InvalidField($0, .malformed) }
  }
}
