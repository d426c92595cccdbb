// Orders whose personal data is erased, whenever it goes out of the log.

import EventSourcing
import EventSourcingTesting
import JSONLines
import OrderDomain
import Testing

@Suite struct ErasePersonalTests: OrderSpecification {
  @Test(arguments: StateMachineTests.histories.keys.sorted())
  func `the personal data of any order can be erased, more than once`(_ status: String) throws {
    let events = try #require(StateMachineTests.histories[status])
    given(events).when(.erase).then(.personalErased)
    given(events + [.personalErased]).when(.erase).then(.personalErased)
  }

  @Test func `an erased order keeps what isn't personal, and its status`() throws {
    let order = try #require(given(.amyOrdered, .amyPaidAll, .paid, .personalErased).state)
    #expect(order[.erased] && order.status == .paid)
    #expect(order.fields[.customer] == "amy" && order.paid == 3099)
    for field in OrderField.recorded where field.isPersonal {
      #expect(order.fields[field] == nil && order.mayHaveLost(field), "\(field)")
    }
  }

  @Test func `the carrier's number of an erased order stays`() throws {
    let shipped = Shipping(carrier: "ACME", tracking: "T-1")
    let order = try #require(
      given(.amyOrdered, .amyPaidAll, .paid, .shipped(shipped), .personalErased).state)
    #expect(order.carrier == "ACME" && order.tracking == "T-1")
  }

  static let personal: [OrderFields] = OrderField.recorded.filter(\.isPersonal).map { field in
    .only { $0[field] = "5551234" }
  }

  @Test(arguments: personal) func `none can be added then`(_ fields: OrderFields) {
    given(.amyOrdered, .personalErased).when(.update(fields)).thenRefused(.personalErased)
  }

  @Test func `none can be removed either, and nothing else matters before that`() {
    let removal = OrderFields.only { $0.remove(.billingStreet2) }
    given(.amyOrdered, .personalErased).when(.update(removal)).thenRefused(.personalErased)
    let wrong = OrderFields.only {
      $0[.phone] = "x"
      $0.set(.tax, to: -1)
    }
    given(.amyOrdered, .personalErased).when(.update(wrong)).thenRefused(.personalErased)
    given(.amyOrdered, .personalErased, .deleted).when(.update(wrong)).thenRefused(.deleted)
  }

  @Test func `all else can be done with it`() {
    given(.amyOrdered, .personalErased)
      .when(.update { $0[.shippingMethod] = "two-day" })
      .then(.updated(.only { $0[.shippingMethod] = "two-day" }, total: nil))
      .when(.pay(3099)).then(.amyPaidAll, .paid)
      .when(.ship()).then(.shipped(Shipping()))
      .when(.deliver).then(.delivered)
      .when(.return).then(.returned)
      .when(.refund(amount: 3099)).then(.refunded(amount: 3099))
  }

  @Test func `a card can't come into it, whose number would have to`() {
    given(.amyOrdered, .personalErased).when(.update { $0[.paymentKind] = "card" })
      .thenRefused(
        .invalid([
          InvalidField(field: "payment.last4", code: "blank"),
          InvalidField(field: "payment.expires", code: "blank"),
        ]))
  }

  /// Every subset of the blocks that an order has.
  @Test func `in the end it is the same, whichever of its blocks are still there`() throws {
    let card = OrderFields.only {
      $0[.paymentKind] = "card"
      $0[.cardLast4] = "1111"
      $0[.cardExpires] = "2099-01"
    }
    let events: [OrderEvent] = [
      .amyOrdered, .updated(.only { $0[.phone] = "555-0101" }, total: nil),
      .updated(card, total: nil), .personalErased, .amyPaidAll, .paid,
      .updated(.only { $0[.paymentKind] = "invoice" }, total: nil),
    ]
    let whole = try #require(folded(events, erasing: []))
    for choice in 1..<8 {
      let erased = (0..<3).filter { choice >> $0 & 1 == 1 }
      let order = try #require(folded(events, erasing: erased))
      #expect(order == whole, "\(erased)")
      var bytes: [[UInt8]] = [[], []]
      _ = Orders.row(of: order, addingTo: &bytes[0])
      _ = Orders.row(of: whole, addingTo: &bytes[1])
      #expect(bytes[0] == bytes[1])
    }
  }

  private func folded(_ events: [OrderEvent], erasing erased: [Int]) -> Order? {
    var order: Order?
    for (place, event) in events.enumerated() {
      let isErased = erased.contains(place)
      var pool = TextPool()
      let (stream, actor) = (pool.add("order/1001"), pool.add("amy"))
      let context = EntryContext(
        storage: pool.finish(), stream: stream, actor: actor, rev: place + 1, at: .noon,
        isErased: isErased)
      Orders.evolve(&order, with: isErased ? event.withoutPersonal : event, in: context)
    }
    return order
  }
}

extension OrderEvent {
  /// The event as it is read where its entry's block was erased.
  fileprivate var withoutPersonal: OrderEvent {
    func plain(_ fields: OrderFields) -> OrderFields {
      .only { plain in
        for field in OrderField.recorded where !field.isPersonal && field.isText {
          plain[field] = fields[field]
        }
        if let items = fields.items { plain.items = items }
        for field in OrderField.recorded where field.isAmount && fields.amount(field).value != nil {
          plain.set(field, to: fields.amount(field))
        }
      }
    }
    return switch self {
    case .created(let fields, let total): .created(plain(fields), total: total)
    case .updated(let fields, let total): .updated(plain(fields), total: total)
    default: self
    }
  }
}
