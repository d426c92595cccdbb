// A customer of the made-up shop, and what is on offer there. Both follow from their number, so that a customer who
// orders again is the same person at the same address, and the same article has the same price.

struct Customer {
  let id: String
  let market: Market
  private let firstName: String
  private let lastName: String
  private let email: String
  private let phone: String
  private let home: Place

  struct Place {
    let street: String
    let city: Market.City
    let zip: String
  }

  init(number: Int, seed: UInt64) {
    var random = SplitMix64(seed: ~seed, number: number)
    let market = Self.market(random.next(below: 100))
    id = "customer-\(number + 1)"
    self.market = market
    firstName = random.pick(market.firstNames)
    lastName = random.pick(market.lastNames)
    email = "\(id)@example.com"
    phone = random.digits(market.phone)
    home = Self.place(in: market, &random)
  }

  private static func market(_ percentile: Int) -> Market {
    var rest = percentile
    for market in Market.all {
      if rest < market.share { return market }
      rest -= market.share
    }
    return .germany
  }

  static func place(in market: Market, _ random: inout SplitMix64) -> Place {
    let city = random.pick(market.cities)
    return Place(
      street: random.digits(random.pick(market.streets)), city: city, zip: random.digits(city.zip))
  }

  /// Fills in who orders, and where it goes: one order in eight goes elsewhere.
  func fill(_ fields: inout OrderFields, _ random: inout SplitMix64) {
    fields[.customer] = id
    fields[.currency] = market.currency
    fields[.firstName] = firstName
    fields[.lastName] = lastName
    fields[.phone] = phone
    fields[.email] = email
    fill(&fields, .billing, home)
    let isGift = random.next(below: 8) == 0
    fill(&fields, .shipment, isGift ? Self.place(in: market, &random) : home)
  }

  enum Use { case billing, shipment }

  func fill(_ fields: inout OrderFields, _ use: Use, _ place: Place) {
    let isBilling = use == .billing
    fields[isBilling ? .billingStreet1 : .shipmentStreet1] = place.street
    fields[isBilling ? .billingCity : .shipmentCity] = place.city.name
    fields[isBilling ? .billingState : .shipmentState] = place.city.state
    fields[isBilling ? .billingZip : .shipmentZip] = place.zip
    fields[isBilling ? .billingCountry : .shipmentCountry] = market.country
  }
}

/// The goods that the shop sells.
enum Assortment {
  static let count = 4000

  static func item(_ number: Int, in market: Market, _ random: inout SplitMix64) -> Item {
    var article = SplitMix64(seed: 0, number: number)
    let (kind, finish) = (article.pick(kinds), article.pick(finishes))
    let cents = Int64(99 + article.skewed(below: 40_000))
    return Item(
      sku: "\(kind.sku)-\(1000 + number)", name: "\(kind.name), \(finish)",
      quantity: Amount(Int64(1 + random.skewed(below: 12))),
      unitPrice: Amount(max(1, cents * market.rate / 100)))
  }

  private static let kinds: [(sku: String, name: String)] = [
    ("CUP", "Tea cup"), ("NOTE", "Notebook A5"), ("LAMP", "Lamp Nord"), ("CHAIR", "Chair"),
    ("CABLE", "USB cable 2 m"), ("DECK", "Playing cards"), ("KNIFE", "Kitchen knife"),
    ("SOAP", "Olive soap"), ("VASE", "Vase \"Elina\""), ("RUG", "Wool rug"),
  ]
  private static let finishes = [
    "blue", "red", "plain", "oak", "black", "large", "small", "set of 4",
  ]
}
