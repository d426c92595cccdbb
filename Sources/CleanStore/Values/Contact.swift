// The personal part of an order: contact and addresses.

/// The person to contact about an order.
public struct Contact: Hashable, Sendable {
  /// The given name.
  public var firstName: String
  /// The family name.
  public var lastName: String
  /// A phone number: `111-111-1111`.
  public var phone: String
  /// An email address.
  public var email: String

  /// A person.
  public init(firstName: String, lastName: String, phone: String, email: String) {
    self.firstName = firstName
    self.lastName = lastName
    self.phone = phone
    self.email = email
  }
}

/// The address of a bill or a parcel.
public struct Address: Hashable, Sendable {
  /// The first line of the street.
  public var street1: String
  /// The second line; optional.
  public var street2: String?
  /// The city.
  public var city: String
  /// The state, province or canton.
  public var state: String
  /// The postal code; in the US like `95014` or `95014-1234`.
  public var zip: String
  /// Two capital letters (ISO 3166).
  public var country: String

  /// An address, in the US unless it names another country.
  public init(
    street1: String, street2: String? = nil, city: String, state: String, zip: String,
    country: String = "US"
  ) {
    self.street1 = street1
    self.street2 = street2
    self.city = city
    self.state = state
    self.zip = zip
    self.country = country
  }
}

// A text that is missing or erased reads as empty, as it does for the rules.

extension Contact {
  init(_ texts: [OrderField: String]) {
    self.init(
      firstName: texts[.firstName] ?? "", lastName: texts[.lastName] ?? "",
      phone: texts[.phone] ?? "", email: texts[.email] ?? "")
  }

  var texts: [OrderField: String] {
    [.firstName: firstName, .lastName: lastName, .phone: phone, .email: email]
  }
}

extension Address {
  struct Fields {
    let street1, street2, city, state, zip, country: OrderField

    static let billing = Fields(
      street1: .billingStreet1, street2: .billingStreet2, city: .billingCity, state: .billingState,
      zip: .billingZip, country: .billingCountry)
    static let shipment = Fields(
      street1: .shipmentStreet1, street2: .shipmentStreet2, city: .shipmentCity,
      state: .shipmentState, zip: .shipmentZip, country: .shipmentCountry)
  }

  init(_ fields: Fields, in texts: [OrderField: String]) {
    self.init(
      street1: texts[fields.street1] ?? "", street2: texts[fields.street2],
      city: texts[fields.city] ?? "", state: texts[fields.state] ?? "",
      zip: texts[fields.zip] ?? "", country: texts[fields.country] ?? "US")
  }

  func texts(_ fields: Fields) -> [OrderField: String] {
    var texts = [
      fields.street1: street1, fields.city: city, fields.state: state, fields.zip: zip,
      fields.country: country,
    ]
    texts[fields.street2] = street2
    return texts
  }
}
