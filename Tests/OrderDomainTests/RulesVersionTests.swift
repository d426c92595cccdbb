// The decisions in which the versions of the rules differ, and that there are no others.

import EventSourcing
import Testing

@testable import OrderDomain

@Suite struct RulesVersionTests {
  struct Difference: CustomTestStringConvertible, Sendable {
    let name: String
    let past: [OrderEvent]
    let command: OrderCommand
    /// The outcome by each version.
    let outcomes: [String]

    init(_ name: String, _ past: [OrderEvent], _ command: OrderCommand, _ outcomes: String...) {
      (self.name, self.past, self.command, self.outcomes) = (name, past, command, outcomes)
    }

    var testDescription: String { name }
  }

  static let paid: [OrderEvent] = [.amyOrdered, .amyPaidAll, .paid]
  static let returned = paid + [.shipped(Shipping()), .delivered, .returned]

  static let differences = [
    Difference(
      "a state in Germany", [],
      .create(
        .amy.with {
          $0[.shipmentCountry] = "DE"; $0[.shipmentState] = nil
        }),
      "shipment.state blank", "order-created"),
    Difference(
      "a blank state in Germany", [],
      .create(
        .amy.with {
          $0[.shipmentCountry] = "DE"; $0[.shipmentState] = " "
        }),
      "shipment.state blank", "order-created"),
    Difference(
      "a state in the US", [], .create(.amy.with { $0[.billingState] = nil }),
      "billing.state blank", "billing.state blank"),
    Difference(
      "a state without a country", [],
      .create(
        .amy.with {
          $0[.billingState] = nil; $0[.billingCountry] = nil
        }),
      "billing.state blank", "billing.state blank"),
    Difference(
      "a currency that there isn't", [], .create(.amy.with { $0[.currency] = "XYZ" }),
      "order-created", "currency unknown"),
    Difference(
      "a country that there isn't", [], .create(.amy.with { $0[.shipmentCountry] = "UK" }),
      "order-created", "shipment.country unknown"),
    Difference(
      "a country code of three letters", [], .create(.amy.with { $0[.shipmentCountry] = "DEU" }),
      "shipment.country malformed", "shipment.country malformed"),
    Difference(
      "a payment for a returned order", returned, .pay(1),
      "payment-exceeds-balance", "order-already-returned"),
    Difference(
      "a payment for a returned order that is refunded", returned + [.refunded(amount: 3099)],
      .pay(1), "payment-received", "order-already-returned"),
    Difference(
      "the items of a paid order", paid, .update { $0.set(.tax, to: 1) },
      "order-has-payments", "order-updated"),
    Difference(
      "a fee after a part was paid", [.amyOrdered, .received(1)],
      .update { $0.set(.shippingFee, to: 1) }, "order-has-payments", "order-updated"),
    Difference(
      "a refund of what was paid too much",
      [.amyOrdered, .amyPaidAll, .paid, .updated(.only { $0.set(.tax, to: 99) }, total: 3098)],
      .refund(amount: 1), "payment-refunded", "payment-refunded order-paid"),
    Difference(
      "the currency of a paid order", paid, .update { $0[.currency] = "EUR" },
      "order-has-payments", "order-has-payments"),
    Difference(
      "the items of a shipped order", paid + [.shipped(Shipping())],
      .update { $0.set(.tax, to: 1) }, "order-already-shipped", "order-already-shipped"),
    Difference(
      "a contact for an order that was erased", [.amyOrdered, .personalErased],
      .update { $0[.phone] = "555-0100" }, "order-updated", "order-updated", "personal-erased"),
  ]

  @Test(arguments: differences) func `the versions decide differently`(_ difference: Difference) {
    #expect(
      difference.outcomes.indices.map { outcome(of: difference, by: $0) } == difference.outcomes)
  }

  private func outcome(of difference: Difference, by version: Int) -> String {
    let context = EntryContext(stream: "order/1001", at: .noon, actor: "amy")
    var order: Order?
    for event in difference.past { Orders.evolve(&order, with: event, in: context) }
    do throws(OrderRefusal) {
      let events = try Orders.decide(difference.command, on: order, in: context, by: version)
      return events.map { "\($0.type)" }.joined(separator: " ")
    } catch {
      let fields = error.fields.map { "\($0.field) \($0.code)" }.joined(separator: ", ")
      return fields.isEmpty ? error.code : fields
    }
  }

  @Test func `moving to a country with states needs one, unless the address was erased`() {
    let german = OrderFields.amy.with {
      $0[.shipmentCountry] = "DE"
      $0[.shipmentState] = nil
    }
    let move = OrderCommand.update { $0[.shipmentCountry] = "BR" }
    let moved = Difference("", [.created(german, total: 3099)], move)
    #expect(outcome(of: moved, by: 1) == "shipment.state blank")
    let erased = german.with { fields in
      for field in OrderField.personal where field.group == .shipment { fields[field] = nil }
    }
    let after = Difference("", [.created(erased, total: 3099)], move)
    #expect(outcome(of: after, by: 1) == "order-updated")
    #expect(outcome(of: moved, by: 0) == "order-updated")
  }

  @Test func `a version of its own decides what is named by no other`() {
    #expect(Orders.versions == (1...RulesVersion.current.number).map { "\($0)" })
    #expect(Orders.version == Orders.versions.last)
    #expect(Catalogue.versions == Orders.versions)
  }
}
