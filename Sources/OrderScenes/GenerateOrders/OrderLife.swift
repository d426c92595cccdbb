// The life of one made-up order: usually it is paid, shipped and delivered. Some are changed, paid in parts,
// cancelled, returned or refunded, and some commands are refused by the rules.

/// A command, and how long it comes after the one before, in microseconds.
struct LifeStep {
  let delay: Int64
  let submission: Submission<Orders.Command>
}

struct OrderLife {
  private(set) var steps: [LifeStep] = []
  private var random: SplitMix64
  private let id: String
  private var fields: OrderFields
  /// The amount that is to be paid, in minor units.
  private var total: Int64

  /// - Parameter number: The order's, from 0.
  init(number: Int, customers: Int, seed: UInt64) {
    random = SplitMix64(seed: seed, number: number)
    id = String(1001 + number)
    let customer = Customer(number: random.skewed(below: customers), seed: seed)
    (fields, total) = Self.order(of: customer, &random)
    add(.create(fields), after: 0...0, by: random.isTrue(percent: 70) ? "web-shop" : clerk())
    live(customer)
  }

  private static func order(of customer: Customer, _ random: inout SplitMix64)
    -> (OrderFields, Int64)
  {
    let market = customer.market
    var fields = OrderFields()
    customer.fill(&fields, &random)
    fields[.shippingMethod] = random.pick([
      "standard", "standard", "standard", "one-day", "two-day",
    ])
    let kinds = ["card", "card", "card", "invoice", "transfer", "cash"]
    fields[.paymentKind] = random.pick(kinds)
    if fields[.paymentKind] == "card" {
      fields[.cardBrand] = random.pick(["visa", "mastercard"])
      fields[.cardLast4] = random.digits("####")
      fields[.cardExpires] = "2039-0\(1 + random.next(below: 9))"
    }
    let items = (0...random.skewed(below: 8)).map { _ in
      Assortment.item(random.skewed(below: Assortment.count), in: market, &random)
    }
    var sum = items.reduce(0) { $0 + ($1.quantity.value ?? 0) * ($1.unitPrice.value ?? 0) }
    fields.items = items
    let fee = random.isTrue(percent: 60) ? 495 * market.rate / 100 : 0
    let discount = random.isTrue(percent: 8) ? sum / 10 : 0
    fields.set(.shippingFee, to: Amount(fee))
    fields.set(.discount, to: Amount(discount))
    sum += fee - discount
    return (fields, sum)
  }

  private mutating func live(_ customer: Customer) {
    if random.isTrue(percent: 12) { change(customer) }
    if random.isTrue(percent: 5) { takeOneMore() }
    // Refused.
    if random.isTrue(percent: 3) { add(.ship(), after: hours(1...30), by: warehouse()) }
    if random.isTrue(percent: 6) { return giveUp() }
    pay()
    if random.isTrue(percent: 3) {
      add(.cancel, after: hours(1...20), by: clerk(), because: "customer changed their mind")
      add(.refund(amount: Amount(total)), after: days(1...4), by: "till-1")
      return
    }
    add(.ship(shipping()), after: hours(6...80), by: warehouse())
    // Refused: it is under way.
    if random.isTrue(percent: 1) { change(customer) }
    // Lost.
    if random.isTrue(percent: 1) { return }
    add(.deliver, after: days(1...9), by: "courier")
    // Refused.
    if random.isTrue(percent: 1) { add(.deliver, after: seconds(1...90), by: "courier") }
    if random.isTrue(percent: 4) {
      add(.return, after: days(2...25), by: clerk(), because: random.pick(Self.complaints))
      add(.refund(amount: Amount(total)), after: days(1...5), by: "till-1")
    } else if random.isTrue(percent: 2), total > 3 {
      add(
        .refund(amount: Amount(total / 4)), after: days(1...20), by: clerk(),
        because: random.pick(Self.complaints))
    }
  }

  private mutating func change(_ customer: Customer) {
    var changes = OrderFields()
    if random.isTrue(percent: 40) {
      changes[.phone] = random.digits(customer.market.phone)
    } else {
      customer.fill(&changes, .shipment, Customer.place(in: customer.market, &random))
    }
    add(
      .update(changes), after: seconds(90...20_000), by: clerk(), because: "asked for by telephone")
  }

  private mutating func takeOneMore() {
    guard var items = fields.items, let price = items[0].unitPrice.value else { return }
    items[0].quantity = Amount((items[0].quantity.value ?? 0) + 1)
    fields.items = items
    total += price
    var changes = OrderFields()
    changes.items = items
    add(.update(changes), after: seconds(60...4000), by: "web-shop")
  }

  /// It is never paid: most such orders are cancelled in the end, and some deleted.
  private mutating func giveUp() {
    if random.isTrue(percent: 15) { return }
    add(.cancel, after: days(7...21), by: "housekeeping", because: "not paid")
    if random.isTrue(percent: 30) { add(.delete, after: days(30...60), by: "housekeeping") }
  }

  private mutating func pay() {
    var parts = [total]
    if random.isTrue(percent: 15), total > 3 {
      let first = 1 + Int64(random.next(below: Int(total / 2)))
      parts = [first, total - first]
    }
    for (index, part) in parts.enumerated() where part > 0 {
      let delay = index == 0 ? seconds(20...100_000) : days(1...14)
      // Refused.
      if random.isTrue(percent: 2) { add(payment(of: total + 1), after: delay, by: clerk()) }
      let id = random.isTrue(percent: 40) ? "pay-\(self.id)-\(index + 1)" : nil
      add(payment(of: part), after: delay, by: till(), id: id)
      // The answer was lost, and the till asks again.
      if id != nil, random.isTrue(percent: 1), let last = steps.last {
        steps.append(LifeStep(delay: 2_000_000, submission: last.submission))
      }
    }
  }

  private mutating func payment(of amount: Int64) -> OrderCommand {
    .pay(
      Payment(
        amount: Amount(amount), method: fields[.paymentKind].map { Text($0) },
        reference: Text(random.digits("bank-########"))))
  }

  private mutating func shipping() -> Shipping {
    Shipping(
      carrier: Text(random.pick(["parcel post", "courier", "freight"])),
      tracking: Text(random.digits("1Z999AA1##########")))
  }

  private mutating func add(
    _ command: OrderCommand, after delay: ClosedRange<Int64>, by actor: String, id: String? = nil,
    because reason: String? = nil
  ) {
    let width = Int(delay.upperBound - delay.lowerBound)
    let submission = Submission(
      command, on: .id(self.id), by: actor, id: id,
      reason: reason.flatMap { random.isTrue(percent: 60) ? $0 : nil })
    steps.append(
      LifeStep(
        delay: delay.lowerBound + Int64(width == 0 ? 0 : random.next(below: width)),
        submission: submission))
  }

  private mutating func clerk() -> String { random.pick(["amy", "bob", "chris", "dora"]) }
  private mutating func till() -> String { random.pick(["till-1", "till-2", "web-shop", "bank"]) }
  private mutating func warehouse() -> String { random.pick(["warehouse-1", "warehouse-2"]) }

  private static let complaints = ["arrived damaged", "too small", "not as shown", "came too late"]
}

private func seconds(_ range: ClosedRange<Int64>) -> ClosedRange<Int64> {
  range.lowerBound * 1_000_000...range.upperBound * 1_000_000
}

private func hours(_ range: ClosedRange<Int64>) -> ClosedRange<Int64> {
  seconds(range.lowerBound * 3600...range.upperBound * 3600)
}

private func days(_ range: ClosedRange<Int64>) -> ClosedRange<Int64> {
  hours(range.lowerBound * 24...range.upperBound * 24)
}
