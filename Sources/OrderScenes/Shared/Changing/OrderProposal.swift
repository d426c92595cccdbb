// A request for an order as a command: made from the order at the moment when it is decided, and checked for what the
// rules can't know.

import EventSourcing
import Formatting
import HistoryScenes
import JSONLines
import OrderDomain

package struct OrderProposal: Sendable {
  package let command: OrderCommand
  /// The errors of the request besides those that the rules find. With any, nothing is recorded, and they are reported
  /// together with the errors from the rules.
  let problems: [InvalidField]
  /// The typed texts of amounts that couldn't be read, by field.
  let unreadAmounts: [String: String]
  /// The order that the command was made from; nil if there is none, or it doesn't depend on it.
  package let order: Order?

  init(
    _ command: OrderCommand, from order: Order? = nil, problems: [InvalidField] = [],
    unreadAmounts: [String: String] = [:]
  ) {
    (self.command, self.order) = (command, order)
    (self.problems, self.unreadAmounts) = (problems, unreadAmounts)
  }

  /// A command of a program, which is checked as one that was typed.
  package init(
    checking command: OrderCommand, _ basis: inout CommandBasis<Orders>, of engine: OrderEngine
  ) {
    let order = basis.state
    var problems = command.unrecordable
    // A repeated command isn't recorded again, whatever is offered now.
    if basis.earlier == nil, let method = command.fields?.text(.shippingMethod) {
      problems += engine.shippingMethods(for: &basis)
        .problems(with: method, keeping: order?.fields.text(.shippingMethod))
    }
    self.init(command, from: order, problems: problems)
  }

  /// The command, which is only evaluated if there are problems.
  package func command(for basis: inout CommandBasis<Orders>) -> OrderCommand {
    basis.isRecorded = problems.isEmpty
    return command
  }
}

extension ChangeRequest {
  /// An amount as it was typed for an order, in its currency.
  ///
  /// - Returns: The amount for the command, absent if it can't be read, and its error.
  func amount(_ text: String, of order: Order?) -> (Amount, problems: [InvalidField]) {
    let currency = order?.fields[.currency] ?? ""
    guard let value = Money.parse(text, currency: currency, by: locale) else {
      let code = text.trimmed.isEmpty ? FieldCode.blank : .malformed
      return (.absent, [InvalidField(field: "amount", code: code.rawValue)])
    }
    return (Amount(value), [])
  }
}

extension OrderEngine {
  /// The shipping methods at the moment when a command is decided.
  func shippingMethods(for basis: inout CommandBasis<Orders>) -> ShippingMethods {
    guard let stream = StreamName(category: Catalogue.category, id: nil) else { return .initial }
    return basis.state(of: stream, in: catalogue)
  }
}

extension ShippingMethods {
  /// The error of a method that isn't offered. The rules don't know it: they use no catalogue.
  ///
  /// - Parameter kept: The method that the order has already, which may have been retired since.
  func problems(with method: Text?, keeping kept: Text?) -> [InvalidField] {
    guard let method, method != kept, method.range.count > 0,
      !offered.contains(where: { $0.code == method })
    else { return [] }
    return [InvalidField(field: OrderField.shippingMethod.name, code: "unknown")]
  }
}

extension OrderCommand {
  var fields: OrderFields? {
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
  var unrecordable: [InvalidField] {
    guard PaymentCard.isNumberIn(method.map { String($0) } ?? "") else { return [] }
    return [InvalidField(field: "method", code: FieldCode.malformed.rawValue)]
  }
}

extension OrderFields {
  var unrecordable: [InvalidField] {
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
