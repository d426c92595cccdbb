// How many decimals a currency has (ISO 4217). No rates, no names, no symbols.

/// What is known of currencies.
public enum Currency {
  /// How many decimals the major unit has: 2 for USD, 0 for JPY; 2 for codes that aren't listed.
  public static func exponent(of code: String) -> Int {
    if withoutDecimals.contains(code) { return 0 }
    if withThreeDecimals.contains(code) { return 3 }
    return withFourDecimals.contains(code) ? 4 : 2
  }

  // ISO 4217, list one, column "minor unit".
  private static let withoutDecimals: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]
  private static let withThreeDecimals: Set<String> = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
  ]
  private static let withFourDecimals: Set<String> = ["CLF", "UYW"]
}
