// The rules one by one: what is accepted, what it leads to, what is refused.

import EventSourcing
import EventSourcingTesting
import OrderDomain
import Testing

@Suite struct CreatingTests: OrderSpecification {
  @Test func `an order is created with the sum of its parts`() {
    given().when(.create(.amy)).then(.created(.amy, total: 3099))
  }

  @Test func `an order that costs nothing is paid at once`() {
    let free = OrderFields.amy.with { $0.set(.discount, to: 3199) }
    let decided = given().when(.create(free))
    decided.then(.created(free, total: 0), .paid)
    decided.thenStatus(.paid, balance: 0)
  }

  @Test func `a new order has fees of 0 and addresses in the US by default`() {
    let order = given().when(.create(.bob)).after.state
    #expect(order?.fields.amount(.shippingFee) == 0)
    #expect(order?.fields.amount(.tax) == 0)
    #expect(order?.fields.amount(.discount) == 0)
    #expect(order?.fields[.billingCountry] == "US")
    #expect(order?.fields[.shipmentCountry] == "US")
    #expect(order?.fields[.cardBrand] == nil)
  }

  @Test func `an order is created once, even if it was deleted`() {
    given(.amyOrdered).when(.create(.bob)).thenRefused(.exists)
    given(.amyOrdered, .deleted).when(.create(.bob)).thenRefused(.exists)
  }
}

@Suite struct PayingTests: OrderSpecification {
  @Test func `a payment of less than the balance leaves the order placed`() {
    let decided = given(.amyOrdered).when(.pay(3098))
    decided.then(.received(3098))
    decided.thenStatus(.placed, balance: 1)
  }

  @Test func `a payment of the balance pays the order`() {
    let payment = Payment(amount: 3099, method: "card", reference: "r-1")
    let decided = given(.amyOrdered).when(.pay(payment))
    decided.then(.paymentReceived(payment), .paid)
    decided.thenStatus(.paid, balance: 0)
  }

  @Test func `a payment of more than the balance is refused`() {
    given(.amyOrdered).when(.pay(3100)).thenRefused(.paymentExceedsBalance)
    given(.amyOrdered, .received(99)).when(.pay(3001)).thenRefused(.paymentExceedsBalance)
  }

  @Test func `a refund of a paid order that hasn't shipped makes it placed again`() {
    let decided = given(.amyOrdered, .amyPaidAll, .paid).when(.refund(amount: 99))
    decided.then(.refunded(amount: 99))
    decided.thenStatus(.placed, balance: 99)
  }

  @Test func `no more is refunded than was paid`() {
    given(.amyOrdered, .received(100)).when(.refund(amount: 101))
      .thenRefused(.refundExceedsPayments)
    given(.amyOrdered, .received(100), .refunded(amount: 60)).when(.refund(amount: 41))
      .thenRefused(.refundExceedsPayments)
    given(.amyOrdered, .received(100), .refunded(amount: 60)).when(.refund(amount: 40))
      .then(.refunded(amount: 40))
  }

  @Test func `a delivered order that was refunded can be paid again and stays delivered`() {
    let decided = given(
      .amyOrdered, .amyPaidAll, .paid, .shipped(Shipping()), .delivered, .refunded(amount: 5)
    ).when(.pay(5))
    decided.then(.received(5), .paid)
    decided.thenStatus(.delivered, balance: 0)
  }

  @Test func `a cancelled order can be refunded and then deleted`() {
    given(.amyOrdered, .amyPaidAll, .paid, .cancelled)
      .when(.delete).thenRefused(.hasPayments)
      .when(.refund(amount: 3099)).then(.refunded(amount: 3099))
      .thenState { #expect($0?.status == .cancelled) }
      .when(.delete).then(.deleted)
  }
}

@Suite struct ShippingTests: OrderSpecification {
  @Test func `a shipped order knows its carrier`() {
    let shipping = Shipping(carrier: "ACME", tracking: "T-1")
    let decided = given(.amyOrdered, .amyPaidAll, .paid).when(.ship(shipping))
    decided.then(.shipped(shipping))
    #expect(decided.after.state?.carrier == "ACME")
    #expect(decided.after.state?.tracking == "T-1")
  }

  @Test func `a shipped order can't be deleted`() {
    given(.amyOrdered, .amyPaidAll, .paid, .shipped(Shipping())).when(.delete)
      .thenRefused(.alreadyShipped)
  }

  @Test func `a deleted order keeps its data`() {
    let order = given(.amyOrdered).when(.delete).after.state
    #expect(order?.status == .deleted)
    #expect(order?.fields == OrderFields.amy)
  }
}

@Suite struct MeaninglessEventTests: OrderSpecification {
  @Test func `events of an order that was never created do nothing`() {
    #expect(given(.paid, .deleted, .refunded(amount: 1)).state == nil)
  }

  @Test func `sums of facts beyond what a log holds are held at the end instead of trapping`() {
    let limit: Int64 = (1 << 53) - 1
    let events =
      [OrderEvent.created(.amy, total: .max)]
      + Array(repeating: .received(Amount(.max)), count: 1025)
    #expect(given(events).state?.paid == limit)
    #expect(given(events + [.refunded(amount: .max)]).state?.balance == limit)
  }

  @Test func `no amount is larger than the log can hold, nor taken for a missing one`() {
    let limit: Int64 = (1 << 53) - 1
    #expect([limit, limit + 1, .max].map { Amount($0).value } == [limit, limit, limit])
    #expect([-limit, -limit - 1, .min + 1, .min].allSatisfy { Amount($0).value == -limit })
  }

  @Test func `every entry sets the revision and the time of the last change`() {
    let later = Timestamp(microseconds: start.microseconds + 1)
    given(.amyOrdered).at(later).when(.pay(1)).thenState { order in
      #expect(order?.rev == 2)
      #expect(order?.placedAt == start)
      #expect(order?.updatedAt == later)
    }
  }
}
