import EventSourcing
import Testing

@testable import OrderDomain

/// The fields that an order has lost with erased personal data.
@Suite struct LostFieldsTests {
  private func fold(_ events: (OrderEvent, isErased: Bool)...) -> Order? {
    var order: Order?
    for (event, isErased) in events {
      let context = EntryContext(
        storage: .empty, stream: .absent, actor: .absent, rev: 1, at: .noon, isErased: isErased)
      Orders.evolve(&order, with: event, in: context)
    }
    return order
  }

  @Test func `an erased entry may have changed every personal field, and no other`() throws {
    let order = try #require(fold((.created(.amy, total: 3099), isErased: true)))
    for field in OrderField.recorded where field != .paymentKind {
      #expect(order.mayHaveLost(field) == field.isPersonal, "\(field)")
    }
    #expect(order.mayHaveLost(.paymentKind), "it is replaced with the card")
  }

  @Test func `what a later entry says is known, and the rest isn't`() throws {
    var fields = OrderFields()
    fields[.email] = "amy@apple.example"
    let created = (OrderEvent.created(.amy, total: 3099), isErased: true)
    let updated = (OrderEvent.updated(fields, total: nil), isErased: false)
    let order = try #require(fold(created, updated))
    #expect(!order.mayHaveLost(.email) && order.mayHaveLost(.phone))
    let again = try #require(fold(created, updated, (updated.0, isErased: true)))
    #expect(again.mayHaveLost(.email))
  }

  @Test func `there is room for twice as many fields besides the flags`() {
    #expect(2 * OrderField.allCases.count < OrderFlag.bits.rawValue.trailingZeroBitCount)
  }

  @Test func `nothing is lost where nothing was erased`() throws {
    let order = try #require(fold((.created(.amy, total: 3099), isErased: false)))
    #expect(OrderField.recorded.allSatisfy { !order.mayHaveLost($0) })
  }
}
