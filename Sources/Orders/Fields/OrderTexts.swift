// Where the texts of an order lie in their storage: ranges only, eight bytes each.
// The bytes are in OrderFields; what a text must look like is in FieldCheck.

import JSONLines

/// The person who is written to and called.
public struct Contact: BitwiseCopyable, Sendable {
  /// The first name.
  public var firstName = TextRange.absent
  /// The last name.
  public var lastName = TextRange.absent
  /// The telephone number.
  public var phone = TextRange.absent
  /// The e-mail address.
  public var email = TextRange.absent
}

/// Where a bill or a parcel goes.
public struct Address: BitwiseCopyable, Sendable {
  /// Street and number.
  public var street1 = TextRange.absent
  /// What else the postman must know; optional.
  public var street2 = TextRange.absent
  /// The town.
  public var city = TextRange.absent
  /// The state, province or region.
  public var state = TextRange.absent
  /// The postal code.
  public var zip = TextRange.absent
  /// Two capital letters (ISO 3166-1); `US` if it isn't given.
  public var country = TextRange.absent
}

/// What may be kept of a payment card.
public struct Card: BitwiseCopyable, Sendable {
  /// The brand: `visa`; optional.
  public var brand = TextRange.absent
  /// The last four digits of the number.
  public var last4 = TextRange.absent
  /// The last month it is good for: `2027-11`.
  public var expires = TextRange.absent
}

/// Where each text of an order lies.
///
/// Nothing but ranges may be stored here, in the order of `OrderText`: the two are one layout.
public struct OrderTexts: BitwiseCopyable, Sendable {
  /// Who ordered, as the shop calls them.
  public var customer = TextRange.absent
  /// The code of the shipping method.
  public var shippingMethod = TextRange.absent
  /// How it is paid: `card`, `invoice`, ….
  public var paymentKind = TextRange.absent
  /// Three capital letters (ISO 4217).
  public var currency = TextRange.absent
  /// Whom to write to.
  public var contact = Contact()
  /// Where the bill goes.
  public var billing = Address()
  /// Where the parcel goes.
  public var shipment = Address()
  /// What is kept of the card.
  public var payment = Card()

  /// Makes what is to be removed absent.
  mutating func dropNulls() {
    withMutableRanges { ranges in
      for index in 0..<TextRanges.count where ranges[index].isNull { ranges[index] = .absent }
    }
  }

  /// How many bytes the texts have together.
  var byteCount: Int {
    withRanges { ranges in
      var count = 0
      for index in 0..<TextRanges.count { count &+= ranges[index].count }
      return count
    }
  }

  /// Lends the ranges one by one: a loop over them would copy the whole structure for each.
  @inline(__always)
  func withRanges<Result>(_ body: (borrowing TextRanges) -> Result) -> Result {
    withUnsafeBytes(of: self) {
      body(TextRanges(start: UnsafeMutableRawBufferPointer(mutating: $0)))
    }
  }

  /// Lends the ranges one by one, to be changed.
  @inline(__always)
  mutating func withMutableRanges<Result>(_ body: (inout TextRanges) -> Result) -> Result {
    withUnsafeMutableBytes(of: &self) {
      var ranges = TextRanges(start: $0)
      return body(&ranges)
    }
  }
}

/// The ranges of an order's texts, lent while a closure runs.
struct TextRanges: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  fileprivate init(start bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// How many there are.
  static let count = MemoryLayout<OrderTexts>.size / 8

  /// The range of one text.
  subscript(text: OrderText) -> TextRange {
    @inline(__always) get { self[Int(text.rawValue)] }
    @inline(__always) set { self[Int(text.rawValue)] = newValue }
  }

  /// The range of a text by its place, for loops to which it doesn't matter which it is.
  subscript(index: Int) -> TextRange {
    @inline(__always) get { bytes.load(fromByteOffset: index &* 8, as: TextRange.self) }
    @inline(__always) set {
      bytes.storeBytes(of: newValue, toByteOffset: index &* 8, as: TextRange.self)
    }
  }
}

/// The texts of an order one by one, in the order in which ``OrderTexts`` stores them.
enum OrderText: UInt8, CaseIterable {
  case customer, shippingMethod, paymentKind, currency
  case firstName, lastName, phone, email
  case billingStreet1, billingStreet2, billingCity, billingState, billingZip, billingCountry
  case shipmentStreet1, shipmentStreet2, shipmentCity, shipmentState, shipmentZip, shipmentCountry
  case brand, last4, expires

  /// All of them, for loops on the hot path.
  static let all = allCases

  /// How it is called where fields are named: `contact.firstName`.
  var name: StaticString {
    switch self {
    case .customer: "customer"
    case .shippingMethod: "shippingMethod"
    case .paymentKind: "paymentKind"
    case .currency: "currency"
    case .firstName: "contact.firstName"
    case .lastName: "contact.lastName"
    case .phone: "contact.phone"
    case .email: "contact.email"
    case .billingStreet1: "billing.street1"
    case .billingStreet2: "billing.street2"
    case .billingCity: "billing.city"
    case .billingState: "billing.state"
    case .billingZip: "billing.zip"
    case .billingCountry: "billing.country"
    case .shipmentStreet1: "shipment.street1"
    case .shipmentStreet2: "shipment.street2"
    case .shipmentCity: "shipment.city"
    case .shipmentState: "shipment.state"
    case .shipmentZip: "shipment.zip"
    case .shipmentCountry: "shipment.country"
    case .brand: "payment.brand"
    case .last4: "payment.last4"
    case .expires: "payment.expires"
    }
  }
}

/// A set of an order's texts.
struct TextSet: OptionSet {
  let rawValue: UInt32

  static let none: TextSet = []
  static let all = TextSet(rawValue: 1 << UInt32(OrderText.allCases.count) - 1)
  static let contact = TextSet(.firstName, .lastName, .phone, .email)
  static let billing = TextSet(
    .billingStreet1, .billingStreet2, .billingCity, .billingState, .billingZip, .billingCountry)
  static let shipment = TextSet(
    .shipmentStreet1, .shipmentStreet2, .shipmentCity, .shipmentState, .shipmentZip,
    .shipmentCountry)
  static let card = TextSet(.brand, .last4, .expires)
  /// What stands in the personal block.
  static let personal: TextSet = [.contact, .billing, .shipment, .card]

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ texts: OrderText...) {
    rawValue = texts.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }

  @inline(__always) func contains(_ text: OrderText) -> Bool {
    rawValue & (1 &<< UInt32(text.rawValue)) != 0
  }

  @inline(__always) mutating func insert(_ text: OrderText) {
    self = TextSet(rawValue: rawValue | 1 &<< UInt32(text.rawValue))
  }
}
