// Given, when, then for orders: the kit, told how to report, and a few words of the domain's own.

import DomainKit
import EventSourcing
import EventSourcingTesting
import OrderDomain
import Testing

/// A suite of examples of what the rules of orders do.
protocol OrderSpecification: DeciderSpecification where Rules == Orders {}

extension OrderSpecification {
  func report(_ failure: UnmetExpectation) { record(failure) }
}

extension Decided<Orders> {
  /// - Parameter fields: The expected mistakes, as `field code`, in order; none if the command is accepted.
  func thenInvalid(_ fields: [String], at location: SourceLocation = #_sourceLocation) {
    let found: [String] =
      if case .failure(let refusal) = result {
        [refusal.code] + refusal.fields.map { "\($0.field) \($0.code)" }
      } else {
        []
      }
    #expect(found == (fields.isEmpty ? [] : ["invalid"] + fields), sourceLocation: location)
  }

  @discardableResult
  func thenStatus(
    _ status: Order.Status, balance: Int64, at location: SourceLocation = #_sourceLocation
  ) -> Scenario<Orders> {
    #expect(after.state?.status == status, sourceLocation: location)
    #expect(after.state?.balance == balance, sourceLocation: location)
    return after
  }
}

extension OrderEvent {
  static let amyOrdered = OrderEvent.created(.amy, total: OrderFields.totalOfAmy)
  static let amyPaidAll = OrderEvent.received(3099)
  static func received(_ amount: Amount) -> OrderEvent { .paymentReceived(Payment(amount: amount)) }
}

extension OrderCommand {
  static func pay(_ amount: Amount) -> OrderCommand { .pay(Payment(amount: amount)) }
  static func update(_ change: (inout OrderFields) -> Void) -> OrderCommand {
    .update(.only(change))
  }
}
