// The requirements of fields, for the table: where versions of the rules differ, one after the other.

extension OrderField {
  /// Whether an address in the country, the US if it is empty, needs a state.
  package static func isStateRequired(in country: String) -> Bool {
    country.isEmpty || CountryCodes.withStates.contains(country)
  }
}

extension [OrderField.Requirement] {
  static let required = [OrderField.Requirement(.required)]
  static let requiredForCards = [OrderField.Requirement(.requiredForCards)]
  static let notBlank = [OrderField.Requirement(.notBlank)]
  static let free = [OrderField.Requirement(.free)]

  /// Once, every address had to have a state.
  static func state(in country: OrderField) -> Self {
    [
      .init(.required, in: .init(since: 1, through: 1)),
      .init(.requiredWithStates(country: country), in: .init(since: 2)),
    ]
  }

  /// Once, any two letters were a country.
  static let country = listed(.notBlank, .countries)

  /// Once, any three letters were a currency.
  static let currency = listed(.required, .currencies)

  private static func listed(_ need: OrderField.Need, _ codes: OrderField.CodeList) -> Self {
    [
      .init(need, in: .init(since: 1, through: 1)),
      .init(need, among: codes, in: .init(since: 2)),
    ]
  }
}
