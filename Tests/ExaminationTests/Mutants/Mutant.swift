// Rules with one defect each: what examining histories is good for shows in whether it finds them.

import EventSourcing
import OrderDomain

/// The rules of orders, but for one defect.
protocol Mutant: OrderDecider {
  /// The defect, in a sentence.
  static var defect: String { get }
}

extension Mutant {
  /// None: what is wrong with the rules is recorded.
  static func objection(to event: OrderEvent, in state: Order?) -> String? { nil }

  static var name: String { String(describing: Self.self) }
  static var rules: RuleTable { .standard }
  static var version: String { "0" }
}

/// Rules that say something else happens than what does.
protocol EventMutant: Mutant {
  static func change(_ events: [OrderEvent], of command: OrderCommand, on order: Order?)
    -> [OrderEvent]
}

extension EventMutant {
  static func decide(_ command: OrderCommand, on state: Order?, in context: EntryContext)
    throws(OrderRefusal) -> [OrderEvent]
  {
    change(try Orders.decide(command, on: state, in: context), of: command, on: state)
  }
}

/// All of them.
let mutants: [any Mutant.Type] =
  [
    OverpaymentByOne.self, NoFullPayment.self, PaymentUnlimited.self, RefundUnlimited.self,
    NoFullRefund.self, DeletedWithPayments.self, ShippedUnpaid.self, ShippedTwice.self,
    DeliveredTwice.self, DeliveredUnshipped.self, DeliveredCodeLost.self, CancelledPaid.self,
    CancelledShipped.self, ReturnedUndelivered.self, ShippedMoved.self,
    PaidChanged.self, IDReused.self, DeletedChanged.self, UnknownPaid.self, ChecksSwapped.self,
    CodeChanged.self, ZipUnchecked.self, EmailUnchecked.self,
    NothingOrdered.self, CardMonthEarly.self, CardMonthLate.self,
  ] as [any Mutant.Type]
  + [
    TotalWithoutTax.self, TotalAlwaysOne.self, TotalKept.self, DiscountAdded.self,
    PaidMissing.self, PaidDoubled.self, DeliveredAtOnce.self, MethodAsRow.self,
    SameIsOther.self, UpdateTold.self,
  ] as [any Mutant.Type]
  + [
    SecondLineLost.self, RefundForgotten.self, PaymentCountedTwice.self, CancelledGoesOn.self,
    UpdateNotStored.self, ShippedForgotten.self,
  ] as [any Mutant.Type]
