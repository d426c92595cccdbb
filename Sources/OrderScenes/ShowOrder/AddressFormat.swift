// The order of the lines of an address in each country, after the guides of the Universal Postal Union as
// gathered for Chromium's address forms (libaddressinput), without the country's own name or letters.

/// The arrangement of an address.
struct AddressFormat {
  /// Lines with a bar between each two, of streets, city, state and zip: `a|c, s z`. What is written before a
  /// part goes with it, but for the first of a line.
  private let pattern: String

  /// Patterns with the countries that have them.
  private static let patterns: [(pattern: String, countries: String)] = [
    ("a|c, s z", "BB SO US"),
    ("a|c s z", "AS AU CA CC CX FM HM MH MP NF PG PW UM VI"),
    ("a|c z", "BD BH BM BN BT GT GU IL JO KH LB LS MM MT MV NP NZ PK PR SA SG VC"),
    ("a|c z|s", "IN NG PE"),
    ("a|c z, s", "VE"),
    ("a|c, s|z", "BS HN IQ KN"),
    ("a|c, s, z", "CO"),
    ("a|c-s|z", "BR"),
    ("a|c s|z", "CU"),
    ("a|c|s z", "ID MN TH VN"),
    ("a|c|s|z", "AE EG IE JM KI KY NR PA RU SC SR TV UA"),
    ("a|c|z", "AF AI FK GB GG GI GS IM IO JE KE LK NA PN SD SH SZ TC VG ZA"),
    ("a|s, c|z", "CR"),
    ("a|s|c, z", "LV"),
    ("a|z|c", "AL EC MU OM"),
    ("a|z|c, s", "NI"),
    ("a|z|c|s", "AM"),
    ("a|z c s", "EE ES IT LT MZ PF UY"),
    ("a|z c, s", "MX"),
    ("a|z c/s", "TR"),
    ("a|z s c", "RO"),
    ("c|a|z", "HU"),
    ("s c|a|z", "KR"),
    ("s|c|a|z", "HK IR"),
    ("z|s c|a", "CN JP TW"),
    ("z|s|c|a", "KP KZ"),
  ]

  private static let byCountry = Dictionary(
    uniqueKeysWithValues: patterns.flatMap { pattern, countries in
      countries.split(separator: " ").map { (String($0), pattern) }
    })

  init(country: String?) { pattern = Self.byCountry[country ?? "US"] ?? "a|z c|s" }

  /// - Parameter part: The texts of `a`, `c`, `s` or `z`, each for a line of its own; none if it is missing.
  func lines(_ part: (Character) -> [String]) -> [String] {
    pattern.split(separator: "|").flatMap { line in
      var lines: [String] = []
      var separator = ""
      for character in line {
        guard "acsz".contains(character) else {
          separator.append(character)
          continue
        }
        let texts = part(character)
        if let first = texts.first {
          lines = (lines.isEmpty ? [first] : [lines[0] + separator + first]) + texts.dropFirst()
        }
        separator = ""
      }
      return lines
    }
  }
}
