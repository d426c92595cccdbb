// The story of one made-up order: most are created, paid, shipped and delivered; some are changed
// or cancelled, or get commands that the rules refuse.

import EventSourcing
import Formatting
import JSONLines
import OrderDomain

typealias OrderSubmission = Submission<Orders.Command>

/// Makes up orders and commands for them.
struct OrderStoryteller {
  private var random: SplitMix64
  private var orders = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The commands for one order, in order.
  mutating func story() -> [OrderSubmission] {
    orders += 1
    let id = String(100_000 + orders)
    let fields = self.fields()
    let total = Self.total(of: fields)
    var commands: [Orders.Command] = [.create(fields)]
    if random.isTrue(percent: 4) { commands.append(.deliver) }
    if random.isTrue(percent: 20) { commands.append(.update(change())) }
    if random.isTrue(percent: 4) {
      commands.append(.cancel)
    } else {
      if random.isTrue(percent: 3) { commands.append(.pay(payment(of: total + 1))) }
      commands.append(.pay(payment(of: total)))
      commands.append(.ship(Shipping(carrier: "parcel post", tracking: text("1Z999AA1"))))
      commands.append(.deliver)
    }
    return commands.map { command in
      let isNamed = random.isTrue(percent: 25)
      return OrderSubmission(
        command, on: .id(id), by: random.pick(Samples.actors),
        id: isNamed ? "c-\(random.next() % 1_000_000_000_000)" : nil,
        reason: random.isTrue(percent: 5) ? "asked for by telephone" : nil)
    }
  }

  private mutating func fields() -> OrderFields {
    let (first, last) = (random.pick(Samples.firstNames), random.pick(Samples.lastNames))
    let number = random.next(below: 1_000_000)
    var fields = OrderFields()
    fields[.customer] = "customer-\(number)"
    fields[.shippingMethod] = random.pick(["standard", "one-day", "two-day"])
    fields[.currency] = "EUR"
    fields[.firstName] = first
    fields[.lastName] = last
    fields[.phone] = "+49 30 \(1_000_000 + number)"
    fields[.email] = "\(last.lowercased())\(number)@example.com"
    let (city, zip) = (random.pick(Samples.cities), String(10_000 + number % 90_000))
    fields[.billingStreet1] = street()
    fields[.billingCity] = city
    fields[.billingState] = "BE"
    fields[.billingZip] = zip
    fields[.billingCountry] = "DE"
    fields[.shipmentStreet1] = street()
    fields[.shipmentStreet2] = random.isTrue(percent: 2) ? #"c/o "The Attic""# : nil
    fields[.shipmentCity] = city
    fields[.shipmentState] = "BE"
    fields[.shipmentZip] = zip
    fields[.shipmentCountry] = "DE"
    let isCard = random.isTrue(percent: 60)
    fields[.paymentKind] = isCard ? "card" : "invoice"
    if isCard {
      fields[.cardBrand] = "visa"
      fields[.cardLast4] = String(1000 + number % 9000)
      fields[.cardExpires] = "2031-11"
    }
    fields.items = items()
    fields.set(.shippingFee, to: Amount(Int64(random.next(below: 2000))))
    fields.set(.tax, to: Amount(Int64(random.next(below: 5000))))
    fields.set(.discount, to: 0)
    return fields
  }

  private mutating func items() -> [Item] {
    (0...random.next(below: 3)).map { _ in
      Item(
        sku: "SKU-\(10_000 + random.next(below: 90_000))",
        name: random.isTrue(percent: 50) ? random.pick(Samples.articles) : nil,
        quantity: Amount(Int64(1 + random.next(below: 4))),
        unitPrice: Amount(Int64(99 + random.next(below: 20_000))))
    }
  }

  private mutating func change() -> OrderFields {
    var changes = OrderFields()
    changes[.phone] = "+49 40 \(1_000_000 + random.next(below: 1_000_000))"
    changes[.shipmentStreet1] = street()
    return changes
  }

  private mutating func street() -> String {
    "\(random.pick(Samples.streets)) \(1 + random.next(below: 200))"
  }

  private mutating func payment(of amount: Int64) -> Payment {
    Payment(amount: Amount(amount), method: "card", reference: text("bank-"))
  }

  private mutating func text(_ prefix: String) -> Text {
    Text(prefix + String(random.next(below: 100_000_000)))
  }

  private static func total(of fields: OrderFields) -> Int64 {
    var total = (fields.amount(.shippingFee).value ?? 0) + (fields.amount(.tax).value ?? 0)
    for item in fields.items ?? [] {
      total += (item.quantity.value ?? 0) * (item.unitPrice.value ?? 0)
    }
    return total
  }
}

/// Words to make up orders of.
private enum Samples {
  static let actors = ["amy", "bob", "chris", "web-shop", "till-4"]
  static let firstNames = ["Amy", "Bob", "Chris", "Zoë", "José", "Erika", "Max", "Ludmila"]
  static let lastNames = ["Apple", "Battery", "Camera", "Sørensen", "Mustermann", "Nowak"]
  static let cities = ["Berlin", "Potsdam", "Köln", "Bad Neuenahr-Ahrweiler", "Hamburg"]
  static let streets = ["Main Street", "Lange Straße", "Rua do Ouvidor", "Via Roma", "Park Lane"]
  static let articles = ["Tea cup, blue", "Notebook A5", "USB cable 2 m", "Lamp Nord", "Chair"]
}
