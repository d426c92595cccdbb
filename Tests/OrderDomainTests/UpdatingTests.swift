// Changing fields: what is merged, what is replaced, what follows, and when it isn't allowed.

import EventSourcingTesting
import JSONLines
import OrderDomain
import Testing

@Suite struct UpdatingTests: OrderSpecification {
  var placed: Scenario<Orders> { given(.amyOrdered) }
  var partPaid: Scenario<Orders> { given(.amyOrdered, .received(1)) }
  var paid: Scenario<Orders> { given(.amyOrdered, .amyPaidAll, .paid) }
  var shipped: Scenario<Orders> { given(.amyOrdered, .amyPaidAll, .paid, .shipped(Shipping())) }

  @Test func `contact and addresses are merged text by text`() {
    let decided = placed.when(
      .update {
        $0[.phone] = "55555"
        $0[.billingCity] = "Berlin"
      })
    let expected = OrderFields.amy.with {
      $0[.phone] = "55555"
      $0[.billingCity] = "Berlin"
    }
    #expect(decided.after.state?.fields == expected)
  }

  @Test func `items are replaced as a whole and the total follows`() {
    let items = [Item(sku: "Z", quantity: 3, unitPrice: 7)]
    let decided = placed.when(.update { $0.items = items })
    decided.then(.updated(.only { $0.items = items }, total: 521))
    #expect(decided.after.state?.fields.items == items)
    #expect(decided.after.state?.total == 521)
  }

  @Test func `the payment is replaced as a whole`() {
    let byInvoice = placed.when(.update { $0[.paymentKind] = "invoice" }).after.state
    #expect(byInvoice?.fields[.paymentKind] == "invoice")
    #expect(byInvoice?.fields[.cardBrand] == nil)
    #expect(byInvoice?.fields[.cardLast4] == nil)
    let otherCard = placed.when(
      .update {
        $0[.cardLast4] = "0000"
        $0[.cardExpires] = "2030-01"
      }
    ).after.state
    #expect(otherCard?.fields[.paymentKind] == "card")
    #expect(otherCard?.fields[.cardBrand] == nil)
    #expect(otherCard?.fields[.cardLast4] == "0000")
  }

  @Test func `naming the same kind without a card removes the card`() {
    let update = OrderFields.only { $0[.paymentKind] = "invoice" }
    given(.created(.bob.with { $0[.cardBrand] = "visa" }, total: 1000))
      .when(.update(update))
      .then(.updated(update, total: nil))
      .thenState { #expect($0?.fields[.cardBrand] == nil) }
  }

  @Test func `null removes what is optional`() {
    let decided = placed.when(
      .update {
        $0.remove(.billingStreet2)
        $0.remove(.billingCountry)
        $0.set(.discount, to: .null)
      })
    #expect(decided.after.state?.fields[.billingStreet2] == nil)
    #expect(decided.after.state?.fields[.billingCountry] == "US")
    #expect(decided.after.state?.fields.amount(.discount) == 0)
    #expect(decided.after.state?.total == 3199)
  }

  @Test func `the country that an address has by default goes with its last text`() {
    let texts: [OrderField] = [
      .billingStreet1, .billingStreet2, .billingCity, .billingState, .billingZip,
    ]
    let emptied = OrderFields.only { for text in texts { $0.remove(text) } }
    let order = given(.created(.bob, total: 1000), .updated(emptied, total: nil)).state
    #expect(OrderFields.bob[.billingCountry] == nil)
    #expect(order?.fields[.billingCountry] == nil)
  }

  @Test func `null can't remove what is required`() {
    placed.when(
      .update {
        $0.remove(.customer)
        $0.remove(.email)
        $0.remove(.paymentKind)
      }
    ).thenInvalid(["customer blank", "paymentKind blank", "contact.email blank"])
  }

  @Test func `an update that changes nothing has no events`() {
    placed.when(.update(.amy)).thenNothing()
    placed.when(.update(OrderFields())).thenNothing()
    placed.when(.update { $0.set(.tax, to: 100) }).thenNothing()
    shipped.when(.update(.amy)).thenNothing()
  }

  @Test func `the event has only what changes, but all that is personal`() {
    let update = OrderFields.only {
      $0[.customer] = "amy"
      $0[.shippingMethod] = "two-day"
      $0[.email] = "amy@example.com"
      $0.set(.tax, to: 100)
      $0.set(.shippingFee, to: 501)
    }
    let event = OrderFields.only {
      $0[.shippingMethod] = "two-day"
      $0[.email] = "amy@example.com"
      $0.set(.shippingFee, to: 501)
    }
    placed.when(.update(update)).then(.updated(event, total: 3100))
  }

  @Test func `a change that leaves nothing to pay pays the order`() {
    let decided = placed.when(.update { $0.set(.discount, to: 3199) })
    decided.then(.updated(.only { $0.set(.discount, to: 3199) }, total: 0), .paid)
    decided.thenStatus(.paid, balance: 0)
  }

  @Test(arguments: [
    OrderCommand.update { $0.items = [Item(sku: "Z", quantity: 1, unitPrice: 1)] },
    .update { $0[.currency] = "EUR" }, .update { $0.set(.shippingFee, to: 1) },
    .update { $0.set(.tax, to: 1) },
    .update { $0.set(.discount, to: 1) }, .update { $0.set(.discount, to: .null) },
  ]) func `items and money change until the order is shipped`(update: OrderCommand) throws {
    _ = try placed.when(update).result.get()
    shipped.when(update).thenRefused(.alreadyShipped)
  }

  @Test func `a paid order that costs more is placed again, until the rest is paid`() {
    let dearer = paid.when(.update { $0.set(.tax, to: 101) })
    dearer.thenStatus(.placed, balance: 1)
    dearer.after.when(.ship()).thenRefused(.notPaid)
    dearer.after.when(.pay(1)).thenStatus(.paid, balance: 0)
  }

  @Test func `a paid order that costs less is paid once the rest is refunded`() {
    let cheaper = paid.when(.update { $0.set(.discount, to: 101) })
    cheaper.thenStatus(.placed, balance: -1)
    cheaper.after.when(.ship()).thenRefused(.notPaid)
    cheaper.after.when(.pay(1)).thenRefused(.paymentExceedsBalance)
    let refunded = cheaper.after.when(.refund(amount: 1))
    refunded.then(.refunded(amount: 1), .paid)
    refunded.thenStatus(.paid, balance: 0)
  }

  @Test func `a change that makes the payments suffice pays the order`() {
    let decided = partPaid.when(.update { $0.set(.discount, to: 3198) })
    decided.thenStatus(.paid, balance: 0)
  }

  @Test func `the currency changes only before a payment`() throws {
    let update = OrderCommand.update { $0[.currency] = "EUR" }
    _ = try placed.when(update).result.get()
    partPaid.when(update).thenRefused(.hasPayments)
    given(.amyOrdered, .received(1), .refunded(amount: 1)).when(update).thenRefused(.hasPayments)
  }

  @Test(arguments: [
    OrderCommand.update { $0[.customer] = "bob" }, .update { $0[.shippingMethod] = "one-day" },
    .update { $0[.paymentKind] = "invoice" }, .update { $0[.billingCity] = "Bonn" },
    .update { $0.remove(.billingStreet2) }, .update { $0[.shipmentZip] = "1" },
  ]) func `other fields change until the order is shipped`(update: OrderCommand) throws {
    _ = try placed.when(update).result.get()
    _ = try paid.when(update).result.get()
    shipped.when(update).thenRefused(.alreadyShipped)
  }

  @Test func `the contact changes also after the shipping`() {
    let update = OrderFields.only { $0[.phone] = "77777" }
    shipped.when(.update(update)).then(.updated(update, total: nil))
  }

  @Test func `a recorded total that isn't the sum stays until items or money change`() {
    let recorded = given(.created(.amy, total: 5))
    let update = OrderFields.only { $0[.phone] = "77777" }
    recorded.when(.update(update)).then(.updated(update, total: nil))
  }

  @Test func `an order whose personal data was erased can be changed`() {
    var fields = OrderFields.bob
    let personal: [OrderField] = [
      .firstName, .lastName, .phone, .email,
      .billingStreet1, .billingCity, .billingState, .billingZip,
      .shipmentStreet1, .shipmentCity, .shipmentState, .shipmentZip,
    ]
    for text in personal { fields[text] = nil }
    let erased = given(.created(fields, total: 1000))
    #expect(erased.state?.fields[.billingCountry] == nil)
    let update = OrderFields.only { $0[.billingCountry] = "DE" }
    erased.when(.update(update)).then(.updated(update, total: nil))
  }
}
