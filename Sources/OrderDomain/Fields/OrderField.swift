// The fields of an order, each described once. Readers, writers, checks, merging, conditions and forms
// follow from these rows: a field that is added here needs no other list.

/// A field of an order, in the order in which an order is shown.
public enum OrderField: UInt8, CaseIterable, Sendable {
  case customer
  case firstName, lastName, phone, email
  case billingStreet1, billingStreet2, billingCity, billingState, billingZip, billingCountry
  case shipmentStreet1, shipmentStreet2, shipmentCity, shipmentState, shipmentZip, shipmentCountry
  case shippingMethod
  case paymentKind, cardBrand, cardLast4, cardExpires
  /// Filled in on forms, checked there and forgotten.
  case cardNumber, cardCVV
  case items, currency, shippingFee, tax, discount

  /// The row of each field.
  private var description: Row {
    switch self {
    case .customer: Row("customer", .text(), .required)
    case .firstName: Row("firstName", in: .contact, .text(), .required)
    case .lastName: Row("lastName", in: .contact, .text(), .required)
    case .phone: Row("phone", in: .contact, .text(.phone), .required)
    case .email: Row("email", in: .contact, .text(.email), .required)
    case .billingStreet1: Row("street1", in: .billing, .text(), .required)
    case .billingStreet2: Row("street2", in: .billing, .text(), .free)
    case .billingCity: Row("city", in: .billing, .text(), .required)
    case .billingState:
      Row("state", in: .billing, .text(), .state(in: .billingCountry), .whole)
    case .billingZip:
      Row("zip", in: .billing, .zip(country: .billingCountry), .required)
    case .billingCountry: Row("country", in: .billing, .text(.capitals(2)), .country, .whole)
    case .shipmentStreet1: Row("street1", in: .shipment, .text(), .required)
    case .shipmentStreet2: Row("street2", in: .shipment, .text(), .free)
    case .shipmentCity: Row("city", in: .shipment, .text(), .required)
    case .shipmentState:
      Row("state", in: .shipment, .text(), .state(in: .shipmentCountry), .whole)
    case .shipmentZip:
      Row("zip", in: .shipment, .zip(country: .shipmentCountry), .required)
    case .shipmentCountry: Row("country", in: .shipment, .text(.capitals(2)), .country, .whole)
    case .shippingMethod: Row("shippingMethod", .text(), .required, .whole)
    case .paymentKind:
      Row("kind", in: .payment, recordedAs: "paymentKind", .text(), .required, .whole)
    case .cardBrand: Row("brand", in: .payment, .text(), .notBlank, .whole)
    case .cardLast4: Row("last4", in: .payment, .text(.last4), .requiredForCards)
    case .cardExpires: Row("expires", in: .payment, .expiry, .requiredForCards, .whole)
    case .cardNumber: Row("number", in: .payment, .secret, .free)
    case .cardCVV: Row("cvv", in: .payment, .secret, .free)
    case .items: Row("items", .items, .required, isMoney: true)
    case .currency: Row("currency", .text(.capitals(3)), .currency, isMoney: true, .whole)
    case .shippingFee: Row("shippingFee", .amount, .free, isMoney: true)
    case .tax: Row("tax", .amount, .free, isMoney: true)
    case .discount: Row("discount", .amount, .free, isMoney: true)
    }
  }

  /// The field's row of the table.
  var row: Row { Self.rows[Int(rawValue)] }

  private static let rows = allCases.map(\.description)

  /// An object among an order's fields.
  package enum Group: String, CaseIterable, Sendable {
    /// The person to contact about an order.
    case contact
    /// The address of the bill.
    case billing
    /// The address of the parcel.
    case shipment
    /// The way of paying, and the part of a card that is kept.
    case payment
  }

  /// The type of a field's value.
  enum Value: Sendable {
    case text(TextForm = .any)
    /// A postal code, whose form depends on the country.
    case zip(country: OrderField)
    /// The last month of a card.
    case expiry
    /// A value that must never be written down, and so has no place in any object.
    case secret
    case items
    /// Money, in minor units.
    case amount
  }

  /// The cases in which a field must be there.
  enum Need: Sendable {
    /// Always.
    case required
    /// The field is required if the payment is by card.
    case requiredForCards
    /// The field is required if the country, in another field, has states in its addresses.
    case requiredWithStates(country: OrderField)
    /// It may be missing, but not blank.
    case notBlank
    /// It may be missing or blank.
    case free
  }

  /// A list of a standard's codes. A word for it, so that checks are copied without counting references.
  enum CodeList: Sendable {
    case countries
    case currencies

    func contains(_ code: UnsafeRawBufferPointer) -> Bool {
      switch self {
      case .countries: CountryCodes.all.contains(code)
      case .currencies: CurrencyCodes.all.contains(code)
      }
    }
  }

  /// A requirement of versions of the rules, beyond the type of its value.
  struct Requirement: Sendable {
    let need: Need
    /// The values that there are; any of its kind if nil.
    var codes: CodeList?
    var versions = RulesVersions.all

    init(_ need: Need, among codes: CodeList? = nil, in versions: RulesVersions = .all) {
      self.need = need
      self.codes = codes
      self.versions = versions
    }
  }

  /// The part of a text that is shown where names, places and numbers are replaced by pseudonyms.
  package enum Disclosure: Sendable {
    /// All of it: it isn't personal.
    case whole
    /// A pseudonym of the same form.
    case pseudonym
  }

  /// The description of a field.
  struct Row: Sendable {
    /// Its key where an order is shown, within its group.
    let key: StaticString
    let group: Group?
    /// Its key in commands and events, if it is there outside of its group; otherwise it is
    /// personal.
    let recordedKey: StaticString?
    let value: Value
    /// One for each version of the rules.
    let requirements: [Requirement]
    /// Whether the total is computed from it, or depends on it.
    let isMoney: Bool
    /// The part of it that a history without personal data shows.
    let disclosure: Disclosure

    init(
      _ key: StaticString, in group: Group? = nil, recordedAs recordedKey: StaticString? = nil,
      _ value: Value, _ requirements: [Requirement], isMoney: Bool = false,
      _ disclosure: Disclosure = .pseudonym
    ) {
      self.key = key
      self.group = group
      self.recordedKey = recordedKey ?? (group == nil ? key : nil)
      self.value = value
      self.requirements = requirements
      self.isMoney = isMoney
      self.disclosure = disclosure
    }
  }
}

extension OrderField {
  /// Whether it is in the personal block, and in no other part of an entry.
  public var isPersonal: Bool { row.recordedKey == nil && !isSecret }

  /// Whether it is never kept.
  public var isSecret: Bool { if case .secret = row.value { true } else { false } }

  /// The part of it that a history without personal data shows.
  package var disclosure: Disclosure { row.disclosure }

  /// The object that it is shown in.
  package var group: Group? { row.group }

  /// The cases in which a version of the rules requires it.
  func need(in version: RulesVersion) -> Need {
    row.requirements.first { $0.versions.contains(version) }?.need ?? .free
  }

  /// Its path in an order: `contact.firstName`, `payment.kind`.
  public var path: String { row.group.map { "\($0.rawValue).\(row.key)" } ?? "\(row.key)" }

  /// Its name in commands and errors: its path, but `paymentKind`.
  public var name: String { row.recordedKey.map { "\($0)" } ?? path }

  /// The field with this name; nil if there is none.
  public init?(named name: String) {
    guard let field = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = field
  }

  /// Whether it is an amount of money.
  public var isAmount: Bool { FieldSet.amounts.contains(self) }

  /// Whether it is a text.
  public var isText: Bool { FieldSet.texts.contains(self) }

  /// Whether an order can be without it.
  public var isRemovable: Bool {
    switch isSecret ? .required : need(in: .current) {
    case .required: false
    case .free, .requiredForCards, .requiredWithStates: true
    // An address always has a country.
    case .notBlank: self != .billingCountry && self != .shipmentCountry
    }
  }

  /// The fields in the order in which commands and events have them, and in which errors name them:
  /// those that aren't personal first.
  public static let recorded = plain + personal
  package static let secrets = allCases.filter(\.isSecret)
  package static let ofPayment = allCases.filter { $0.group == .payment }
  static let shown = allCases.filter { !$0.isSecret }
  /// The fields that aren't personal.
  static let plain = allCases.filter { !$0.isPersonal && !$0.isSecret }
  /// The personal fields.
  static let personal = allCases.filter(\.isPersonal)
  static let texts = allCases.filter(\.isText)
  static let amounts = allCases.filter(\.isAmount)
  /// The countries of addresses, each with all fields of its address.
  static let addresses: [(country: OrderField, fields: FieldSet)] = [
    (.billingCountry, .billing), (.shipmentCountry, .shipment),
  ]
}

struct FieldSet: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }
  init(_ fields: some Sequence<OrderField>) {
    rawValue = fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }
  init(_ field: OrderField) { rawValue = 1 &<< UInt64(field.rawValue) }

  static let all = FieldSet(OrderField.allCases)
  static let amounts = FieldSet(
    OrderField.allCases.filter { if case .amount = $0.row.value { true } else { false } })
  static let texts = FieldSet(
    OrderField.allCases.filter { field in
      switch field.row.value {
      case .text, .zip, .expiry: true
      case .secret, .items, .amount: false
      }
    })
  static let plain = FieldSet(OrderField.plain)
  static let personal = FieldSet(OrderField.personal)
  static let money = FieldSet(OrderField.allCases.filter(\.row.isMoney))
  static let currency = FieldSet(OrderField.currency)
  /// No field, but that the data with which an order was created is lost.
  static let creation = FieldSet(rawValue: 1 << 63)
  static let contact = FieldSet(OrderField.allCases.filter { $0.group == .contact })
  static let billing = FieldSet(OrderField.allCases.filter { $0.group == .billing })
  static let shipment = FieldSet(OrderField.allCases.filter { $0.group == .shipment })
  /// The part of a card that is kept.
  static let card = FieldSet(OrderField.personal.filter { $0.group == .payment })
  private static let payment = card.union(FieldSet(OrderField.paymentKind))

  /// The fields that have new values once a change that names these is put onto an order: the way of payment is
  /// replaced as a whole.
  var replaced: FieldSet { intersects(.payment) ? union(.card) : self }

  func intersects(_ other: FieldSet) -> Bool { rawValue & other.rawValue != 0 }

  @inline(__always) func contains(_ field: OrderField) -> Bool {
    rawValue & 1 &<< UInt64(field.rawValue) != 0
  }
}
